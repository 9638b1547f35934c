import { createHmac } from 'node:crypto';
import { deriveKey, type SecretsKeys } from '../../../platform/secrets/secrets.ts';

/** Recognizes a person by their account at the identity provider without keeping who they are. */
export interface PersonHashes {
  /** Tells which key makes the current ones, and nothing of the key. */
  readonly keyId: string;
  /** Under which a person is kept from now on. */
  current(platformId: string): Buffer;
  /** Under which they may have been kept: by this key and those before. */
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
