import type { Clock } from '../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import type { Settings } from '../../../platform/settings.ts';
import { raiseAlert } from '../../people/alerts/index.ts';
import { findHeldBackRate, findRate, listPastRates, lockRate, storeHeldBackRate } from './exchange-rate.sql.ts';
import type { ExchangeRateSource } from './exchange-rate-source.ts';
import { maxDailyRateStepSetting, maxRateStepSetting, rateKeepHoursSetting } from './guard-settings.ts';
import { rateFellBack, rateHeldBack, rateKept } from './items.alerts.ts';
import { isRateDue, isRateStale, isRateTooOld } from './items.rules.ts';
import type { ExchangeRate, RateReason } from './items.types.ts';
import { brokenRateLimit, heldBackAfter, isBelieved, pastSince, SAME_RATE } from './step-guards.rules.ts';
import { fallBack, takeRate } from './take-rate.ts';

export interface RefreshRateDeps {
  db: Db;
  clock: Clock;
  settings: Settings;
  rateSource: ExchangeRateSource;
}

interface Told {
  usdToBrl: string;
  source: string;
}

/**
 * Gives the rate in force, obtained anew where it is due. When the source is silent, or says what is not to be believed
 * yet, the last rate is kept for some hours before the fallback of 5 serves: a jump to 5 and back would let anybody buy
 * at one rate and sell at the other.
 */
export async function refreshExchangeRate(deps: RefreshRateDeps): Promise<ExchangeRate> {
  const { db, clock, settings, rateSource } = deps;
  const now = clock.now();
  const current = await findRate(db);
  if (!isRateDue(current, now)) return current;
  const told = await rateSource.usdToBrl();
  return transaction(db, async (tx) => {
    const before = await lockRate(tx);
    // Another process has asked after us and was quicker.
    if (!isRateDue(before, now)) return before;
    return told === null ? keepRate(tx, settings, before, now) : hearRate(tx, settings, { before, told, now });
  });
}

/** What the source says is taken, or held back with an alert. */
async function hearRate(
  tx: Tx,
  settings: Settings,
  { before, told, now }: { before: ExchangeRate; told: Told; now: Date },
): Promise<ExchangeRate> {
  const limits = {
    tenMinutesPercent: await settings.read(tx, maxRateStepSetting),
    dayPercent: await settings.read(tx, maxDailyRateStepSetting),
  };
  const take = (reason: RateReason) =>
    takeRate(tx, settings, { before, taken: { ...told, reason, confirmedBy: null, takenAt: now }, saidAt: now });
  const past = await listPastRates(tx, pastSince(now));
  if (past.length === 0) return take('FIRST');
  const broken = brokenRateLimit(told.usdToBrl, past, limits, now);
  if (broken === null) return take('WITHIN_LIMITS');
  const held = heldBackAfter(await findHeldBackRate(tx), told.usdToBrl, SAME_RATE, now);
  if (isBelieved(held, now)) return take('SAID_FOR_AN_HOUR');
  const heldBack = { ...held, source: told.source };
  await storeHeldBackRate(tx, heldBack);
  const kept = await keepRate(tx, settings, before, now);
  await raiseAlert(tx, rateHeldBack({ held: heldBack, inForce: kept, broken }));
  return kept;
}

/** What is in force stays, until it is too old for that. */
async function keepRate(tx: Tx, settings: Settings, before: ExchangeRate, now: Date): Promise<ExchangeRate> {
  const keepHours = await settings.read(tx, rateKeepHoursSetting);
  if (isRateTooOld(before, now, keepHours)) {
    const after = await fallBack(tx, settings, before, now);
    await raiseAlert(tx, rateFellBack(before, keepHours));
    return after;
  }
  if (isRateStale(before, now)) await raiseAlert(tx, rateKept(before, keepHours));
  return before;
}
