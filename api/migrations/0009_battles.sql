-- Two to four seats play the same rounds of cases, each seat by rolls of its own, and the winners get the drops.
create table battles (
  id bigint generated always as identity primary key,
  creator_id bigint not null references users (id) on delete restrict,
  mode text not null check (mode in ('NORMAL', 'CRAZY', 'TERMINAL', 'SHARED')),
  is_teams boolean not null,
  seat_count smallint not null check (seat_count between 2 and 4),
  -- It is kept here, under the lock that every change of a battle takes, so that a battle is full exactly when it has started.
  seats_taken smallint not null default 1 check (seats_taken between 1 and seat_count),
  round_count smallint not null check (round_count between 1 and 50),
  -- Every seat pays this: the prices of the cases when the battle was created.
  entry_cents bigint not null check (entry_cents > 0),
  -- Null means that everybody sees it in the list and may join.
  invitation_code text check (length(invitation_code) = 16),
  randomness text not null check (randomness in ('server', 'drand')),
  status text not null default 'WAITING' check (status in ('WAITING', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text check (length(cancel_reason) between 1 and 500),
  -- This round of the public beacon decides. It was named when the last seat was filled, before anybody knew it.
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
  -- A battle of rules 2 is bound from its creation on to the hashes of every seat that a bot might take, and to the values of
  -- its items. Battles of rules 1 are from before that.
  rules smallint not null default 1 check (rules in (1, 2)),
  -- The chain whose round has decided: its hash, public key, genesis and period. With them the round can be checked whatever
  -- chain the server asks later.
  beacon_chain jsonb,
  -- The round follows from the moment at which everything else was fixed and from this delay, which is a part of the terms.
  -- It is null for battles from before that rule.
  beacon_delay_seconds integer,
  constraint battles_beacon_delay
    check (beacon_delay_seconds is null or (randomness = 'drand' and beacon_delay_seconds > 0)),
  check (not is_teams or seat_count = 4),
  check (case status when 'WAITING' then seats_taken < seat_count when 'CANCELLED' then true
    else seats_taken = seat_count end),
  -- A battle whose beacon is silent for a day is cancelled after its start.
  constraint battles_started_at check (case status when 'WAITING' then started_at is null
    when 'CANCELLED' then started_at is null or randomness = 'drand' else started_at is not null end),
  constraint battles_check4 check ((ended_at is not null) = (status = 'COMPLETED')),
  constraint battles_check5 check ((cancelled_at is not null) = (status = 'CANCELLED')),
  constraint battles_check6 check ((cancel_reason is not null) = (status = 'CANCELLED')),
  constraint battles_check7 check ((beacon_round is not null) = (randomness = 'drand' and started_at is not null)),
  constraint battles_check8 check ((beacon_round is null) = (beacon_at is null)),
  constraint battles_check9 check ((beacon_randomness is not null) = (randomness = 'drand' and status = 'COMPLETED')),
  constraint battles_check10 check (num_nulls(tie_server_seed, tie_server_seed_hash, tie_committed_at, pot_cents)
    = case status when 'COMPLETED' then 0 else 4 end),
  constraint battles_check11 check (num_nulls(tie_contenders, tie_client_seed, tie_client_seed_source, tie_roll) in (0, 4)),
  constraint battles_check12 check ((winning_team is not null) = (status = 'COMPLETED' and mode <> 'SHARED')),
  constraint battles_check13 check (tie_committed_at <= ended_at),
  constraint battles_check14 check (beacon_chain is null or beacon_randomness is not null)
);
create index battles_public on battles (id) where invitation_code is null;
create index battles_public_status on battles (status, id) where invitation_code is null;
create index battles_public_kind on battles (mode, seat_count, id) where invitation_code is null;
create index battles_status on battles (status, id);
create index battles_waiting on battles (expires_at) where status = 'WAITING';
-- A creator may have only so many battles that wait for players.
create index battles_waiting_of_creator on battles (creator_id) where status = 'WAITING';
create index battles_under_way on battles (beacon_at) where status = 'IN_PROGRESS';
create index battles_ended_at on battles using brin (ended_at) with (autosummarize = on);
create index battles_over on battles (coalesce(ended_at, cancelled_at)) where status in ('COMPLETED', 'CANCELLED');

-- A battle or a seat that is over stays as it is.
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

-- Rounds and rolls have no foreign keys: a battle of four seats and fifty rounds writes two hundred rolls, and each would look
-- for the rows that its keys name (docs/decisions/0013). Battles, rounds, seats and versions are never deleted, the statements
-- write only references that their transaction has read under the lock of the battle, and `npm run verify` asks for every link.

-- This is the case of each round, as it was when the battle was created.
create table battle_rounds (
  battle_id bigint not null,
  round smallint not null check (round between 1 and 50),
  case_id bigint not null,
  version_id bigint not null,
  price_cents bigint not null check (price_cents > 0),
  primary key (battle_id, round)
);
create trigger battle_rounds_append_only before update or delete on battle_rounds
  for each row execute function refuse_change();
create trigger battle_rounds_no_truncate before truncate on battle_rounds
  for each statement execute function refuse_change();

-- A seat without a user is a bot's, which belongs to the house and pays nothing.
create table battle_seats (
  battle_id bigint not null references battles (id) on delete restrict,
  seat smallint not null check (seat between 1 and 4),
  user_id bigint references users (id) on delete restrict,
  bot_name text check (length(bot_name) between 1 and 64),
  -- Null means that the server draws one for each roll, unless a beacon decides.
  client_seed text check (length(client_seed) between 1 and 128),
  -- Each round takes one of the user's nonces, or of the bot's own, from here on.
  first_nonce bigint not null check (first_nonce > 0),
  transfer_id bigint constraint battle_seats_transfer_key unique references transfers (id) on delete restrict,
  taken_at timestamptz not null default statement_timestamp(),
  -- This was drawn at the seat. It and the columns below are known at the end.
  total_cents bigint check (total_cents >= 0),
  is_winner boolean,
  -- This was paid of a shared pot. A bot's share stays with the house.
  paid_cents bigint check (paid_cents >= 0),
  -- This is the value of the drops that were won here and of the money that was paid.
  won_cents bigint check (won_cents >= 0),
  ended_at timestamptz,
  -- The client seed is that of the account, and not of the request that took the seat.
  is_account_seed boolean not null default false,
  primary key (battle_id, seat),
  constraint battle_seats_user_once unique (battle_id, user_id),
  check (num_nonnulls(user_id, bot_name) = 1),
  check ((user_id is null) = (transfer_id is null)),
  check (num_nulls(total_cents, is_winner, paid_cents, won_cents, ended_at) in (0, 5))
);
create index battle_seats_of_user on battle_seats (user_id, battle_id) where user_id is not null;
-- The figures of a user find by this index the plays since the kept days, and a day finds its own by the next one.
create index battle_seats_played on battle_seats (user_id, ended_at) where ended_at is not null;
create index battle_seats_ended_at on battle_seats (ended_at) where ended_at is not null;
-- It finds the roll with a nonce of a user, since a seat takes several nonces at once.
create index battle_seats_nonces on battle_seats (user_id, first_nonce) where user_id is not null;
create trigger battle_seats_end before update or delete on battle_seats
  for each row execute function refuse_change_of_the_ended();
create trigger battle_seats_no_truncate before truncate on battle_seats
  for each statement execute function refuse_change();

-- Every roll of a battle is written when the battle ends. That an item is given for one drop follows from its place in the
-- battle, which the item names.
create table battle_rolls (
  battle_id bigint not null,
  seat smallint not null,
  round smallint not null,
  item_id bigint not null,
  -- The item had this value when it was drawn.
  value_cents bigint not null check (value_cents >= 0),
  -- This seat gets the drop; null where the pot is shared.
  won_by_seat smallint check (won_by_seat between 1 and 4),
  -- This item was given for the drop; null where a bot won it, or nobody.
  inventory_item_id bigint,
  nonce bigint not null check (nonce > 0),
  server_seed text not null,
  server_seed_hash text not null,
  client_seed text not null,
  client_seed_source text not null constraint battle_rolls_client_seed_source
    check (client_seed_source in ('REQUEST', 'ACCOUNT', 'SERVER', 'DERIVED', 'BEACON')),
  roll integer not null check (roll between 1 and 10000000),
  is_flip boolean not null,
  committed_at timestamptz not null,
  created_at timestamptz not null,
  primary key (battle_id, seat, round),
  check (committed_at <= created_at)
);
create trigger battle_rolls_append_only before update or delete on battle_rolls
  for each row execute function refuse_change();
create trigger battle_rolls_no_truncate before truncate on battle_rolls
  for each statement execute function refuse_change();

-- The items of a version have these values in a battle, in cents by item, from its creation on. A version has one row, however
-- many rounds play it.
create table battle_version_values (
  battle_id bigint not null,
  version_id bigint not null,
  item_values jsonb not null,
  primary key (battle_id, version_id)
);
create trigger battle_version_values_append_only before update or delete on battle_version_values
  for each row execute function refuse_change();
create trigger battle_version_values_no_truncate before truncate on battle_version_values
  for each statement execute function refuse_change();

-- Everybody is shown the most valuable drop that each person won in a public battle. It is written at the end, in the order in
-- which battles end, because the newest are asked for.
create table battle_drops (
  id bigint generated always as identity primary key,
  battle_id bigint not null,
  -- This seat won it.
  seat smallint not null,
  user_id bigint not null,
  case_id bigint not null,
  version_id bigint not null,
  item_id bigint not null,
  item_value_cents bigint not null,
  chance_width integer not null,
  created_at timestamptz not null default statement_timestamp(),
  constraint battle_drops_once unique (battle_id, seat),
  foreign key (battle_id, seat) references battle_seats (battle_id, seat) on delete restrict
);
create index battle_drops_rare on battle_drops (id) where chance_width <= 200000;
-- It finds the best wins of one person.
create index battle_drops_of_user on battle_drops (user_id, created_at);
create trigger battle_drops_append_only before update or delete on battle_drops
  for each row execute function refuse_change();
create trigger battle_drops_no_truncate before truncate on battle_drops
  for each statement execute function refuse_change();
