import type { Tx } from '../../../../platform/database/db.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { maxPriceStepSetting } from '../guard-settings.ts';
import { sumWorthAtMargin } from '../holdings.sql.ts';
import type { MarginEffect } from '../items.errors.ts';
import { isWithinPercent, stepPercent } from '../step-guards.rules.ts';

/**
 * In the transaction that has changed the margin, and with it every price: what it does to what users own, and whether that is
 * more than one price may move by hand.
 */
export async function marginEffect(
  tx: Tx,
  settings: Pick<Settings, 'read'>,
  previous: string,
): Promise<MarginEffect & { isFar: boolean }> {
  const [{ nowCents, thenCents }, limitPercent] = await Promise.all([
    sumWorthAtMargin(tx, previous),
    settings.read(tx, maxPriceStepSetting),
  ]);
  return {
    isFar: !isWithinPercent(thenCents, nowCents, limitPercent),
    stepPercent: stepPercent(thenCents, nowCents),
    ownedFromCents: thenCents,
    ownedToCents: nowCents,
  };
}
