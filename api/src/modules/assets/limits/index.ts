import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { Module } from '../../../platform/module.ts';
import { keepExclusion } from './keep-exclusion.ts';
import { limitsInvariants } from './limits.invariants.ts';
import { limitsPersonalData } from './limits.personal-data.ts';
import { limitsPlayerRoutes } from './limits.routes.ts';
import type { PastPlays } from './past-plays.sql.ts';
import type { PersonHashes } from './person-hashes.ts';

export {
  chargeWithinLimits,
  countPlayed,
  countPlayedBy,
  countReturned,
  countWinnings,
  lockToPlay,
  lockToStake,
} from './charge-within-limits.ts';
export { bringExclusion } from './keep-exclusion.ts';
export { exampleProtection, ProtectionView, protectionView } from './limits.schemas.ts';
export { assertMayDeposit } from './may-deposit.ts';
export { createPersonHashes, type PersonHashes } from './person-hashes.ts';
export { type Protection, readProtection } from './read-limits.ts';

interface LimitsGiven {
  db: Db;
  clock: Clock;
  past: PastPlays;
  personHashes: PersonHashes;
}

/** What players set to protect themselves: limits, pauses, exclusions; and that they are of age. */
export const limits: Module<LimitsGiven> = {
  name: 'limits',
  personalData: limitsPersonalData,
  invariants: limitsInvariants,
  run: (given) => ({
    http: [
      {
        tag: { name: 'limits', description: 'Limits, pauses and exclusions by which you protect yourself.' },
        player: (routes) => limitsPlayerRoutes(routes, given),
      },
    ],
    erase: (tx, userId) => keepExclusion(tx, given.personHashes, userId, given.clock.now()),
  }),
};
