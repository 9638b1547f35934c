import type { SealedRows } from '../../../platform/secrets/sealed-rows.ts';
import { listKeyIds, lockSecretsUnder, updateSecrets } from './seal-secrets.sql.ts';
import { openSecret, sealSecret } from './sealed-secrets.ts';

const BATCH_ROWS = 500;

/** The secrets of second factors; none was ever stored in clear. */
export const secretsOfFactors: SealedRows = {
  job: 'seal-second-factors',
  what: 'second factors',
  listKeyIds,
  sealSome: async (tx, seal, keyId) => {
    if (keyId === null) return 0;
    const rows = await lockSecretsUnder(tx, keyId, BATCH_ROWS);
    if (rows.length === 0) return 0;
    await updateSecrets(
      tx,
      seal.keyId,
      rows.map((row) => ({ ...row, sealedSecret: sealSecret(seal, openSecret(seal, row), row.userId).bytes })),
    );
    return rows.length;
  },
};
