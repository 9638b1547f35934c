-- Figures of days of São Paulo that are over are added up once and never again. A day here is added up.
create table rolled_days (
  day date primary key,
  rolled_at timestamptz not null default now()
);

-- The return of each case to players is computed from these.
create table case_days (
  day date not null,
  case_id bigint not null,
  openings bigint not null check (openings > 0),
  wagered_cents bigint not null,
  won_cents bigint not null,
  -- The interval around the return follows from sums of squares, and of stakes times wins.
  wagered_squares numeric not null,
  won_squares numeric not null,
  wagered_won numeric not null,
  primary key (case_id, day)
);
create index case_days_day on case_days (day, case_id);

-- Each item was won so often in openings, and had at most this value.
create table drop_days (
  day date not null,
  item_id bigint not null,
  drops bigint not null check (drops > 0),
  best_value_cents bigint not null,
  primary key (day, item_id)
);

-- Upgrades are added up by chance, in tenths: band 0 is below 10 percent, band 9 from 90 percent on.
create table upgrade_band_days (
  day date not null,
  band smallint not null check (band between 0 and 9),
  upgrades bigint not null check (upgrades > 0),
  upgrades_won bigint not null,
  -- The sum of the chances, in millionths, says how many wins were to be expected.
  chance_units bigint not null,
  wagered_cents bigint not null,
  won_cents bigint not null,
  primary key (day, band)
);

-- The battles of each mode on a day are added up for people and for the bots of the house.
create table battle_days (
  day date not null,
  mode text not null,
  battles bigint not null check (battles > 0),
  wagered_cents bigint not null,
  won_cents bigint not null,
  bot_seats bigint not null,
  bot_wagered_cents bigint not null,
  bot_won_cents bigint not null,
  -- A play of a battle is a seat that a person played, in the revenue of days as in that of users.
  plays bigint not null,
  primary key (day, mode),
  constraint battle_days_plays check (plays >= 0)
);

-- One table has the figures of all games, so that a new game needs none of its own.
create table game_days (
  day date not null,
  game text collate "C" not null,
  plays bigint not null check (plays > 0),
  plays_won bigint not null check (plays_won between 0 and plays),
  -- A round that several play together counts once.
  rounds bigint not null check (rounds between 0 and plays),
  wagered_cents numeric not null,
  won_cents numeric not null,
  primary key (day, game)
);

-- A user's day has a row for each game, so that a new game needs no column.
create table user_days (
  day date not null,
  user_id bigint not null,
  game text not null,
  plays bigint not null check (plays > 0),
  plays_won bigint not null,
  wagered_cents bigint not null,
  won_cents bigint not null,
  best_win_cents bigint not null,
  -- It tells which plays the days have counted, also where nonces were skipped.
  last_nonce bigint not null check (last_nonce > 0),
  primary key (user_id, day, game)
);
create index user_days_day on user_days (day, user_id);

-- The books give revenue, deposits and withdrawals by day.
create table transfer_days (
  day date not null,
  type text not null,
  transfers bigint not null check (transfers > 0),
  amount_cents numeric not null,
  -- This part of it went into users' balances: an adjustment may go either way.
  credited_cents numeric not null,
  primary key (day, type)
);

-- A user has won so much in a game with known odds, was to be expected to win so much, and that spreads so far. Wins of cases
-- and the promise of their contents are valued at one moment, when the day is added up, because earlier values are kept
-- nowhere.
create table odds_days (
  day date not null,
  user_id bigint not null,
  game text not null,
  plays bigint not null check (plays > 0),
  won_cents numeric not null check (won_cents >= 0),
  expected_cents numeric not null check (expected_cents >= 0),
  -- This is the sum of the variances of the plays, in squared cents.
  variance numeric not null check (variance >= 0),
  -- One of the plays could have given at most this.
  largest_cents bigint not null check (largest_cents >= 0),
  primary key (user_id, day, game)
);
create index odds_days_day on odds_days (day);

-- These users did anything on a day of São Paulo.
create table user_activity (
  day date not null,
  user_id bigint not null,
  primary key (day, user_id)
);
create index user_activity_user on user_activity (user_id, day);

-- A new user is active on the day of their creation.
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
  -- So many of them were active on the day before, too.
  retained_users bigint not null,
  new_users bigint not null
);

-- So many battles of each kind that the lists ask for were over on a day. Totals are added up from these, so that nobody counts
-- a whole history.
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

-- The same is counted over all days that are added up: a row for each kind of battle and entry, and one for each kind whatever
-- the entry. A total reads a few of these, however many days there have been. Triggers keep them equal to the days.
create table battle_list_totals (
  is_public boolean not null,
  status text not null,
  mode text not null,
  seat_count smallint not null,
  -- Null stands for every entry.
  entry_cents bigint,
  battles bigint not null check (battles >= 0),
  constraint battle_list_totals_kind unique nulls not distinct (is_public, status, mode, seat_count, entry_cents)
);

create function count_battle_list_days() returns trigger language plpgsql as $$
begin
  insert into battle_list_totals as total (is_public, status, mode, seat_count, entry_cents, battles)
  select is_public, status, mode, seat_count, entry_cents, sum(battles) from added
  group by is_public, status, mode, seat_count, rollup (entry_cents)
  -- In one order, so that two of these never wait for each other.
  order by is_public, status, mode, seat_count, entry_cents
  on conflict on constraint battle_list_totals_kind do update set battles = total.battles + excluded.battles;
  return null;
end $$;
create trigger battle_list_days_count after insert on battle_list_days
  referencing new table as added for each statement execute function count_battle_list_days();

-- A day that is added up anew is taken away first.
create function uncount_battle_list_days() returns trigger language plpgsql as $$
begin
  update battle_list_totals total set battles = total.battles - gone.battles
  from (
    select is_public, status, mode, seat_count, entry_cents, sum(battles) as battles from removed
    group by is_public, status, mode, seat_count, rollup (entry_cents)) gone
  where (total.is_public, total.status, total.mode, total.seat_count)
      = (gone.is_public, gone.status, gone.mode, gone.seat_count)
    and total.entry_cents is not distinct from gone.entry_cents;
  return null;
end $$;
create trigger battle_list_days_uncount after delete on battle_list_days
  referencing old table as removed for each statement execute function uncount_battle_list_days();

-- A job adds the rows of each minute to the figures of the days that are not over. A question reads only the rows that came
-- since.
create table figures_until (
  only_row boolean primary key default true check (only_row),
  -- Rows from before this moment are in the tables below, or in those of the days that are over.
  ends_at timestamptz not null default '-infinity'
);
insert into figures_until default values;

create table running_transfer_days (like transfer_days including all);
create table running_case_days (like case_days including all);
create table running_drop_days (like drop_days including all);
create table running_game_days (like game_days including all);
create table running_battle_days (like battle_days including all);
create table running_upgrade_band_days (like upgrade_band_days including all);
create table running_user_days (like user_days including all);
