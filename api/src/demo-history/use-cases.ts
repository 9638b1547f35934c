import { games } from '../app.ts';
import type { LobbyDeps } from '../modules/games/battles/index.ts';
import type { DrawDeps } from '../modules/games/raffles/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Announcements } from '../platform/database/announcements.ts';
import type { Db } from '../platform/database/db.ts';
import { silentLogger } from '../platform/observability/logger.ts';
import type { Push } from '../platform/realtime/events.ts';
import type { Seal } from '../platform/sealing.ts';
import { createSettings } from '../platform/settings.ts';

/** What the use cases of battles and raffles are given. */
export type UseCaseDeps = LobbyDeps & DrawDeps;

/** Settings are read in the transactions that need them, so that nobody has to tell of a change. */
const deaf: Announcements = {
  on: () => undefined,
  onGap: () => undefined,
  start: async () => undefined,
  isListening: false,
  close: async () => undefined,
};

/** What happened weeks ago is told to nobody. */
const nobody: Push = { toUser: () => undefined, toAll: () => undefined, toRoom: () => undefined };

/** By the clock of now: it is compared with what the database stamps, and the stamps are moved afterwards. */
export function useCaseDeps(db: Db, seedSeal: Seal): UseCaseDeps {
  return {
    db,
    seedSeal,
    clock: systemClock,
    settings: createSettings({ db, announcements: deaf, definitions: [] }),
    push: nobody,
    showDrops: () => undefined,
    // No event ran in those days. What raffles earn is counted by a job of the server: see `drawUncounted`.
    earn: async () => undefined,
    beacon: null,
    games,
    logger: silentLogger,
  };
}
