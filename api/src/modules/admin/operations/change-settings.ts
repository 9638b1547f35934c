import { type Tx, transaction } from '../../../platform/database/db.ts';
import type { SettingState, Settings } from '../../../platform/settings/settings.ts';
import { marginNotConfirmed, priceMarginSetting } from '../../assets/items/index.ts';
import { recordAudit } from '../../people/audit/index.ts';
import { type Decider, requireMayDecide, requireMaySet, type SettingDeps } from '../../people/decisions/index.ts';
import { type JudgedChanges, judgeChanges, listPausedPlays } from './judge-changes.ts';
import { wouldPause } from './operations.records.ts';

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
