-- An order buys or pays something outside, once. The intent is committed before anybody is asked. Its end is learnt from the
-- answer or, where none came, by asking for the project id.
create table orders (
  id bigint generated always as identity primary key,
  -- The kind says how an order is sent, asked for and settled.
  kind text collate "C" not null check (length(kind) between 1 and 40),
  -- The other side knows the order under this id, and it is sent once, ever.
  project_id text collate "C" not null constraint orders_project_id_key unique check (length(project_id) between 1 and 50),
  -- This is asked for, in the form of the kind.
  ask jsonb not null,
  -- REQUESTED: nothing was sent. SENT: it may have been sent. UNKNOWN: it was sent, and no usable answer came.
  status text collate "C" not null default 'REQUESTED' check (status in ('REQUESTED', 'SENT', 'UNKNOWN', 'BOUGHT', 'REFUSED')),
  -- The other side answered this, or refused for this reason.
  bought jsonb,
  refusal text,
  requested_at timestamptz not null,
  sent_at timestamptz,
  settled_at timestamptz,
  -- This process works on it until then, and no other does. The process that places an order sends it at once.
  lease_owner text collate "C" not null,
  lease_until timestamptz not null,
  -- The other side has said that it has the order, and not how it ended. If it then says that it knows of none, it is not
  -- believed.
  is_taken boolean not null default false,
  constraint orders_sent check ((status = 'REQUESTED') <= (sent_at is null) and (status in ('SENT', 'UNKNOWN', 'BOUGHT')) <= (sent_at is not null)),
  constraint orders_settled check ((status in ('BOUGHT', 'REFUSED')) = (settled_at is not null)),
  constraint orders_bought check ((status = 'BOUGHT') = (bought is not null)),
  constraint orders_refused check ((status = 'REFUSED') = (refusal is not null))
);
create index orders_open on orders (lease_until) where status in ('REQUESTED', 'SENT', 'UNKNOWN');
-- A purchase at the marketplace belongs to one order.
create unique index orders_purchase_key on orders ((bought ->> 'marketId')) where bought ? 'marketId';
-- The names of a person in a settled order go with the account of that person. Nothing else of it ever changes.
create trigger orders_settle_once before update on orders
  for each row when (old.status in ('BOUGHT', 'REFUSED')
    and (to_jsonb(new) - 'ask' <> to_jsonb(old) - 'ask' or new.ask <> old.ask - 'partner' - 'token'))
  execute function refuse_change();
create trigger orders_never_deleted before delete on orders for each row execute function refuse_change();
create trigger orders_no_truncate before truncate on orders for each statement execute function refuse_change();

-- These orders were given up because the other side did not know them, or because an administrator has said that they were not
-- carried out. The other side is asked again some time later, and a person is called where it then knows better.
create table order_second_looks (
  order_id bigint primary key references orders (id) on delete restrict,
  -- It is asked next at this time. While one process asks, this says when another may.
  due_at timestamptz not null
);
create index order_second_looks_due on order_second_looks (due_at);

