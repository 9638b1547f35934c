import type { Db } from '../../../platform/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/logger.ts';
import { dropView, findDrops } from '../cases/index.ts';

const EVENT = 'drop:live';
const FLUSH_EVERY_MS = 250;
/** Nobody can look at more; of a burst the newest are shown. */
const MOST_AT_ONCE = 50;

interface FeedDeps {
  db: Db;
  push: { toAll(event: string, payload: object): void };
  logger: Logger;
  flushEveryMs?: number;
}

export interface DropFeed {
  /** Tells everybody who is connected of these openings; never throws and is never awaited. */
  add(openingIds: readonly Id<'case-opening'>[]): void;
}

/**
 * The first drop is shown at once, and what follows at most every quarter of a second, as one event with a list: the
 * sockets' work does not grow with the openings. Only ids are kept; what is shown is read when it is sent.
 */
export function createDropFeed({ db, push, logger, flushEveryMs = FLUSH_EVERY_MS }: FeedDeps): DropFeed {
  let waiting: Id<'case-opening'>[] = [];
  let isPaused = false;

  async function flush(): Promise<void> {
    const ids = waiting;
    waiting = [];
    try {
      const drops = await findDrops(db, ids);
      push.toAll(EVENT, { drops: drops.map(dropView) });
    } catch (error) {
      logger.warn({ err: error }, 'Drops could not be shown');
    }
  }

  function flushUnlessPaused(): void {
    if (isPaused || waiting.length === 0) return;
    isPaused = true;
    flush();
    setTimeout(() => {
      isPaused = false;
      flushUnlessPaused();
    }, flushEveryMs).unref();
  }

  return {
    add: (openingIds) => {
      waiting = [...waiting, ...openingIds].slice(-MOST_AT_ONCE);
      flushUnlessPaused();
    },
  };
}
