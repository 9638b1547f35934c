import { Redis, type RedisOptions } from 'ioredis';
import { createBatchedRead } from '../batches/batched-reads.ts';
import type { Logger } from '../observability/logger.ts';
import { endsWithin, within } from '../time-limits.ts';
import { assertDuration, type HotStore, isDuration, noDuration } from './hot-store.ts';

const SCAN_BATCH = 1_000;

/**
 * A Redis that restarts from a snapshot, or a replica that takes over, may hold deleted values such as revoked
 * sessions. Keys belong to one run of the server; the keys of another run are dropped before anything is read.
 */
async function dropKeysOfAnotherRun(redis: Redis, keyPrefix: string): Promise<void> {
  const runId = /^run_id:(\w+)/m.exec(await redis.info('server'))?.[1] ?? 'unknown';
  if ((await redis.get(runIdKey(keyPrefix))) === runId) return;
  await deleteByPrefix(redis, keyPrefix);
  await redis.set(runIdKey(keyPrefix), runId);
}

async function deleteByPrefix(redis: Redis, keyPrefix: string): Promise<void> {
  const pattern = `${keyPrefix.replace(/[\\*?[\]]/g, '\\$&')}*`;
  let cursor = '0';
  do {
    const [nextCursor, found] = await redis.scan(cursor, 'MATCH', pattern, 'COUNT', SCAN_BATCH);
    const keys = found.filter((key) => key !== runIdKey(keyPrefix));
    if (keys.length > 0) await redis.unlink(...keys);
    cursor = nextCursor;
  } while (cursor !== '0');
}

function runIdKey(keyPrefix: string): string {
  return `${keyPrefix}server-run-id`;
}

const FIRST_CONNECTION_WAIT_MS = 2_000;
const HEARTBEAT_MS = 5_000;

/** Each connection is checked first, because its server's memory may be older than ours. */
interface CheckedConnection<Connection extends Redis> {
  /** Throws while Redis is away or unchecked. */
  usable(): Connection;
  close(): void;
}

/** Returns even without an answer, because a process must start without its accelerator. */
async function checkConnection<Connection extends Redis>(
  redis: Connection,
  keyPrefix: string,
  logger: Logger,
): Promise<CheckedConnection<Connection>> {
  let isUsable = false;
  const firstUsable = Promise.withResolvers<void>();
  let connectionNumber = 0;
  redis.on('ready', async () => {
    const ownNumber = connectionNumber;
    try {
      await dropKeysOfAnotherRun(redis, keyPrefix);
      if (ownNumber !== connectionNumber) return;
      isUsable = true;
      firstUsable.resolve();
    } catch (error) {
      logger.debug({ reason: messageOf(error) }, 'redis could not be checked');
      if (ownNumber === connectionNumber) redis.disconnect(true);
    }
  });
  redis.on('close', () => {
    isUsable = false;
    connectionNumber += 1;
  });
  redis.on('error', (error) => logger.debug({ reason: messageOf(error) }, 'redis connection failed'));
  const stopHeartbeat = startHeartbeat(redis);

  if (!(await endsWithin(FIRST_CONNECTION_WAIT_MS, firstUsable.promise))) {
    logger.warn('redis does not answer yet: starting without it');
    firstUsable.promise.then(() => logger.info('redis answers now'));
  }
  return {
    usable: () => {
      if (!isUsable) throw new Error('redis is not connected');
      return redis;
    },
    close: () => {
      stopHeartbeat();
      isUsable = false;
      redis.disconnect();
    },
  };
}

/** An idle connection would not notice a dead server. */
function startHeartbeat(redis: Redis): () => void {
  const heartbeat = setInterval(() => {
    if (redis.status === 'ready') redis.ping().catch(() => {});
  }, HEARTBEAT_MS).unref();
  return () => clearInterval(heartbeat);
}

const ANSWER_LIMIT_MS = 250;

/** The script is atomic, so that no crash leaves a key that counts for ever. A key without a time gets a new one. */
const COUNT_HITS_SCRIPT = `
local answer = {}
for i, key in ipairs(KEYS) do
  local count = redis.call('INCR', key)
  local remaining = count == 1 and -1 or redis.call('PTTL', key)
  if remaining < 0 then
    remaining = tonumber(ARGV[i])
    redis.call('PEXPIRE', key, remaining)
  end
  answer[2 * i - 1] = count
  answer[2 * i] = remaining
end
return answer
`;

const GET_AND_RENEW_SCRIPT = `
local values = {}
for i, key in ipairs(KEYS) do
  values[i] = redis.call('GETEX', key, 'PX', ARGV[i])
end
return values
`;

type CommandConnection = Redis & {
  getAndRenew(keyCount: number, ...keysThenTtlsMs: (string | number)[]): Promise<(string | null)[]>;
  countHits(keyCount: number, ...keysThenWindowsMs: (string | number)[]): Promise<number[]>;
};

