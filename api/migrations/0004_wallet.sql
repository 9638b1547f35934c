-- The purse and the roll counter of a user stand on one narrow row, because every game changes both.
create table accounts (
  user_id bigint primary key references users (id) on delete restrict,
  balance_cents bigint not null default 0 constraint accounts_balance_cents_check check (balance_cents >= 0),
  nonce bigint not null default 0 check (nonce >= 0),
  -- So many transfers are on the user's statement. A page of it need not count them.
  transfer_count bigint not null default 0,
  -- The user has wagered so much in games.
  wagered_cents bigint not null default 0,
  -- This bar, which may have ended, says why play and deposits are refused, and until when.
  play_bar text collate "C",
  play_barred_until timestamptz,
  -- Stakes are held against limits only where this is true, so that other users pay nothing for limits.
  has_limits boolean not null default false,
  -- A user with limits may stake so much before the limits are looked at again. It is made of the limits and of what is
  -- counted then, and falls with every stake.
  stake_room_cents bigint not null default 0,
  debt_cents bigint not null default 0 constraint accounts_debt_cents_check check (debt_cents >= 0),
  constraint accounts_play_bar_check check (play_bar in ('PAUSE', 'EXCLUSION', 'CLOSED')),
  constraint accounts_play_bar_whole check ((play_bar is null) = (play_barred_until is null)),
  constraint accounts_stake_room_check check (stake_room_cents >= 0),
  -- A statement that credits a balance without paying the debt first is refused, whatever statement it is.
  constraint accounts_debt_first check (debt_cents = 0 or balance_cents = 0)
) with (fillfactor = 70);
create index accounts_in_debt on accounts (user_id) where debt_cents > 0;

-- A user without an account cannot exist.
create function open_account() returns trigger language plpgsql as $$
begin
  insert into accounts (user_id) values (new.id);
  return null;
end $$;
create trigger users_open_account after insert on users for each row execute function open_account();

-- Nobody lifts a bar early: the product has no way to do so, and the database refuses it too. The trigger looks at that
-- column alone, so that no stake pays for the check.
create function keep_play_bar() returns trigger language plpgsql as $$
begin
  if old.play_barred_until > coalesce(new.play_barred_until, '-infinity') then
    raise exception 'account % stays barred until %', old.user_id, old.play_barred_until
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger accounts_play_bar_stays before update of play_barred_until on accounts
  for each row execute function keep_play_bar();

-- These are the books. One row has a debit account, a credit account and an amount, so that they cannot be out of balance.
-- USER is the account of user_id, whose balance is kept on its row in accounts. The balances of SYSTEM and HELD are derived.
-- DEBT is debited when money of a deposit went back that the balance did not have, and credited when the user pays it.
create table transfers (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete restrict,
  debit_account text not null check (debit_account in ('USER', 'SYSTEM', 'HELD', 'DEBT')),
  credit_account text not null check (credit_account in ('USER', 'SYSTEM', 'HELD', 'DEBT')),
  amount_cents bigint not null check (amount_cents > 0),
  -- Games name the types of their transfers themselves, so that a new game needs no migration for them. An invariant asks
  -- that every type in the books belongs to something that makes it.
  type text not null check (type ~ '^[A-Z]+(_[A-Z]+)*$' and length(type) <= 40),
  reason text not null check (length(reason) between 1 and 500),
  -- The reference names its cause, such as an opening, a sale or a withdrawal.
  reference_type text,
  reference_id text,
  created_at timestamptz not null default now(),
  check (debit_account <> credit_account),
  check ((reference_type is null) = (reference_id is null))
);
-- The newest entry of a user comes last, because PostgreSQL then splits after it and leaves full pages behind. Lists that
-- begin with the newest read the index backwards, which costs the same.
create index transfers_user on transfers (user_id, id);
create index transfers_created_at on transfers (created_at, id);
-- Most transfers are openings of cases, and an entry for each in the indexes by type would be an eighth of all that an
-- opening stores. Lists of openings are found by user or by time, where they stand close together.
create index transfers_user_type on transfers (user_id, type, id desc) where type <> 'CASE_OPEN';
create index transfers_type_created_at on transfers (type, created_at, id) where type <> 'CASE_OPEN';
create trigger transfers_append_only before update or delete on transfers for each row execute function refuse_change();
create trigger transfers_no_truncate before truncate on transfers for each statement execute function refuse_change();

-- A hold is money that is reserved for a withdrawal: it has left the balance, and is later paid out or given back, once.
create table holds (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete restrict,
  amount_cents bigint not null check (amount_cents > 0),
  status text not null default 'HELD' check (status in ('HELD', 'SETTLED', 'RELEASED')),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((status = 'HELD') = (ended_at is null))
);
create index holds_user on holds (user_id, id desc);

-- A user limits a kind of spending in a period. A higher limit waits in next_cents until next_from and counts from then on
-- by itself.
create table player_limits (
  user_id bigint not null references users (id) on delete restrict,
  kind text collate "C" not null check (kind in ('DEPOSIT', 'LOSS', 'WAGER')),
  period text collate "C" not null check (period in ('DAY', 'WEEK', 'MONTH')),
  -- Null means that there is no limit.
  limit_cents bigint check (limit_cents between 0 and 1000000000000000),
  next_cents bigint check (next_cents between 0 and 1000000000000000),
  next_from timestamptz,
  primary key (user_id, kind, period),
  constraint player_limits_next_is_higher check (
    case when next_from is null then next_cents is null
    else limit_cents is not null and (next_cents is null or next_cents > limit_cents) end)
);

-- A user who has limits has wagered and lost so much on the day, in the week and in the month of the last play.
create table play_counters (
  user_id bigint primary key references users (id) on delete restrict,
  day date not null,
  day_wagered_cents bigint not null default 0 check (day_wagered_cents >= 0),
  -- A loss is negative where the user won more than they lost.
  day_lost_cents bigint not null default 0,
  week date not null check (extract(isodow from week) = 1),
  week_wagered_cents bigint not null default 0 check (week_wagered_cents >= 0),
  week_lost_cents bigint not null default 0,
  month date not null check (extract(day from month) = 1),
  month_wagered_cents bigint not null default 0 check (month_wagered_cents >= 0),
  month_lost_cents bigint not null default 0,
  -- The user has staked and won so much in all. An invariant finds by these a play that was not counted, or was counted
  -- otherwise than it was played.
  wagered_cents bigint not null,
  won_cents bigint not null
) with (fillfactor = 50);

-- Users have asked for these pauses and exclusions. Each row reaches as far as the user asked then.
create table exclusions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete restrict,
  kind text collate "C" not null check (kind in ('PAUSE', 'EXCLUSION')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- It was brought from an account that the same person has closed.
  is_brought boolean not null default false,
  check (ends_at > starts_at)
);
create index exclusions_user on exclusions (user_id, id);
create trigger exclusions_append_only before update or delete on exclusions
  for each row execute function refuse_change();
create trigger exclusions_no_truncate before truncate on exclusions
  for each statement execute function refuse_change();

create table age_confirmations (
  user_id bigint primary key references users (id) on delete restrict,
  confirmed_at timestamptz not null
);
