import type { Tx } from '../../../platform/database/db.ts';
import type { Cents } from '../../../platform/money.ts';
import type { SettingChange, Settings } from '../../../platform/settings/settings.ts';
import { distance, type MarginEffect, marginEffect, priceMarginSetting } from '../../assets/items/index.ts';
import { listPausedCases } from '../../games/cases/index.ts';
import { listPausedShots } from '../../games/events/index.ts';
import { isForTwo } from '../../people/decisions/index.ts';
import type { PausedPlay } from './operations.records.ts';

export interface JudgedChanges {
  changes: readonly SettingChange[];
  /** It is null unless the margin moves the worth of users' items far. */
  far: MarginEffect | null;
  /** One administrator may make this change of the margin; the moved worth is in BRL. */
  revaluation: { value: unknown; movedCents: Cents } | null;
}

/** A margin that moves the worth of users' items much is a weaker guard of money, as such a price is. */
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

export async function listPausedPlays(tx: Tx): Promise<PausedPlay[]> {
  const [cases, shots] = [await listPausedCases(tx), await listPausedShots(tx)];
  return [
    ...cases.map(({ id, name, theoreticalRtpPercent }) => ({
      field: `cases.${id}`,
      message: `${name} would pay back ${theoreticalRtpPercent} percent`,
      name,
      theoreticalRtpPercent,
    })),
    ...shots.map(({ id, name, ticketPrice }) => ({
      field: `events.${id}.shoots.${ticketPrice}`,
      message: `shots for ${ticketPrice} tickets in ${name} would give more than the wagers behind them leave`,
      name,
      theoreticalRtpPercent: null,
    })),
  ];
}
