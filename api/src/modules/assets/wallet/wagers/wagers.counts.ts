import type { Tx } from '../../../../platform/database/db.ts';
import { add, addOnCommit, defineCount } from '../../../../platform/observability/counts.ts';
import { countEntries } from '../wallet.counts.ts';
import type { ChargedWagers, WagerCharge } from './charge-wagers.sql.ts';

const plays = defineCount({
  name: 'lisura_plays_total',
  help: 'Stakes that were taken for plays, by type',
  label: 'type',
});
const rolls = defineCount({
  name: 'lisura_staked_rolls_total',
  help: 'Rolls that these stakes were for, by type',
  label: 'type',
});
const wageredCents = defineCount({
  name: 'lisura_wagered_cents_total',
  help: 'What these stakes were worth, from balances and in items, in cents of BRL, by type',
  label: 'type',
});

/** Types of stakes that there are, whatever has been played so far. */
export function expectStakes(types: readonly string[]): void {
  for (const type of types) for (const count of [plays, rolls, wageredCents]) add(count, type, 0);
}

/** What is sold is in the counts of the books, and no play. */
export function countWagers(tx: Tx, charges: readonly WagerCharge[], { paid }: ChargedWagers): void {
  const payers = new Set(paid.map(({ userId }) => userId));
  const taken = charges.filter(({ userId }) => payers.has(userId));
  countEntries(
    tx,
    taken.filter(({ amountCents }) => amountCents > 0n),
  );
  for (const { type, rolls: count, wageredCents: cents } of taken.filter(({ rolls }) => rolls > 0)) {
    addOnCommit(tx, plays, type, 1);
    addOnCommit(tx, rolls, type, count);
    addOnCommit(tx, wageredCents, type, Number(cents));
  }
}
