import type { Db } from '../../../platform/database/db.ts';
import type { Module } from '../../../platform/module.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { keepSealed } from '../../../platform/secrets/sealed-rows.ts';
import { commitmentsPlayerRoutes } from './commitments.routes.ts';
import type { SeedDeps } from './commitments.ts';
import { rollsInvariants } from './rolls.invariants.ts';
import { rollsPersonalData } from './rolls.personal-data.ts';
import { rollsPublicRoutes } from './rolls.routes.ts';
import { committedSeeds } from './seal-commitments.ts';
import { verifyPageRoutes } from './verify-page.routes.ts';

export { ClientSeedText, givenSeed } from './client-seed.schemas.ts';
export { chooseSeed } from './client-seeds.ts';
export { findCommittedHash, skipNonces } from './commitments.sql.ts';
export { commitAhead, type SeedDeps, takeSeeds } from './commitments.ts';
export type { CommittedSeed } from './commitments.types.ts';
export type { Game, GameModule, ShowingGame, WagerGame } from './game.types.ts';
export { awaitedOf, isShowing, isWagerGame, salesOf } from './games.ts';
export { exampleGivenItems, givenItemList, Normalize, readGivenItems } from './given-items.schemas.ts';
export { expectedRoll, type Roll, rollDifferences, seedDifferences } from './independent-rolls.ts';
export {
  type Cost,
  giveWinnings,
  type PlayDeps,
  playGame,
  playOne,
  type Rules,
  returnStakes,
  rollAll,
  type ShowDrops,
  type StakeDeps,
  takeStakes,
} from './play/index.ts';
export type { DrawnRoll, Earn, KeptRoll, PaidRolls, Stake } from './play.types.ts';
export {
  ChancePercent,
  examplePrizeItem,
  hashRangeFields,
  PrizeItem,
  prizeItemView,
  wonItemView,
} from './prizes.schemas.ts';
export { exampleKeptRoll, exampleRoll, keptRollFields, keptRollView, rollFields, rollView } from './roll.schemas.ts';
export type { NonceRange } from './runs.ts';
export { createSeedSeal } from './sealed-seeds.ts';
export { sharedRollsInvariants } from './shared-rolls.invariants.ts';
export { type Stream, userStream } from './streams.ts';
export { exampleVerifiedRoll, VerifiedRoll, verifiedRollView } from './verification.schemas.ts';

/** The endpoints of the rolls, and the seeds that are committed to before a bet. */
export const rolls: Module<SeedDeps & { db: Db; logger: Logger }> = {
  name: 'rolls',
  personalData: rollsPersonalData,
  invariants: rollsInvariants,
  run: (given) => ({
    http: [
      {
        tag: {
          name: 'provably-fair',
          description: 'Compute and verify rolls. Public, so that anyone can check every outcome.',
        },
        public: (routes) => {
          rollsPublicRoutes(routes);
          verifyPageRoutes(routes);
        },
        player: (routes) => commitmentsPlayerRoutes(routes, given),
      },
    ],
    ...keepSealed({ ...given, seal: given.seedSeal }, committedSeeds),
  }),
};
