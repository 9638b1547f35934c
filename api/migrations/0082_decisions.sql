-- When the second factor was last given on a session.
create table session_second_factors (
  session_id text primary key references sessions (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  verified_at timestamptz not null
);

-- Decisions on money that one administrator has asked for and that wait for a second. No reference to an administrator who
-- leaves is lost: the trail has who proposed what.
create table decision_proposals (
  entity_type text not null,
  entity_id text not null,
  action text not null,
  content text not null,
  proposed_by bigint not null references users (id) on delete cascade,
  proposed_at timestamptz not null,
  primary key (entity_type, entity_id, action)
);