export interface RedisStore extends HotStore {
  readonly kind: 'redis';
  ping(limitMs?: number): Promise<number>;
  /** All processes share the keys. */
  deleteAll(): Promise<void>;
}

interface RedisStoreOptions {
  url: string;
  keyPrefix?: string;
  logger: Logger;
}

/** Calls reject at once while Redis is away; the connection returns by itself. */
export async function createRedisStore(options: RedisStoreOptions): Promise<RedisStore> {
  const { url, keyPrefix = 'lisura:', logger } = options;
  const commands = connectRedis(url, {
    countHits: { lua: COUNT_HITS_SCRIPT },
    getAndRenew: { lua: GET_AND_RENEW_SCRIPT },
  }) as CommandConnection;
  const connection = await checkConnection(commands, keyPrefix, logger);
  const ask: Ask = (question, limitMs) => askWithin(connection, question, limitMs);

  return {
    kind: 'redis',
    isThere: true,
    get: (key) => ask((redis) => redis.get(keyPrefix + key)),
    getAndRenew: createRenewingRead(ask, keyPrefix),
    set: async (key, value, ttlMs) => {
      assertDuration(ttlMs);
      await ask((redis) => redis.set(keyPrefix + key, value, 'PX', ttlMs));
    },
    setIfAbsent: async (key, value, ttlMs) => {
      assertDuration(ttlMs);
      return (await ask((redis) => redis.set(keyPrefix + key, value, 'PX', ttlMs, 'NX'))) === 'OK';
    },
    delete: async (keys) => {
      if (keys.length > 0) await ask((redis) => redis.unlink(...keys.map((key) => keyPrefix + key)));
    },
    deleteAll: async () => deleteByPrefix(connection.usable(), keyPrefix),
    countHits: async (hits) => {
      if (hits.length === 0) return [];
      for (const { windowMs } of hits) assertDuration(windowMs);
      const keys = hits.map(({ key }) => keyPrefix + key);
      const windowsMs = hits.map(({ windowMs }) => windowMs);
      const answer = await ask((redis) => redis.countHits(keys.length, ...keys, ...windowsMs));
      const nowMs = Date.now();
      return hits.map((_, index) => ({
        count: answer[2 * index] ?? 0,
        resetsAtMs: nowMs + (answer[2 * index + 1] ?? 0),
      }));
    },
    ping: async (limitMs) => {
      const startedMs = performance.now();
      await ask((redis) => redis.ping(), limitMs);
      return performance.now() - startedMs;
    },
    close: async () => connection.close(),
  };
}

type Ask = <T>(question: (redis: CommandConnection) => Promise<T>, limitMs?: number) => Promise<T>;

async function askWithin<T>(
  connection: CheckedConnection<CommandConnection>,
  question: (redis: CommandConnection) => Promise<T>,
  limitMs: number = ANSWER_LIMIT_MS,
): Promise<T> {
  const redis = connection.usable();
  holdWrites(redis);
  // The time-out of ioredis would blame Redis for our own pause.
  return within(limitMs, question(redis), 'the answer of redis');
}

/**
 * Commands of one turn share a packet, a seventh less CPU for a small request. The auto-pipelining of ioredis would
 * delay calls.
 */
function holdWrites({ stream }: Redis): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}

function createRenewingRead(ask: Ask, keyPrefix: string): HotStore['getAndRenew'] {
  const ttlsMs = new Map<string, number>();
  const readAndRenew = createBatchedRead(
    async (keys: string[]) => {
      const times = keys.map((key) => ttlsMs.get(key) as number);
      for (const key of keys) ttlsMs.delete(key);
      const values = await ask((redis) =>
        redis.getAndRenew(keys.length, ...keys.map((key) => keyPrefix + key), ...times),
      );
      return new Map(keys.map((key, index) => [key, values[index] ?? null]));
    },
    { maxBatches: Number.POSITIVE_INFINITY },
  );
  return (key, ttlMs) => {
    if (!isDuration(ttlMs)) return Promise.reject(noDuration(ttlMs));
    ttlsMs.set(key, ttlMs);
    return readAndRenew(key) as Promise<string | null>;
  };
}

const CONNECT_TIMEOUT_MS = 2_000;
/** A connection that owes an answer for this long is replaced. */
const SILENCE_TIMEOUT_MS = 3_000;
const MAX_RECONNECT_DELAY_MS = 2_000;

export function connectRedis(url: string, scripts: NonNullable<RedisOptions['scripts']> = {}): Redis {
  return new Redis(url, {
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 50, MAX_RECONNECT_DELAY_MS),
    // Calls fail at once without a connection. A write that was sent later could restore a deleted value.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    scripts,
  });
}

/** The error of ioredis carries keys and values, so only its message is logged. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
