-- What the figures of administrators are made of. No day is added up meanwhile: what is filled here would lack it. Processes
-- of the version before may serve on beside it; they add up no day any more, which those of this version do.
lock table rolled_days in share row exclusive mode;

-- Of which the interval around the return of a case follows: sums of squares, and of stakes times wins.
alter table case_days add column wagered_squares numeric, add column won_squares numeric, add column wagered_won numeric;
update case_days set wagered_squares = truth.wagered_squares, won_squares = truth.won_squares,
  wagered_won = truth.wagered_won
from (
  select (created_at at time zone 'America/Sao_Paulo')::date as day, case_id,
    sum(price_cents::numeric * price_cents) as wagered_squares,
    sum(item_value_cents::numeric * item_value_cents) as won_squares,
    sum(price_cents::numeric * item_value_cents) as wagered_won
  from case_openings group by 1, 2) truth
where truth.day = case_days.day and truth.case_id = case_days.case_id;
alter table case_days alter column wagered_squares set not null, alter column won_squares set not null,
  alter column wagered_won set not null;

-- How often each item was won in openings, and what it was worth at most.
create table drop_days (
  day date not null,
  item_id bigint not null,
  drops bigint not null check (drops > 0),
  best_value_cents bigint not null,
  primary key (day, item_id)
);
insert into drop_days (day, item_id, drops, best_value_cents)
select * from (
  select (created_at at time zone 'America/Sao_Paulo')::date as day, item_id, count(*), max(item_value_cents)
  from case_openings group by 1, 2) truth
where day in (select day from rolled_days);

-- Upgrades by chance, in tenths: band 0 is below 10 percent, band 9 from 90 percent on.
create table upgrade_band_days (
  day date not null,
  band smallint not null check (band between 0 and 9),
  upgrades bigint not null check (upgrades > 0),
  upgrades_won bigint not null,
  -- The sum of the chances, in millionths: how many wins were to be expected.
  chance_units bigint not null,
  wagered_cents bigint not null,
  won_cents bigint not null,
  primary key (day, band)
);
insert into upgrade_band_days (day, band, upgrades, upgrades_won, chance_units, wagered_cents, won_cents)
select * from (
  select (created_at at time zone 'America/Sao_Paulo')::date as day, least(chance_units / 100000, 9), count(*),
    count(*) filter (where status = 'WON'), sum(chance_units), sum(items_value_cents + balance_cents),
    coalesce(sum(target_value_cents) filter (where status = 'WON'), 0)
  from upgrades group by 1, 2) truth
where day in (select day from rolled_days);

-- Who did anything on a day of São Paulo, kept from now on; of the days before, only when somebody was there last.
create table user_activity (
  day date not null,
  user_id bigint not null,
  primary key (day, user_id)
);
insert into user_activity (day, user_id)
select (last_active_at at time zone 'America/Sao_Paulo')::date, id from users;

-- Who comes is there.
create function record_first_activity() returns trigger language plpgsql as $$
begin
  insert into user_activity (day, user_id)
  values ((new.last_active_at at time zone 'America/Sao_Paulo')::date, new.id) on conflict do nothing;
  return null;
end $$;
create trigger users_first_activity after insert on users for each row execute function record_first_activity();

create table activity_days (
  day date primary key,
  active_users bigint not null,
  -- Those of them who were active on the day before, too.
  retained_users bigint not null,
  new_users bigint not null
);
-- Neither changes nor is written when a user plays.
create index users_created_at on users (created_at);
insert into activity_days (day, active_users, retained_users, new_users)
select day, sum(active), sum(retained), sum(new) from (
  select day, 1 as active, exists (
      select from user_activity earlier where earlier.day = seen.day - 1 and earlier.user_id = seen.user_id
    )::int as retained, 0 as new
  from user_activity seen
  union all
  select (created_at at time zone 'America/Sao_Paulo')::date, 0, 0, 1 from users) each_one
where day in (select day from rolled_days) group by day;

-- That somebody has seen an alert, and why it may stay.
alter table alerts add column acknowledged_at timestamptz, add column acknowledged_by bigint references users (id),
  add column acknowledged_reason text check (length(acknowledged_reason) between 1 and 500),
  add check (num_nulls(acknowledged_at, acknowledged_by, acknowledged_reason) in (0, 3));
