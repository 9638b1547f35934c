import { Redis, type RedisOptions } from 'ioredis';

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
