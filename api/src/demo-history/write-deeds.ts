import type { Tx } from '../platform/database/db.ts';
import type { Id } from '../platform/ids.ts';
import type { Deed, Deeds, HeldItem } from './history.types.ts';
import { insertItems, insertOpenings, insertUpgrades, updateItems } from './items.sql.ts';
import { insertTransfers, updateAccounts } from './ledger.sql.ts';
import { changesOf, linesOf } from './ledger-lines.ts';
import { numberDeeds } from './number-deeds.ts';
import { insertDeposits, insertPayouts } from './payments.sql.ts';
import { insertActivity } from './players.sql.ts';

/**
 * Writes what happened in a slot, in a number of statements that does not depend on how much that is. The deeds are in the
 * order of time, and so are their ids. `administratorId` lets withdrawals through.
 */
export async function writeDeeds(tx: Tx, deeds: readonly Deed[], administratorId: Id<'user'>): Promise<void> {
  if (deeds.length === 0) return;
  const byKind = sorted(deeds);
  const former = itemsOfBefore(byKind);
  const lines = linesOf(deeds);
  await numberDeeds(tx, byKind, lines);
  // Statements of a transaction run in the order in which they are sent: what is referred to is written first.
  await Promise.all([
    insertTransfers(tx, lines),
    updateAccounts(tx, changesOf(deeds, lines)),
    insertItems(tx, byKind),
    updateItems(tx, former),
    insertOpenings(tx, byKind.OPENINGS),
    insertUpgrades(tx, byKind.UPGRADE),
    insertDeposits(tx, byKind.DEPOSIT),
    insertPayouts(tx, byKind.PAYOUT, administratorId),
    insertActivity(tx, deeds),
  ]);
}

function sorted(deeds: readonly Deed[]): Deeds {
  const ofKind = <Kind extends Deed['kind']>(kind: Kind) =>
    deeds.filter((deed): deed is Extract<Deed, { kind: Kind }> => deed.kind === kind);
  return {
    OPENINGS: ofKind('OPENINGS'),
    SALE: ofKind('SALE'),
    UPGRADE: ofKind('UPGRADE'),
    DEPOSIT: ofKind('DEPOSIT'),
    PAYOUT: ofKind('PAYOUT'),
  };
}

/** Those that an earlier slot has written, and this one ends. */
function itemsOfBefore({ SALE: sales, UPGRADE: upgrades }: Deeds): HeldItem[] {
  return [...sales.flatMap(({ items }) => items), ...upgrades.flatMap(({ inputs }) => inputs)].filter(
    ({ id }) => id !== '',
  );
}
