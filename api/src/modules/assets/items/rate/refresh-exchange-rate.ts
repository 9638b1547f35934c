import { Type } from 'typebox';
import type { Clock } from '../../../../platform/clock.ts';
import { announce } from '../../../../platform/database/announcements.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import { createOutsideClient, shaped } from '../../../../platform/outbound/outside-client.ts';
import { OutsideError } from '../../../../platform/outbound/outside-error.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { raiseAlert, resolveAlert } from '../../../people/alerts/index.ts';
import {
  deleteHeldBackRate,
  findHeldBackRate,
  findRate,
  insertTakenRate,
  listPastRates,
  lockRate,
  storeHeldBackRate,
  type TakenRate,
  updateRate,
} from '../exchange-rate.sql.ts';
import {
  RATE_HELD_BACK,
  RATE_HELD_BY_HAND,
  RATE_OUTDATED,
  rateFellBack,
  rateHeldBack,
  rateLongOutdated,
  rateOutdated,
} from '../items.messages.ts';
import {
  canonicalRate,
  type ExchangeRate,
  isRateDue,
  isRateStale,
  isRateTooOld,
  type PastRate,
  rateUnits,
  type ServedRate,
} from '../items.rules.ts';
import { isAnythingOwned, repriceAllItems } from '../items.sql.ts';
import {
  ITEMS_CHANGED,
  maxDailyRateStepSetting,
  maxRateStepSetting,
  priceMarginSetting,
  rateKeepHoursSetting,
} from '../pricing.ts';
import {
  type BrokenRateLimit,
  brokenRateLimit,
  heldBackAfter,
  isBelieved,
  isSourceSilent,
  mayBeBelieved,
  pastSince,
  SAME_RATE,
} from '../step-guards.rules.ts';

const TIMEOUT_MS = 5_000;
const MAX_REPLY_BYTES = 64 * 1024;

const readQuote = shaped(Type.Object({ USDBRL: Type.Object({ bid: Type.Unknown() }) }));

export interface ExchangeRateSource {
  /** Null: there is no source, or its rate cannot be true. */
  usdToBrl(): Promise<{ usdToBrl: string; source: string } | null>;
}

interface ExchangeRateSourceOptions {
  url: string | null;
  logger: Logger;
  timeoutMs?: number;
}

/** Speaks the protocol of AwesomeAPI's quotes: `GET {url}/json/last/USD-BRL`. */
export function createExchangeRateSource(options: ExchangeRateSourceOptions): ExchangeRateSource {
  const { url, logger, timeoutMs = TIMEOUT_MS } = options;
  if (url === null) return { usdToBrl: async () => null };
  const client = createOutsideClient({
    name: 'exchange rate',
    baseUrl: url,
    timeoutMs,
    maxReplyBytes: MAX_REPLY_BYTES,
    logger,
  });
  const source = new URL(url).host;
  return {
    usdToBrl: async () => {
      try {
        const usdToBrl = await client.ask({
          path: '/json/last/USD-BRL',
          read: (reply) => canonicalRate(readQuote(reply)?.USDBRL.bid),
        });
        return { usdToBrl, source };
      } catch (error) {
        if (!(error instanceof OutsideError)) throw error;
        return null;
      }
    },
  };
}

/** The audit trail and proposals use this name. */
export const RATE = { type: 'exchange-rate', id: 'USD-BRL' };

const FALLBACK = { usdToBrl: '5', source: 'fallback' };

interface RateToTake {
  /** It is locked. */
  before: ExchangeRate;
  taken: TakenRate;
  saidAt: Date;
  heldUntil?: Date | null;
}

/** Puts a rate in force and drops a held-back one. */
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

