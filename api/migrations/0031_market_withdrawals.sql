-- Items that leave for the user's Steam account: each is bought on the marketplace and sent by its seller.
create table market_withdrawals (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete restrict,
  inventory_item_id bigint not null references inventory_items (id) on delete restrict,
  item_id bigint not null references items (id) on delete restrict,
  -- The purchase; null until it is auto-approved or an administrator approves it.
  order_id bigint constraint market_withdrawals_order_key unique references orders (id) on delete restrict,
  project_id text collate "C" not null constraint market_withdrawals_project_id_key unique
    check (length(project_id) between 1 and 50),
  market_id text collate "C" constraint market_withdrawals_market_id_key unique,
  trade_id text,
  price_paid_cents bigint not null default 0 check (price_paid_cents >= 0),
  skin_value_usd_cents bigint not null default 0 check (skin_value_usd_cents >= 0),
  -- The most that may be paid, as it was when the purchase was last allowed: asked for, or approved.
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
  -- Who decided on it, where it waited for that.
  decided_by bigint references users (id) on delete restrict,
  decided_at timestamptz,
  -- Steam lets a trade be reversed for seven days after its delivery.
  reversed_at timestamptz,
  reversal_reason text,
  constraint market_withdrawals_completed check ((status = 'COMPLETED') = (completed_at is not null)),
  constraint market_withdrawals_failed check ((status in ('CANCELLED', 'FAILED')) = (failure_reason is not null)),
  constraint market_withdrawals_bought check ((status in ('WAITING_SELLER', 'TRADE_SENT', 'COMPLETED')) <= (market_id is not null)),
  constraint market_withdrawals_ordered check ((status in ('PENDING', 'WAITING_SELLER', 'TRADE_SENT', 'COMPLETED')) <= (order_id is not null)),
  constraint market_withdrawals_reversed check (reversed_at is null or status = 'COMPLETED')
);
-- An item leaves once.
create unique index market_withdrawals_active_item on market_withdrawals (inventory_item_id)
  where status in ('PENDING_APPROVAL', 'PENDING', 'WAITING_SELLER', 'TRADE_SENT', 'COMPLETED');
create index market_withdrawals_user on market_withdrawals (user_id, id desc);
create index market_withdrawals_open on market_withdrawals (updated_at)
  where status in ('PENDING', 'WAITING_SELLER', 'TRADE_SENT');
create index market_withdrawals_status on market_withdrawals (status, id desc);
create index market_withdrawals_user_open on market_withdrawals (user_id, id desc)
  where status in ('PENDING_APPROVAL', 'PENDING', 'WAITING_SELLER', 'TRADE_SENT');
create index market_withdrawals_delivered on market_withdrawals (completed_at) where status = 'COMPLETED' and reversed_at is null;
create trigger market_withdrawals_end_once before update on market_withdrawals for each row
  when (old.status in ('CANCELLED', 'FAILED') or (old.status = 'COMPLETED' and new.status <> 'COMPLETED'))
  execute function refuse_change();
create trigger market_withdrawals_never_deleted before delete on market_withdrawals
  for each row execute function refuse_change();
create trigger market_withdrawals_no_truncate before truncate on market_withdrawals
  for each statement execute function refuse_change();
-- What was approved of a user's day without a person, for the limit of the day.
create index market_withdrawals_auto_approved on market_withdrawals (user_id, created_at) where auto_approved;

-- Who asks the marketplace for an item at the moment, and until when nobody else does. What a process left behind ends by
-- itself.
create table item_leases (
  inventory_item_id bigint primary key,
  owner text collate "C" not null,
  until timestamptz not null
);

-- Users who withdraw nothing until an administrator has decided: a trade of theirs was reversed.
create table withdrawal_suspensions (
  user_id bigint primary key references users (id) on delete restrict,
  since timestamptz not null,
  reason text not null check (length(reason) between 1 and 500),
  withdrawal_id bigint not null references market_withdrawals (id) on delete restrict
);

-- What keeps a withdrawal from being approved without a person.
create index audit_entries_security on audit_entries (user_id, created_at) where action in
  ('DEVICE_MISMATCH', 'RECOVERY_CODE_USED', 'SUSPICIOUS_IP_CHANGE', 'TWO_FACTOR_DISABLED', 'TWO_FACTOR_LOCKED');

-- An answer that says what is known so far, because its write goes on outside the database: until then a repeat is told
-- that the first request still runs.
alter table idempotency_keys add column unfinished_until timestamptz;

-- What an event gives may be for the games of the platform alone.
alter table event_tiers add column restricted_to_games boolean not null default false
  constraint event_tiers_restricted_item check (not restricted_to_games or reward_type = 'ITEM');
alter table event_prizes add column restricted_to_games boolean not null default false;
