import { transaction } from '../../../platform/database/db.ts';
import { recordAudit } from '../../people/audit/index.ts';
import { type Decider, type DecisionDeps, requireFreshDecider } from '../../people/decisions/index.ts';
import type { LogKeeper } from './keep-log.ts';
import { logIsNotInterrupted } from './log.errors.ts';
import { insertInterruption } from './log.sql.ts';
import type { Interruption } from './log.types.ts';

export interface ResumeDeps extends DecisionDeps {
  keeper: Pick<LogKeeper, 'interruption'>;
}

/** The log goes on from what the database has. That it does not extend what was signed is itself a leaf of it from now on. */
export async function resumeLog(deps: ResumeDeps, decider: Decider & { reason: string }): Promise<Interruption> {
  const { db, clock, keeper } = deps;
  const { actorId, reason, ip } = decider;
  const found = await keeper.interruption();
  if (found === null) throw logIsNotInterrupted();
  const { cause, lost } = found;
  await transaction(db, async (tx) => {
    await requireFreshDecider(deps, tx, decider);
    await insertInterruption(tx, { lost, resumedBy: actorId, reason, at: clock.now() });
    const metadata = { cause, lostSize: lost.size, lostRoot: lost.root.toString('hex'), reason };
    await recordAudit(tx, [{ action: 'LOG_RESUMED', userId: null, actorId, metadata, ip }]);
  });
  return found;
}
