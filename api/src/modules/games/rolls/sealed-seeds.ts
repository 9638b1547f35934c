import { createSeal, type Seal, type Sealed } from '../../../platform/sealing.ts';
import type { SecretsKeys } from '../../../platform/secrets.ts';

/** Seals the seeds of rolls to come. */
export const createSeedSeal = (keys: SecretsKeys): Seal => createSeal(keys, 'seeds of rolls to come');

/** A committed seed as it is stored: sealed, or in clear where it is older than the seal and no start has reached it. */
export interface StoredSeed {
  serverSeed: string | null;
  sealedSeed: Buffer | null;
  keyId: string | null;
}

interface Place {
  stream: string;
  nonce: number | string;
}

/** Names one roll, whatever its stream. */
export const placeOf = ({ stream, nonce }: Place) => `${stream} ${nonce}`;

export function sealSeed(seal: Seal, serverSeed: string, place: Place): Sealed {
  return seal.seal(Buffer.from(serverSeed, 'hex'), placeOf(place));
}

export function openSeed(seal: Seal, { serverSeed, sealedSeed, keyId, ...place }: StoredSeed & Place): string {
  if (sealedSeed === null || keyId === null) return serverSeed as string;
  return seal.open({ keyId, bytes: sealedSeed }, placeOf(place)).toString('hex');
}
