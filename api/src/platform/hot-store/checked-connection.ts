import type { Redis } from 'ioredis';
import type { Logger } from '../observability/logger.ts';
import { endsWithin } from '../time-limits.ts';
import { messageOf } from './redis-connection.ts';
import { dropKeysOfAnotherRun } from './redis-freshness.ts';

const FIRST_CONNECTION_WAIT_MS = 2_000;
const HEARTBEAT_MS = 5_000;

/**
 * A connection that is used only after a check, so that no key is read from a server whose memory may be older than
 * ours.
 */
export interface CheckedConnection<Connection extends Redis> {
  /** Throws while Redis is away or not yet checked. */
  usable(): Connection;
  close(): void;
}

/**
 * The connection comes back by itself, and is checked each time. It is returned even if Redis does not answer at the
 * start, because a process must be able to start without its accelerator.
 */
export async function checkConnection<Connection extends Redis>(
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

/** An idle connection would not notice that the other side is gone; its time-out for silence does the rest. */
function startHeartbeat(redis: Redis): () => void {
  const heartbeat = setInterval(() => {
    if (redis.status === 'ready') redis.ping().catch(() => {});
  }, HEARTBEAT_MS).unref();
  return () => clearInterval(heartbeat);
}
