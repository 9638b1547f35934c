import { type Db, transaction } from '../../../platform/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { SettingState, Settings } from '../../../platform/settings.ts';
import { recordAudit } from '../../people/audit/index.ts';

interface ChangeSettings {
  values: Readonly<Record<string, unknown>>;
  actorId: Id<'user'>;
  ip: string;
}

/** All of them or none. Gives the settings named, as they are now. */
export async function changeSettings(
  { db, settings }: { db: Db; settings: Settings },
  { values, actorId, ip }: ChangeSettings,
): Promise<SettingState[]> {
  await transaction(db, async (tx) => {
    const changes = await settings.change(tx, values);
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
