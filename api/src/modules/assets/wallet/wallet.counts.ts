import type { Tx } from '../../../platform/database/db.ts';
import { add, addOnCommit, defineCount } from '../../../platform/observability/counts.ts';
import type { LedgerEntry } from './wallet.types.ts';

const transfers = defineCount({
  name: 'lisura_transfers_total',
  help: 'Changes of balances, by type',
  label: 'type',
});
const transferredCents = defineCount({
  name: 'lisura_transferred_cents_total',
  help: 'What changes of balances were of, in cents of BRL, by type',
  label: 'type',
});

/** Types that there are, whatever has been booked so far: a count is seen to grow only from 0 on. */
export function expectTypes(types: readonly string[]): void {
  for (const type of types) for (const count of [transfers, transferredCents]) add(count, type, 0);
}

export function countEntries(tx: Tx, entries: readonly Pick<LedgerEntry, 'type' | 'amountCents'>[]): void {
  for (const { type, amountCents } of entries) {
    addOnCommit(tx, transfers, type, 1);
    addOnCommit(tx, transferredCents, type, Number(amountCents));
  }
}
