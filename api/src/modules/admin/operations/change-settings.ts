import { type Tx, transaction } from '../../../platform/database/db.ts';
import type { Cents } from '../../../platform/money.ts';
import type { SettingChange, SettingState, Settings } from '../../../platform/settings/settings.ts';
import {
  distance,
  type MarginEffect,
  marginEffect,
  marginNotConfirmed,
  priceMarginSetting,
} from '../../assets/items/index.ts';
import { listPausedCases } from '../../games/cases/index.ts';
import { listPausedShots } from '../../games/events/index.ts';
import { recordAudit } from '../../people/audit/index.ts';
import {
  type Decider,
  isForTwo,
  requireMayDecide,
  requireMaySet,
  type SettingDeps,
} from '../../people/decisions/index.ts';
import { type PausedPlay, type PreviewedSettings, priceChanges, wouldPause } from './operations.records.ts';
import { listItemValues, sumOwnedValue } from './operations.sql.ts';

interface ChangeSettings {
  values: Readonly<Record<string, unknown>>;
  /** Allows it to pause playable games, or to move the worth of users' items far. */
  confirm: boolean;
  /** Null is the platform, when it fills an empty database. */
  editor: Decider | null;
}

export interface SettingsDeps extends SettingDeps {
  settings: Settings;
}

/**
 * Changes all settings or none. Prices and limits are in force in the transaction, so it shows which games they would
 * pause; without confirmation it is undone.
 */
export async function changeSettings(
  deps: SettingsDeps,
  { values, confirm, editor }: ChangeSettings,
): Promise<SettingState[]> {
  const { settings } = deps;
  await transaction(deps.db, async (tx) => {
    const pausedBefore = new Set((await listPausedPlays(tx)).map(({ field }) => field));
    const { changes, far, revaluation } = await judgeChanges(tx, settings, await settings.change(tx, values));
    if (far !== null && !confirm) throw marginNotConfirmed(far);
    if (editor !== null) {
      if (revaluation !== null) await requireMayMove(deps, tx, editor, revaluation);
      await requireMaySet(deps, tx, editor, changes);
    }
    const paused = (await listPausedPlays(tx)).filter(({ field }) => !pausedBefore.has(field));
    if (paused.length > 0 && !confirm) throw wouldPause(paused);
    await recordAudit(
      tx,
      changes.map(({ key, previous, value }) => ({
        action: 'SETTING_CHANGED',
        userId: null,
        actorId: editor?.actorId ?? null,
        entity: { type: 'setting', id: key },
        metadata: { from: previous, to: value },
        reason: editor?.reason ?? null,
        ip: editor?.ip ?? null,
      })),
    );
  });
  // The announcement arrives later, and the answer must not show the old values.
  await settings.start();
  return settings.list().filter(({ key }) => Object.hasOwn(values, key));
}

/** A margin moves the worth of users' items as a price set by hand does. */
async function requireMayMove(
  deps: SettingsDeps,
  tx: Tx,
  editor: Decider,
  { value, movedCents }: NonNullable<JudgedChanges['revaluation']>,
): Promise<void> {
  await requireMayDecide(deps, tx, editor, {
    ownerId: null,
    amountCents: movedCents,
    action: 'set',
    entity: { type: 'setting', id: priceMarginSetting.key },
    content: JSON.stringify(value),
  });
}

interface JudgedChanges {
  changes: readonly SettingChange[];
  /** It is null unless the margin moves the worth of users' items far. */
  far: MarginEffect | null;
  /** One administrator may make this change of the margin; the moved worth is in BRL. */
  revaluation: { value: unknown; movedCents: Cents } | null;
}

/** A margin that moves the worth of users' items much is a weaker guard of money, as such a price is. */
async function judgeChanges(
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

async function listPausedPlays(tx: Tx): Promise<PausedPlay[]> {
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
