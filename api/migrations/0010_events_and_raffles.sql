-- An event runs between two times. Once it is published its contents do not change any more, because players were promised
-- them and their shots are verified against them. To end an event early is to move its end.
create table events (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  description text not null check (length(description) <= 2000),
  image_url text not null,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PUBLISHED', 'ARCHIVED')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- One real of wagers earns so much. Points and tickets are counted from the sum of the wagers, so that nothing is lost to
  -- rounding however it was wagered.
  points_per_real integer not null check (points_per_real between 0 and 1000000),
  tickets_per_real integer not null check (tickets_per_real between 0 and 1000000),
  created_by bigint references users (id) on delete restrict,
  created_at timestamptz not null default now(),
  check (starts_at < ends_at),
  -- So there is only one active event.
  constraint events_one_at_a_time exclude using gist (tstzrange(starts_at, ends_at) with &&) where (status = 'PUBLISHED')
);

-- The pass gives a reward at so many points.
create table event_tiers (
  id bigint generated always as identity primary key,
  event_id bigint not null references events (id) on delete restrict,
  number integer not null check (number > 0),
  points_required bigint not null check (points_required > 0),
  reward_type text not null check (reward_type in ('ITEM', 'BALANCE', 'TICKETS')),
  item_id bigint references items (id) on delete restrict,
  balance_cents bigint check (balance_cents > 0),
  tickets bigint check (tickets > 0),
  -- The item may be for the games of the platform alone.
  restricted_to_games boolean not null default false
    constraint event_tiers_restricted_item check (not restricted_to_games or reward_type = 'ITEM'),
  constraint event_tiers_number_key unique (event_id, number),
  constraint event_tiers_points_key unique (event_id, points_required),
  constraint event_tiers_of_event unique (event_id, id),
  check (num_nonnulls(item_id, balance_cents, tickets) = 1),
  check ((reward_type = 'ITEM') = (item_id is not null)),
  check ((reward_type = 'BALANCE') = (balance_cents is not null)),
  check ((reward_type = 'TICKETS') = (tickets is not null))
);

-- A shot at each price can hit these items, in ranges over 1..10000000.
create table event_prizes (
  event_id bigint not null references events (id) on delete restrict,
  ticket_price integer not null check (ticket_price in (250, 500, 1000, 2500, 5000)),
  item_id bigint not null references items (id) on delete restrict,
  hash_range_start integer not null check (hash_range_start between 1 and 10000000),
  hash_range_end integer not null check (hash_range_end between hash_range_start and 10000000),
  restricted_to_games boolean not null default false,
  primary key (event_id, ticket_price, hash_range_start),
  constraint event_prizes_once unique (event_id, ticket_price, item_id)
);

-- An event may give at most its budget: items at the value of that moment, and balance.
create table event_budgets (
  event_id bigint primary key references events (id) on delete restrict,
  budget_cents bigint not null check (budget_cents >= 0),
  spent_cents bigint not null default 0 check (spent_cents >= 0),
  constraint event_budgets_not_exceeded check (spent_cents <= budget_cents)
) with (fillfactor = 50);

-- A user has one row in an event. Points are wagered_cents × points_per_real ÷ 100 rounded down; tickets likewise, plus those
-- that tiers gave and less those that shots cost.
create table event_progress (
  event_id bigint not null references events (id) on delete restrict,
  user_id bigint not null references users (id) on delete restrict,
  wagered_cents bigint not null default 0 check (wagered_cents >= 0),
  tickets_given bigint not null default 0 check (tickets_given >= 0),
  tickets_spent bigint not null default 0 check (tickets_spent >= 0),
  -- The shots have a counter of their own, apart from the nonce that cases, upgrades and battles share.
  shots bigint not null default 0 check (shots >= 0),
  primary key (event_id, user_id)
) with (fillfactor = 70);
create index event_progress_user on event_progress (user_id, event_id);

-- A tier is claimed once.
create table event_claims (
  user_id bigint not null,
  tier_id bigint not null,
  event_id bigint not null,
  -- It gave an item, a credit, or tickets on the progress.
  inventory_item_id bigint constraint event_claims_item_key unique references inventory_items (id) on delete restrict,
  transfer_id bigint constraint event_claims_transfer_key unique references transfers (id) on delete restrict,
  tickets bigint check (tickets > 0),
  created_at timestamptz not null default now(),
  -- The item had this value when it was given; null for other rewards.
  item_value_cents bigint check (item_value_cents >= 0),
  constraint event_claims_once primary key (user_id, tier_id),
  foreign key (event_id, tier_id) references event_tiers (event_id, id) on delete restrict,
  foreign key (event_id, user_id) references event_progress (event_id, user_id) on delete restrict,
  check (num_nonnulls(inventory_item_id, transfer_id, tickets) = 1)
);
create index event_claims_user_event on event_claims (user_id, event_id);
create index event_claims_tier on event_claims (event_id, tier_id);
create trigger event_claims_append_only before update or delete on event_claims
  for each row execute function refuse_change();
