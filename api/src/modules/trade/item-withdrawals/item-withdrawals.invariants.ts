import { sql } from '../../../platform/database/sql.ts';
import type { Invariants } from '../../../platform/invariants/invariants.ts';

export const decidedItemWithdrawals = sql`
  select 'skin-withdrawal' as entity_type, id::text as entity_id, 'approve' as action, user_id as owner_id, decided_by
  from market_withdrawals where decided_by is not null and order_id is not null`;

export const itemWithdrawalsInvariants: Invariants = {
  'an item is LOCKED exactly where one withdrawal of it is under way, of the same user': {
    byOwnWays: sql`
      with leaving as (
        select inventory_item_id as id, count(*) as withdrawals, min(user_id) as user_id from market_withdrawals
        where status in ('PENDING_APPROVAL', 'PENDING', 'WAITING_SELLER', 'TRADE_SENT') group by 1)
      select id, withdrawals from leaving
      full join (select id, user_id as owner_id from inventory_items where status = 'LOCKED') held using (id)
      where withdrawals is distinct from 1 or owner_id is distinct from leaving.user_id`,
  },
  'an item is WITHDRAWN exactly where one withdrawal of it is completed, of the same user': {
    byOwnWays: sql`
      with gone as (
        select inventory_item_id as id, count(*) as withdrawals, min(user_id) as user_id from market_withdrawals
        where status = 'COMPLETED' group by 1)
      select id, withdrawals from gone
      full join (select id, user_id as owner_id from inventory_items where status = 'WITHDRAWN') held using (id)
      where withdrawals is distinct from 1 or owner_id is distinct from gone.user_id`,
  },
  'a withdrawal is of the item that it names': sql`
    select withdrawal.id from market_withdrawals withdrawal
    left join inventory_items held on held.id = withdrawal.inventory_item_id
    where withdrawal.item_id is distinct from held.item_id`,
  'a withdrawal has one purchase, under its own project id, and every purchase has its withdrawal': sql`
    select withdrawal.id, bought.id as order_id
    from market_withdrawals withdrawal full join (select * from orders where kind = 'WITHDRAWAL') bought
      on bought.id = withdrawal.order_id
    where (bought.id is null and withdrawal.order_id is not null) or withdrawal.id is null
      or withdrawal.project_id <> bought.project_id`,
  'a withdrawal stands where its purchase does': sql`
    select withdrawal.id, withdrawal.status, bought.status as purchase
    from market_withdrawals withdrawal join orders bought on bought.id = withdrawal.order_id
    where case bought.status
      when 'BOUGHT' then withdrawal.market_id is distinct from bought.bought ->> 'marketId'
        or withdrawal.price_paid_cents <> round((bought.bought ->> 'priceCoins')::numeric / 10)
        or withdrawal.status in ('PENDING_APPROVAL', 'PENDING')
      when 'REFUSED' then withdrawal.market_id is not null or withdrawal.status <> 'FAILED' or coalesce(
        withdrawal.failure_reason not in (trim(bought.refusal), 'Erro desconhecido ao processar compra'), true)
      else withdrawal.market_id is not null or withdrawal.status <> 'PENDING' end`,
  'no order says where the items of a closed account were sent': sql`
    select orders.id from users join market_withdrawals withdrawal on withdrawal.user_id = users.id
    join orders on orders.id = withdrawal.order_id
    where users.status = 'CLOSED' and ask ?| array['partner', 'token']`,
  'what was not approved by itself was decided on by a person before it was bought, or cancelled by its owner': sql`
    select id from market_withdrawals
    where (auto_approved and (decided_by is not null or order_id is null))
      or (not auto_approved and status <> 'PENDING_APPROVAL' and cancelled_at is null
        and num_nulls(decided_by, decided_at) > 0)
      or (cancelled_at is not null and (auto_approved or status <> 'CANCELLED' or order_id is not null
        or num_nonnulls(decided_by, decided_at) > 0))
      or (not auto_approved and status = 'PENDING_APPROVAL'
        and (order_id is not null or num_nonnulls(decided_by, decided_at) > 0))
      or (not auto_approved and order_id is null and status not in ('PENDING_APPROVAL', 'CANCELLED'))`,
  'a withdrawal was reversed within seven days of its delivery, and says why': sql`
    select id from market_withdrawals
    where (reversed_at is null) <> (reversal_reason is null)
      or reversed_at not between completed_at and completed_at + interval '7 days'`,
};
