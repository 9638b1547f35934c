import type { Tx } from '../../../platform/database/db.ts';
import { addOnCommit, defineCount } from '../../../platform/observability/counts.ts';
import { type LedgerEntry, TRANSFER_TYPES } from './wallet.types.ts';

const transfers = defineCount(
  {
    name: 'lisura_transfers_total',
    help: 'Changes of balances, by type',
    label: 'type',
  },
  TRANSFER_TYPES,
);
const transferredCents = defineCount(
  {
    name: 'lisura_transferred_cents_total',
    help: 'What changes of balances were of, in cents of BRL, by type',
    label: 'type',
  },
  TRANSFER_TYPES,
);
export function countEntries(tx: Tx, entries: readonly Pick<LedgerEntry, 'type' | 'amountCents'>[]): void {
  for (const { type, amountCents } of entries) {
    addOnCommit(tx, transfers, type, 1);
    addOnCommit(tx, transferredCents, type, Number(amountCents));
  }
}
