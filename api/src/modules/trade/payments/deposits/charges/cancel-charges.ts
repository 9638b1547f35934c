import type { Clock } from '../../../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../../../platform/database/db.ts';
import type { Id } from '../../../../../platform/ids.ts';
import { addJob } from '../../../../../platform/jobs/jobs.ts';
import type { Push } from '../../../../../platform/realtime/events.ts';
import type { Pix } from '../../pix/pix.types.ts';
import { cancelPending, findLastPending, listToRemove, markRemoved } from './cancel-charges.sql.ts';
import { pushExpired } from './expire-deposits.ts';

export const CANCEL_CHARGES = 'call-off-charges';

/** What the job is given. */
export interface CancelledCharges {
  userId: Id<'user'>;
  /** The last that was begun before. */
  lastId: Id<'deposit'>;
}

/**
 * For who lowers a limit of deposits, pauses or excludes themselves: what they began to deposit before is called off, if and
 * only if `tx` commits. By a job, since the provider is asked, and deposits are locked before accounts everywhere. The account
 * is locked, as by who begins a deposit: what was before is certain, and needs no clocks that agree.
 */
export async function cancelCharges(tx: Tx, userId: Id<'user'>): Promise<void> {
  const lastId = await findLastPending(tx, userId);
  if (lastId === null) return;
  const cancelled: CancelledCharges = { userId, lastId };
  await addJob(tx, CANCEL_CHARGES, { ...cancelled });
}

interface CancelDeps {
  db: Db;
  clock: Clock;
  pix: Pix | null;
  push: Pick<Push, 'toUser'>;
}

/** The job: it throws, and so comes again, until the provider has taken every charge off that can still be paid. */
export async function cancelOpenCharges(
  { db, clock, pix, push }: CancelDeps,
  { userId, lastId }: CancelledCharges,
): Promise<void> {
  pushExpired(push, await transaction(db, (tx) => cancelPending(tx, { userId, lastId, now: clock.now() })));
  if (pix === null) return;
  for (const { id, txid } of await listToRemove(db, userId, clock.now())) {
    await pix.removeCharge(txid);
    await markRemoved(db, id, clock.now());
  }
}
