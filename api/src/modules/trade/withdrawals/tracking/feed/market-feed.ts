import { setTimeout as pause } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import type { Logger } from '../../../../../platform/observability/logger.ts';

const RETRY_MS = 5_000;
const MAX_ATTEMPTS = 10;

/** Ends early, and without an error, when the signal says so. */
export type Wait = (durationMs: number, signal: AbortSignal) => Promise<void>;

/** A feed that nobody hears keeps no process alive. */
const systemWait: Wait = (durationMs, signal) => pause(durationMs, undefined, { signal, ref: false }).catch(() => {});

export interface MarketFeedDeps {
  feed: { url: string; apiKey: string };
  logger: Logger;
  /** Called for every message, whatever it is, in their order. */
  onMessage(message: unknown): void;
  onConnected(): void;
  /** After the last attempt. */
  onStopped(attempts: number): void;
  wait?: Wait;
}

export interface MarketFeed {
  start(): void;
  stop(): void;
}

/**
 * The connection to the marketplace's feed. It is made anew by hand: 5 seconds times the number of the attempt after the
 * connection was lost or refused, ten times in a row at most. A success begins the count anew. After the last one it
 * stops, and the poll is what is left.
 */
export function createMarketFeed(deps: MarketFeedDeps): MarketFeed {
  const { logger, onConnected, onStopped, wait = systemWait } = deps;
  const stopping = new AbortController();

  async function run(): Promise<void> {
    let attempts = 0;
    while (!stopping.signal.aborted) {
      const reason = await listen(deps, stopping.signal, () => {
        if (attempts > 0) logger.info('The feed of the marketplace is connected again');
        attempts = 0;
        onConnected();
      });
      if (stopping.signal.aborted) return;
      if (attempts === MAX_ATTEMPTS) {
        logger.error({ reason, attempts }, 'The feed of the marketplace is given up; the poll goes on');
        return onStopped(attempts);
      }
      attempts += 1;
      const delayMs = RETRY_MS * attempts;
      logger.warn({ reason, attempts, delayMs }, 'The feed of the marketplace is not connected');
      await wait(delayMs, stopping.signal);
    }
  }

  return {
    start: () => void run(),
    stop: () => stopping.abort(),
  };
}

/** One connection, until its end; gives why it ended. */
async function listen(
  { feed, onMessage }: Pick<MarketFeedDeps, 'feed' | 'onMessage'>,
  signal: AbortSignal,
  onConnected: () => void,
): Promise<string> {
  // Loaded by those who have a feed to hear.
  const { io } = await import('socket.io-client');
  const socket: Socket = io(feed.url, {
    path: '/socket.io/',
    transports: ['websocket'],
    extraHeaders: { authorization: feed.apiKey },
    reconnection: false,
    forceNew: true,
  });
  const { promise, resolve } = Promise.withResolvers<string>();
  const onAbort = () => resolve('stopped');
  signal.addEventListener('abort', onAbort);
  socket.on('connect', onConnected);
  socket.on('steamTrade', onMessage);
  socket.on('disconnect', (reason) => resolve(reason));
  // Its words alone: the error holds the request, and with it the key.
  socket.on('connect_error', ({ message }) => resolve(message));
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
    socket.removeAllListeners();
    socket.disconnect();
  }
}
