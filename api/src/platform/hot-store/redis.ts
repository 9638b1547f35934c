import type { Redis } from 'ioredis';
import { createBatchedRead } from '../batched-reads.ts';
import type { Logger } from '../observability/logger.ts';
import { endsWithin, within } from '../time-limits.ts';
import { assertDuration, type HotStore, isDuration, noDuration } from './hot-store.ts';
import { connectRedis } from './redis-connection.ts';
import { deleteByPrefix, dropKeysOfAnotherRun } from './redis-freshness.ts';

/** Nobody waits longer than this for an accelerator. */
const ANSWER_LIMIT_MS = 250;
const FIRST_CONNECTION_WAIT_MS = 2_000;
const HEARTBEAT_MS = 5_000;

/**
 * Counts one hit on each key and gives count and remaining time of each. Atomic, so that no crash between INCR and
 * PEXPIRE leaves a key that counts for ever; one that lost its time all the same (PERSIST, a restore) gets a new one.
 */
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

/** Reads each key and renews its time. */
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
  /** Drops every key of this store, for all processes. */
  deleteAll(): Promise<void>;
}

export interface RedisStoreOptions {
  url: string;
  keyPrefix?: string;
  logger: Logger;
}

/**
 * Calls reject at once while Redis is away; the connection comes back by itself. Where Redis does not answer at
 * the start the store is given all the same: a process must be able to start while its accelerator is down.
 */
export async function createRedisStore(options: RedisStoreOptions): Promise<RedisStore> {
  const { url, keyPrefix = 'lisura:', logger } = options;
  const commands = connectRedis(url, {
    countHits: { lua: COUNT_HITS_SCRIPT },
    getAndRenew: { lua: GET_AND_RENEW_SCRIPT },
  }) as CommandConnection;

  // Set only after the check below, so that no key is read from a server whose memory may be older than ours.
  let isUsable = false;
  const firstUsable = Promise.withResolvers<void>();
  let connectionNumber = 0;
  commands.on('ready', async () => {
    const ownNumber = connectionNumber;
    try {
      await dropKeysOfAnotherRun(commands, keyPrefix);
      if (ownNumber !== connectionNumber) return;
      isUsable = true;
      firstUsable.resolve();
    } catch (error) {
      logger.debug({ reason: messageOf(error) }, 'redis could not be checked');
      if (ownNumber === connectionNumber) commands.disconnect(true);
    }
  });
  commands.on('close', () => {
    isUsable = false;
    connectionNumber += 1;
  });
  commands.on('error', (error) => logger.debug({ reason: messageOf(error) }, 'redis connection failed'));

  async function ask<T>(
    question: (redis: CommandConnection) => Promise<T>,
    limitMs: number = ANSWER_LIMIT_MS,
  ): Promise<T> {
    if (!isUsable) throw new Error('redis is not connected');
    holdWrites();
    // Not by the time-out of ioredis, which would blame Redis for a pause of our own, when it is needed most.
    return within(limitMs, question(commands), 'the answer of redis');
  }

  /**
   * Commands of one turn of the event loop travel in one packet, which saves a seventh of the CPU of a small request.
   * Not by the auto-pipelining of ioredis: it sends nothing more until all it has sent is answered, which keeps calls
   * waiting that nobody waits for any more, and at low load it costs more than it saves.
   */
  function holdWrites(): void {
    const { stream } = commands;
    if (stream.writableCorked > 0) return;
    stream.cork();
    setImmediate(() => stream.uncork());
  }

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

  // A connection that is not used would not notice that the other side is gone; its time-out for silence does the rest.
  const heartbeat = setInterval(() => {
    if (commands.status === 'ready') commands.ping().catch(() => {});
  }, HEARTBEAT_MS);
  heartbeat.unref();

  const isThere = await endsWithin(FIRST_CONNECTION_WAIT_MS, firstUsable.promise);
  if (!isThere) {
    logger.warn('redis does not answer yet: starting without it');
    firstUsable.promise.then(() => logger.info('redis answers now'));
  }

  return {
    kind: 'redis',
    isThere: true,
    get: (key) => ask((redis) => redis.get(keyPrefix + key)),
    getAndRenew: (key, ttlMs) => {
      if (!isDuration(ttlMs)) return Promise.reject(noDuration(ttlMs));
      ttlsMs.set(key, ttlMs);
      // Every key that was asked for has an entry.
      return readAndRenew(key) as Promise<string | null>;
    },
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
    deleteAll: async () => {
      if (!isUsable) throw new Error('redis is not connected');
      await deleteByPrefix(commands, keyPrefix);
    },
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
    close: async () => {
      clearInterval(heartbeat);
      isUsable = false;
      commands.disconnect();
    },
  };
}

/** The message alone: an error of ioredis carries its command, and the keys and values of that are not for a log. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
