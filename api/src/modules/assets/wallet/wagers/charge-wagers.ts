import { strict as assert } from 'node:assert';
import type { Tx } from '../../../../platform/database/db.ts';
import { isTransferAmount } from '../wallet.rules.ts';
import {
  type ChargedWagers,
  type ChargeTerms,
  debitWagers,
  type PaidWager,
  type UnpaidWager,
  type WagerCharge,
} from './charge-wagers.sql.ts';
import { countWagers } from './wagers.counts.ts';

export { creditWinnings } from '../post-transfers.ts';
export type { GameCredit } from '../wallet.types.ts';

export type { ChargeTerms, PaidWager, UnpaidWager, WagerCharge };

/**
 * Takes the stakes of games and the nonces of their rolls: one statement for any number of users, each at most once. The
 * account rows stay locked until the end of `tx`, which is what makes a nonce belong to one roll. Who cannot pay, or may
 * not play, has lost neither money nor a nonce.
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