-- Items leave to the user's Steam account: each is bought on the marketplace and sent by its seller.
create table market_withdrawals (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete restrict,
  inventory_item_id bigint not null references inventory_items (id) on delete restrict,
  item_id bigint not null references items (id) on delete restrict,
  -- The purchase is null until it is auto-approved or an administrator approves it.
  order_id bigint constraint market_withdrawals_order_key unique references orders (id) on delete restrict,
  project_id text collate "C" not null constraint market_withdrawals_project_id_key unique
    check (length(project_id) between 1 and 50),
  market_id text collate "C" constraint market_withdrawals_market_id_key unique,
  trade_id text,
  price_paid_cents bigint not null default 0 check (price_paid_cents >= 0),
  skin_value_usd_cents bigint not null default 0 check (skin_value_usd_cents >= 0),
  -- At most this may be paid, as it was when the purchase was last allowed: when it was asked for, or approved.
  max_pay_cents bigint not null check (max_pay_cents >= 0),
  status text collate "C" not null default 'PENDING' check (status in
    ('PENDING_APPROVAL', 'PENDING', 'WAITING_SELLER', 'TRADE_SENT', 'COMPLETED', 'CANCELLED', 'FAILED')),
  auto_approved boolean not null default false,
  market_status integer check (market_status between 0 and 6),
  seller_name text,
  failure_reason text,
  metadata jsonb,
  send_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  -- This administrator decided on it, where it waited for that.
  decided_by bigint references users (id) on delete restrict,
  decided_at timestamptz,
  -- Steam lets a trade be reversed for seven days after its delivery.
  reversed_at timestamptz,
  reversal_reason text,
  -- The marketplace was last asked at this time. The withdrawal that was asked for longest ago is asked for next, so that none
  -- waits for ever behind others.
  polled_at timestamptz,
  -- It was bought, and its seller was first seen to have sent it, at these times. They are null where that was never seen.
  bought_at timestamptz,
  trade_sent_at timestamptz,
  -- The owner of an item may cancel a withdrawal that waits for review. Nobody has decided on it then, and nothing was ordered.
  cancelled_at timestamptz,
  constraint market_withdrawals_completed check ((status = 'COMPLETED') = (completed_at is not null)),
  constraint market_withdrawals_failed check ((status in ('CANCELLED', 'FAILED')) = (failure_reason is not null)),
  constraint market_withdrawals_bought check ((status in ('WAITING_SELLER', 'TRADE_SENT', 'COMPLETED')) <= (market_id is not null)),
  constraint market_withdrawals_ordered check ((status in ('PENDING', 'WAITING_SELLER', 'TRADE_SENT', 'COMPLETED')) <= (order_id is not null)),
  constraint market_withdrawals_reversed check (reversed_at is null or status = 'COMPLETED'),
  constraint market_withdrawals_cancelled check (cancelled_at is null
    or (status = 'CANCELLED' and order_id is null and num_nonnulls(decided_by, decided_at) = 0))
);
-- An item leaves once.
create unique index market_withdrawals_active_item on market_withdrawals (inventory_item_id)
  where status in ('PENDING_APPROVAL', 'PENDING', 'WAITING_SELLER', 'TRADE_SENT', 'COMPLETED');
create index market_withdrawals_user on market_withdrawals (user_id, id desc);
create index market_withdrawals_open on market_withdrawals (updated_at)
  where status in ('PENDING', 'WAITING_SELLER', 'TRADE_SENT');
create index market_withdrawals_to_poll on market_withdrawals (polled_at nulls first, id)
  where status in ('PENDING', 'WAITING_SELLER', 'TRADE_SENT') and market_id is not null;
create index market_withdrawals_status on market_withdrawals (status, id desc);
create index market_withdrawals_user_open on market_withdrawals (user_id, id desc)
  where status in ('PENDING_APPROVAL', 'PENDING', 'WAITING_SELLER', 'TRADE_SENT');
create index market_withdrawals_delivered on market_withdrawals (completed_at) where status = 'COMPLETED' and reversed_at is null;
create index market_withdrawals_came_to_nothing on market_withdrawals (updated_at)
  where status in ('CANCELLED', 'FAILED') and market_id is not null;
-- The limit of a day adds up the withdrawals of a user that were approved without a person.
create index market_withdrawals_auto_approved on market_withdrawals (user_id, created_at) where auto_approved;
-- A withdrawal that came to nothing is asked for again, and nothing else of it changes.
create trigger market_withdrawals_end_once before update on market_withdrawals for each row
  when ((old.status in ('CANCELLED', 'FAILED') and to_jsonb(new) - 'polled_at' <> to_jsonb(old) - 'polled_at')
    or (old.status = 'COMPLETED' and new.status <> 'COMPLETED'))
  execute function refuse_change();
create trigger market_withdrawals_never_deleted before delete on market_withdrawals
  for each row execute function refuse_change();
create trigger market_withdrawals_no_truncate before truncate on market_withdrawals
  for each statement execute function refuse_change();

-- These users withdraw nothing until an administrator has decided, because a trade of theirs was reversed.
create table withdrawal_suspensions (
  user_id bigint primary key references users (id) on delete restrict,
  since timestamptz not null,
  reason text not null check (length(reason) between 1 and 500),
  withdrawal_id bigint not null references market_withdrawals (id) on delete restrict
);
create index withdrawal_suspensions_since on withdrawal_suspensions (since desc, user_id desc);

