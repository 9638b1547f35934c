import { setTimeout as wait } from 'node:timers/promises';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Redis } from 'ioredis';
import { connectRedis } from '../hot-store/redis.ts';
import type { Logger } from '../observability/logger.ts';
import { afterLimit, endsWithin } from '../time-limits.ts';

/** They serve processes that were away for a moment. */
const STREAM_LENGTH = 10_000;
const ENTRIES_PER_READ = 100;
/** A short wait reveals connections that died in silence. */
const BLOCK_MS = 1_000;
/** It exceeds the time after which a connection is replaced. */
const READ_TIMEOUT_MS = 5_000;
const RETRY_MS = 100;
const HEARTBEAT_MS = 5_000;
const FIRST_CONNECTION_WAIT_MS = 2_000;
const OUTAGE_MS = 2_000;
/** Clients have read since. */
const CATCH_UP_MS = 10_000;

export interface ProcessLink {
  adapter: ReturnType<typeof createAdapter>;
  close(): void;
}

/**
 * While Redis is away each process serves its own sockets. The adapter of Socket.IO gets our client, because its own
 * waits for Redis before local sockets, reads again without a pause after failures, and misses entries between its
 * first reads.
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

  // A connection that rarely writes would not notice a dead server.
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
  isRead: Promise<void>;
  /** Never rejects; null means nothing yet. */
  readNext(): Promise<Entries>;
  close(): void;
}

/** The position survives broken connections. */
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
        // The position advances past entries on which the adapter fails.
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

function adapterClient(writer: Redis, readNext: StreamReader['readNext'], logger: Logger) {
  const readingClient = {
    xread: readNext,
    // We send no requests between processes.
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

/** A short interruption of a busy machine is no outage. */
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

/** Continues from the last entry, but not far in the past, nor in the future of another server's clock. */
function positionWithin(position: string | null, nowMs: number): string {
  if (position === null) return `${nowMs}-0`;
  const positionMs = Number.parseInt(position, 10);
  if (positionMs > nowMs) return `${nowMs}-0`;
  return positionMs < nowMs - CATCH_UP_MS ? `${nowMs - CATCH_UP_MS}-0` : position;
}
