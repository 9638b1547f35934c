import { createHmac, timingSafeEqual } from 'node:crypto';

const WINDOW_SECONDS = 300;

/** Compares in constant time. */
export function isHmacOf(
  secret: string,
  signed: string | Buffer | readonly (string | Buffer)[],
  signature: string,
): boolean {
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false;
  const hmac = createHmac('sha256', secret);
  for (const part of Array.isArray(signed) ? signed : [signed]) hmac.update(part);
  return timingSafeEqual(hmac.digest(), Buffer.from(signature, 'hex'));
}

/** A recorded message cannot be sent later. */
export const isRecent = (seconds: number, now: Date): boolean =>
  Math.abs(now.getTime() / 1000 - seconds) <= WINDOW_SECONDS;

/** Returns null if it is absent or was sent twice. */
export const headerOf = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
