import { createSeal, type Seal, type Sealed } from '../../../../platform/secrets/sealing.ts';
import type { SecretsKeys } from '../../../../platform/secrets/secrets.ts';
import { splitSeeds } from '../../../../platform/secrets/split-seeds.ts';

export const createSeedSeal = (keys: SecretsKeys): Seal => createSeal(keys, 'seeds of rolls to come');

export interface StoredSeeds {
  serverSeed: string | null;
  sealedSeeds: Buffer | null;
  keyId: string | null;
}

type RunPlace = { stream: string; firstNonce: number | string };

export const placeOf = (stream: string, nonce: number | string) => `${stream} ${nonce}`;

export function sealSeeds(seal: Seal, serverSeeds: readonly string[], run: RunPlace): Sealed {
  return seal.seal(Buffer.from(serverSeeds.join(''), 'hex'), placeOf(run.stream, run.firstNonce));
}

export function openSeeds(seal: Seal, { serverSeed, sealedSeeds, keyId, ...run }: StoredSeeds & RunPlace): string[] {
  if (sealedSeeds === null || keyId === null) return [serverSeed as string];
  return splitSeeds(seal.open({ keyId, bytes: sealedSeeds }, placeOf(run.stream, run.firstNonce)).toString('hex'));
}
