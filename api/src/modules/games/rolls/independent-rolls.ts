import { createHmac } from 'node:crypto';
import { differences } from '../../../platform/invariants/invariants.ts';

/** Node's own cryptography rolls here, so that a fault in the fairness package does not verify itself. */
export const hmac = (key: string, message: string) => createHmac('sha256', key).update(message).digest('hex');

const HASH_MAX = 10_000_000;

/** The first 13 hex digits are 52 bits, always below the largest multiple of `max` up to 2^53, so no number is set aside. */
export const expectedRoll = (serverSeed: string, clientSeed: string, nonce: number | string, max = HASH_MAX) =>
  (Number.parseInt(hmac(serverSeed, `${clientSeed}:${nonce}`).slice(0, 13), 16) % max) + 1;

export interface Seed {
  serverSeed: string;
  serverSeedHash: string;
}

export interface Roll extends Seed {
  id: string;
  clientSeed: string;
  nonce: string;
  roll: number;
  /** It is 10000000 by default. */
  max?: number;
}

export const seedDifferences = ({ serverSeed: seed, serverSeedHash: hash }: Seed) => [
  ...(/^[0-9a-f]{64}$/.test(seed) ? [] : ['serverSeed']),
  ...differences({ serverSeedHash: [hash, hmac(seed, '')] }),
];

export const rollDifferences = (row: Roll) => [
  ...seedDifferences(row),
  ...differences({ roll: [row.roll, expectedRoll(row.serverSeed, row.clientSeed, row.nonce, row.max)] }),
];
