import { type ClientSeedSource, HASH_MAX, rollOf } from '@lisura/fairness';
import type { Tx } from '../../../../platform/database/db.ts';
import { randomSeeds, type SeedDeps, takeSeeds } from '../commitments/commitments.ts';
import type { ChosenSeed, CommittedSeed, DrawnRoll, PaidRolls } from '../roll.types.ts';

/** The seed of the request, else that of the account, else one that the server draws for each roll. */
export function chooseSeed(ofRequest: string | null, ofAccount: string | null): ChosenSeed {
  if (ofRequest !== null) return { clientSeed: ofRequest, clientSeedSource: 'REQUEST' };
  if (ofAccount !== null) return { clientSeed: ofAccount, clientSeedSource: 'ACCOUNT' };
  return { clientSeed: null, clientSeedSource: 'SERVER' };
}

/** Rolls that are paid for, by play and then by nonce: one statement however many they are. */
export async function rollAll(deps: SeedDeps, tx: Tx, paid: readonly PaidRolls[]): Promise<DrawnRoll[][]> {
  const seeds = await takeSeeds(deps, tx, paid);
  return paid.map(({ firstNonce, count, clientSeed, clientSeedSource }, index) => {
    const clientSeeds = clientSeed === null ? randomSeeds(count) : [];
    return (seeds[index] ?? []).map((seed, place) =>
      drawnRoll(seed, clientSeed ?? (clientSeeds[place] as string), clientSeedSource, firstNonce + place),
    );
  });
}

function drawnRoll(
  seed: CommittedSeed,
  clientSeed: string,
  clientSeedSource: ClientSeedSource,
  nonce: number,
): DrawnRoll {
  return {
    ...seed,
    clientSeed,
    clientSeedSource,
    nonce,
    roll: rollOf({ serverSeed: seed.serverSeed, clientSeed, nonce, max: HASH_MAX }),
  };
}
