-- Items of users for an item that is bought on the marketplace.
create table site_swaps (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete restrict,
  -- What is bought, and then given.
  item_id bigint not null references items (id) on delete restrict,
  order_id bigint not null constraint site_swaps_order_key unique references orders (id) on delete restrict,
  project_id text collate "C" not null constraint site_swaps_project_id_key unique
    check (length(project_id) between 1 and 50),
  -- PENDING until the marketplace has said what became of the purchase.
  status text collate "C" not null default 'PENDING' check (status in ('PENDING', 'COMPLETED', 'FAILED')),
  -- In cents of BRL, as they were when the user asked: what is given, and what the market asked for the target.
  given_cents bigint not null check (given_cents > 0),
  target_cents bigint not null check (target_cents > 0),
  -- What the user gets back once it is bought.
  credit_cents bigint not null,
  -- What the user is better off by, at the value that the platform gives for the target.
  gain_cents bigint not null check (gain_cents >= 0),
  -- The marketplace counts in coins: what it asked, what it may ask at most, and what it took.
  quoted_coins bigint not null check (quoted_coins > 0),
  max_coins bigint not null,
  paid_coins bigint check (paid_coins >= 0),
  market_id text collate "C",
  received_id bigint constraint site_swaps_received_key unique references inventory_items (id) on delete restrict,
  failure_reason text,
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint site_swaps_tolerance check (target_cents * 10 <= given_cents * 11),
  constraint site_swaps_credit check (credit_cents = greatest(given_cents - target_cents, 0)),
  constraint site_swaps_ceiling check (max_coins between quoted_coins and quoted_coins * 11 / 10),
  constraint site_swaps_settled check ((status = 'PENDING') = (settled_at is null)),
  constraint site_swaps_completed check (
    num_nulls(paid_coins, market_id, received_id) = case status when 'COMPLETED' then 0 else 3 end),
  constraint site_swaps_failed check ((status = 'FAILED') = (failure_reason is not null))
);
create index site_swaps_user on site_swaps (user_id, id desc);
-- For what a user has gained on a day.
create index site_swaps_gain on site_swaps (user_id, created_at) where gain_cents > 0 and status <> 'FAILED';
create trigger site_swaps_settle_once before update on site_swaps
  for each row when (old.status <> 'PENDING') execute function refuse_change();
create trigger site_swaps_never_deleted before delete on site_swaps for each row execute function refuse_change();
create trigger site_swaps_no_truncate before truncate on site_swaps for each statement execute function refuse_change();

-- What is given for it, at its value of then.
create table site_swap_items (
  site_swap_id bigint not null references site_swaps (id) on delete restrict,
  inventory_item_id bigint not null references inventory_items (id) on delete restrict,
  item_id bigint not null references items (id) on delete restrict,
  value_cents bigint not null check (value_cents >= 0),
  -- While the purchase is open, and for good once it is made: an item is given once.
  is_taken boolean not null default true,
  primary key (site_swap_id, inventory_item_id)
);
create unique index site_swap_items_taken_once on site_swap_items (inventory_item_id) where is_taken;
create trigger site_swap_items_let_go_once before update on site_swap_items
  for each row when (not old.is_taken or new.is_taken) execute function refuse_change();
create trigger site_swap_items_never_deleted before delete on site_swap_items
  for each row execute function refuse_change();
create trigger site_swap_items_no_truncate before truncate on site_swap_items
  for each statement execute function refuse_change();