-- A user offers some of their items to another user, or to everybody, and asks for others.
create table swaps (
  id bigint generated always as identity primary key,
  creator_id bigint not null references users (id) on delete restrict,
  -- The swap is offered to this user. A public one is accepted by this user.
  acceptor_id bigint references users (id) on delete restrict,
  is_public boolean not null,
  status text collate "C" not null default 'PENDING'
    check (status in ('PENDING', 'ACCEPTED', 'CANCELLED', 'DECLINED')),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint swaps_not_with_oneself check (creator_id <> acceptor_id),
  constraint swaps_acceptor_known check ((acceptor_id is null) = (is_public and status <> 'ACCEPTED')),
  constraint swaps_public_not_declined check (not (is_public and status = 'DECLINED')),
  constraint swaps_ended check ((status = 'PENDING') = (ended_at is null))
);
create index swaps_creator on swaps (creator_id, id desc);
create index swaps_acceptor on swaps (acceptor_id, id desc);
create index swaps_public on swaps (id desc) where is_public and status = 'PENDING';
create trigger swaps_end_once before update on swaps
  for each row when (old.status <> 'PENDING') execute function refuse_change();
create trigger swaps_never_deleted before delete on swaps for each row execute function refuse_change();
create trigger swaps_no_truncate before truncate on swaps for each statement execute function refuse_change();

-- These items change hands: the creator offers some, and the acceptor has given others for them.
create table swap_items (
  swap_id bigint not null references swaps (id) on delete restrict,
  inventory_item_id bigint not null references inventory_items (id) on delete restrict,
  item_id bigint not null references items (id) on delete restrict,
  is_offered boolean not null,
  -- An item waits in one pending swap and in no other.
  is_held boolean not null,
  primary key (swap_id, inventory_item_id),
  check (is_offered or not is_held)
);
create unique index swap_items_held_once on swap_items (inventory_item_id) where is_held;
create trigger swap_items_let_go_once before update on swap_items
  for each row when (not old.is_held or new.is_held) execute function refuse_change();
create trigger swap_items_never_deleted before delete on swap_items for each row execute function refuse_change();
create trigger swap_items_no_truncate before truncate on swap_items for each statement execute function refuse_change();

-- A swap asks for one certain item of the acceptor, or for any item of a kind.
create table swap_asks (
  swap_id bigint not null references swaps (id) on delete restrict,
  place integer not null check (place > 0),
  item_id bigint not null references items (id) on delete restrict,
  inventory_item_id bigint references inventory_items (id) on delete restrict,
  primary key (swap_id, place)
);
create unique index swap_asks_item_once on swap_asks (swap_id, inventory_item_id) where inventory_item_id is not null;
create trigger swap_asks_append_only before update or delete on swap_asks for each row execute function refuse_change();
create trigger swap_asks_no_truncate before truncate on swap_asks for each statement execute function refuse_change();

-- A site swap takes items of a user for an item that is bought on the marketplace.
create table site_swaps (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete restrict,
  -- This item is bought and then given.
  item_id bigint not null references items (id) on delete restrict,
  order_id bigint not null constraint site_swaps_order_key unique references orders (id) on delete restrict,
  project_id text collate "C" not null constraint site_swaps_project_id_key unique
    check (length(project_id) between 1 and 50),
  -- It is PENDING until the marketplace has said how the purchase ended.
  status text collate "C" not null default 'PENDING' check (status in ('PENDING', 'COMPLETED', 'FAILED')),
  -- The given items and the target cost so much in cents of BRL, as they did when the user asked.
  given_cents bigint not null check (given_cents > 0),
  target_cents bigint not null check (target_cents > 0),
  -- The user gets this back once it is bought.
  credit_cents bigint not null,
  -- The marketplace counts in coins: it asked so many, may ask at most so many, and took so many.
  quoted_coins bigint not null check (quoted_coins > 0),
  max_coins bigint not null,
  paid_coins bigint check (paid_coins >= 0),
  market_id text collate "C",
  received_id bigint constraint site_swaps_received_key unique references inventory_items (id) on delete restrict,
  failure_reason text,
  created_at timestamptz not null,
  settled_at timestamptz,
  -- The platform gave this for the target when it was asked for.
  worth_cents bigint not null,
  -- The purchase may go beyond that by so much, at the margin of the house.
  over_cents bigint not null default 0 check (over_cents >= 0),
  -- It was made when the market alone set the price of a target, which may have been less than its value.
  priced_by_market boolean not null default false,
  constraint site_swaps_worth check (worth_cents >= 0),
  -- A target costs no less than its value in the catalogue, so that no swap raises the value of the user's items.
  constraint site_swaps_no_gain check (target_cents between worth_cents and given_cents or priced_by_market),
  constraint site_swaps_credit check (credit_cents = greatest(given_cents - target_cents, 0)),
  constraint site_swaps_ceiling check (max_coins between quoted_coins and quoted_coins * 11 / 10),
  constraint site_swaps_settled check ((status = 'PENDING') = (settled_at is null)),
  constraint site_swaps_completed check (
    num_nulls(paid_coins, market_id, received_id) = case status when 'COMPLETED' then 0 else 3 end),
  constraint site_swaps_failed check ((status = 'FAILED') = (failure_reason is not null))
);
create index site_swaps_user on site_swaps (user_id, id desc);
create trigger site_swaps_settle_once before update on site_swaps
  for each row when (old.status <> 'PENDING') execute function refuse_change();
