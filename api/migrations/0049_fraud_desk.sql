-- What users have won of what was to be expected, and who is worth looking at. This adds tables and indexes. No day is added
-- up meanwhile: what is filled here would lack it. Processes of the version before are stopped first: a day that they add up
-- would lack its odds.
lock table rolled_days in share row exclusive mode;

-- Of each user and game with known odds: what was won, what was to be expected, and how far that spreads. What cases gave
-- and what their contents promise is valued at one moment, when the day is added up: what items were worth before is kept
-- nowhere.
create table odds_days (
  day date not null,
  user_id bigint not null,
  game text not null,
  plays bigint not null check (plays > 0),
  won_cents numeric not null check (won_cents >= 0),
  expected_cents numeric not null check (expected_cents >= 0),
  -- The sum of the variances of the plays, in squared cents.
  variance numeric not null check (variance >= 0),
  -- The most that one of the plays could have given.
  largest_cents bigint not null check (largest_cents >= 0),
  primary key (user_id, day, game)
);
create index odds_days_day on odds_days (day);
insert into odds_days (day, user_id, game, plays, won_cents, expected_cents, variance, largest_cents)
select * from (
  select (created_at at time zone 'America/Sao_Paulo')::date as day, user_id, 'CASES', count(*), sum(won.value_cents_brl),
    sum(expected_cents), sum(variance), max(largest_cents)
  from case_openings
  join (
    select version_id, sum(share * value_cents_brl) as expected_cents,
      sum(share * value_cents_brl * value_cents_brl) - sum(share * value_cents_brl) * sum(share * value_cents_brl)
        as variance,
      max(value_cents_brl) as largest_cents
    from (
      select version_id, item_id, (hash_range_end - hash_range_start + 1) * 0.0000001 as share from case_version_items) line
    join items on items.id = item_id group by version_id) version using (version_id)
  join (select id, value_cents_brl from items) won on won.id = case_openings.item_id
  group by 1, 2
  union all
  select (created_at at time zone 'America/Sao_Paulo')::date, user_id, 'UPGRADES', count(*),
    sum(case status when 'WON' then target_value_cents else 0 end),
    sum(target_value_cents * chance_units * 0.000001),
    sum(target_value_cents::numeric * target_value_cents * (chance_units * 0.000001) * (1 - chance_units * 0.000001)),
    max(target_value_cents)
  from upgrades group by 1, 2) played
where day in (select day from rolled_days);

-- Users who are worth looking at, a row for each reason. Written by the job watch-suspects.
create table suspicions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete restrict,
  reason text collate "C" not null check (reason in ('WINS_BEYOND_ODDS', 'SHARED_ADDRESS', 'DEPOSIT_WITHDRAW_WITHOUT_PLAY')),
  -- OVER: the figures do not say so any more.
  state text collate "C" not null check (state in ('OPEN', 'REVIEWED', 'OVER')),
  -- How much there is to it, in cents or users: by this a later finding is more than what was looked at.
  weight bigint not null check (weight > 0),
  figures jsonb not null,
  opened_at timestamptz not null,
  last_found_at timestamptz not null,
  -- Of who looked at it last.
  reviewed_at timestamptz,
  reviewed_by bigint references users (id) on delete restrict,
  review_note text check (length(review_note) between 1 and 500),
  -- What it weighed then. Null once it was opened again: it waits for who looks at it, however little it weighs by then.
  reviewed_weight bigint,
  constraint suspicions_once unique (user_id, reason),
  constraint suspicions_review_whole check (num_nulls(reviewed_at, reviewed_by, review_note) in (0, 3)),
  constraint suspicions_weight_until_opened check (reviewed_weight is null or (state <> 'OPEN' and reviewed_at is not null))
);
create index suspicions_state on suspicions (state, opened_at, id);
create index suspicions_reason on suspicions (state, reason, opened_at, id);

-- Who else came from an address.
create index sessions_ip on sessions (ip);
create index session_addresses_ip on session_addresses (ip);
