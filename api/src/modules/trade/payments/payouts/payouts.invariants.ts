import { sql } from '../../../../platform/database/sql.ts';
import type { Invariants } from '../../../../platform/invariants/invariants.ts';

/** Who has approved one, who says that they have paid it by hand, and who that nobody has. */
export const decidedPayouts = sql`
  select 'money-withdrawal', id::text, 'approve', user_id, approved_by from money_withdrawals where approved_by is not null
  union all
  select 'money-withdrawal', id::text, 'complete', user_id, ended_by from money_withdrawals
  where status = 'COMPLETED' and ended_by is not null
  union all
  select 'money-withdrawal', id::text, 'reject', user_id, ended_by from money_withdrawals
  where status = 'REJECTED' and approved_by is not null and ended_by is not null`;

/** What must hold of money withdrawals at any moment. */
export const payoutsInvariants: Invariants = {
  'an open money withdrawal has its money held, a paid one has it settled, and any other has it given back': sql`
    select payout.id, payout.status, holds.status as hold from money_withdrawals payout
    left join holds on holds.id = hold_id
    where (holds.user_id, holds.amount_cents, holds.status) is distinct from (payout.user_id, payout.amount_cents,
      case when payout.status in ('AWAITING_CONFIRMATION', 'PENDING', 'APPROVED') then 'HELD'
        when payout.status = 'COMPLETED' then 'SETTLED' else 'RELEASED' end)`,
  'every hold is of one money withdrawal': {
    byOwnWays: sql`
      select holds.id from holds left join money_withdrawals on hold_id = holds.id
      group by holds.id having count(hold_id) <> 1`,
  },
  'the books name each money withdrawal with what was held, and with what became of it': sql`
    with expected as (
      select id::text, user_id, amount_cents, 'WITHDRAWAL_HOLD' as type from money_withdrawals
      union all
      select id::text, user_id, amount_cents, case status when 'COMPLETED' then 'WITHDRAWAL' else 'WITHDRAWAL_RELEASE' end
      from money_withdrawals where status in ('COMPLETED', 'REJECTED', 'EXPIRED', 'CANCELLED')
    ), booked as (
      select reference_id as id, user_id, amount_cents, type from transfers where reference_type = 'money-withdrawal'
    )
    (select * from expected except all select * from booked)
    union all (select * from booked except all select * from expected)`,
  'whoever let a money withdrawal on, or ended it by hand, is on the trail': sql`
    with steps as (
      select id, user_id, user_id as actor_id, 'WITHDRAWAL_CONFIRMED' as action from money_withdrawals
      where confirmed_at is not null
      union all
      select id, user_id, approved_by, 'WITHDRAWAL_APPROVED' from money_withdrawals where approved_at is not null
      union all
      select id, user_id, ended_by, 'WITHDRAWAL_' || status from money_withdrawals where status in ('COMPLETED', 'REJECTED')
    ), entries as (
      select entity_id, user_id, actor_id, action from audit_entries where entity_type = 'money-withdrawal')
    select steps.id, steps.action, count(entity_id) from steps left join entries
      on entity_id = steps.id::text and entries.action = steps.action and entries.user_id = steps.user_id
        and entries.actor_id is not distinct from steps.actor_id
    group by steps.id, steps.action having count(entity_id) <> 1`,
  'a money withdrawal that the provider is asked to pay ends with its order, and no order pays another': sql`
    select payout.id, orders.id as order_id, payout.status, orders.status as order_status
    from (select * from money_withdrawals where order_id is not null) payout
    full join (select * from orders where kind = 'PAYOUT') orders on orders.id = order_id
    where payout.status is distinct from case orders.status
        when 'BOUGHT' then 'COMPLETED' when 'REFUSED' then 'REJECTED' else 'APPROVED' end
      or orders.id is null
      or (ask ->> 'payoutId', ask ->> 'amountCents') is distinct from (payout.id::text, payout.amount_cents::text)`,
  'the Pix key of a money withdrawal stands with it until its owner closes the account, and nowhere else': sql`
    select payout.id from money_withdrawals payout join users on users.id = user_id
    where (pix_key is null) <> (users.status = 'CLOSED')
    union all
    select id from orders where kind = 'PAYOUT' and ask ? 'pixKey'`,
  'withdrawals wait after a Pix key was confirmed first': sql`
    select id from money_withdrawals payout
    where status in ('PENDING', 'APPROVED') and pix_key is not null
      and not exists (
        select from withdrawal_waits wait
        where wait.user_id = payout.user_id and cause = 'PIX_KEY' and begun_at <= payout.confirmed_at)
      and not exists (
        select from money_withdrawals before
        where before.user_id = payout.user_id and before.pix_key = payout.pix_key
          and before.confirmed_at < payout.confirmed_at)`,
};
