import { setTimeout as wait } from 'node:timers/promises';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Redis } from 'ioredis';
import { connectRedis } from '../hot-store/redis-connection.ts';
import type { Logger } from '../observability/logger.ts';
import { afterLimit, endsWithin } from '../time-limits.ts';

/** About this many events are kept for processes that were away for a moment. */
const STREAM_LENGTH = 10_000;
const ENTRIES_PER_READ = 100;
/** Short, so that a connection that died in silence is noticed by the answer that does not come. */
const BLOCK_MS = 1_000;
/** Above the time after which the connection itself is given up and replaced. */
const READ_TIMEOUT_MS = 5_000;
const RETRY_MS = 100;
const HEARTBEAT_MS = 5_000;
const FIRST_CONNECTION_WAIT_MS = 2_000;
/** A connection that is replaced within this time was no outage. */
const OUTAGE_MS = 2_000;
/** An older event is stale: clients have read since, and this process has sent newer ones. */
const CATCH_UP_MS = 10_000;

export interface ProcessLink {
  adapter: ReturnType<typeof createAdapter>;
  close(): void;
}

/**
 * Carries events to the sockets of the other processes, over one Redis stream. While Redis is away each process serves
 * its own sockets, and what was sent meanwhile is lost to the others.
 *
 * The adapter of Socket.IO is handed a client of our making, for three reasons. It would wait for Redis before it sends
 * to its own sockets. It would ask again without a pause when reading fails, which starves the process. And it would
 * miss what is written between its first reads, because it reads from "now" until something has come.
 */
export async function connectProcesses(url: string, keyPrefix: string, logger: Logger): Promise<ProcessLink> {
  const streamName = `${keyPrefix}realtime`;
  const writer = connectRedis(url);
  const reader = writer.duplicate({ commandTimeout: READ_TIMEOUT_MS });
  const firstWritable = Promise.withResolvers<void>();
  writer.on('ready', () => firstWritable.resolve());
  for (const connection of [writer, reader]) {
    connection.on('error', (error) => logger.debug({ err: error }, 'redis connection failed'));
  }
  const stream = readStream(reader, streamName, logger);
  const client = adapterClient(writer, stream.readNext, logger);
  const adapter = createAdapter(client, { streamName, maxLen: STREAM_LENGTH, onlyPlaintext: true });

  // A connection that only writes now and then would notice with its next event that the other side is gone.
  const heartbeat = setInterval(() => {
    if (writer.status === 'ready') writer.ping().catch(() => {});
  }, HEARTBEAT_MS).unref();

  const isThere = Promise.all([stream.isRead, firstWritable.promise]);
  if (!(await endsWithin(FIRST_CONNECTION_WAIT_MS, isThere))) {
    logger.warn('redis does not answer yet: events reach the sockets of this process alone');
    isThere.then(() => logger.info('redis answers now: events reach all processes'));
  }
  return {
    adapter,
    close: () => {
      clearInterval(heartbeat);
      stream.close();
      writer.disconnect();
      reader.disconnect();
    },
  };
}

type Entries = Awaited<ReturnType<Redis['xread']>>;

interface StreamReader {
  /** Resolves when the stream is read for the first time. */
  isRead: Promise<void>;
  /** Never rejects; returns null if there is nothing yet. */
  readNext(): Promise<Entries>;
  close(): void;
}

/** Remembers how far the stream was read, over connections that break. */
function readStream(reader: Redis, streamName: string, logger: Logger): StreamReader {
  const firstReading = Promise.withResolvers<void>();
  const closing = new AbortController();
  const outage = watchOutage(logger);
  let position: string | null = null;
  let isPositionChecked = false;

  reader.on('close', () => {
    if (isPositionChecked && !closing.signal.aborted) outage.begins();
    isPositionChecked = false;
  });

  async function checkPosition(): Promise<void> {
    const [seconds = 0, microseconds = 0] = await reader.time();
    position = positionWithin(position, Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000));
    isPositionChecked = true;
    outage.ends();
    logger.debug({ position }, 'reading the events of other processes');
    firstReading.resolve();
  }

  return {
    isRead: firstReading.promise,
    readNext: async () => {
      try {
        if (!isPositionChecked) await checkPosition();
        const from = position ?? '$';
        const answer = await reader.xread('COUNT', ENTRIES_PER_READ, 'BLOCK', BLOCK_MS, 'STREAMS', streamName, from);
        // Our place moves on even if the adapter fails on an entry, which it would otherwise read for ever.
        position = answer?.[0]?.[1].at(-1)?.[0] ?? position;
        return answer;
      } catch {
        await wait(RETRY_MS, undefined, { signal: closing.signal }).catch(() => {});
        return null;
      }
    },
    close: () => {
      closing.abort();
      outage.close();
    },
  };
}

/** The client of Redis that the adapter gets. */
function adapterClient(writer: Redis, readNext: StreamReader['readNext'], logger: Logger) {
  const readingClient = {
    xread: readNext,
    // Only requests between processes use channels, and we send none.
    subscribe: () => {},
    on: () => {},
    disconnect: () => {},
  };
  return {
    options: { lazyConnect: false },
    duplicate: () => readingClient,
    xadd: async (args: (string | number)[]) => {
      writer
        .call('XADD', ...args)
        .catch((error) => logger.debug({ err: error }, 'an event reaches this process alone'));
      return '';
    },
  };
}

/** Reports an outage and its end, but not one that a busy machine ends at once. */
function watchOutage(logger: Logger) {
  let isLogged = false;
  let cancel = () => {};
  return {
    begins: () => {
      cancel();
      cancel = afterLimit(OUTAGE_MS, () => {
        if (!isLogged) logger.warn('redis is away: events reach the sockets of this process alone');
        isLogged = true;
      });
    },
    ends: () => {
      cancel();
      if (isLogged) logger.info('redis is back: events reach all processes');
      isLogged = false;
    },
    close: () => cancel(),
  };
}

/**
 * Where to read on after a connection: where we were, or now where we were nowhere. Not far in the past, and not in the
 * future, where another server's clock may have put us. Ids of entries begin with the server's time.
 */
function positionWithin(position: string | null, nowMs: number): string {
  if (position === null) return `${nowMs}-0`;
  const positionMs = Number.parseInt(position, 10);
  if (positionMs > nowMs) return `${nowMs}-0`;
  return positionMs < nowMs - CATCH_UP_MS ? `${nowMs - CATCH_UP_MS}-0` : position;
}
