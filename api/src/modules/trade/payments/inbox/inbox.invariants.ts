import { sql } from '../../../../platform/database/sql.ts';
import type { Invariants } from '../../../../platform/invariants/invariants.ts';

/** What must hold of what providers have said. */
export const inboxInvariants: Invariants = {
  'a payment by Pix that was reported has led to what was recorded of it, once': sql`
    select event.id, outcome, payment.status from provider_events event
    left join deposit_payments payment on end_to_end_id = content ->> 'endToEndId'
    left join deposits deposit on deposit.id = deposit_id
    where kind = 'PIX_PAYMENT' and outcome is not null and case outcome
      when 'UNKNOWN_CHARGE' then exists (select from deposits where txid = content ->> 'txid')
      when 'REPEATED' then payment.status is null
      else (payment.amount_cents::text, deposit.txid) is distinct from (content ->> 'amountCents', content ->> 'txid')
        or case outcome when 'CREDITED' then payment.status <> 'CREDITED' when 'MATCHED' then payment.status <> 'CREDITED'
          when 'WAITING' then payment.fault is null else true end end`,
  'money that was reported as given back is recorded on its deposit, once': sql`
    select event.id, event.outcome from provider_events event
    left join deposit_returns gone
      on end_to_end_id = event.content ->> 'endToEndId' and return_id = event.content ->> 'returnId'
    left join deposits deposit on deposit.id = deposit_id
    left join provider_events paid
      on paid.provider = event.provider and paid.event_key = event.content ->> 'endToEndId' and paid.kind = 'PIX_PAYMENT'
    where event.kind = 'PIX_RETURN' and event.outcome is not null and case event.outcome
      when 'UNKNOWN_CHARGE' then deposit.id is not null
      else gone.status is null
        or (event.content ->> 'status' is null
          and (gone.status, gone.amount_cents::text) is distinct from ('DONE', event.content ->> 'amountCents'))
        or (event.outcome = 'RECORDED' and event.content ->> 'status' = 'FAILED' and gone.status = 'OPEN')
        or (deposit.txid = any(array[event.content ->> 'txid', paid.content ->> 'txid'])) is not true end
    union all
    select deposit_id, return_id from deposit_returns where not exists (
      select from provider_events where kind = 'PIX_RETURN' and outcome = 'RECORDED'
        and event_key = end_to_end_id || ':return:' || return_id || case status when 'DONE' then '' else ':' || status end)`,
  'every payment of a deposit was reported by a provider': sql`
    select end_to_end_id from deposit_payments payment
    where not exists (
      select from provider_events where event_key = end_to_end_id and kind = 'PIX_PAYMENT' and outcome is not null)`,
};
