import type { Db, Tx } from '../../../platform/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { listPrizes, listTiers } from './event-contents.sql.ts';
import { eventNotFound } from './events.errors.ts';
import { shootsOf } from './events.rules.ts';
import { findEvent, findRunningEvent, readTotals } from './events.sql.ts';
import type { DescribedEvent, EventDetail, StoredEvent } from './events.types.ts';

export async function describeEvent(db: Db | Tx, event: StoredEvent): Promise<DescribedEvent> {
  const [tiers, prizes] = await Promise.all([listTiers(db, event.id), listPrizes(db, event.id)]);
  return { ...event, tiers, shoots: shootsOf(prizes) };
}

/** Null while none runs. */
export async function readRunningEvent(db: Db): Promise<DescribedEvent | null> {
  const event = await findRunningEvent(db);
  return event === null ? null : describeEvent(db, event);
}

/** As an administrator sees it, whatever its status. */
export async function readEventDetail(db: Db | Tx, id: Id<'event'>): Promise<EventDetail> {
  const event = await findEvent(db, id);
  if (event === null) throw eventNotFound();
  const [described, totals] = await Promise.all([describeEvent(db, event), readTotals(db, id)]);
  return { ...described, totals };
}
