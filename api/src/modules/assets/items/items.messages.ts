import { formatUsd } from '../../../platform/money.ts';
import type { AlertCause, AlertContent } from '../../people/alerts/index.ts';
import { type ExchangeRate, type HeldBackPrice, type HeldBackRate, rateUnits } from './items.rules.ts';
import { type BrokenRateLimit, believedFrom, stepPercent } from './step-guards.rules.ts';

export const RATE_HELD_BACK: AlertCause = { kind: 'RATE_HELD_BACK', key: 'USD-BRL' };

interface HeldBackStep {
  held: HeldBackRate;
  inForce: ExchangeRate;
  broken: BrokenRateLimit;
}

export function rateHeldBack({ held, inForce, broken }: HeldBackStep): AlertContent {
  const step = stepPercent(rateUnits(broken.from), rateUnits(held.value));
  const takenFrom = held.waitsForPerson ? null : believedFrom(held).toISOString();
  const limit =
    broken.limit === 'RISES'
      ? `with which the rises of a day would come to more than ${broken.limitPercent} percent`
      : `${step} percent from ${broken.from}, where at most ${broken.limitPercent} percent is taken`;
  const whatFollows =
    takenFrom === null
      ? 'it is not taken by itself, however long the source says it'
      : `it is taken by itself if the source still says it at ${takenFrom}`;
  return {
    ...RATE_HELD_BACK,
    level: 'CRITICAL',
    title: 'Exchange rate held back',
    message:
      `${held.source} says ${held.value} BRL for a dollar, ${limit}. ${inForce.usdToBrl} stays in force. Confirm the ` +
      `new rate if it is true; ${whatFollows}.`,
    details: {
      usdToBrl: held.value,
      inForce: inForce.usdToBrl,
      stepPercent: step,
      limit: broken.limit,
      from: broken.from,
      limitPercent: broken.limitPercent,
      firstSaidAt: held.firstSaidAt.toISOString(),
      takenFrom,
    },
  };
}

export const RATE_HELD_BY_HAND: AlertCause = { kind: 'RATE_HELD_BY_HAND', key: 'USD-BRL' };

/** The next rate of the source ends this alert. */
export function rateHeldManually(usdToBrl: string, heldUntil: Date, reason: string): AlertContent {
  return {
    ...RATE_HELD_BY_HAND,
    level: 'INFO',
    title: 'The exchange rate is held by hand',
    message:
      `An administrator has set ${usdToBrl} BRL for a dollar: ${reason} The source is not asked until ` +
      `${heldUntil.toISOString()}; set a rate without \`holdHours\` to let it take over before.`,
    details: { usdToBrl, heldUntil: heldUntil.toISOString(), reason },
  };
}

export const RATE_OUTDATED: AlertCause = { kind: 'RATE_OUTDATED', key: 'USD-BRL' };

export function rateOutdated({ usdToBrl, source, updatedAt }: ExchangeRate, keepHours: number): AlertContent {
  const lastSaidAt = updatedAt.toISOString();
  return {
    ...RATE_OUTDATED,
    level: 'WARNING',
    title: 'No new exchange rate',
    message:
      `${source} gives no usable exchange rate. The last one, ${usdToBrl} of ${lastSaidAt}, is kept for ${keepHours} ` +
      'hours; after that 5 serves.',
    details: { usdToBrl, lastSaidAt, keepHours },
  };
}

export function rateFellBack({ usdToBrl, source, updatedAt }: ExchangeRate, keepHours: number): AlertContent {
  const lastSaidAt = updatedAt.toISOString();
  return {
    ...RATE_OUTDATED,
    level: 'CRITICAL',
    title: 'The exchange rate fell back to 5',
    message:
      `There has been no exchange rate from ${source} that could be taken for more than ${keepHours} hours; the last ` +
      `was ${usdToBrl} of ${lastSaidAt}. Values follow a rate of 5 until there is one.`,
    details: { usdToBrl, lastSaidAt, keepHours },
  };
}

/** A jump to 5 never becomes true by time alone. */
export function rateLongOutdated({ usdToBrl, source, updatedAt }: ExchangeRate, keepHours: number): AlertContent {
  const lastSaidAt = updatedAt.toISOString();
  return {
    ...RATE_OUTDATED,
    level: 'CRITICAL',
    title: 'No exchange rate for long',
    message:
      `There has been no exchange rate from ${source} for more than ${keepHours} hours. The last one, ${usdToBrl} of ` +
      `${lastSaidAt}, stays in force, since the fallback of 5 is too far from it. Mend the source.`,
    details: { usdToBrl, lastSaidAt, keepHours },
  };
}

export const PRICES_HELD_BACK: AlertCause = { kind: 'PRICES_HELD_BACK', key: 'item-database' };

export function pricesHeldBack(count: number, worst: HeldBackPrice): AlertContent {
  return {
    ...PRICES_HELD_BACK,
    level: 'CRITICAL',
    title: 'Prices held back',
    message:
      `The item database says prices of ${count} items that are too far from those of the last day, which stay. The ` +
      `worst is ${worst.name}: ${formatUsd(worst.heldBackPriceCents)} USD instead of ${formatUsd(worst.originalPriceCents)}, ` +
      `${worst.stepPercent} percent away. Confirm them if they are true; higher ones are not taken by themselves, lower ` +
      'ones by a sync that says the same an hour later.',
    details: {
      count,
      syncId: worst.syncId,
      worst: {
        itemId: worst.itemId,
        name: worst.name,
        priceCents: worst.heldBackPriceCents.toString(),
        inForceCents: worst.originalPriceCents.toString(),
        stepPercent: worst.stepPercent,
      },
    },
  };
}