create trigger site_swaps_never_deleted before delete on site_swaps for each row execute function refuse_change();
create trigger site_swaps_no_truncate before truncate on site_swaps for each statement execute function refuse_change();

-- These items are given for it, at their values of then.
create table site_swap_items (
  site_swap_id bigint not null references site_swaps (id) on delete restrict,
  inventory_item_id bigint not null references inventory_items (id) on delete restrict,
  item_id bigint not null references items (id) on delete restrict,
  value_cents bigint not null check (value_cents >= 0),
  -- It is taken while the purchase is open, and for good once it is made, so that an item is given once.
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

-- These trades bring the house the items that it has bought for site swaps.
create table site_swap_trades (
  site_swap_id bigint primary key references site_swaps (id) on delete restrict,
  bought_at timestamptz not null,
  -- The marketplace was last asked for it at this time.
  polled_at timestamptz,
  -- It is null while the trade is followed.
  outcome text collate "C" check (outcome in ('DELIVERED', 'CAME_TO_NOTHING', 'NEVER_ENDED')),
  ended_at timestamptz,
  constraint site_swap_trades_ended check ((outcome is null) = (ended_at is null))
);
create index site_swap_trades_open on site_swap_trades (polled_at nulls first, site_swap_id) where outcome is null;
-- Few purchases among many never arrive. Administrators list them.
create index site_swap_trades_undelivered on site_swap_trades (site_swap_id)
where outcome in ('CAME_TO_NOTHING', 'NEVER_ENDED');
create trigger site_swap_trades_end_once before update on site_swap_trades
  for each row when (old.outcome is not null) execute function refuse_change();
create trigger site_swap_trades_never_deleted before delete on site_swap_trades
  for each row execute function refuse_change();
create trigger site_swap_trades_no_truncate before truncate on site_swap_trades
  for each statement execute function refuse_change();

-- The purchase of these site swaps was never delivered and was paid back to the house. The user got an item for it.
create table site_swap_returns (
  site_swap_id bigint primary key references site_swaps (id) on delete restrict,
  -- TAKEN_BACK: the item has left the inventory, and its price is on the balance. LEFT: the user keeps it.
  resolution text collate "C" not null check (resolution in ('TAKEN_BACK', 'LEFT')),
  refund_cents bigint not null check (refund_cents >= 0),
  -- It is null where the item was taken back without a person.
  decided_by bigint references users (id) on delete restrict,
  reason text,
  created_at timestamptz not null,
  constraint site_swap_returns_refund check ((resolution = 'TAKEN_BACK') = (refund_cents > 0)),
  constraint site_swap_returns_decided check (
    (decided_by is null) = (reason is null) and (resolution = 'TAKEN_BACK' or decided_by is not null))
);
create trigger site_swap_returns_append_only before update or delete on site_swap_returns
  for each row execute function refuse_change();
create trigger site_swap_returns_no_truncate before truncate on site_swap_returns
  for each statement execute function refuse_change();

-- The swaps of a day of São Paulo that were not refused may go beyond the values of the catalogue by so much, for the whole
-- house.
create table site_swap_days (
  day date primary key,
  over_cents bigint not null check (over_cents >= 0)
);
