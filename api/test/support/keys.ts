import type { SecretsKeys } from '../../src/platform/secrets/secrets.ts';

/** Of every app and process of the tests. */
export const TEST_KEYS: SecretsKeys = { current: Buffer.alloc(32, 7), former: [] };
