import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Id } from '../../../platform/ids.ts';

/** RFC 4648 leaves out 0, 1, 8 and 9, which people take for letters. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS_PER_CHARACTER = 5;

/** Authenticator apps want no padding. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let heldBits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    heldBits += 8;
    while (heldBits >= BITS_PER_CHARACTER) {
      heldBits -= BITS_PER_CHARACTER;
      text += ALPHABET.charAt((held >>> heldBits) & 31);
    }
    held &= (1 << heldBits) - 1;
  }
  return heldBits === 0 ? text : text + ALPHABET.charAt((held << (BITS_PER_CHARACTER - heldBits)) & 31);
}

/** Common authenticator apps support only SHA-1, 6 digits and 30 seconds (RFC 6238, RFC 4226). */
const DIGITS = 6;
const STEP_SECONDS = 30;
/** Clocks differ and people type slowly, so the steps before and after count, too. */
const TOLERATED_STEPS = 1;

/** RFC 4226 recommends the length of SHA-1's output. */
export const SECRET_BYTES = 20;

export const stepAt = (moment: Date): number => Math.floor(moment.getTime() / 1000 / STEP_SECONDS);

/** HOTP of RFC 4226 with the step as its counter. */
export function codeOfStep(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) as number) & 15;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Returns the newest step near `now` with this code, or null. Every code takes equally long. */
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

/** Apps look for the issuer in either place, so it stands in both. */
export function otpauthUrl(secret: Buffer, accountName: string): string {
  const label = `${encodeURIComponent(ISSUER)}:${encodeURIComponent(accountName)}`;
  const fields = `secret=${base32(secret)}&issuer=${encodeURIComponent(ISSUER)}`;
  return `otpauth://totp/${label}?${fields}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`;
}

const COUNT = 10;
/** 80 bits are too many to search, so a plain hash is enough. */
const BYTES = 10;

export const newRecoveryCodes = (): string[] => Array.from({ length: COUNT }, () => base32(randomBytes(BYTES)));

/** The user is part of the hash, so equal codes of two users differ. */
export const recoveryCodeHash = (userId: Id<'user'>, code: string): Buffer =>
  createHash('sha256').update(`recovery code of user ${userId}: ${code}`).digest();
