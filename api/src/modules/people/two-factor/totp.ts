import { createHmac, timingSafeEqual } from 'node:crypto';
import { base32 } from './base32.ts';

/** What common authenticator apps can do, whatever the address says: SHA-1, 6 digits, 30 seconds (RFC 6238, RFC 4226). */
const DIGITS = 6;
const STEP_SECONDS = 30;
/** Of a device's clock and of a person's typing: the code of the step before and of the one after are as good. */
const TOLERATED_STEPS = 1;

/** The length of SHA-1's output, which RFC 4226 recommends. */
export const SECRET_BYTES = 20;

/** Steps are counted from 1970. */
export const stepAt = (moment: Date): number => Math.floor(moment.getTime() / 1000 / STEP_SECONDS);

/** The code of a step: HOTP of RFC 4226, with the step as its counter. */
export function codeOfStep(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) as number) & 15;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The newest step near `now` whose code it is, or null. It takes as long for every code. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  const given = Buffer.from(code);
  if (given.length !== DIGITS) return null;
  let found: number | null = null;
  for (let step = stepAt(now) - TOLERATED_STEPS; step <= stepAt(now) + TOLERATED_STEPS; step += 1) {
    if (step >= 0 && timingSafeEqual(given, Buffer.from(codeOfStep(secret, step)))) found = step;
  }
  return found;
}

const ISSUER = 'Lisura';

/** What an authenticator app reads. The issuer stands in both places, since apps look in either. */
export function otpauthUrl(secret: Buffer, accountName: string): string {
  const label = `${encodeURIComponent(ISSUER)}:${encodeURIComponent(accountName)}`;
  const fields = `secret=${base32(secret)}&issuer=${encodeURIComponent(ISSUER)}`;
  return `otpauth://totp/${label}?${fields}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`;
}
