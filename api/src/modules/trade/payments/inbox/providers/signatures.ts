import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the time of a signature may be from ours, either way. */
const WINDOW_SECONDS = 300;

/** In constant time. What is no SHA-256 in hex is compared with nothing. */
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

/** Who records a message cannot send it later. */
export const isRecent = (seconds: number, now: Date): boolean =>
  Math.abs(now.getTime() / 1000 - seconds) <= WINDOW_SECONDS;

/** Null where it is absent or was sent twice. */
export const headerOf = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
