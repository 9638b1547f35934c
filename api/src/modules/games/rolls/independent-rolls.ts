import { createHmac } from 'node:crypto';
import { differences } from '../../../platform/invariants/walk.ts';

/**
 * Rolls by Node's own cryptography, and on purpose not by the fairness package: what plays and what verifies is that one
 * package, so a fault in it would agree with itself.
 */
export const hmac = (key: string, message: string) => createHmac('sha256', key).update(message).digest('hex');

const HASH_MAX = 10_000_000;

/**
 * The first 13 hex digits are a number of 52 bits, always below the largest multiple of anything up to 10000000 that
 * JavaScript counts exactly to, so the rule that sets larger ones aside is never reached.
 */
export const expectedRoll = (serverSeed: string, clientSeed: string, nonce: number | string, max = HASH_MAX) =>
  (Number.parseInt(hmac(serverSeed, `${clientSeed}:${nonce}`).slice(0, 13), 16) % max) + 1;

/** As it is stored, of a roll that is made or to come; the latter must be shown nowhere. */
export interface Seed {
  serverSeed: string;
  serverSeedHash: string;
}

/** As every game stores its own. */
export interface Roll extends Seed {
  id: string;
  clientSeed: string;
  nonce: string;
  roll: number;
  /** What it was rolled up to, where that is not 10000000. */
  max?: number;
}

/** Which columns are not what they are computed to be. */
export const seedDifferences = ({ serverSeed: seed, serverSeedHash: hash }: Seed) => [
  ...(/^[0-9a-f]{64}$/.test(seed) ? [] : ['serverSeed']),
  ...differences({ serverSeedHash: [hash, hmac(seed, '')] }),
];

export const rollDifferences = (row: Roll) => [
  ...seedDifferences(row),
  ...differences({ roll: [row.roll, expectedRoll(row.serverSeed, row.clientSeed, row.nonce, row.max)] }),
];
