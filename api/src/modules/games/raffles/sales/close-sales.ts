import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';
import type { Id } from '../../../../platform/ids.ts';
import { addJob } from '../../../../platform/jobs/jobs.ts';
import { type Editor, recordAudit } from '../../../people/audit/index.ts';
import { raffleIsNotOnSale } from '../raffles.errors.ts';
import { lockRaffle } from '../raffles.sql.ts';
import { FIX_TICKET_LIST } from './fix-ticket-list.ts';
import { updateToDrawing } from './purchases.sql.ts';

export const CLOSE_SALES = 'close-raffle-sales';
export const DRAW_RAFFLE = 'draw-raffle';

/** So long an administrator may choose the moment of the draw: then it is drawn without one. */
const DRAWN_WITHIN_MS = HOUR_MS;

type Cause = 'SOLD_OUT' | 'TIME' | 'ADMIN';

/**
 * Fixes the list of tickets: from the commit on nobody can buy. The hash of the list is computed afterwards, by a job or by
 * the draw. The raffle is locked.
 */
export async function closeSales(tx: Tx, id: Id<'raffle'>, cause: Cause, editor: Editor): Promise<void> {
  const closed = await updateToDrawing(tx, id);
  if (closed === null) throw raffleIsNotOnSale();
  const { ticketsSold, closedAt } = closed;
  const drawAt = new Date(closedAt.getTime() + DRAWN_WITHIN_MS);
  const entity = { type: 'raffle', id };
  const metadata = { cause, ticketsSold };
  await Promise.all([
    ticketsSold === 0 ? null : addJob(tx, FIX_TICKET_LIST, { raffleId: id }),
    addJob(tx, DRAW_RAFFLE, { raffleId: id }, { runAt: drawAt }),
    recordAudit(tx, [{ action: 'RAFFLE_CLOSED', userId: null, entity, metadata, ...editor }]),
  ]);
}

/** At the time that is given; a later one takes its place. */
export async function scheduleClose(tx: Tx, id: Id<'raffle'>, closesAt: Date | null): Promise<void> {
  if (closesAt === null) return;
  await addJob(tx, CLOSE_SALES, { raffleId: id }, { jobKey: `${CLOSE_SALES}:${id}`, runAt: closesAt });
}

/** What the job does: nothing where the time was moved or taken away meanwhile, or sales are closed already. */
export async function closeDueSales(db: Db, id: Id<'raffle'>): Promise<void> {
  await transaction(db, async (tx) => {
    const raffle = await lockRaffle(tx, id);
    if (raffle === null || raffle.status !== 'ACTIVE' || raffle.isOnSale) return;
    await closeSales(tx, id, 'TIME', { actorId: null, ip: null });
  });
}
