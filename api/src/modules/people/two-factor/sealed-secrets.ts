import { createSeal, type Seal, type Sealed } from '../../../platform/secrets/sealing.ts';
import type { SecretsKeys } from '../../../platform/secrets/secrets.ts';
import type { SecondFactor } from './two-factor.types.ts';

/** Seals the secrets that authenticator apps share. */
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
