import type { Db } from '../../../platform/db.ts';
import type { HttpModule } from '../../../platform/http/module.ts';
import { commitmentsPlayerRoutes } from './commitments.routes.ts';
import { fairnessPublicRoutes } from './fairness.routes.ts';

export { ClientSeedText } from './client-seed.schemas.ts';
export { findCommittedHash } from './commitments.sql.ts';
export { randomSeeds, takeSeeds } from './commitments.ts';
export { exampleGivenItems, givenItemList, Normalize, readGivenItems } from './given-items.schemas.ts';
export {
  ChancePercent,
  examplePrizeItem,
  hashRangeFields,
  PrizeItem,
  prizeItemView,
} from './prizes.schemas.ts';
export { exampleVerifiedRoll, VerifiedRoll, verifiedRollView } from './verification.schemas.ts';

/** The endpoints of the rolls, and the seeds that are committed to before a bet. */
export function fairnessModule(deps: { db: Db }): HttpModule {
  return {
    tag: {
      name: 'provably-fair',
      description: 'Compute and verify rolls. Public, so that anyone can check every outcome.',
    },
    public: fairnessPublicRoutes,
    player: (routes) => commitmentsPlayerRoutes(routes, deps),
  };
}
