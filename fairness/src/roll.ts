import { HASH_MAX, HASH_PREFIX_LENGTH, MAX_SAFE } from './constants.ts';
import { hmacSha256First52Bits, hmacSha256Hex } from './hash/hmac-sha256.ts';

export interface RollInput {
  serverSeed: string;
  clientSeed: string;
  nonce: number;
}

export interface BoundedRollInput extends RollInput {
  /** The roll lies in 1..max; 10000000 by default. */
  max?: number;
}

/** Computes one HMAC and reads a number from its first 13 hex characters. */
export interface HashStep {
  message: string;
  hash: string;
  prefix: string;
  value: number;
}

/** This step decided the roll; it has everything that a person needs to follow the computation. */
export interface RollSteps extends HashStep {
  max: number;
  maxSafe: number;
  retried: boolean;
  /** The first step is set aside for the retry where it reached maxSafe. */
  setAside: HashStep | null;
  roll: number;
}

export function rollOf({ serverSeed, clientSeed, nonce, max = HASH_MAX }: BoundedRollInput): number {
  checkRollArguments(nonce, max);
  const message = rollMessage(clientSeed, nonce);
  const first = hmacSha256First52Bits(serverSeed, message);
  const value = first >= maxSafeOf(max) ? hmacSha256First52Bits(serverSeed, retryMessage(message)) : first;
  return (value % max) + 1;
}

/** Computes the same roll through the text of every hash, for readers; `rollOf` is what games use. */
export function rollSteps({ serverSeed, clientSeed, nonce, max = HASH_MAX }: BoundedRollInput): RollSteps {
  checkRollArguments(nonce, max);
  const maxSafe = maxSafeOf(max);
  const first = hashStep(serverSeed, rollMessage(clientSeed, nonce));
  const retried = first.value >= maxSafe;
  const deciding = retried ? hashStep(serverSeed, retryMessage(first.message)) : first;
  return { ...deciding, max, maxSafe, retried, setAside: retried ? first : null, roll: (deciding.value % max) + 1 };
}

/**
 * Rolls among `max` candidates. The roll is 1 to max, and the place is its remainder, not roll − 1: a roll of max
 * selects the first.
 */
export function remainderRoll(input: RollInput & { max: number }): { roll: number; index: number } {
  const roll = rollOf(input);
  return { roll, index: roll % input.max };
}

export function verifyRoll(input: BoundedRollInput, expectedRoll: number): boolean {
  return rollOf(input) === expectedRoll;
}

function rollMessage(clientSeed: string, nonce: number): string {
  return `${clientSeed}:${nonce}`;
}

function retryMessage(message: string): string {
  return `${message}:retry`;
}

/**
 * It is the largest multiple of max within MAX_SAFE. For each max up to MAX_SAFE it is more than half of MAX_SAFE,
 * hence above every 52-bit value; for a larger max it is 0. So a retry happens exactly when max is above MAX_SAFE.
 */
function maxSafeOf(max: number): number {
  return Math.floor(MAX_SAFE / max) * max;
}

function hashStep(serverSeed: string, message: string): HashStep {
  const hash = hmacSha256Hex(serverSeed, message);
  const prefix = hash.slice(0, HASH_PREFIX_LENGTH);
  return { message, hash, prefix, value: Number.parseInt(prefix, 16) };
}

function checkRollArguments(nonce: number, max: number): void {
  if (!Number.isSafeInteger(nonce) || nonce < 0) {
    throw new RangeError(`nonce must be an integer from 0 to ${MAX_SAFE}, not ${nonce}`);
  }
  if (!Number.isInteger(max) || max < 1) {
    throw new RangeError(`max must be an integer of at least 1, not ${max}`);
  }
}
