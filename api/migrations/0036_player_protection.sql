-- What players may set to protect themselves, and what remains of who closes their account. This adds columns and tables;
-- a process of the version before would let play who is barred here, so that it is stopped first.

-- On the row that every stake changes anyway: who has neither a bar nor limits costs the games nothing.
alter table accounts
  -- Why play and deposits are refused, and until when. It may have ended.
  add column play_bar text collate "C",
  add column play_barred_until timestamptz,
  -- Whether stakes are held against limits before they are taken.
  add column has_limits boolean not null default false,
  add constraint accounts_play_bar_check check (play_bar in ('PAUSE', 'EXCLUSION', 'CLOSED')),
  add constraint accounts_play_bar_whole check ((play_bar is null) = (play_barred_until is null));

-- Nobody lifts it early: there is no way to do so, and the database refuses it too. Of that column alone, so that no stake
-- pays for the check.
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

-- A limit of a user for a period. What is raised or removed waits in next_cents until next_from and counts from then on
-- without anybody doing anything.
create table player_limits (
  user_id bigint not null references users (id) on delete restrict,
  kind text collate "C" not null check (kind in ('DEPOSIT', 'LOSS', 'WAGER')),
  period text collate "C" not null check (period in ('DAY', 'WEEK', 'MONTH')),
  -- Null: none.
  limit_cents bigint check (limit_cents between 0 and 1000000000000000),
  next_cents bigint check (next_cents between 0 and 1000000000000000),
  next_from timestamptz,
  primary key (user_id, kind, period),
  constraint player_limits_next_is_higher check (
    case when next_from is null then next_cents is null
    else limit_cents is not null and (next_cents is null or next_cents > limit_cents) end)
);

-- What a user who has limits has wagered and lost: of the day, the week and the month that last had a play.
create table play_counters (
  user_id bigint primary key references users (id) on delete restrict,
  day date not null,
  day_wagered_cents bigint not null default 0 check (day_wagered_cents >= 0),
  -- Negative where more was won than lost.
  day_lost_cents bigint not null default 0,
  week date not null check (extract(isodow from week) = 1),
  week_wagered_cents bigint not null default 0 check (week_wagered_cents >= 0),
  week_lost_cents bigint not null default 0,
  month date not null check (extract(day from month) = 1),
  month_wagered_cents bigint not null default 0 check (month_wagered_cents >= 0),
  month_lost_cents bigint not null default 0
) with (fillfactor = 50);

-- Pauses and exclusions that users have asked for, each as far as it reached when it was asked for.
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

-- Who closes the account stays barred for as long as they were: under a keyed hash of their Steam id, which tells nobody
-- who it is and yet is found again when they come back.
create table kept_exclusions (
  id bigint generated always as identity primary key,
  person_hash bytea not null check (octet_length(person_hash) = 32),
  -- Which key the hash was made with: nobody can make it anew with another.
  key_id text not null check (key_id ~ '^[0-9a-f]{16}$'),
  kind text collate "C" not null check (kind in ('PAUSE', 'EXCLUSION')),
  ends_at timestamptz not null
);
create index kept_exclusions_person on kept_exclusions (person_hash);

create table age_confirmations (
  user_id bigint primary key references users (id) on delete restrict,
  confirmed_at timestamptz not null
);

-- What is left of a user whose account is closed: the bare id, under which books and rolls stay.
alter table users
  add column closed_at timestamptz,
  drop constraint users_status_check,
  add constraint users_status_check check (status in ('ACTIVE', 'SUSPENDED', 'BANNED', 'CLOSED')),
  drop constraint users_platform_id_check,
  add constraint users_platform_id_check check (
    case status when 'CLOSED' then platform_id = 'closed:' || id::text else platform_id ~ '^7656119[0-9]{10}$' end),
  add constraint users_closed_check check ((status = 'CLOSED') = (closed_at is not null)),
  add constraint users_closed_is_bare check (
    status <> 'CLOSED' or (num_nonnulls(avatar_url, trade_url, client_seed) = 0 and role = 'USER'));
create trigger users_closed_stays before update of status on users
  for each row when (old.status = 'CLOSED' and new.status <> 'CLOSED') execute function refuse_change();

-- What is kept about one person is found by the person.
create index raffle_purchases_user on raffle_purchases (user_id, transfer_id);
create index raffle_buyers_user on raffle_buyers (user_id, raffle_id);
create index raffle_prizes_winner on raffle_prizes (winner_id, raffle_id) where winner_id is not null;
