import type { Db } from '../../../platform/database/db.ts';
import type { Module } from '../../../platform/module.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { keepSealed } from '../../../platform/secrets/sealed-rows.ts';
import { commitmentsInvariants } from './commitments/commitments.invariants.ts';
import { commitmentsPlayerRoutes } from './commitments/commitments.routes.ts';
import { commitmentsPersonalData } from './commitments/commitments.sql.ts';
import { committedSeeds, type SeedDeps } from './commitments/commitments.ts';
import type { Game } from './game.ts';
import { refusedPlaysRoutes } from './refused-plays/refused-plays.routes.ts';
import { refusedPlaysPersonalData } from './refused-plays/refused-plays.sql.ts';
import { rollsPublicRoutes, verifyPageRoutes } from './verification/verification.routes.ts';

export { findCommittedHash, skipNonces } from './commitments/commitments.sql.ts';
export { commitAhead, type SeedDeps, takeSeeds } from './commitments/commitments.ts';
export { createSeedSeal } from './commitments/sealed-seeds.ts';
export {
  type Game,
  type GameModule,
  isShowing,
  isWagerGame,
  type LoggedTerms,
  type ShowingGame,
  salesOf,
  unplayedStakesOf,
  type WagerGame,
} from './game.ts';
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
} from './leaves.sql.ts';
export type { Cost, Earn, PlayDeps, Rules, ShowDrops, StakeDeps } from './play/play.records.ts';
export { chooseSeed, giveWinnings, playGame, playOne, returnStakes, rollAll, takeStakes } from './play/play.ts';
export { recordRefusals, refusable } from './refused-plays/record-refusals.ts';
export type { RefusedRolls } from './refused-plays/refused-plays.records.ts';
export { REFUSALS, seedOfUserAt } from './refused-plays/refused-plays.sql.ts';
export {
  ChancePercent,
  ClientSeedText,
  type CommittedSeed,
  type DrawnRoll,
  exampleGivenItems,
  examplePrizeItem,
  exampleRoll,
  givenItemList,
  givenSeed,
  hashRangeFields,
  LogLeafAtTheEnd,
  LogLeafView,
  logLeafOf,
  type NonceRange,
  Normalize,
  type PaidRolls,
  PrizeItem,
  prizeItemView,
  readGivenItems,
  rollFields,
  rollView,
  type StoredRoll,
  type Stream,
  storedRollFields,
  userStream,
  verifiedRollFields,
  verifiedRollView,
  wonItemView,
} from './rolls.records.ts';
export { sharedRollsInvariants } from './shared-rolls.invariants.ts';

export const rolls: Module<SeedDeps & { db: Db; logger: Logger; games: readonly Game[] }> = {
  name: 'rolls',
  personalData: { ...commitmentsPersonalData, ...refusedPlaysPersonalData },
  invariants: commitmentsInvariants,
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