create trigger event_claims_no_truncate before truncate on event_claims
  for each statement execute function refuse_change();

create table event_shots (
  id bigint generated always as identity primary key,
  event_id bigint not null,
  user_id bigint not null,
  ticket_price integer not null check (ticket_price in (250, 500, 1000, 2500, 5000)),
  item_id bigint not null references items (id) on delete restrict,
  item_value_cents bigint not null check (item_value_cents >= 0),
  inventory_item_id bigint not null constraint event_shots_item_key unique references inventory_items (id) on delete restrict,
  -- So many of 10000000 rolls give this item.
  chance_width integer not null check (chance_width between 1 and 10000000),
  nonce bigint not null check (nonce > 0),
  server_seed text not null,
  server_seed_hash text not null,
  client_seed text not null,
  roll integer not null check (roll between 1 and 10000000),
  committed_at timestamptz not null,
  created_at timestamptz not null default statement_timestamp(),
  client_seed_source text constraint event_shots_client_seed_source
    check (client_seed_source is not null and client_seed_source in ('REQUEST', 'ACCOUNT', 'SERVER')),
  constraint event_shots_nonce_key unique (user_id, event_id, nonce),
  foreign key (event_id, user_id) references event_progress (event_id, user_id) on delete restrict,
  check (committed_at <= created_at)
);
create index event_shots_created_at on event_shots using brin (created_at) with (autosummarize = on);
create trigger event_shots_append_only before update or delete on event_shots
  for each row execute function refuse_change();
create trigger event_shots_no_truncate before truncate on event_shots
  for each statement execute function refuse_change();

