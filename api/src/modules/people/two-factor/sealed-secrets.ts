import type { SealedRows } from '../../../platform/secrets/sealed-rows.ts';
import { createSeal, type Seal, type Sealed } from '../../../platform/secrets/sealing.ts';
import type { SecretsKeys } from '../../../platform/secrets/secrets.ts';
import type { SecondFactor } from './two-factor.records.ts';
import { listKeyIds, lockSecretsUnder, updateSecrets } from './two-factor.sql.ts';

export const createSecondFactorSeal = (keys: SecretsKeys): Seal => createSeal(keys, 'secrets of second factors');

/** The secret of one user does not open as that of another. */
const placeOf = (userId: string) => `second factor of user ${userId}`;

export const sealSecret = (seal: Seal, secret: Buffer, userId: string): Sealed => seal.seal(secret, placeOf(userId));

export function openSecret(
  seal: Seal,
  { userId, sealedSecret, keyId }: Pick<SecondFactor, 'userId' | 'sealedSecret' | 'keyId'>,
): Buffer {
  return seal.open({ keyId, bytes: sealedSecret }, placeOf(userId));
}

const BATCH_ROWS = 500;

/** None was ever stored unencrypted. */
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
