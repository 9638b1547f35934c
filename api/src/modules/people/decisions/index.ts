import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { Module } from '../../../platform/module.ts';
import { decisionFactorMinutesSetting, twoPersonCentsSetting } from './decision-settings.ts';
import { expireProposals } from './expire-proposals.ts';
import { publishersFollow } from './publishers.ts';

export { ownRecord } from './decisions.errors.ts';
export { decisionsInvariants } from './decisions.invariants.ts';
export { findNearGains, type NearGain } from './gains.sql.ts';
export { findGainsOf, requireNotNear } from './near-gains.ts';
export { type OpenProposal, PROPOSAL_MS, readOpenProposals } from './open-proposals.ts';
export {
  byPlatform,
  isPublisherSql,
  ownPublication,
  type Publisher,
  publisherOf,
  recordPublishers,
  requireMayPublish,
} from './publishers.ts';
export {
  type Decider,
  type DecisionDeps,
  isForTwo,
  requireFreshDecider,
  requireMayChangeAdministrator,
  requireMayDecide,
  requireMaySet,
  requireOthersRecord,
  type SettingDeps,
} from './require-may-decide.ts';

/** Nobody decides alone on money: what is asked of administrators before they do. */
export const decisions: Module<{ db: Db; clock: Clock }> = {
  name: 'decisions',
  settings: [decisionFactorMinutesSetting, twoPersonCentsSetting],
  follows: publishersFollow,
  run: (deps) => ({
    jobs: {
      tasks: { 'expire-proposals': () => expireProposals(deps) },
      // What is older counts no more at once; the job only clears it away.
      schedule: ['52 * * * * expire-proposals'],
    },
  }),
};
