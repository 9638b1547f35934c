import type { Tx } from '../../../../platform/database/db.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { maxPriceStepSetting } from '../guard-settings.ts';
import { sumWorthAtMargin } from '../holdings.sql.ts';
import type { MarginEffect } from '../items.errors.ts';
import { isWithinPercent, stepPercent } from '../step-guards.rules.ts';

/**
 * In the transaction that has changed the margin, and with it every price: what it does where it moves what users own by more
 * than one price may move by hand; null where it does not.
 */
export async function farMarginEffect(
  tx: Tx,
  settings: Pick<Settings, 'read'>,
  previous: string,
): Promise<MarginEffect | null> {
  const [{ nowCents, thenCents }, limitPercent] = await Promise.all([
    sumWorthAtMargin(tx, previous),
    settings.read(tx, maxPriceStepSetting),
  ]);
  if (isWithinPercent(thenCents, nowCents, limitPercent)) return null;
  return { stepPercent: stepPercent(thenCents, nowCents), ownedFromCents: thenCents, ownedToCents: nowCents };
}
