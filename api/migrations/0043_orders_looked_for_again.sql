-- Orders that were given up because the other side did not know them, or that an administrator has said were not carried
-- out: the other side is asked again some time later, and a person is called where it then knows better.
-- Stop processes of the version before: they take turns by a table that has another name here, and complete site swaps
-- without a row for their trade.
create table order_second_looks (
  order_id bigint primary key references orders (id) on delete restrict,
  -- When it is asked next; while somebody asks, when another may.
  due_at timestamptz not null
);
create index order_second_looks_due on order_second_looks (due_at);

-- What names a person goes with the account of that person; nothing else of a settled order ever changes.
drop trigger orders_settle_once on orders;
create trigger orders_settle_once before update on orders for each row
  when (old.status in ('BOUGHT', 'REFUSED')
    and (to_jsonb(new) - 'ask' <> to_jsonb(old) - 'ask' or new.ask <> old.ask - 'partner' - 'token'))
  execute function refuse_change();
update orders set ask = ask - 'partner' - 'token'
from market_withdrawals withdrawal join users on users.id = withdrawal.user_id
where withdrawal.order_id = orders.id and orders.status in ('BOUGHT', 'REFUSED') and users.status = 'CLOSED';

-- A withdrawal that came to nothing is asked for again, and that is all that changes of it.
drop trigger market_withdrawals_end_once on market_withdrawals;
create trigger market_withdrawals_end_once before update on market_withdrawals for each row
  when ((old.status in ('CANCELLED', 'FAILED') and to_jsonb(new) - 'polled_at' <> to_jsonb(old) - 'polled_at')
    or (old.status = 'COMPLETED' and new.status <> 'COMPLETED'))
  execute function refuse_change();
create index market_withdrawals_came_to_nothing on market_withdrawals (updated_at)
  where status in ('CANCELLED', 'FAILED') and market_id is not null;

-- A purchase at the marketplace is for one order, whatever it was bought for.
create unique index orders_purchase_key on orders ((bought ->> 'marketId')) where bought ? 'marketId';

-- What becomes of the trades that bring the house what it has bought for site swaps.
create table site_swap_trades (
  site_swap_id bigint primary key references site_swaps (id) on delete restrict,
  bought_at timestamptz not null,
  -- When the marketplace was last asked for it.
  polled_at timestamptz,
  -- Null while it is followed.
  outcome text collate "C" check (outcome in ('DELIVERED', 'CAME_TO_NOTHING', 'NEVER_ENDED')),
  ended_at timestamptz,
  constraint site_swap_trades_ended check ((outcome is null) = (ended_at is null))
);
create index site_swap_trades_open on site_swap_trades (polled_at nulls first, site_swap_id) where outcome is null;
create trigger site_swap_trades_end_once before update on site_swap_trades
  for each row when (old.outcome is not null) execute function refuse_change();
create trigger site_swap_trades_never_deleted before delete on site_swap_trades
  for each row execute function refuse_change();
create trigger site_swap_trades_no_truncate before truncate on site_swap_trades
  for each statement execute function refuse_change();
insert into site_swap_trades (site_swap_id, bought_at)
select id, settled_at from site_swaps where status = 'COMPLETED';

-- Whose turn it is with a work that one process does at a time, and until when. What a process left behind ends by itself.
alter table withdrawal_polls rename to leases;
alter index withdrawal_polls_pkey rename to leases_pkey;
delete from leases;
