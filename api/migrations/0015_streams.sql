-- All at once and in one order: a transaction of a process that still runs could otherwise commit to a seed between the copy
-- and the drop, or wait for us while we wait for it.
lock table users, accounts, events, commitments, event_commitments, user_days in access exclusive mode;

-- One place for what the server is bound to, whoever rolls. A stream is a sequence of rolls with nonces of its own: those of
-- a user (`user:7`), a user's shots in an event (`event:3:user:7`), and whatever a game to come may count by itself.
alter table commitments rename to user_commitments;
alter index commitments_pkey rename to user_commitments_pkey;
create table commitments (
  stream text not null check (stream ~ '^[a-z]+:[0-9]+(:[a-z]+(:[0-9]+)?)*$'),
  nonce bigint not null check (nonce > 0),
  server_seed text not null check (server_seed ~ '^[0-9a-f]{64}$'),
  server_seed_hash text not null check (server_seed_hash ~ '^[0-9a-f]{64}$'),
  -- Not of the transaction's beginning, which may have waited for a lock: what is played after it is never before it.
  committed_at timestamptz not null default statement_timestamp(),
  primary key (stream, nonce)
);
insert into commitments (stream, nonce, server_seed, server_seed_hash, committed_at)
select 'user:' || user_id, nonce, server_seed, server_seed_hash, committed_at from user_commitments
union all
select 'event:' || event_id || ':user:' || user_id, nonce, server_seed, server_seed_hash, committed_at
from event_commitments;
drop table user_commitments, event_commitments;
create trigger commitments_append_only before update or delete on commitments
  for each row execute function refuse_change();
create trigger commitments_no_truncate before truncate on commitments
  for each statement execute function refuse_change();

-- Nonces that were taken and never rolled, such as those of a game that was called off. Only what stands here may be missing.
create table skipped_nonces (
  stream text not null,
  first_nonce bigint not null check (first_nonce > 0),
  last_nonce bigint not null check (last_nonce >= first_nonce),
  reason text not null check (length(reason) between 1 and 500),
  created_at timestamptz not null default now(),
  primary key (stream, first_nonce)
);
create trigger skipped_nonces_append_only before update or delete on skipped_nonces
  for each row execute function refuse_change();
create trigger skipped_nonces_no_truncate before truncate on skipped_nonces
  for each statement execute function refuse_change();

-- The figures of a user's day, a row for each game, so that a game to come needs no column. The last nonce tells which plays
-- the days have counted, also where nonces were skipped.
drop table user_days;
create table user_days (
  day date not null,
  user_id bigint not null,
  game text not null,
  plays bigint not null check (plays > 0),
  plays_won bigint not null,
  wagered_cents bigint not null,
  won_cents bigint not null,
  best_win_cents bigint not null,
  last_nonce bigint not null check (last_nonce > 0),
  primary key (user_id, day, game)
);
create index user_days_day on user_days (day, user_id);
-- Added up anew from the plays, since the old rows did not part the games.
insert into user_days (day, user_id, game, plays, plays_won, wagered_cents, won_cents, best_win_cents, last_nonce)
select day, user_id, game, count(*), count(*) filter (where is_won), sum(wagered_cents), sum(won_cents), max(won_cents),
  max(nonce)
from (
  select 'CASES' as game, (created_at at time zone 'America/Sao_Paulo')::date as day, user_id, nonce,
    price_cents as wagered_cents, item_value_cents as won_cents, true as is_won
  from case_openings
  union all
  select 'UPGRADES', (created_at at time zone 'America/Sao_Paulo')::date, user_id, nonce,
    items_value_cents + balance_cents, case status when 'WON' then target_value_cents else 0 end, status = 'WON'
  from upgrades) play
where day in (select day from rolled_days)
group by day, user_id, game;

-- What a game counts is the game's; the days above and the plays since hold the same numbers.
alter table accounts drop column cases_opened, drop column upgrades_made;
