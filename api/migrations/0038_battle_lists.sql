-- How many battles were over on a day, of each kind that the lists ask for: their totals are added up from these, so that
-- nobody counts a whole history. This only adds a table and indexes.
create table battle_list_days (
  day date not null,
  is_public boolean not null,
  status text not null,
  mode text not null,
  seat_count smallint not null,
  entry_cents bigint not null,
  battles bigint not null check (battles > 0),
  primary key (day, is_public, status, mode, seat_count, entry_cents)
);
create index battles_over on battles (coalesce(ended_at, cancelled_at)) where status in ('COMPLETED', 'CANCELLED');
create index battles_public_kind on battles (mode, seat_count, id) where invitation_code is null;
