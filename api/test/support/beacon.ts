import { createHash } from 'node:crypto';
import { roundFor } from '../../src/modules/games/beacon/beacon.records.ts';
import type { Beacon } from '../../src/modules/games/beacon/index.ts';

export interface TestBeacon extends Beacon {
  onRead: (round: number) => void | Promise<void>;
  /** Up to this round everything is there. */
  published: number;
  /** Thrown instead of any answer. */
  fault: Error | null;
}

export const ALL_ROUNDS = Number.MAX_SAFE_INTEGER;

/** Nobody has signed its rounds. */
export const TEST_CHAIN = { hash: 'cd'.repeat(32), publicKey: 'ab'.repeat(96), genesis: 1_600_000_000, period: 3 };

export const beaconSignature = (round: number) => `${'ab'.repeat(40)}${String(round).padStart(16, '0')}`;
export const beaconRandomness = (round: number) =>
  createHash('sha256')
    .update(Buffer.from(beaconSignature(round), 'hex'))
    .digest('hex');

export function createTestBeacon(): TestBeacon {
  const beacon: TestBeacon = {
    onRead: () => undefined,
    published: ALL_ROUNDS,
    fault: null,
    roundFor: (fixedAt, delaySeconds) => roundFor(TEST_CHAIN, fixedAt, delaySeconds),
    read: async (round) => {
      await beacon.onRead(round);
      if (beacon.fault !== null) throw beacon.fault;
      if (round > beacon.published) return null;
      return { round, randomness: beaconRandomness(round), signature: beaconSignature(round), chain: TEST_CHAIN };
    },
  };
  return beacon;
}
