import { type Db, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { SettingState, Settings } from '../../../platform/settings.ts';
import { recordAudit } from '../../people/audit/index.ts';
import { wouldPause } from './operations.errors.ts';
import { listPausedPlays } from './paused-plays.ts';

interface ChangeSettings {
  values: Readonly<Record<string, unknown>>;
  /** Also where it pauses what can be played now. */
  confirm: boolean;
  /** Null: the platform itself, when it fills an empty database. */
  actorId: Id<'user'> | null;
  ip: string | null;
}

/**
 * All of them or none. Gives the settings named, as they are now. What would pause is seen by doing it: prices and limits
 * are in force in the transaction, which is undone where nobody has confirmed that.
 */
export async function changeSettings(
  { db, settings }: { db: Db; settings: Settings },
  { values, confirm, actorId, ip }: ChangeSettings,
): Promise<SettingState[]> {
  await transaction(db, async (tx) => {
    const pausedBefore = new Set((await listPausedPlays(tx)).map(({ field }) => field));
    const changes = await settings.change(tx, values);
    const paused = (await listPausedPlays(tx)).filter(({ field }) => !pausedBefore.has(field));
    if (paused.length > 0 && !confirm) throw wouldPause(paused);
    await recordAudit(
      tx,
      changes.map(({ key, previous, value }) => ({
        action: 'SETTING_CHANGED',
        userId: null,
        actorId,
        entity: { type: 'setting', id: key },
        metadata: { from: previous, to: value },
        ip,
      })),
    );
  });
  // The announcement reaches this process a moment later, and the answer must not show what was before.
  await settings.start();
  return settings.list().filter(({ key }) => Object.hasOwn(values, key));
}
