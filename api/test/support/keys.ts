import type { SecretsKeys } from '../../src/platform/secrets/secrets.ts';

export const TEST_KEYS: SecretsKeys = { current: Buffer.alloc(32, 7), former: [] };
