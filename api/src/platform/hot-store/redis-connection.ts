import { Redis, type RedisOptions } from 'ioredis';

const CONNECT_TIMEOUT_MS = 2_000;
/** A connection that owes an answer for this long is replaced, even if the network has not reported it dead. */
const SILENCE_TIMEOUT_MS = 3_000;
const MAX_RECONNECT_DELAY_MS = 2_000;

export function connectRedis(url: string, scripts: NonNullable<RedisOptions['scripts']> = {}): Redis {
  return new Redis(url, {
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    // It always returns a number, which retries for ever.
    retryStrategy: (attempt) => Math.min(attempt * 50, MAX_RECONNECT_DELAY_MS),
    // Without a connection a call fails at once, and calls under way fail when the connection breaks. Nothing is kept
    // to be sent later: an old write that arrives after a newer delete would bring the deleted value back.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    scripts,
  });
}

/** Only the message is logged: an error of ioredis carries its command, with keys and values. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
