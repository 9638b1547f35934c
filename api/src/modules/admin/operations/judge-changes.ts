import type { Tx } from '../../../platform/database/db.ts';
import type { SettingChange, Settings } from '../../../platform/settings/settings.ts';
import { distance, type MarginEffect, marginEffect, priceMarginSetting } from '../../assets/items/index.ts';
import { isForTwo } from '../../people/approvals/index.ts';

/** Changes that a transaction has made, and what they do to what users own. */
interface JudgedChanges {
  changes: readonly SettingChange[];
  /** What another margin does where it moves what users own far; null where nothing does. */
  far: MarginEffect | null;
}

/** A margin by which users own much more or less at once guards money less, as does such a price. */
export async function judgeChanges(
  tx: Tx,
  settings: Pick<Settings, 'read'>,
  changes: readonly SettingChange[],
): Promise<JudgedChanges> {
  const margin = changes.find(({ key }) => key === priceMarginSetting.key);
  if (margin === undefined) return { changes, far: null };
  const { isFar, ...effect } = await marginEffect(tx, settings, String(margin.previous));
  const isMuch = isFar || (await isForTwo({ settings }, tx, distance(effect.ownedFromCents, effect.ownedToCents)));
  const judged = changes.map((change) => (change === margin && isMuch ? { ...change, isWeaker: true } : change));
  return { changes: judged, far: isFar ? effect : null };
}
