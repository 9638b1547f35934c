import { sql } from '../../../src/platform/database/sql.ts';
import { marketRecord } from '../purchases.ts';
import type { Conspiracy } from './house.ts';

interface Send {
  idEnvio: string;
  amount: string;
  status: string;
}

const CENTS_OF_COIN = 0.6;

/**
 * Adds up people's wealth in BRL cents: balances, money and items on their way out, payments for undrawn games, items
 * at their value, and the payments that left the house, by the books of the bank and of the marketplace.
 */
export async function wealthOf({ world, gang, paidByHand }: Conspiracy): Promise<number> {
  const { purchases } = await marketRecord(world.sandbox);
  const { sends } = (await (await fetch(`${world.sandbox.url}/control/pix`)).json()) as { sends: Send[] };
  const paid = sends.filter(({ status }) => status !== 'NAO_REALIZADO');
  const users = gang.map(({ userId }) => userId);
  const [row] = await world.app.db.query<{ cents: bigint; projects: string[] | null; envios: string[] | null }>(sql`
    with withdrawn as (select project_id, inventory_item_id from market_withdrawals where user_id = any(${users}::bigint[])),
    payouts as (
      select money_withdrawals.id, money_withdrawals.status, amount_cents, project_id
      from money_withdrawals left join orders on orders.id = order_id where user_id = any(${users}::bigint[]))
    select (select coalesce(sum(balance_cents), 0) from accounts where user_id = any(${users}::bigint[]))
      + (select coalesce(sum(value_cents_brl), 0) from inventory_items join items on items.id = item_id
        where user_id = any(${users}::bigint[]) and status in ('AVAILABLE', 'IN_SWAP', 'LOCKED')
          and not (status = 'LOCKED' and exists (
            select from withdrawn where inventory_item_id = inventory_items.id
              and project_id = any(${purchases.map(({ projectId }) => projectId)}::text[]))))
      + (select coalesce(sum(spent_cents), 0) from raffle_buyers join raffles on raffles.id = raffle_id
        where user_id = any(${users}::bigint[]) and status in ('ACTIVE', 'DRAWING'))
      + (select coalesce(sum(entry_cents), 0) from battle_seats join battles on battles.id = battle_id
        where user_id = any(${users}::bigint[]) and status in ('WAITING', 'IN_PROGRESS'))
      + (select coalesce(sum(amount_cents), 0) from payouts
        where id = any(${[...paidByHand]}::bigint[])
          or (status in ('AWAITING_CONFIRMATION', 'PENDING', 'APPROVED', 'COMPLETED')
            and coalesce(project_id <> all(${paid.map(({ idEnvio }) => idEnvio)}::text[]), true))) as cents,
      (select array_agg(project_id) from withdrawn) as projects, (select array_agg(project_id) from payouts) as envios`);
  const [projects, envios] = [new Set(row?.projects), new Set(row?.envios)];
  const bought = purchases.filter(({ projectId }) => projects.has(projectId));
  const sent = paid.filter(({ idEnvio }) => envios.has(idEnvio));
  return (
    Number(row?.cents) +
    bought.reduce((sum, { price }) => sum + Math.round(price * CENTS_OF_COIN), 0) +
    sent.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)
  );
}
