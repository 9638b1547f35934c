import { Redis, type RedisOptions } from 'ioredis';

const CONNECT_TIMEOUT_MS = 2_000;
/** A connection that owes an answer for this long is dead, though the network has not said so: it is replaced. */
const SILENCE_TIMEOUT_MS = 3_000;
const MAX_RECONNECT_DELAY_MS = 2_000;

export function connectRedis(url: string, scripts: NonNullable<RedisOptions['scripts']> = {}): Redis {
  return new Redis(url, {
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    // Always a number, which means for ever.
    retryStrategy: (attempt) => Math.min(attempt * 50, MAX_RECONNECT_DELAY_MS),
    // Without a connection a call fails at once, and what was under way when the connection broke fails then. Nothing
    // is kept to be sent later: an old write that arrives after a newer delete would bring the deleted value back.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    scripts,
  });
}

/** The message alone: an error of ioredis carries its command, and the keys and values of that are not for a log. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
