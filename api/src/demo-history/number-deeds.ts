import type { Tx } from '../platform/database/db.ts';
import { sql } from '../platform/database/sql.ts';
import type { Deeds } from './history.types.ts';
import type { LedgerLine } from './ledger-lines.ts';

/** Gives every record its id, so that all can be written without waiting for each other. */
export async function numberDeeds(tx: Tx, deeds: Deeds, lines: readonly LedgerLine[]): Promise<void> {
  const openings = deeds.OPENINGS.flatMap((batch) => batch.openings);
  const items = [...openings, ...deeds.UPGRADE].flatMap(({ won }) => won ?? []);
  const give = async <Kind extends object>(sequence: string, records: readonly Kind[], field: keyof Kind) => {
    const ids = await takeIds(tx, sequence, records.length);
    for (const [index, record] of records.entries()) Object.assign(record, { [field]: ids[index] });
  };
  await Promise.all([
    give('case_openings_id_seq', openings, 'id'),
    give('upgrades_id_seq', deeds.UPGRADE, 'id'),
    give('inventory_items_id_seq', items, 'id'),
    give('inventory_sales', deeds.SALE, 'id'),
    give('deposits_id_seq', deeds.DEPOSIT, 'id'),
    give('money_withdrawals_id_seq', deeds.PAYOUT, 'id'),
    give('holds_id_seq', deeds.PAYOUT, 'holdId'),
    give('orders_id_seq', deeds.PAYOUT, 'orderId'),
    give('transfers_id_seq', lines, 'id'),
  ]);
  // Of a withdrawal the last of its two lines, which nothing refers to.
  for (const { id, deed } of lines) deed.transferId = id;
}

async function takeIds(tx: Tx, sequence: string, count: number): Promise<string[]> {
  if (count === 0) return [];
  const rows = await tx.query<{ ids: string }>(sql`
    select string_agg(nextval(${sequence}::text::regclass)::text, ',') as ids from generate_series(1, ${count}::int)`);
  return (rows[0]?.ids ?? '').split(',');
}
