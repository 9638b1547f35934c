-- Sessions are stored by the SHA-256 of their id, so that who reads the database or a backup is nobody. Nobody is logged
-- out: what browsers hold stays as it is. What the trail says of sessions of before keeps their ids; they end within
-- seven days.
alter table session_addresses drop constraint session_addresses_session_id_fkey;
update session_addresses set session_id = encode(sha256(convert_to(session_id, 'UTF8')), 'hex');
update sessions set id = encode(sha256(convert_to(id, 'UTF8')), 'hex');
alter table session_addresses add constraint session_addresses_session_id_fkey
  foreign key (session_id) references sessions (id) on delete cascade;
update audit_repeats set subject = encode(sha256(convert_to(subject, 'UTF8')), 'hex') where action = 'DEVICE_MISMATCH';
