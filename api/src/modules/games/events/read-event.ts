import type { Db, Tx } from '../../../platform/database/db.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { storedText } from '../../../platform/settings/stored-settings.sql.ts';
import { maxCaseRtpSetting } from '../cases/index.ts';
import { upgradeEdgeSetting } from '../upgrades/index.ts';
import { eventNotFound } from './events.errors.ts';
import type { ClaimableEvent, DescribedEvent, EventDetail, StoredEvent, TicketPrice } from './events.records.ts';
import { isPaused, shootsOf, worthOf } from './events.rules.ts';
import {
  findEvent,
  findPublishedEvent,
  findRunningEvent,
  listClaimableEvents,
  listOpenEvents,
  listPrizes,
  listTiers,
  readTotals,
} from './events.sql.ts';

/**
 * At least this percentage of every wager stays with the house: cases are paused where they would leave less than their
 * limit does, and upgrades leave their edge.
 */
export const HOUSE_EDGE_PERCENT: Sql = sql`
  least(100 - ${storedText(maxCaseRtpSetting)}::numeric, ${storedText(upgradeEdgeSetting)}::numeric)`;

export async function describeEvent(db: Db | Tx, event: StoredEvent): Promise<DescribedEvent> {
  const [tiers, { prizes, edgePercent }] = await Promise.all([
    listTiers(db, event.id),
    listPrizes(db, event.id, HOUSE_EDGE_PERCENT),
  ]);
  const { ticketsPerReal } = event;
  const shoots = shootsOf(prizes).map((shoot) => {
    const valued = { ...shoot, worthCents: worthOf(shoot.prizes), ticketsPerReal, edgePercent };
    return { ...valued, isPaused: isPaused(valued) };
  });
  return { ...event, tiers, shoots };
}

interface CurrentEvents {
  running: DescribedEvent | null;
  claimable: ClaimableEvent[];
}

export async function readCurrentEvents(db: Db): Promise<CurrentEvents> {
  const [event, claimable] = await Promise.all([findRunningEvent(db), listClaimableEvents(db)]);
  return { running: event === null ? null : await describeEvent(db, event), claimable };
}

/** Events stay public after their end, so that shots can be verified for ever. */
export async function readPublicEvent(db: Db, id: Id<'event'>): Promise<DescribedEvent> {
  const event = await findPublishedEvent(db, id);
  if (event === null || !event.hasStarted) throw eventNotFound();
  return describeEvent(db, event);
}

export async function readEventDetail(db: Db | Tx, id: Id<'event'>): Promise<EventDetail> {
  const event = await findEvent(db, id);
  if (event === null) throw eventNotFound();
  const [described, totals] = await Promise.all([describeEvent(db, event), readTotals(db, id)]);
  return { ...described, totals };
}

interface PausedShots extends Pick<StoredEvent, 'id' | 'name'> {
  ticketPrice: TicketPrice;
}

/** Includes events to come. */
export async function listPausedShots(db: Db | Tx): Promise<PausedShots[]> {
  const paused: PausedShots[] = [];
  for (const event of await listOpenEvents(db)) {
    const { id, name, shoots } = await describeEvent(db, event);
    paused.push(...shoots.filter((shoot) => shoot.isPaused).map(({ ticketPrice }) => ({ id, name, ticketPrice })));
  }
  return paused;
}
