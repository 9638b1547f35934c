-- The audit trail shows the hash of a session, which is its public id. Before 0080 it recorded the id itself, and its hash
-- cannot be told from it. Sessions whose id is recorded there end now; they would have ended a week after 0080 anyway.
with ended as (
  delete from sessions session using audit_entries entry
  where entry.user_id = session.user_id and entry.action in ('SUSPICIOUS_IP_CHANGE', 'DEVICE_MISMATCH')
    and session.id = encode(sha256(convert_to(entry.metadata ->> 'sessionId', 'UTF8')), 'hex')
  returning session.id)
select pg_notify('lisura', json_build_object('topic', 'sessions-ended', 'payload', json_build_array(id))::text)
from ended;
