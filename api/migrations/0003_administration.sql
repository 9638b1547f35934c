-- The audit trail says what was done, to whom and by whom. Entries are inserted by the transaction of the deed and linked
-- into one hash chain afterwards, so that writers never wait for each other. There is no foreign key to users, because the
-- trail outlives the users.
create table audit_entries (
  id bigint generated always as identity primary key,
  action text not null check (length(action) between 1 and 100),
  -- The entry concerns this user.
  user_id bigint,
  -- This user did it; null means the system itself.
  actor_id bigint,
  entity_type text,
  entity_id text,
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  ip text,
  created_at timestamptz not null default now(),
  -- The three columns of the chain are null until the entry is linked.
  position bigint unique check (position >= 1),
  previous_hash bytea check (octet_length(previous_hash) = 32),
  hash bytea check (octet_length(hash) = 32),
  constraint audit_entries_entity_whole check (num_nulls(entity_type, entity_id) in (0, 2)),
  constraint audit_entries_link_whole check (num_nulls(position, previous_hash, hash) in (0, 3))
);
create index audit_entries_pending on audit_entries (id) where position is null;
create index audit_entries_user on audit_entries (user_id, id desc);
create index audit_entries_entity on audit_entries (entity_type, entity_id, id desc);
-- Administrators filter the whole trail by time, actor, action and kind of record, the newest entries first.
create index audit_entries_created on audit_entries (created_at, id);
create index audit_entries_actor on audit_entries (actor_id, created_at, id) where actor_id is not null;
create index audit_entries_action on audit_entries (action, created_at, id);
create index audit_entries_entity_type on audit_entries (entity_type, created_at, id) where entity_type is not null;
-- These events keep a withdrawal from being approved without a person.
create index audit_entries_security on audit_entries (user_id, created_at) where action in
  ('DEVICE_MISMATCH', 'RECOVERY_CODE_USED', 'SUSPICIOUS_IP_CHANGE', 'TWO_FACTOR_DISABLED', 'TWO_FACTOR_LOCKED');

create function audit_entries_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'The audit trail is append-only: % is refused', lower(tg_op) using errcode = 'restrict_violation';
end $$;
create trigger audit_entries_stay before delete or truncate on audit_entries
  for each statement execute function audit_entries_refuse();

-- An entry may take one step: its three columns of the chain are filled, and nothing else changes.
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

-- An event that happens to one subject again and again within an hour is one entry of the trail. It is counted here, since
-- an entry never changes.
create table audit_repeats (
  entry_id bigint primary key,
  subject text not null,
  action text not null,
  hour timestamptz not null,
  times bigint not null default 1 check (times >= 1),
  last_at timestamptz not null default now(),
  constraint audit_repeats_once_an_hour unique (subject, action, hour)
);

-- This is the newest checkpoint that was written to each place outside the database. It shows when a place has lost it.
create table audit_checkpoints (
  place text primary key,
  position bigint not null check (position >= 1),
  hash text not null,
  at text not null,
  previous text not null,
  signature text not null,
  since timestamptz not null default now()
);

-- A person should look at an alert. A cause has one row while it lasts and counts there when it is raised again.
create table alerts (
  id bigint generated always as identity primary key,
  kind text not null check (length(kind) between 1 and 64),
  -- The key tells the causes of one kind apart.
  key text not null check (length(key) between 1 and 200),
  level text not null check (level in ('INFO', 'WARNING', 'CRITICAL')),
  title text not null,
  message text not null,
  details jsonb not null default '{}',
  count integer not null default 1 check (count > 0),
  created_at timestamptz not null default now(),
  last_raised_at timestamptz not null default now(),
  resolved_at timestamptz,
  -- It is null where the cause went away by itself.
  resolved_by bigint references users (id),
  -- Somebody has seen the alert, and says why it may stay.
  acknowledged_at timestamptz,
  acknowledged_by bigint references users (id),
  acknowledged_reason text check (length(acknowledged_reason) between 1 and 500),
  check (resolved_by is null or resolved_at is not null),
  check (num_nulls(acknowledged_at, acknowledged_by, acknowledged_reason) in (0, 3))
);
create unique index alerts_open on alerts (kind, key) where resolved_at is null;
create index alerts_open_newest on alerts (id) where resolved_at is null;

