import type { Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import { isRefused, type Refused } from '../../../platform/refusals.ts';
import { chargeWithinLimits, type StakeAsk } from '../../assets/limits/index.ts';
import { chooseSeed } from './client-seeds.ts';
import type { PaidRolls, Stake } from './play.types.ts';
import { userStream } from './streams.ts';

/** What is asked of a user for rolls that take the user's next nonces. */
export interface RollCharge extends Omit<StakeAsk, 'wageredCents'> {
  /** Of the request; null: the one of the account. */
  clientSeed: string | null;
}

/** Rolls paid with a stake, from the balance or in items. */
export interface StakedRolls extends PaidRolls, Stake {
  /** Null where nothing was paid from the balance. */
  transferId: Id<'transfer'> | null;
  /** After the stake. */
  balanceCents: Cents;
  /** What it brings is to be counted: see `giveWinnings` of limits. */
  hasLimits: boolean;
}

/** Takes stakes and nonces, each user at most once. For each in its place what was paid, or why nothing was. */
export async function chargeRolls(
  tx: Tx,
  charges: readonly RollCharge[],
  now: Date,
): Promise<(StakedRolls | Refused)[]> {
  const stakes = charges.map(({ clientSeed: _clientSeed, ...charge }) => ({
    ...charge,
    wageredCents: charge.stakeCents,
  }));
  const outcomes = await chargeWithinLimits(tx, stakes, now);
  return charges.map(({ userId, rolls, stakeCents, clientSeed }, index) => {
    const paid = outcomes[index] as (typeof outcomes)[0];
    if (isRefused(paid)) return paid;
    const { firstNonce, transferId, balanceCents, hasLimits } = paid;
    return {
      userId,
      stream: userStream(userId),
      firstNonce,
      count: rolls,
      ...chooseSeed(clientSeed, paid.clientSeed),
      stakeCents,
      transferId,
      balanceCents,
      hasLimits,
    };
  });
}
