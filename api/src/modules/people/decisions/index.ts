import type { Db } from '../../../platform/database/db.ts';
import type { Module } from '../../../platform/module.ts';
import { decisionFactorMinutesSetting, twoPersonCentsSetting } from './decision-settings.ts';

export { type Decider, type DecisionDeps, requireMayDecide, requireOthersRecord } from './require-may-decide.ts';

/** Nobody decides alone on money: what is asked of administrators before they do. */
export const decisions: Module<{ db: Db }> = {
  name: 'decisions',
  settings: [decisionFactorMinutesSetting, twoPersonCentsSetting],
  run: () => ({}),
};
