import type { Logger } from '../observability/logger.ts';
import { sessionRoom } from './rooms.ts';
import type { RealtimeServer } from './sockets.ts';

/** A session may end between its look-up and its socket's joining. */
const FIRST_CHECK_MS = 1_000;
const SESSIONS_PER_QUESTION = 1_000;

interface SessionWatchOptions {
  io: RealtimeServer;
  stillValid: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
  recheckMs: number;
  logger: Logger;
}

export interface SessionWatch {
  /** Call after the socket has joined its rooms. */
  add(sessionId: string): void;
  stop(): void;
}

/** Cuts sockets of sessions that ended without a message. If nobody can tell, they stay. */
export function createSessionWatch({ io, stillValid, recheckMs, logger }: SessionWatchOptions): SessionWatch {
  const newcomers = new Set<string>();
  let firstCheck: NodeJS.Timeout | undefined;
  let recheck: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function check(sessionIds: readonly string[]): Promise<void> {
    try {
      for (let start = 0; start < sessionIds.length && !isStopped; start += SESSIONS_PER_QUESTION) {
        const asked = sessionIds.slice(start, start + SESSIONS_PER_QUESTION);
        const valid = await stillValid(asked);
        const ended = asked.filter((sessionId) => !valid.has(sessionId)).map(sessionRoom);
        if (ended.length > 0) io.local.in(ended).disconnectSockets(true);
      }
    } catch (error) {
      logger.warn({ err: error }, 'open sockets could not be checked against their sessions');
    }
  }

  function openSessions(): string[] {
    const sessionIds = new Set<string>();
    for (const { data } of io.of('/').sockets.values()) {
      if (data.identity !== undefined) sessionIds.add(data.identity.sessionId);
    }
    return [...sessionIds];
  }

  function scheduleRecheck(): void {
    recheck = setTimeout(async () => {
      await check(openSessions());
      if (!isStopped) scheduleRecheck();
    }, recheckMs);
    recheck.unref();
  }
  scheduleRecheck();

  return {
    add: (sessionId) => {
      newcomers.add(sessionId);
      firstCheck ??= setTimeout(() => {
        firstCheck = undefined;
        const sessionIds = [...newcomers];
        newcomers.clear();
        check(sessionIds);
      }, FIRST_CHECK_MS).unref();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(firstCheck);
      clearTimeout(recheck);
    },
  };
}
