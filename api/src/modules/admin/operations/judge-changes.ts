import type { Tx } from '../../../platform/database/db.ts';
import type { SettingChange, Settings } from '../../../platform/settings/settings.ts';
import { farMarginEffect, type MarginEffect, priceMarginSetting } from '../../assets/items/index.ts';

/** Changes that a transaction has made, and what they do to what users own. */
interface JudgedChanges {
  changes: readonly SettingChange[];
  /** What another margin does where it moves what users own far; null where nothing does. */
  far: MarginEffect | null;
}

/** A margin by which users own much more or less at once guards money less, as does a price that a guard has refused. */
export async function judgeChanges(
  tx: Tx,
  settings: Pick<Settings, 'read'>,
  changes: readonly SettingChange[],
): Promise<JudgedChanges> {
  const margin = changes.find(({ key }) => key === priceMarginSetting.key);
  const far = margin === undefined ? null : await farMarginEffect(tx, settings, String(margin.previous));
  const judged = changes.map((change) => (change === margin && far !== null ? { ...change, isWeaker: true } : change));
  return { changes: judged, far };
}