-- A raffle sells numbered tickets and draws its prizes when sales are closed. ACTIVE is on sale. DRAWING is closed, and its
-- list of tickets is fixed. COMPLETED is drawn. CANCELLED was called off, and everybody was paid back.
create table raffles (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  description text not null check (length(description) <= 2000),
  image_url text not null,
  ticket_price_cents bigint not null check (ticket_price_cents between 1 and 100000000),
  max_tickets integer not null check (max_tickets between 1 and 1000000),
  max_tickets_per_user integer check (max_tickets_per_user between 1 and max_tickets),
  -- Null means that sales end when all is sold, or by hand.
  closes_at timestamptz,
  -- The client seed comes from the list of tickets itself, or from a round of a public beacon.
  randomness text not null check (randomness in ('server', 'drand')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DRAWING', 'COMPLETED', 'CANCELLED')),
  tickets_sold integer not null default 0,
  -- This is the SHA-256 of the list of tickets. It is computed after the close, without a lock, since the list is fixed then.
  ticket_list_hash text check (ticket_list_hash ~ '^[0-9a-f]{64}$'),
  beacon_round bigint check (beacon_round > 0),
  beacon_randomness text check (beacon_randomness ~ '^[0-9a-f]{64}$'),
  beacon_signature text check (beacon_signature ~ '^[0-9a-f]+$'),
  client_seed text check (client_seed ~ '^[0-9a-f]{64}$'),
  created_by bigint references users (id) on delete restrict,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  drawn_at timestamptz,
  cancelled_at timestamptz,
  -- The chain whose round has decided is kept as in battles.
  beacon_chain jsonb,
  -- The named round is published at this time.
  beacon_at timestamptz,
  -- The delay is a part of the terms, as in battles.
  beacon_delay_seconds integer,
  constraint raffles_tickets_sold check (tickets_sold between 0 and max_tickets),
  -- A raffle whose beacon is silent is cancelled after its sales were closed.
  constraint raffles_closed_at check (case status when 'ACTIVE' then closed_at is null
    when 'CANCELLED' then closed_at is null or randomness = 'drand' else closed_at is not null end),
  constraint raffles_check2 check ((status = 'COMPLETED') = (drawn_at is not null)),
  constraint raffles_check3 check ((status = 'CANCELLED') = (cancelled_at is not null)),
  -- Values that are computed of the list are there only when the list is fixed.
  constraint raffles_check4 check (closed_at is not null or num_nonnulls(ticket_list_hash, beacon_round, client_seed) = 0),
  constraint raffles_check5
    check (randomness = 'drand' or num_nonnulls(beacon_round, beacon_randomness, beacon_signature) = 0),
  constraint raffles_check6 check (num_nonnulls(beacon_randomness, beacon_signature) <> 1),
  constraint raffles_check7 check (client_seed is null or client_seed is not distinct from
    case randomness when 'server' then ticket_list_hash else beacon_randomness end),
  constraint raffles_check8
    check (status <> 'COMPLETED' or tickets_sold = 0 or num_nonnulls(client_seed, ticket_list_hash) = 2),
  constraint raffles_check9 check (beacon_chain is null or beacon_randomness is not null),
  constraint raffles_check10 check (beacon_at is null or beacon_round is not null),
  constraint raffles_beacon_delay
    check (beacon_delay_seconds is null or (randomness = 'drand' and beacon_delay_seconds > 0))
);
-- These serve the public lists, and the list of administrators by status.
create index raffles_open on raffles (id desc) where status in ('ACTIVE', 'DRAWING');
create index raffles_completed on raffles (drawn_at desc, id desc) where status = 'COMPLETED';
create index raffles_status on raffles (status, id desc);
create index raffles_drawing on raffles (closed_at) where status = 'DRAWING';

-- Each prize has a server seed of its own, committed to when it was made, in the stream raffle:<id> with the nonce
-- display_order + 1. The draw writes its values here.
create table raffle_prizes (
  raffle_id bigint not null references raffles (id) on delete restrict,
  display_order integer not null check (display_order between 0 and 9999),
  item_id bigint not null references items (id) on delete restrict,
  server_seed_hash text not null check (server_seed_hash ~ '^[0-9a-f]{64}$'),
  server_seed text check (server_seed ~ '^[0-9a-f]{64}$'),
  committed_at timestamptz,
  item_value_cents bigint check (item_value_cents >= 0),
  eligible_tickets integer check (eligible_tickets >= 0),
  roll integer check (roll between 1 and eligible_tickets),
  winning_index integer check (winning_index between 0 and eligible_tickets - 1),
  winning_ticket integer check (winning_ticket > 0),
  winner_id bigint references users (id) on delete restrict,
  inventory_item_id bigint constraint raffle_prizes_item_key unique references inventory_items (id) on delete restrict,
  primary key (raffle_id, display_order),
  -- A winner leaves the raffle with all tickets.
  constraint raffle_prizes_winner_once unique (raffle_id, winner_id),
  check (num_nonnulls(server_seed, committed_at, item_value_cents, eligible_tickets) in (0, 4)),
  check (num_nonnulls(roll, winning_index, winning_ticket, winner_id, inventory_item_id)
    = case when eligible_tickets > 0 then 5 else 0 end)
);
create index raffle_prizes_winner on raffle_prizes (winner_id, raffle_id) where winner_id is not null;

-- Tickets first_ticket to first_ticket + tickets - 1 were bought at once. Numbers follow the order of the sales.
create table raffle_purchases (
  raffle_id bigint not null references raffles (id) on delete restrict,
  first_ticket integer not null check (first_ticket > 0),
  tickets integer not null check (tickets > 0),
  user_id bigint not null references users (id) on delete restrict,
  transfer_id bigint not null constraint raffle_purchases_transfer_key unique references transfers (id) on delete restrict,
  created_at timestamptz not null default statement_timestamp(),
  primary key (raffle_id, first_ticket)
);
create index raffle_purchases_user on raffle_purchases (user_id, transfer_id);
-- It finds the tickets of one buyer.
create index raffle_purchases_own on raffle_purchases (raffle_id, user_id, first_ticket);
create trigger raffle_purchases_append_only before update or delete on raffle_purchases
  for each row execute function refuse_change();
create trigger raffle_purchases_no_truncate before truncate on raffle_purchases
  for each statement execute function refuse_change();

-- Each buyer has these tickets. So a limit, a refund and the earnings of the stakes are found without adding up purchases.
create table raffle_buyers (
  raffle_id bigint not null references raffles (id) on delete restrict,
  user_id bigint not null references users (id) on delete restrict,
  tickets integer not null check (tickets > 0),
  spent_cents bigint not null check (spent_cents > 0),
  -- The stake has been counted for the event that ran after the draw.
  is_counted boolean not null default false,
  refund_transfer_id bigint constraint raffle_buyers_refund_key unique references transfers (id) on delete restrict,
  primary key (raffle_id, user_id)
) with (fillfactor = 80);
create index raffle_buyers_uncounted on raffle_buyers (raffle_id, user_id) where not is_counted;
create index raffle_buyers_user on raffle_buyers (user_id, raffle_id);
-- It gives the buyers with the most tickets first.
create index raffle_buyers_most on raffle_buyers (raffle_id, tickets desc, user_id desc);
