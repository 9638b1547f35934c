import { createHmac } from 'node:crypto';
import { deriveKey, type SecretsKeys } from '../../../platform/secrets/secrets.ts';

/** A returning person is recognized without a stored account id. */
export interface PersonHashes {
  readonly keyId: string;
  current(platformId: string): Buffer;
  all(platformId: string): Buffer[];
}

const PURPOSE = 'persons who excluded themselves';

export function createPersonHashes({ current, former }: SecretsKeys): PersonHashes {
  const keys = [current, ...former].map((key) => deriveKey(key, PURPOSE));
  const hashOf = (key: Buffer, platformId: string) => createHmac('sha256', key).update(platformId).digest();
  return {
    keyId: deriveKey(current, `${PURPOSE}: key id`).toString('hex').slice(0, 16),
    current: (platformId) => hashOf(keys[0] as Buffer, platformId),
    all: (platformId) => keys.map((key) => hashOf(key, platformId)),
  };
}
