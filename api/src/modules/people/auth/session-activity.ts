import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db.ts';
import type { Logger } from '../../../platform/logger.ts';
import { writeActivity } from './sessions.sql.ts';

/** Half of the second within which others are to see it, and one statement whatever the number of requests. */
const FLUSH_EVERY_MS = 500;
const MAX_PER_STATEMENT = 5_000;

export interface SessionActivity {
  touch(sessionId: string): void;
  /** Writes what has happened so far; resolves once it is stored. */
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/**
 * Every valid request renews its session's `lastActivity`. A write for each would cost more than the request, so they
 * are gathered and written behind. A crash loses half a second of times, and nothing that decides about money.
 */
export function createSessionActivity(deps: { db: Db; clock: Clock; logger: Logger }): SessionActivity {
  let seen = new Map<string, Date>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async () => {
    const batch = seen;
    seen = new Map();
    const entries = [...batch];
    for (let start = 0; start < entries.length; start += MAX_PER_STATEMENT) {
      const part = entries.slice(start, start + MAX_PER_STATEMENT);
      const ids = part.map(([id]) => id);
      const times = part.map(([, at]) => at);
      await writeActivity(deps.db, ids, times);
    }
  };
  const flush = () => {
    writing = writing.then(write, write);
    return writing;
  };
  return {
    touch: (sessionId) => {
      seen.set(sessionId, deps.clock.now());
    },
    flush,
    start: () => {
      timer = setInterval(() => {
        if (seen.size > 0) flush().catch((err) => deps.logger.warn({ err }, 'Session activity could not be written'));
      }, FLUSH_EVERY_MS);
      timer.unref();
    },
    stop: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
