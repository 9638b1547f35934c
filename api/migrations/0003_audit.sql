-- The audit trail: what was done to whom, by whom. Entries are inserted by the transaction of what they record and
-- linked into one hash chain afterwards, so that writers never wait for each other. No foreign key to users: the trail
-- outlives what it tells of.
create table audit_entries (
  id bigint generated always as identity primary key,
  action text not null check (length(action) between 1 and 100),
  -- Whom it concerns, and who did it; no actor is the system itself.
  user_id bigint,
  actor_id bigint,
  entity_type text,
  entity_id text,
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  ip text,
  created_at timestamptz not null default now(),
  -- The chain: null until the entry is linked.
  position bigint unique check (position >= 1),
  previous_hash bytea check (octet_length(previous_hash) = 32),
  hash bytea check (octet_length(hash) = 32),
  constraint audit_entries_entity_whole check (num_nulls(entity_type, entity_id) in (0, 2)),
  constraint audit_entries_link_whole check (num_nulls(position, previous_hash, hash) in (0, 3))
);
create index audit_entries_pending on audit_entries (id) where position is null;
create index audit_entries_user on audit_entries (user_id, id desc);
create index audit_entries_entity on audit_entries (entity_type, entity_id, id desc);

create function audit_entries_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'The audit trail is append-only: % is refused', lower(tg_op) using errcode = 'restrict_violation';
end $$;

create trigger audit_entries_stay before delete or truncate on audit_entries
  for each statement execute function audit_entries_refuse();

-- The one step an entry may take: its three chain columns are filled, and nothing else changes.
create function audit_entries_only_link() returns trigger language plpgsql as $$
declare
  without_link audit_entries := new;
begin
  without_link.position := null;
  without_link.previous_hash := null;
  without_link.hash := null;
  if new.position is null or without_link is distinct from old then
    raise exception 'The audit trail is append-only: update is refused' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger audit_entries_only_link before update on audit_entries
  for each row execute function audit_entries_only_link();