-- A decision on money that one administrator has proposed waits here for a second one. It is kept once it was carried out,
-- so that anybody can check that two administrators decided and that neither of them owns the record.
create table decision_proposals (
  entity_type text not null,
  entity_id text not null,
  action text not null,
  content text not null,
  proposed_by bigint not null references users (id) on delete restrict,
  proposed_at timestamptz not null,
  id bigint generated always as identity primary key,
  -- A setting has no owner.
  owner_id bigint references users (id) on delete restrict,
  carried_out_by bigint references users (id) on delete restrict,
  carried_out_at timestamptz,
  -- The second administrator reads the reason before they agree.
  reason text,
  constraint decision_proposals_not_own check (proposed_by <> owner_id and carried_out_by <> owner_id),
  constraint decision_proposals_by_two check (carried_out_by <> proposed_by),
  constraint decision_proposals_carried_out check ((carried_out_by is null) = (carried_out_at is null))
);
-- One proposal waits for each step of a record.
create unique index decision_proposals_waiting on decision_proposals (entity_type, entity_id, action)
  where carried_out_at is null;
create trigger decision_proposals_for_good before update or delete on decision_proposals for each row
  when (old.carried_out_at is not null) execute function refuse_change();
create trigger decision_proposals_no_truncate before truncate on decision_proposals
  for each statement execute function refuse_change();

-- Each decision of an administrator that gives value to somebody writes a row here in its transaction. The limit that asks
-- for two administrators is compared with the sums of a day.
create table giveaways (
  id bigint generated always as identity primary key,
  -- This is a day of São Paulo.
  day date not null,
  -- The first administrator called; the second had proposed the same and is null where one decided alone.
  administrator_id bigint not null references users (id) on delete restrict,
  second_administrator_id bigint references users (id) on delete restrict,
  -- It is null where everybody may benefit, as with the rewards of an event.
  beneficiary_id bigint references users (id) on delete restrict,
  entity_type text not null,
  entity_id text not null,
  action text not null,
  -- This is the most that it can cost the house.
  cents bigint not null check (cents >= 0),
  created_at timestamptz not null,
  constraint giveaways_by_two check (administrator_id <> second_administrator_id),
  constraint giveaways_not_own check (beneficiary_id <> administrator_id and beneficiary_id <> second_administrator_id)
);
-- These two give the sums of a day. The gifts of two administrators together are in neither.
create index giveaways_by_administrator on giveaways (administrator_id, day) include (cents)
  where second_administrator_id is null;
create index giveaways_by_beneficiary on giveaways (beneficiary_id, day) include (cents)
  where second_administrator_id is null and beneficiary_id is not null;
create index giveaways_day on giveaways (day);
create trigger giveaways_append_only before update or delete on giveaways
  for each row execute function refuse_change();
create trigger giveaways_no_truncate before truncate on giveaways
  for each statement execute function refuse_change();

-- These users have published something or set its price, and so may not gain from it.
create table publishers (
  entity_type text not null,
  entity_id text not null,
  user_id bigint not null references users (id) on delete restrict,
  primary key (entity_type, entity_id, user_id)
);
create index publishers_user on publishers (user_id);

-- Users who are worth looking at have a row for each reason. The job watch-suspects writes them.
create table suspicions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete restrict,
  reason text collate "C" not null,
  -- OVER means that the figures do not say so any more.
  state text collate "C" not null check (state in ('OPEN', 'REVIEWED', 'OVER')),
  -- The weight is in cents or users. It tells whether a later finding is more than the one that was reviewed.
  weight bigint not null check (weight > 0),
  figures jsonb not null,
  opened_at timestamptz not null,
  last_found_at timestamptz not null,
  -- The last review says when, by whom and why.
  reviewed_at timestamptz,
  reviewed_by bigint references users (id) on delete restrict,
  review_note text check (length(review_note) between 1 and 500),
  -- It weighed so much at the review. This is null once it was opened again, so that it waits for a review however little it
  -- weighs by then.
  reviewed_weight bigint,
  constraint suspicions_once unique (user_id, reason),
  constraint suspicions_reason_check
    check (reason in ('WINS_BEYOND_ODDS', 'SHARED_ADDRESS', 'DEPOSIT_WITHDRAW_WITHOUT_PLAY', 'GAINS_NEAR_ADMINISTRATOR')),
  constraint suspicions_review_whole check (num_nulls(reviewed_at, reviewed_by, review_note) in (0, 3)),
  constraint suspicions_weight_until_opened check (reviewed_weight is null or (state <> 'OPEN' and reviewed_at is not null))
);
create index suspicions_state on suspicions (state, opened_at, id);
create index suspicions_reason on suspicions (state, reason, opened_at, id);
