import type { Db } from '../../../platform/database/db.ts';
import type { Module } from '../../../platform/module.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { keepSealed } from '../../../platform/secrets/sealed-rows.ts';
import { commitmentsInvariants } from './commitments/commitments.invariants.ts';
import { commitmentsPersonalData } from './commitments/commitments.personal-data.ts';
import { commitmentsPlayerRoutes } from './commitments/commitments.routes.ts';
import type { SeedDeps } from './commitments/commitments.ts';
import { committedSeeds } from './commitments/seal-commitments.ts';
import type { Game } from './game.types.ts';
import { refusedPlaysInvariants } from './refused-plays/refused-plays.invariants.ts';
import { refusedPlaysPersonalData } from './refused-plays/refused-plays.personal-data.ts';
import { refusedPlaysRoutes } from './refused-plays/refused-plays.routes.ts';
import { rollsPublicRoutes } from './verification/rolls.routes.ts';
import { verifyPageRoutes } from './verification/verify-page.routes.ts';

export { findCommittedHash, skipNonces } from './commitments/commitments.sql.ts';
export { commitAhead, type SeedDeps, takeSeeds } from './commitments/commitments.ts';
export { createSeedSeal } from './commitments/sealed-seeds.ts';
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
export { playGame, playOne } from './play/play.ts';
export type { Cost, Earn, PlayDeps, Rules, ShowDrops, Stake, StakeDeps } from './play/play.types.ts';
export { chooseSeed, rollAll } from './play/roll-all.ts';
export { giveWinnings, returnStakes, takeStakes } from './play/stakes.ts';
export { recordRefusals, refusable } from './refused-plays/record-refusals.ts';
export { REFUSALS, seedOfUserAt } from './refused-plays/refused-plays.log.ts';
export type { RefusedRolls } from './refused-plays/refused-plays.sql.ts';
export type { CommittedSeed, DrawnRoll, NonceRange, PaidRolls, StoredRoll } from './roll.types.ts';
export { sharedRollsInvariants } from './shared-rolls.invariants.ts';
export { type Stream, userStream } from './streams.ts';
export { ClientSeedText, givenSeed } from './views/client-seed.schemas.ts';
export { exampleGivenItems, givenItemList, Normalize, readGivenItems } from './views/given-items.schemas.ts';
export { LogLeafAtTheEnd, LogLeafView, logLeafOf } from './views/log-leaf.schemas.ts';
export {
  ChancePercent,
  examplePrizeItem,
  hashRangeFields,
  PrizeItem,
  prizeItemView,
  wonItemView,
} from './views/prizes.schemas.ts';
export {
  exampleRoll,
  exampleStoredRoll,
  rollFields,
  rollView,
  storedRollFields,
  storedRollView,
} from './views/roll.schemas.ts';
export { exampleVerifiedRoll, VerifiedRoll, verifiedRollView } from './views/verification.schemas.ts';

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
