import { announce } from '../../../../platform/database/announcements.ts';
import type { Tx } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { resolveAlert } from '../../../people/alerts/index.ts';
import { deleteHeldBackRate, insertTakenRate, type TakenRate, updateRate } from '../exchange-rate.sql.ts';
import { RATE_HELD_BACK, RATE_HELD_BY_HAND, RATE_OUTDATED } from '../items.alerts.ts';
import { rateUnits } from '../items.rules.ts';
import type { ExchangeRate, ServedRate } from '../items.types.ts';
import { ITEMS_CHANGED, priceMarginSetting } from '../price-margin.ts';
import { repriceAllItems } from '../prices.sql.ts';

/** As the audit trail and proposals call it. */
export const RATE = { type: 'exchange-rate', id: 'USD-BRL' };

/** The rate that serves while none is known. */
export const FALLBACK = { usdToBrl: '5', source: 'fallback' };

interface RateToTake {
  /** In force until now, and locked. */
  before: ExchangeRate;
  taken: TakenRate;
  /** When the source said it last. */
  saidAt: Date;
  /** Until when an administrator keeps the source from being asked. */
  heldUntil?: Date | null;
}

/** What the source said, or an administrator, comes in force, and nothing is held back any more. */
export async function takeRate(
  tx: Tx,
  settings: Settings,
  { before, taken, saidAt, heldUntil = null }: RateToTake,
): Promise<ServedRate> {
  const { usdToBrl, source, confirmedBy } = taken;
  const after = { usdToBrl, source, isFallback: false, updatedAt: saidAt, heldUntil, isHeldBack: false };
  await putInForce(tx, settings, before, after, taken);
  await deleteHeldBackRate(tx);
  await endAlerts(tx, confirmedBy);
  return after;
}

/** The fallback comes in force. */
export async function fallBack(tx: Tx, settings: Settings, before: ExchangeRate, now: Date): Promise<ExchangeRate> {
  const after = { ...FALLBACK, isFallback: true, updatedAt: now, heldUntil: null };
  await putInForce(tx, settings, before, after, { ...FALLBACK, reason: 'FALLBACK', confirmedBy: null, takenAt: now });
  return after;
}

async function putInForce(
  tx: Tx,
  settings: Settings,
  before: ExchangeRate,
  after: ExchangeRate,
  taken: TakenRate,
): Promise<void> {
  await updateRate(tx, after);
  const isSameValue = rateUnits(before.usdToBrl) === rateUnits(after.usdToBrl);
  const isManual = taken.confirmedBy !== null;
  if (!isSameValue || before.isFallback !== after.isFallback || isManual) await insertTakenRate(tx, taken);
  if (isSameValue) return;
  await repriceAllItems(tx, await settings.read(tx, priceMarginSetting));
  await announce(tx, ITEMS_CHANGED, {});
}

async function endAlerts(tx: Tx, by: Id<'user'> | null): Promise<void> {
  for (const cause of [RATE_HELD_BACK, RATE_OUTDATED, RATE_HELD_BY_HAND]) await resolveAlert(tx, cause, by);
}
