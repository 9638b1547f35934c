import type { Db, Tx } from '../../../platform/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { listPrizes, listTiers } from './event-contents.sql.ts';
import { eventNotFound } from './events.errors.ts';
import { shootsOf } from './events.rules.ts';
import { findEvent, findRunningEvent, listClaimableEvents, readTotals } from './events.sql.ts';
import type { ClaimableEvent, DescribedEvent, EventDetail, StoredEvent } from './events.types.ts';

export async function describeEvent(db: Db | Tx, event: StoredEvent): Promise<DescribedEvent> {
  const [tiers, prizes] = await Promise.all([listTiers(db, event.id), listPrizes(db, event.id)]);
  return { ...event, tiers, shoots: shootsOf(prizes) };
}

export interface CurrentEvents {
  /** Null while none runs. */
  running: DescribedEvent | null;
  claimable: readonly ClaimableEvent[];
}

export async function readCurrentEvents(db: Db): Promise<CurrentEvents> {
  const [event, claimable] = await Promise.all([findRunningEvent(db), listClaimableEvents(db)]);
  return { running: event === null ? null : await describeEvent(db, event), claimable };
}

/** As an administrator sees it, whatever its status. */
export async function readEventDetail(db: Db | Tx, id: Id<'event'>): Promise<EventDetail> {
  const event = await findEvent(db, id);
  if (event === null) throw eventNotFound();
  const [described, totals] = await Promise.all([describeEvent(db, event), readTotals(db, id)]);
  return { ...described, totals };
}
