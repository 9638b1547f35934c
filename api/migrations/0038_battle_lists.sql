-- How many battles were over on a day, of each kind that the lists ask for: their totals are added up from these, so that
-- nobody counts a whole history. Days that are added up already are added up here; of none of them is anything written any
-- more, and no other becomes one meanwhile.
lock table rolled_days in share row exclusive mode;
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
insert into battle_list_days (day, is_public, status, mode, seat_count, entry_cents, battles)
select * from (
  select (coalesce(ended_at, cancelled_at) at time zone 'America/Sao_Paulo')::date as day, invitation_code is null, status,
    mode, seat_count, entry_cents, count(*)
  from battles where status in ('COMPLETED', 'CANCELLED') group by 1, 2, 3, 4, 5, 6) over_on
where day in (select day from rolled_days);
create index battles_over on battles (coalesce(ended_at, cancelled_at)) where status in ('COMPLETED', 'CANCELLED');
create index battles_public_kind on battles (mode, seat_count, id) where invitation_code is null;
