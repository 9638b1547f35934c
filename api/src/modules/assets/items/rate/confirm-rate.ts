import type { Clock } from '../../../../platform/clock.ts';
import { type Db, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import { findHeldBackRate, lockRate } from '../exchange-rate.sql.ts';
import { anotherRateHeldBack, noRateHeldBack } from '../items.errors.ts';
import type { ServedRate } from '../items.types.ts';
import { takeRate } from './take-rate.ts';

interface ConfirmRate {
  /** As it was shown: what the source says may have changed since somebody looked. */
  usdToBrl: number;
  /** In the administrator's words; null where they gave none. */
  reason: string | null;
  actorId: Id<'user'>;
  ip: string;
}

/** What is held back comes in force on an administrator's word. */
export async function confirmRate(
  { db, clock, settings }: { db: Db; clock: Clock; settings: Settings },
  { usdToBrl, reason, actorId, ip }: ConfirmRate,
): Promise<ServedRate> {
  return transaction(db, async (tx) => {
    const before = await lockRate(tx);
    const held = await findHeldBackRate(tx);
    if (held === null) throw noRateHeldBack();
    if (Number(held.value) !== usdToBrl) throw anotherRateHeldBack(held.value);
    const { value, source, lastSaidAt: saidAt } = held;
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
        entity: { type: 'exchange-rate', id: 'USD-BRL' },
        metadata: { from: before.usdToBrl, to: value, source },
        reason,
        ip,
      },
    ]);
    return after;
  });
}
