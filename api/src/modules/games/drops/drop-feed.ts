import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../../../platform/database/db.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { Push } from '../../../platform/realtime/events.ts';
import type { ShowDrops, ShowingGame } from '../rolls/index.ts';
import { dropLive, MOST_AT_ONCE } from './drops.events.ts';
import { dropView } from './drops.schemas.ts';
import { findDrops } from './drops.sql.ts';
import type { WonDrop } from './drops.types.ts';

const quarterOfASecond = () => wait(250, undefined, { ref: false });

interface FeedDeps {
  db: Db;
  /** Of every game that shows something. */
  shown: readonly ShowingGame[];
  push: Pick<Push, 'toAll'>;
  logger: Logger;
  /** Until drops may be shown again. */
  pause?: () => Promise<unknown>;
}

/**
 * The first drop is shown at once, and what follows at most every quarter of a second, as one event with a list: the
 * sockets' work does not grow with the drops. Only ids are kept; what is shown is read when it is sent.
 */
export function createDropFeed({ db, shown, push, logger, pause = quarterOfASecond }: FeedDeps): ShowDrops {
  let waiting: WonDrop[] = [];
  let isPaused = false;

  async function flush(): Promise<void> {
    const won = waiting;
    waiting = [];
    try {
      const drops = await findDrops(db, shown, won);
      push.toAll(dropLive, { drops: drops.map(dropView) });
    } catch (error) {
      logger.warn({ err: error }, 'Drops could not be shown');
    }
  }

  async function flushUnlessPaused(): Promise<void> {
    if (isPaused || waiting.length === 0) return;
    isPaused = true;
    flush();
    await pause();
    isPaused = false;
    flushUnlessPaused();
  }

  return (won) => {
    waiting = [...waiting, ...won].slice(-MOST_AT_ONCE);
    flushUnlessPaused();
  };
}
