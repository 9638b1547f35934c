-- Battles of cases: two to four seats play the same rounds, each seat by rolls of its own, and the winners get the drops.
-- This only adds tables; processes of the version before may run on beside it.
create table battles (
  id bigint generated always as identity primary key,
  creator_id bigint not null references users (id) on delete restrict,
  mode text not null check (mode in ('NORMAL', 'CRAZY', 'TERMINAL', 'SHARED')),
  is_teams boolean not null,
  seat_count smallint not null check (seat_count between 2 and 4),
  -- Kept here, under the lock that every change of a battle takes, so that a battle is full exactly when it has started.
  seats_taken smallint not null default 1 check (seats_taken between 1 and seat_count),
  round_count smallint not null check (round_count between 1 and 50),
  -- What every seat pays: the prices of the cases when it was created.
  entry_cents bigint not null check (entry_cents > 0),
  -- Null: everybody sees it in the list and may join.
  invitation_code text check (length(invitation_code) = 16),
  randomness text not null check (randomness in ('server', 'drand')),
  status text not null default 'WAITING' check (status in ('WAITING', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text check (length(cancel_reason) between 1 and 500),
  -- The round of the public beacon that decides, named when the last seat was filled, before anybody knew it.
  beacon_round bigint check (beacon_round > 0),
  beacon_at timestamptz,
  beacon_randomness text check (beacon_randomness ~ '^[0-9a-f]{64}$'),
  beacon_signature text,
  -- The seed of the roll that breaks a tie is revealed at the end also where none was needed.
  tie_server_seed text,
  tie_server_seed_hash text,
  tie_committed_at timestamptz,
  tie_contenders smallint[],
  tie_client_seed text,
  tie_client_seed_source text check (tie_client_seed_source in ('DERIVED', 'BEACON')),
  tie_roll smallint check (tie_roll between 1 and 4),
  winning_team smallint check (winning_team between 1 and 4),
  pot_cents bigint check (pot_cents >= 0),
  check (not is_teams or seat_count = 4),
  check (case status when 'WAITING' then seats_taken < seat_count when 'CANCELLED' then true
    else seats_taken = seat_count end),
  check ((started_at is not null) = (status in ('IN_PROGRESS', 'COMPLETED'))),
  check ((ended_at is not null) = (status = 'COMPLETED')),
  check ((cancelled_at is not null) = (status = 'CANCELLED')),
  check ((cancel_reason is not null) = (status = 'CANCELLED')),
  check ((beacon_round is not null) = (randomness = 'drand' and started_at is not null)),
  check ((beacon_round is null) = (beacon_at is null)),
  check ((beacon_randomness is not null) = (randomness = 'drand' and status = 'COMPLETED')),
  check (num_nulls(tie_server_seed, tie_server_seed_hash, tie_committed_at, pot_cents)
    = case status when 'COMPLETED' then 0 else 4 end),
  check (num_nulls(tie_contenders, tie_client_seed, tie_client_seed_source, tie_roll) in (0, 4)),
  check ((winning_team is not null) = (status = 'COMPLETED' and mode <> 'SHARED')),
  check (tie_committed_at <= ended_at)
);
create index battles_public on battles (id) where invitation_code is null;
create index battles_public_status on battles (status, id) where invitation_code is null;
create index battles_status on battles (status, id);
create index battles_waiting on battles (expires_at) where status = 'WAITING';
create index battles_under_way on battles (beacon_at) where status = 'IN_PROGRESS';
create index battles_ended_at on battles using brin (ended_at) with (autosummarize = on);

-- What is over stays as it is.
create function refuse_change_of_the_ended() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.ended_at is null and to_jsonb(old) ->> 'cancelled_at' is null then
    return new;
  end if;
  raise exception '% that are over do not change', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger battles_end before update or delete on battles
  for each row execute function refuse_change_of_the_ended();
create trigger battles_no_truncate before truncate on battles
  for each statement execute function refuse_change();

-- The case of each round, as it was when the battle was created.
create table battle_rounds (
  battle_id bigint not null references battles (id) on delete restrict,
  round smallint not null check (round between 1 and 50),
  case_id bigint not null,
  version_id bigint not null,
  price_cents bigint not null check (price_cents > 0),
  primary key (battle_id, round),
  foreign key (case_id, version_id) references case_versions (case_id, id)
);
create trigger battle_rounds_append_only before update or delete on battle_rounds
  for each row execute function refuse_change();
create trigger battle_rounds_no_truncate before truncate on battle_rounds
  for each statement execute function refuse_change();

-- Who sits where. A seat without a user is a bot's, which belongs to the house and pays nothing.
create table battle_seats (
  battle_id bigint not null references battles (id) on delete restrict,
  seat smallint not null check (seat between 1 and 4),
  user_id bigint references users (id) on delete restrict,
  bot_name text check (length(bot_name) between 1 and 64),
  -- Of the request; null: the server draws one for each roll, unless a beacon decides.
  client_seed text check (length(client_seed) between 1 and 128),
  -- Of the user's nonces, or of the bot's own: one for each round from here on.
  first_nonce bigint not null check (first_nonce > 0),
  transfer_id bigint constraint battle_seats_transfer_key unique references transfers (id) on delete restrict,
  taken_at timestamptz not null default statement_timestamp(),
  -- Known at the end: what was drawn here, and what became of it.
  total_cents bigint check (total_cents >= 0),
  is_winner boolean,
  -- What was paid of a shared pot; a bot's share stays with the house.
  paid_cents bigint check (paid_cents >= 0),
  -- What the drops won here were worth, and what was paid.
  won_cents bigint check (won_cents >= 0),
  ended_at timestamptz,
  primary key (battle_id, seat),
  constraint battle_seats_user_once unique (battle_id, user_id),
  check (num_nonnulls(user_id, bot_name) = 1),
  check ((user_id is null) = (transfer_id is null)),
  check (num_nulls(total_cents, is_winner, paid_cents, won_cents, ended_at) in (0, 5))
);
create index battle_seats_of_user on battle_seats (user_id, battle_id) where user_id is not null;
-- By which the figures of a user find the plays since the kept days, and a day finds its own.
create index battle_seats_played on battle_seats (user_id, ended_at) where ended_at is not null;
create index battle_seats_ended_at on battle_seats (ended_at) where ended_at is not null;
create trigger battle_seats_end before update or delete on battle_seats
  for each row execute function refuse_change_of_the_ended();
create trigger battle_seats_no_truncate before truncate on battle_seats
  for each statement execute function refuse_change();

-- Every roll of a battle, written when it ends.
create table battle_rolls (
  battle_id bigint not null,
  seat smallint not null,
  round smallint not null,
  item_id bigint not null references items (id) on delete restrict,
  -- When it was drawn.
  value_cents bigint not null check (value_cents >= 0),
  -- Who gets the drop; null where the pot is shared.
  won_by_seat smallint check (won_by_seat between 1 and 4),
  -- The item that was given for it; null where a bot won it, or nobody.
  inventory_item_id bigint constraint battle_rolls_item_key unique,
  nonce bigint not null check (nonce > 0),
  server_seed text not null,
  server_seed_hash text not null,
  client_seed text not null,
  client_seed_source text not null check (client_seed_source in ('REQUEST', 'SERVER', 'BEACON')),
  roll integer not null check (roll between 1 and 10000000),
  is_flip boolean not null,
  committed_at timestamptz not null,
  created_at timestamptz not null,
  primary key (battle_id, seat, round),
  foreign key (battle_id, seat) references battle_seats (battle_id, seat) on delete restrict,
  foreign key (battle_id, round) references battle_rounds (battle_id, round) on delete restrict,
  check (committed_at <= created_at)
);
create trigger battle_rolls_append_only before update or delete on battle_rolls
  for each row execute function refuse_change();
create trigger battle_rolls_no_truncate before truncate on battle_rolls
  for each statement execute function refuse_change();

-- What was played of each mode on a day: by people, and by the bots of the house.
create table battle_days (
  day date not null,
  mode text not null,
  battles bigint not null check (battles > 0),
  wagered_cents bigint not null,
  won_cents bigint not null,
  bot_seats bigint not null,
  bot_wagered_cents bigint not null,
  bot_won_cents bigint not null,
  primary key (day, mode)
);
