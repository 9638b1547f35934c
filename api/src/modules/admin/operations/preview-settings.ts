import { type Tx, transaction } from '../../../platform/database/db.ts';
import type { SettingChange } from '../../../platform/settings/settings.ts';
import { priceMarginSetting } from '../../assets/items/index.ts';
import type { SettingsDeps } from './change-settings.ts';
import { judgeChanges, listPausedPlays } from './judge-changes.ts';
import { type PausedPlay, type PreviewedSettings, priceChanges } from './operations.records.ts';
import { listItemValues, sumOwnedValue } from './operations.sql.ts';

const UNDO = Symbol('undo');

/** Nothing is announced, recorded or kept. */
export async function previewSettings(
  { db, settings }: Pick<SettingsDeps, 'db' | 'settings'>,
  values: Readonly<Record<string, unknown>>,
): Promise<PreviewedSettings> {
  let preview: PreviewedSettings | null = null;
  try {
    await transaction(db, async (tx) => {
      const change = async () => (await judgeChanges(tx, settings, await settings.change(tx, values))).changes;
      preview = await lookAfter(tx, Object.hasOwn(values, priceMarginSetting.key), change);
      throw UNDO;
    });
  } catch (error) {
    if (error !== UNDO) throw error;
  }
  return preview as unknown as PreviewedSettings;
}

async function lookAfter(
  tx: Tx,
  concernsPrices: boolean,
  change: () => Promise<readonly SettingChange[]>,
): Promise<PreviewedSettings> {
  const pausedBefore = await listPausedPlays(tx);
  const worthBefore = concernsPrices ? await readWorth(tx) : null;
  const changes = await change();
  const pausedAfter = await listPausedPlays(tx);
  const without = (plays: readonly PausedPlay[], others: readonly PausedPlay[]) =>
    plays.filter(({ field }) => !others.some((other) => other.field === field));
  return {
    changes: changes.map(({ key, previous, value, isWeaker }) => ({ key, from: previous, to: value, isWeaker })),
    paused: without(pausedAfter, pausedBefore),
    resumed: without(pausedBefore, pausedAfter),
    prices: worthBefore === null ? null : priceChanges(worthBefore, await readWorth(tx)),
  };
}

const readWorth = async (tx: Tx) => ({ items: await listItemValues(tx), ownedCents: await sumOwnedValue(tx) });
