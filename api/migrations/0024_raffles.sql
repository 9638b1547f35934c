-- A raffle sells numbered tickets and draws its prizes when sales are closed. ACTIVE is on sale; DRAWING is closed, and its
-- list of tickets is fixed; COMPLETED is drawn; CANCELLED was called off while it was on sale, and everybody paid back.
create table raffles (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  description text not null check (length(description) <= 2000),
  image_url text not null,
  ticket_price_cents bigint not null check (ticket_price_cents between 1 and 100000000),
  max_tickets integer not null check (max_tickets between 1 and 1000000),
  max_tickets_per_user integer check (max_tickets_per_user between 1 and max_tickets),
  -- Null: sales end when all is sold, or by hand.
  closes_at timestamptz,
  -- Where the client seed comes from: the list of tickets itself, or a round of a public beacon named after the close.
  randomness text not null check (randomness in ('server', 'drand')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DRAWING', 'COMPLETED', 'CANCELLED')),
  tickets_sold integer not null default 0,
  -- SHA-256 of the list of tickets. Computed after the close, which needs no lock since the list is fixed by then.
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
  constraint raffles_tickets_sold check (tickets_sold between 0 and max_tickets),
  check ((status in ('DRAWING', 'COMPLETED')) = (closed_at is not null)),
  check ((status = 'COMPLETED') = (drawn_at is not null)),
  check ((status = 'CANCELLED') = (cancelled_at is not null)),
  -- What is computed of the list is there only when the list is fixed.
  check (closed_at is not null or num_nonnulls(ticket_list_hash, beacon_round, client_seed) = 0),
  check (randomness = 'drand' or num_nonnulls(beacon_round, beacon_randomness, beacon_signature) = 0),
  check (num_nonnulls(beacon_randomness, beacon_signature) <> 1),
  check (client_seed is null or client_seed is not distinct from
    case randomness when 'server' then ticket_list_hash else beacon_randomness end),
  check (status <> 'COMPLETED' or tickets_sold = 0 or num_nonnulls(client_seed, ticket_list_hash) = 2)
);
-- The public lists, and that of administrators by status.
create index raffles_open on raffles (id desc) where status in ('ACTIVE', 'DRAWING');
create index raffles_completed on raffles (drawn_at desc, id desc) where status = 'COMPLETED';
create index raffles_status on raffles (status, id desc);

-- Each prize has a server seed of its own, committed to when it was made, in the stream raffle:<id> with the nonce
-- display_order + 1. What it was drawn with stands here once it is drawn.
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
  -- Who has won leaves with all tickets.
  constraint raffle_prizes_winner_once unique (raffle_id, winner_id),
  check (num_nonnulls(server_seed, committed_at, item_value_cents, eligible_tickets) in (0, 4)),
  check (num_nonnulls(roll, winning_index, winning_ticket, winner_id, inventory_item_id)
    = case when eligible_tickets > 0 then 5 else 0 end)
);

-- Tickets first_ticket to first_ticket + tickets - 1, bought at once. Numbers follow the order of the sales.
create table raffle_purchases (
  raffle_id bigint not null references raffles (id) on delete restrict,
  first_ticket integer not null check (first_ticket > 0),
  tickets integer not null check (tickets > 0),
  user_id bigint not null references users (id) on delete restrict,
  transfer_id bigint not null constraint raffle_purchases_transfer_key unique references transfers (id) on delete restrict,
  created_at timestamptz not null default statement_timestamp(),
  primary key (raffle_id, first_ticket)
);
create trigger raffle_purchases_append_only before update or delete on raffle_purchases
  for each row execute function refuse_change();
create trigger raffle_purchases_no_truncate before truncate on raffle_purchases
  for each statement execute function refuse_change();

-- What each buyer has, so that a limit, a refund and what the stakes earn are each found without adding up the purchases.
create table raffle_buyers (
  raffle_id bigint not null references raffles (id) on delete restrict,
  user_id bigint not null references users (id) on delete restrict,
  tickets integer not null check (tickets > 0),
  spent_cents bigint not null check (spent_cents > 0),
  -- Whether the stake has been counted for the event that ran after the draw.
  is_counted boolean not null default false,
  refund_transfer_id bigint constraint raffle_buyers_refund_key unique references transfers (id) on delete restrict,
  primary key (raffle_id, user_id)
) with (fillfactor = 80);
create index raffle_buyers_uncounted on raffle_buyers (raffle_id, user_id) where not is_counted;
