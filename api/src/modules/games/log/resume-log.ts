import type { Clock } from '../../../platform/clock.ts';
import { type Db, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { recordAudit } from '../../people/audit/index.ts';
import type { LogKeeper } from './keep-log.ts';
import { logIsNotInterrupted } from './log.errors.ts';
import { insertInterruption } from './log.sql.ts';
import type { Interruption } from './log.types.ts';

interface ResumeLog {
  reason: string;
  actorId: Id<'user'>;
  ip: string;
}

/** The log goes on from what the database has. That it does not extend what was signed is itself a leaf of it from now on. */
export async function resumeLog(
  { db, clock, keeper }: { db: Db; clock: Clock; keeper: Pick<LogKeeper, 'interruption'> },
  { reason, actorId, ip }: ResumeLog,
): Promise<Interruption> {
  const found = await keeper.interruption();
  if (found === null) throw logIsNotInterrupted();
  const { cause, lost } = found;
  await transaction(db, async (tx) => {
    await insertInterruption(tx, { lost, resumedBy: actorId, reason, at: clock.now() });
    const metadata = { cause, lostSize: lost.size, lostRoot: lost.root.toString('hex'), reason };
    await recordAudit(tx, [{ action: 'LOG_RESUMED', userId: null, actorId, metadata, ip }]);
  });
  return found;
}
