import type { Clock } from '../../../../platform/clock.ts';
import { type Db, transaction } from '../../../../platform/database/db.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import { lockUsersOf, writeActivity } from './sessions.sql.ts';

/** Others see the activity within a second. It takes two statements for any number of requests. */
const FLUSH_EVERY_MS = 500;
const MAX_PER_TRANSACTION = 5_000;

export interface SessionActivity {
  touch(sessionId: string): void;
  /** Resolves once everything so far is stored. */
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/**
 * Every valid request renews its session's `lastActivity`. They are written together later, because a write would cost
 * more than the request. A crash loses half a second, which decides about no money.
 */
export function createSessionActivity(deps: { db: Db; clock: Clock; logger: Logger }): SessionActivity {
  let seen = new Map<string, Date>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async () => {
    let unwritten = [...seen];
    seen = new Map();
    try {
      while (unwritten.length > 0) {
        await writePart(deps.db, unwritten.slice(0, MAX_PER_TRANSACTION));
        unwritten = unwritten.slice(MAX_PER_TRANSACTION);
      }
    } catch (error) {
      // The next flush writes them; newer times win.
      seen = new Map([...unwritten, ...seen]);
      throw error;
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

async function writePart(db: Db, part: readonly (readonly [string, Date])[]): Promise<void> {
  const ids = part.map(([id]) => id);
  const times = part.map(([, at]) => at);
  await transaction(db, (tx) => Promise.all([lockUsersOf(tx, ids), writeActivity(tx, ids, times)]));
}
