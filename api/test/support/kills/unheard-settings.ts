import { createAnnouncements } from '../../../src/platform/database/announcements.ts';
import type { Db } from '../../../src/platform/database/db.ts';
import { silentLogger as logger } from '../../../src/platform/observability/logger.ts';
import { createSettings, type Setting, type Settings } from '../../../src/platform/settings/settings.ts';

/** A flow reads what it decides on in its own transaction, so it need not hear of changes. */
export function unheardSettings(db: Db, definitions: readonly Setting<unknown>[] = []): Settings {
  return createSettings({
    db,
    announcements: createAnnouncements({ address: '', logger }),
    definitions,
    isSandbox: true,
  });
}
