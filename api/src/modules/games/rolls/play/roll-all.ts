import { HASH_MAX, rollOf } from '@lisura/fairness';
import type { Tx } from '../../../../platform/database/db.ts';
import { randomSeeds, type SeedDeps, takeSeeds } from '../commitments/commitments.ts';
import type { DrawnRoll, PaidRolls } from '../rolls.records.ts';

/** Without either seed the server draws one for each roll. */
export function chooseSeed(
  ofRequest: string | null,
  ofAccount: string | null,
): Pick<PaidRolls, 'clientSeed' | 'clientSeedSource'> {
  if (ofRequest !== null) return { clientSeed: ofRequest, clientSeedSource: 'REQUEST' };
  if (ofAccount !== null) return { clientSeed: ofAccount, clientSeedSource: 'ACCOUNT' };
  return { clientSeed: null, clientSeedSource: 'SERVER' };
}

export async function rollAll(deps: SeedDeps, tx: Tx, paid: readonly PaidRolls[]): Promise<DrawnRoll[][]> {
  const seeds = await takeSeeds(deps, tx, paid);
  return paid.map(({ firstNonce, count, clientSeed: given, clientSeedSource }, index) => {
    const drawn = given === null ? randomSeeds(count) : [];
    return (seeds[index] ?? []).map((seed, place) => {
      const [clientSeed, nonce] = [given ?? (drawn[place] as string), firstNonce + place];
      const roll = rollOf({ serverSeed: seed.serverSeed, clientSeed, nonce, max: HASH_MAX });
      return { ...seed, clientSeed, clientSeedSource, nonce, roll };
    });
  });
}
