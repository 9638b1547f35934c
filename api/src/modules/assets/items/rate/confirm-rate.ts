import { transaction } from '../../../../platform/database/db.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import type { Decider, DecisionDeps } from '../../../people/decisions/index.ts';
import { findHeldBackRate, lockRate } from '../exchange-rate.sql.ts';
import { sumWorthAt } from '../holdings.sql.ts';
import { anotherRateHeldBack, noRateHeldBack } from '../items.errors.ts';
import type { ServedRate } from '../items.types.ts';
import { requireMayRevalue } from '../require-may-revalue.ts';
import { distance, isLower } from '../step-guards.rules.ts';
import { RATE, takeRate } from './take-rate.ts';

interface ConfirmRate {
  /** As it was shown: what the source says may have changed since somebody looked. */
  usdToBrl: number;
  /** In the administrator's words; null where they gave none. */
  editor: Decider;
}

/** What is held back comes in force on an administrator's word, or on that of two where users own much. */
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
