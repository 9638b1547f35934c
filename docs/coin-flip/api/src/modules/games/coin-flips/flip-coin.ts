import type { Db } from '../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../platform/database/idempotency.ts';
import type { Id } from '../../../platform/ids.ts';
import { type PlayDeps, playOne, type Rules } from '../rolls/index.ts';
import { coinFlipGame } from './coin-flips.game.ts';
import { type CoinFlip, type FlipCommand, type FlippedCoin, paidFor } from './coin-flips.records.ts';
import { insertFlip, takeFlipIds } from './coin-flips.sql.ts';

export interface CoinFlipsDeps extends PlayDeps {
  db: Db;
}

export function flipCoin(
  deps: CoinFlipsDeps,
  command: FlipCommand,
  once: Once<FlippedCoin> | null,
): Promise<FlippedCoin> {
  return writeOnce(deps.db, once, async (tx) => {
    const { results, balanceCents } = await playOne(deps, tx, coinFlipRules, command);
    return { ...(results[0] as CoinFlip), balanceCents };
  });
}

const coinFlipRules: Rules<FlipCommand, Id<'coin-flip'>, CoinFlip, CoinFlip> = {
  game: coinFlipGame,
  costOf: ({ userId, stakeCents, clientSeed }) => ({
    userId,
    clientSeed,
    amountCents: stakeCents,
    itemsCents: 0n,
    rolls: 1,
    reason: 'Cara ou coroa: sua aposta',
    // The flip names the transfer.
    reference: null,
  }),
  takeIds: takeFlipIds,
  draw: ({ userId, stakeCents }, { roll, ids: id, paid: { transferId } }) => {
    const paidCents = paidFor(stakeCents, roll.roll);
    return { ...roll, id, userId, stakeCents, paidCents, transferId };
  },
  prizeOf: ({ id, paidCents }) =>
    paidCents === 0n
      ? null
      : {
          payment: {
            amountCents: paidCents,
            reason: 'Cara ou coroa: prêmio',
            reference: { type: 'COIN_FLIP', id },
          },
        },
  write: async (tx, flips) => {
    await Promise.all(flips.map((flip) => insertFlip(tx, flip)));
    return flips;
  },
  wonCents: ({ paidCents }) => paidCents,
  saidOf: (flips) => ({ balance: true, plays: flips.map(({ id }) => id), notices: [], drops: [] }),
};
