import type { Tx } from '../../../platform/database/db.ts';
import { addOnCommit, defineCount } from '../../../platform/observability/counts.ts';
import type { ChargedWagers, WagerCharge } from './charge-wagers.sql.ts';
import { type LedgerEntry, TRANSFER_TYPES, WAGER_TYPES } from './wallet.types.ts';

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
const plays = defineCount(
  {
    name: 'lisura_plays_total',
    help: 'Stakes that were taken for openings, upgrades and seats of battles, by type',
    label: 'type',
  },
  WAGER_TYPES,
);
const rolls = defineCount(
  {
    name: 'lisura_staked_rolls_total',
    help: 'Rolls that these stakes were for, by type',
    label: 'type',
  },
  WAGER_TYPES,
);
const wageredCents = defineCount(
  {
    name: 'lisura_wagered_cents_total',
    help: 'What these stakes were worth, from balances and in items, in cents of BRL, by type',
    label: 'type',
  },
  WAGER_TYPES,
);

export function countEntries(tx: Tx, entries: readonly Pick<LedgerEntry, 'type' | 'amountCents'>[]): void {
  for (const { type, amountCents } of entries) {
    addOnCommit(tx, transfers, type, 1);
    addOnCommit(tx, transferredCents, type, Number(amountCents));
  }
}

export function countWagers(tx: Tx, charges: readonly WagerCharge[], { paid }: ChargedWagers): void {
  const payers = new Set(paid.map(({ userId }) => userId));
  const taken = charges.filter(({ userId }) => payers.has(userId));
  countEntries(
    tx,
    taken.filter(({ amountCents }) => amountCents > 0n),
  );
  for (const { type, rolls: count, stakeCents } of taken) {
    addOnCommit(tx, plays, type, 1);
    addOnCommit(tx, rolls, type, count);
    addOnCommit(tx, wageredCents, type, Number(stakeCents));
  }
}