async function fallBack(tx: Tx, settings: Settings, before: ExchangeRate, now: Date): Promise<ExchangeRate> {
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

interface RefreshRateDeps {
  db: Db;
  clock: Clock;
  settings: Settings;
  rateSource: ExchangeRateSource;
}

interface SourceAnswer {
  usdToBrl: string;
  source: string;
}

/** The rate is locked. */
export interface Judged {
  before: ExchangeRate;
  now: Date;
}

/**
 * Renews the rate if it is due. The last good rate stays while the source reports an unbelievable one; the fallback of
 * 5 applies only after hours of silence, because a jump to 5 and back would let anybody buy at one rate and sell at the
 * other.
 */
export async function refreshExchangeRate(deps: RefreshRateDeps): Promise<ExchangeRate> {
  const { db, clock, settings, rateSource } = deps;
  const now = clock.now();
  const current = await findRate(db);
  if (!isRateDue(current, now)) return current;
  const answer = await rateSource.usdToBrl();
  return transaction(db, async (tx) => {
    const before = await lockRate(tx);
    // Another process was quicker.
    if (!isRateDue(before, now)) return before;
    if (before.heldUntil !== null) await resolveAlert(tx, RATE_HELD_BY_HAND, null);
    return answer === null ? keepRate(tx, settings, { before, now }) : hearRate(tx, settings, answer, { before, now });
  });
}

/** Takes the rate of the source, or holds it back with an alert. */
async function hearRate(
  tx: Tx,
  settings: Settings,
  answer: SourceAnswer,
  { before, now }: Judged,
): Promise<ExchangeRate> {
  const take = (reason: 'FIRST' | 'WITHIN_LIMITS' | 'SAID_FOR_AN_HOUR') => {
    const taken = { usdToBrl: answer.usdToBrl, source: answer.source, reason, confirmedBy: null, takenAt: now };
    return takeRate(tx, settings, { before, taken, saidAt: now });
  };
  const past = await listPastRates(tx, pastSince(now));
  // A first rate raises nothing while nobody owns anything.
  if (past.length === 0 && !(await isAnythingOwned(tx))) return take('FIRST');
  const broken = await brokenLimit(tx, settings, { newRate: answer.usdToBrl, past, before, now });
  if (broken === null) return take(past.length === 0 ? 'FIRST' : 'WITHIN_LIMITS');
  const held = heldBackAfter(await findHeldBackRate(tx), answer.usdToBrl, SAME_RATE, now);
  const waitsForPerson = !mayBeBelieved(broken, answer.usdToBrl, before.usdToBrl);
  if (!waitsForPerson && isBelieved(held, now)) return take('SAID_FOR_AN_HOUR');
  const heldBack = { ...held, source: answer.source, waitsForPerson };
  await storeHeldBackRate(tx, heldBack);
  await raiseAlert(tx, rateHeldBack({ held: heldBack, inForce: before, broken }));
  // One alert is enough: the source is not silent.
  await resolveAlert(tx, RATE_OUTDATED, null);
  return before;
}

export async function brokenLimit(
  tx: Tx,
  settings: Settings,
  { newRate, past, before, now }: Judged & { newRate: string; past: readonly PastRate[] },
): Promise<BrokenRateLimit | null> {
  const limits = {
    tenMinutesPercent: await settings.read(tx, maxRateStepSetting),
    dayPercent: await settings.read(tx, maxDailyRateStepSetting),
  };
  // Before the first rate the fallback counts as an old one.
  const sinceEver: PastRate = { usdToBrl: before.usdToBrl, reason: 'FIRST', replacedAt: new Date(0) };
  return brokenRateLimit(newRate, past.length === 0 ? [sinceEver] : past, limits, now);
}

/** The source is silent: the rate stays until it is too old and the fallback is near enough. */
async function keepRate(tx: Tx, settings: Settings, { before, now }: Judged): Promise<ExchangeRate> {
  const held = await findHeldBackRate(tx);
  if (held !== null) {
    if (!isSourceSilent(held, now)) return before;
    await deleteHeldBackRate(tx);
    await resolveAlert(tx, RATE_HELD_BACK, null);
  }
  const keepHours = await settings.read(tx, rateKeepHoursSetting);
  if (!isRateTooOld(before, now, keepHours)) {
    if (isRateStale(before, now)) await raiseAlert(tx, rateOutdated(before, keepHours));
    return before;
  }
  const past = await listPastRates(tx, pastSince(now));
  const broken = await brokenLimit(tx, settings, { newRate: FALLBACK.usdToBrl, past, before, now });
  if (broken !== null && !mayBeBelieved(broken, FALLBACK.usdToBrl, before.usdToBrl)) {
    await raiseAlert(tx, rateLongOutdated(before, keepHours));
    return before;
  }
  const after = await fallBack(tx, settings, before, now);
  await raiseAlert(tx, rateFellBack(before, keepHours));
  return after;
}
