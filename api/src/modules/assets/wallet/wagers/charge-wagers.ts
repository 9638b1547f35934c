import { strict as assert } from 'node:assert';
import type { Tx } from '../../../../platform/database/db.ts';
import { add, addOnCommit, defineCount } from '../../../../platform/observability/metrics.ts';
import { countEntries } from '../ledger.ts';
import { isTransferAmount } from '../wallet.records.ts';
import { type ChargedWagers, type ChargeTerms, debitWagers, type WagerCharge } from './wagers.sql.ts';

export { creditWinnings } from '../ledger.ts';
export type { GameCredit } from '../wallet.records.ts';

const plays = defineCount({
  name: 'lisura_plays_total',
  help: 'Stakes that were taken for plays, by type',
  label: 'type',
});
const stakedRolls = defineCount({
  name: 'lisura_staked_rolls_total',
  help: 'Rolls that these stakes were for, by type',
  label: 'type',
});
const wagered = defineCount({
  name: 'lisura_wagered_cents_total',
  help: 'What these stakes were worth, from balances and in items, in cents of BRL, by type',
  label: 'type',
});

export function expectStakes(types: readonly string[]): void {
  for (const type of types) for (const count of [plays, stakedRolls, wagered]) add(count, type, 0);
}

/** A charge without rolls sells something: it is an entry of the ledger and no play. */
function countWagers(tx: Tx, charges: readonly WagerCharge[], { paid }: ChargedWagers): void {
  const payers = new Set(paid.map(({ userId }) => userId));
  const taken = charges.filter(({ userId }) => payers.has(userId));
  countEntries(
    tx,
    taken.filter(({ amountCents }) => amountCents > 0n),
  );
  for (const { type, rolls, wageredCents } of taken.filter((charge) => charge.rolls > 0)) {
    addOnCommit(tx, plays, type, 1);
    addOnCommit(tx, stakedRolls, type, rolls);
    addOnCommit(tx, wagered, type, Number(wageredCents));
  }
}

/**
 * Takes stakes and the nonces of their rolls by one statement for any number of users, each at most once. The accounts stay
 * locked until the end of `tx`, so a nonce belongs to one roll. A user who cannot pay or may not play loses neither money
 * nor a nonce.
 */
export async function chargeWagers(
  tx: Tx,
  charges: readonly WagerCharge[],
  terms: ChargeTerms,
): Promise<ChargedWagers> {
  assert(new Set(charges.map(({ userId }) => userId)).size === charges.length, 'a user is charged twice at once');
  for (const { amountCents, stakeCents, wageredCents, rolls } of charges) {
    assert(amountCents === 0n || isTransferAmount(amountCents), `not an amount: ${amountCents}`);
    assert(stakeCents > 0n && stakeCents >= amountCents, `not a stake of at least ${amountCents}: ${stakeCents}`);
    assert(Number.isSafeInteger(rolls) && rolls >= 0, `not a number of rolls: ${rolls}`);
    assert(wageredCents === (rolls > 0 ? stakeCents : 0n), `what is staked on ${rolls} rolls is not ${wageredCents}`);
  }
  if (charges.length === 0) return { paid: [], unpaid: [] };
  const charged = await debitWagers(tx, charges, terms);
  countWagers(tx, charges, charged);
  return charged;
}
