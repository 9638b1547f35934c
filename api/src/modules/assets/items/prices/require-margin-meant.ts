import type { Tx } from '../../../../platform/database/db.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { maxPriceStepSetting } from '../guard-settings.ts';
import { sumWorthAtMargin } from '../holdings.sql.ts';
import { marginNotConfirmed } from '../items.errors.ts';
import { isWithinPercent, stepPercent } from '../step-guards.rules.ts';

/**
 * In the transaction that has changed the margin, and with it every price. One that moves what users own by more than one
 * price may move by hand has to be meant, as that price has to be.
 */
export async function requireMarginMeant(tx: Tx, settings: Pick<Settings, 'read'>, previous: string): Promise<void> {
  const [{ nowCents, thenCents }, limitPercent] = await Promise.all([
    sumWorthAtMargin(tx, previous),
    settings.read(tx, maxPriceStepSetting),
  ]);
  if (isWithinPercent(thenCents, nowCents, limitPercent)) return;
  throw marginNotConfirmed({
    stepPercent: stepPercent(thenCents, nowCents),
    ownedFromCents: thenCents,
    ownedToCents: nowCents,
  });
}
