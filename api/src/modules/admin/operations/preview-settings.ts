import { type Tx, transaction } from '../../../platform/database/db.ts';
import type { SettingChange } from '../../../platform/settings/settings.ts';
import { priceMarginSetting } from '../../assets/items/index.ts';
import type { SettingsDeps } from './change-settings.ts';
import { judgeChanges } from './judge-changes.ts';
import { listItemValues, sumOwnedValue } from './operations.sql.ts';
import { listPausedPlays, type PausedPlay } from './paused-plays.ts';
import { type PriceChanges, priceChanges } from './price-changes.rules.ts';

export interface SettingsPreview {
  changes: readonly SettingChange[];
  /** What could not be played any more. */
  paused: readonly PausedPlay[];
  /** What could be played again. */
  resumed: readonly PausedPlay[];
  /** Null where no price depends on what changes. */
  prices: PriceChanges | null;
}

/** Thrown at the end of what was only tried. */
const UNDO = Symbol('undo');

/** What a change would do, seen by doing it in a transaction that is undone. Nothing is announced, recorded or kept. */
export async function previewSettings(
  { db, settings }: Pick<SettingsDeps, 'db' | 'settings'>,
  values: Readonly<Record<string, unknown>>,
): Promise<SettingsPreview> {
  let preview: SettingsPreview | null = null;
  try {
    await transaction(db, async (tx) => {
      const change = async () => (await judgeChanges(tx, settings, await settings.change(tx, values))).changes;
      preview = await lookAfter(tx, Object.hasOwn(values, priceMarginSetting.key), change);
      throw UNDO;
    });
  } catch (error) {
    if (error !== UNDO) throw error;
  }
  return preview as unknown as SettingsPreview;
}

async function lookAfter(
  tx: Tx,
  concernsPrices: boolean,
  change: () => Promise<readonly SettingChange[]>,
): Promise<SettingsPreview> {
  const pausedBefore = await listPausedPlays(tx);
  const worthBefore = concernsPrices ? await readWorth(tx) : null;
  const changes = await change();
  const pausedAfter = await listPausedPlays(tx);
  const without = (plays: readonly PausedPlay[], others: readonly PausedPlay[]) =>
    plays.filter(({ field }) => !others.some((other) => other.field === field));
  return {
    changes,
    paused: without(pausedAfter, pausedBefore),
    resumed: without(pausedBefore, pausedAfter),
    prices: worthBefore === null ? null : priceChanges(worthBefore, await readWorth(tx)),
  };
}

const readWorth = async (tx: Tx) => ({ items: await listItemValues(tx), ownedCents: await sumOwnedValue(tx) });
