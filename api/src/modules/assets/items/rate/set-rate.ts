import { type Tx, transaction } from '../../../../platform/database/db.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';
import { validationFailed } from '../../../../platform/errors.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { raiseAlert } from '../../../people/alerts/index.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import type { Decider, DecisionDeps } from '../../../people/decisions/index.ts';
import { findHeldBackRate, listPastRates, lockRate } from '../exchange-rate.sql.ts';
import { rateHeldManually } from '../items.messages.ts';
import { canonicalRate, rateUnits, type ServedRate } from '../items.rules.ts';
import { sumWorthAt } from '../items.sql.ts';
import { requireMayRevalue } from '../pricing.ts';
import { distance, isLower, pastSince, stepPercent } from '../step-guards.rules.ts';
import { anotherRateHeldBack, noRateHeldBack, type RateEffect, rateNotConfirmed } from './exchange-rate.records.ts';
import { brokenLimit, type Judged, RATE, takeRate } from './refresh-exchange-rate.ts';

interface SetRateDeps extends DecisionDeps {
  settings: Settings;
}

interface SetRate {
  usdToBrl: number;
  /** The source is not asked for these hours; null: its next rate within the limits takes over. */
  holdHours: number | null;
  /** Accepts a rate beyond the limits for a source. */
  confirm: boolean;
  editor: Decider & { reason: string };
}

const MANUAL_SOURCE = 'administrator';

/**
 * Puts the rate of an administrator in force. A rate beyond the limits must be confirmed, and then limits count from it
 * on; a rate that moves a large sum needs as many administrators as a payment of it.
 */
export async function setRate(deps: SetRateDeps, command: SetRate): Promise<ServedRate> {
  const usdToBrl = canonicalRate(command.usdToBrl);
  if (usdToBrl === null) throw validationFailed([{ field: 'usdToBrl', message: 'must be a rate from 0.5 to 100' }]);
  const { holdHours, confirm, editor } = command;
  const { actorId, reason, ip } = editor;
  return transaction(deps.db, async (tx) => {
    const before = await lockRate(tx);
    const now = deps.clock.now();
    const { isFar, ...effect } = await effectOf(tx, deps.settings, usdToBrl, { before, now });
    if (isFar && !confirm) throw rateNotConfirmed(effect);
    await requireMayRevalue(deps, tx, editor, {
      action: 'set',
      entity: RATE,
      content: `${usdToBrl} ${holdHours ?? 0}`,
      movedCents: distance(effect.ownedFromCents, effect.ownedToCents),
      isBoundless: isLower(before.usdToBrl, usdToBrl),
    });
    const heldUntil = holdHours === null ? null : new Date(now.getTime() + holdHours * HOUR_MS);
    const taken = {
      usdToBrl,
      source: MANUAL_SOURCE,
      reason: isFar ? 'CONFIRMED' : 'SET_BY_HAND',
      confirmedBy: actorId,
      takenAt: now,
      note: reason,
    } as const;
    const after = await takeRate(tx, deps.settings, { before, taken, saidAt: now, heldUntil });
    const metadata = {
      from: before.usdToBrl,
      to: usdToBrl,
      reason,
      confirm,
      heldUntil: heldUntil?.toISOString() ?? null,
    };
    await recordAudit(tx, [{ action: 'EXCHANGE_RATE_SET', userId: null, actorId, entity: RATE, metadata, ip }]);
    if (heldUntil !== null) await raiseAlert(tx, rateHeldManually(usdToBrl, heldUntil, reason));
    return after;
  });
}

type JudgedEffect = RateEffect & {
  /** The rate is beyond the limits. */
  isFar: boolean;
};

async function effectOf(tx: Tx, settings: Settings, newRate: string, { before, now }: Judged): Promise<JudgedEffect> {
  const past = await listPastRates(tx, pastSince(now));
  const broken = await brokenLimit(tx, settings, { newRate, past, before, now });
  const { nowCents, thenCents } = await sumWorthAt(tx, newRate);
  return {
    isFar: broken !== null,
    inForce: before.usdToBrl,
    newRate,
    stepPercent: stepPercent(rateUnits(before.usdToBrl), rateUnits(newRate)),
    ownedFromCents: nowCents,
    ownedToCents: thenCents,
  };
}

interface ConfirmRate {
  /** The source may have reported another rate since the administrator looked. */
  usdToBrl: number;
  editor: Decider;
}

/** A second administrator must agree if users own much. */
export async function confirmRate(
  deps: DecisionDeps & { settings: Settings },
  { usdToBrl, editor }: ConfirmRate,
): Promise<ServedRate> {
  const { db, clock, settings } = deps;
  const { actorId, reason, ip } = editor;
  return transaction(db, async (tx) => {
    const before = await lockRate(tx);
    const held = await findHeldBackRate(tx);
    if (held === null) throw noRateHeldBack();
    if (Number(held.value) !== usdToBrl) throw anotherRateHeldBack(held.value);
    const { value, source, lastSaidAt: saidAt } = held;
    const { nowCents, thenCents } = await sumWorthAt(tx, value);
    await requireMayRevalue(deps, tx, editor, {
      action: 'confirm',
      entity: RATE,
      content: value,
      movedCents: distance(nowCents, thenCents),
      isBoundless: isLower(before.usdToBrl, value),
    });
    const taken = {
      usdToBrl: value,
      source,
      reason: 'CONFIRMED',
      confirmedBy: actorId,
      takenAt: clock.now(),
      note: reason,
    } as const;
    const after = await takeRate(tx, settings, { before, taken, saidAt });
    await recordAudit(tx, [
      {
        action: 'EXCHANGE_RATE_CONFIRMED',
        userId: null,
        actorId,
        entity: RATE,
        metadata: { from: before.usdToBrl, to: value, source },
        reason,
        ip,
      },
    ]);
    return after;
  });
}
