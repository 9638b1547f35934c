import type { Tx } from '../../../platform/database/db.ts';
import type { Cents } from '../../../platform/money.ts';
import type { SettingChange, Settings } from '../../../platform/settings/settings.ts';
import { distance, type MarginEffect, marginEffect, priceMarginSetting } from '../../assets/items/index.ts';
import { isForTwo } from '../../people/decisions/index.ts';

/** Changes that a transaction has made, and what they do to what users own. */
export interface JudgedChanges {
  changes: readonly SettingChange[];
  /** What another margin does where it moves what users own far; null where nothing does. */
  far: MarginEffect | null;
  /** The change of the margin that one administrator may make, with what it moves in BRL; null where there is none. */
  revaluation: { value: unknown; movedCents: Cents } | null;
}

/** A margin by which users own much more or less at once guards money less, as does such a price. */
export async function judgeChanges(
  tx: Tx,
  settings: Pick<Settings, 'read'>,
  changes: readonly SettingChange[],
): Promise<JudgedChanges> {
  const margin = changes.find(({ key }) => key === priceMarginSetting.key);
  if (margin === undefined) return { changes, far: null, revaluation: null };
  const { isFar, ...effect } = await marginEffect(tx, settings, String(margin.previous));
  const movedCents = distance(effect.ownedFromCents, effect.ownedToCents);
  const isMuch = isFar || (await isForTwo({ settings }, tx, movedCents));
  const judged = changes.map((change) => (change === margin && isMuch ? { ...change, isWeaker: true } : change));
  const revaluation = isMuch ? null : { value: margin.value, movedCents };
  return { changes: judged, far: isFar ? effect : null, revaluation };
}
