import type { Db } from '../../../platform/database/db.ts';
import type { Module } from '../../../platform/module.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { keepSealed } from '../../../platform/secrets/sealed-rows.ts';
import {
  commitmentsInvariants,
  commitmentsPersonalData,
  commitmentsPlayerRoutes,
  committedSeeds,
  type SeedDeps,
} from './commitments/index.ts';
import type { Game } from './game.types.ts';
import { refusedPlaysInvariants, refusedPlaysPersonalData, refusedPlaysRoutes } from './refused-plays/index.ts';
import { rollsPublicRoutes, verifyPageRoutes } from './verification/index.ts';

export {
  commitAhead,
  createSeedSeal,
  findCommittedHash,
  type SeedDeps,
  skipNonces,
  takeSeeds,
} from './commitments/index.ts';
export type { Game, GameModule, LoggedTerms, ShowingGame, WagerGame } from './game.types.ts';
export { isShowing, isWagerGame, salesOf, unplayedStakesOf } from './games.ts';
export { expectedRoll, type Roll, rollDifferences, seedDifferences } from './independent-rolls.ts';
export {
  jsonArray,
  jsonFlag,
  jsonList,
  jsonMoment,
  jsonNumber,
  jsonRanges,
  jsonText,
  leafSql,
  rollParts,
} from './leaves.ts';
export {
  type Cost,
  chooseSeed,
  type Earn,
  giveWinnings,
  type PlayDeps,
  playGame,
  playOne,
  type Rules,
  returnStakes,
  rollAll,
  type ShowDrops,
  type Stake,
  type StakeDeps,
  takeStakes,
} from './play/index.ts';
export { REFUSALS, type RefusedRolls, recordRefusals, refusable, seedOfUserAt } from './refused-plays/index.ts';
export type { CommittedSeed, DrawnRoll, NonceRange, PaidRolls, StoredRoll } from './roll.types.ts';
export { sharedRollsInvariants } from './shared-rolls.invariants.ts';
export { type Stream, userStream } from './streams.ts';
export {
  ChancePercent,
  ClientSeedText,
  exampleGivenItems,
  examplePrizeItem,
  exampleRoll,
  exampleStoredRoll,
  exampleVerifiedRoll,
  givenItemList,
  givenSeed,
  hashRangeFields,
  LogLeafAtTheEnd,
  LogLeafView,
  logLeafOf,
  Normalize,
  PrizeItem,
  prizeItemView,
  readGivenItems,
  rollFields,
  rollView,
  storedRollFields,
  storedRollView,
  VerifiedRoll,
  verifiedRollView,
  wonItemView,
} from './views/index.ts';

/** The endpoints of the rolls, and the seeds that are committed to before a bet. */
export const rolls: Module<SeedDeps & { db: Db; logger: Logger; games: readonly Game[] }> = {
  name: 'rolls',
  personalData: { ...commitmentsPersonalData, ...refusedPlaysPersonalData },
  invariants: { ...commitmentsInvariants, ...refusedPlaysInvariants },
  run: (deps) => ({
    http: [
      {
        tag: {
          name: 'provably-fair',
          description: 'Compute and verify rolls. Public, so that anyone can check every outcome.',
        },
        public: (routes) => {
          rollsPublicRoutes(routes);
          verifyPageRoutes(routes);
          refusedPlaysRoutes(routes, deps);
        },
        player: (routes) => commitmentsPlayerRoutes(routes, deps),
      },
    ],
    ...keepSealed({ ...deps, seal: deps.seedSeal }, committedSeeds),
  }),
};
