-- An event runs between two times. Once it is published its contents do not change any more: what players are promised,
-- and what their shots are verified against, stays. Ending one early is moving its end.
create table events (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  description text not null check (length(description) <= 2000),
  image_url text not null,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PUBLISHED', 'ARCHIVED')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- What one real of wagers earns. Points and tickets are counted from the sum of the wagers, so that nothing is lost to
  -- rounding however it was wagered.
  points_per_real integer not null check (points_per_real between 0 and 1000000),
  tickets_per_real integer not null check (tickets_per_real between 0 and 1000000),
  created_by bigint references users (id) on delete restrict,
  created_at timestamptz not null default now(),
  check (starts_at < ends_at),
  -- So "the active event" is one.
  constraint events_one_at_a_time exclude using gist (tstzrange(starts_at, ends_at) with &&) where (status = 'PUBLISHED')
);

-- The pass: what is earned at so many points.
create table event_tiers (
  id bigint generated always as identity primary key,
  event_id bigint not null references events (id) on delete restrict,
  number integer not null check (number > 0),
  points_required bigint not null check (points_required > 0),
  reward_type text not null check (reward_type in ('ITEM', 'BALANCE', 'TICKETS')),
  item_id bigint references items (id) on delete restrict,
  balance_cents bigint check (balance_cents > 0),
  tickets bigint check (tickets > 0),
  constraint event_tiers_number_key unique (event_id, number),
  constraint event_tiers_points_key unique (event_id, points_required),
  constraint event_tiers_of_event unique (event_id, id),
  check (num_nonnulls(item_id, balance_cents, tickets) = 1),
  check ((reward_type = 'ITEM') = (item_id is not null)),
  check ((reward_type = 'BALANCE') = (balance_cents is not null)),
  check ((reward_type = 'TICKETS') = (tickets is not null))
);

-- What a shot at each price can hit, in ranges over 1..10000000.
create table event_prizes (
  event_id bigint not null references events (id) on delete restrict,
  ticket_price integer not null check (ticket_price in (250, 500, 1000, 2500, 5000)),
  item_id bigint not null references items (id) on delete restrict,
  hash_range_start integer not null check (hash_range_start between 1 and 10000000),
  hash_range_end integer not null check (hash_range_end between hash_range_start and 10000000),
  primary key (event_id, ticket_price, hash_range_start),
  constraint event_prizes_once unique (event_id, ticket_price, item_id)
);

-- One row for a user in an event. Points are wagered_cents × points_per_real ÷ 100 rounded down; tickets likewise, with
-- what tiers gave and less what shots cost.
create table event_progress (
  event_id bigint not null references events (id) on delete restrict,
  user_id bigint not null references users (id) on delete restrict,
  wagered_cents bigint not null default 0 check (wagered_cents >= 0),
  tickets_given bigint not null default 0 check (tickets_given >= 0),
  tickets_spent bigint not null default 0 check (tickets_spent >= 0),
  -- The counter of the shots' rolls, apart from the nonce that cases, upgrades and battles share.
  shots bigint not null default 0 check (shots >= 0),
  primary key (event_id, user_id)
) with (fillfactor = 70);
create index event_progress_user on event_progress (user_id, event_id);

-- Server seeds of shots that a player has asked to see the hash of before shooting. A row is never changed: what a shot
-- is verified against is what was shown, kept apart from the shot. Who only looks needs no progress for it.
create table event_commitments (
  event_id bigint not null references events (id) on delete restrict,
  user_id bigint not null references users (id) on delete restrict,
  nonce bigint not null check (nonce > 0),
  server_seed text not null check (server_seed ~ '^[0-9a-f]{64}$'),
  server_seed_hash text not null check (server_seed_hash ~ '^[0-9a-f]{64}$'),
  committed_at timestamptz not null default statement_timestamp(),
  primary key (user_id, event_id, nonce)
);
create trigger event_commitments_append_only before update or delete on event_commitments
  for each row execute function refuse_change();
create trigger event_commitments_no_truncate before truncate on event_commitments
  for each statement execute function refuse_change();

-- A tier is claimed once.
create table event_claims (
  user_id bigint not null,
  tier_id bigint not null,
  event_id bigint not null,
  -- What it gave: an item, a credit, or tickets on the progress.
  inventory_item_id bigint constraint event_claims_item_key unique references inventory_items (id) on delete restrict,
  transfer_id bigint constraint event_claims_transfer_key unique references transfers (id) on delete restrict,
  tickets bigint check (tickets > 0),
  created_at timestamptz not null default now(),
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
  -- Of 10000000: how many rolls give this item.
  chance_width integer not null check (chance_width between 1 and 10000000),
  nonce bigint not null check (nonce > 0),
  server_seed text not null,
  server_seed_hash text not null,
  client_seed text not null,
  roll integer not null check (roll between 1 and 10000000),
  committed_at timestamptz not null,
  created_at timestamptz not null default statement_timestamp(),
  constraint event_shots_nonce_key unique (user_id, event_id, nonce),
  foreign key (event_id, user_id) references event_progress (event_id, user_id) on delete restrict,
  check (committed_at <= created_at)
);
create index event_shots_created_at on event_shots using brin (created_at) with (autosummarize = on);
create trigger event_shots_append_only before update or delete on event_shots
  for each row execute function refuse_change();
create trigger event_shots_no_truncate before truncate on event_shots
  for each statement execute function refuse_change();
