import type { Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import { chargeWagers, type WagerCharge } from '../../assets/wallet/index.ts';
import { chooseSeed } from './client-seeds.ts';
import type { PaidRolls, Stake } from './play.types.ts';
import { userStream } from './streams.ts';

/** What is asked of a user for rolls that take the user's next nonces. */
export interface RollCharge extends WagerCharge {
  /** Of the request; null: the one of the account. */
  clientSeed: string | null;
}

/** Rolls paid with a stake, from the balance or in items. */
export interface StakedRolls extends PaidRolls, Stake {
  /** Null where nothing was paid from the balance. */
  transferId: Id<'transfer'> | null;
  /** After the stake. */
  balanceCents: Cents;
}

/** Takes stakes and nonces, each user at most once. For each in its place what was paid; null for who cannot pay. */
export async function chargeRolls(tx: Tx, charges: readonly RollCharge[]): Promise<(StakedRolls | null)[]> {
  const paidByUser = new Map((await chargeWagers(tx, charges)).map((paid) => [paid.userId, paid]));
  return charges.map(({ userId, rolls, stakeCents, clientSeed }) => {
    const paid = paidByUser.get(userId);
    if (paid === undefined) return null;
    const { firstNonce, transferId, balanceCents } = paid;
    return {
      userId,
      stream: userStream(userId),
      firstNonce,
      count: rolls,
      ...chooseSeed(clientSeed, paid.clientSeed),
      stakeCents,
      transferId,
      balanceCents,
    };
  });
}
