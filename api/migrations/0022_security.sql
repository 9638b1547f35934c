-- What happens to one subject again and again within an hour is one entry of the audit trail; how often is counted here,
-- since an entry never changes. No foreign key, as with all that the trail tells of.
create table audit_repeats (
  entry_id bigint primary key,
  subject text not null,
  action text not null,
  hour timestamptz not null,
  times bigint not null default 1 check (times >= 1),
  last_at timestamptz not null default now(),
  constraint audit_repeats_once_an_hour unique (subject, action, hour)
);

-- The newest checkpoint that was written to each place outside the database: a place that has lost it is found by this.
create table audit_checkpoints (
  place text primary key,
  position bigint not null check (position >= 1),
  hash text not null,
  at text not null,
  previous text not null,
  signature text not null,
  since timestamptz not null default now()
);
