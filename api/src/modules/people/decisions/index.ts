import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { Module } from '../../../platform/module.ts';
import { decisionFactorMinutesSetting, twoPersonCentsSetting } from './decisions.records.ts';
import { publishersFollow } from './publishers.ts';
import { expireProposals } from './require-may-decide.ts';

export { decisionsInvariants } from './decisions.invariants.ts';
export {
  type Decider,
  type DecisionDeps,
  type NearGain,
  ownPublication,
  ownRecord,
  PROPOSAL_MS,
} from './decisions.records.ts';
export { findNearGains } from './decisions.sql.ts';
export {
  byPlatform,
  findGainsOf,
  isPublisherSql,
  type Publisher,
  publisherOf,
  recordPublishers,
  requireMayPublish,
  requireNotNear,
} from './publishers.ts';
export {
  isForTwo,
  readOpenProposals,
  requireFreshDecider,
  requireMayChangeAdministrator,
  requireMayDecide,
  requireMaySet,
  requireOthersRecord,
  type SettingDeps,
} from './require-may-decide.ts';

export const decisions: Module<{ db: Db; clock: Clock }> = {
  name: 'decisions',
  settings: [decisionFactorMinutesSetting, twoPersonCentsSetting],
  follows: publishersFollow,
  run: (deps) => ({
    jobs: {
      tasks: { 'expire-proposals': () => expireProposals(deps) },
      schedule: ['52 * * * * expire-proposals'],
    },
  }),
};
