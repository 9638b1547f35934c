import { randomBytes } from 'node:crypto';
import { transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { findUser, userNotFound } from '../../users/index.ts';
import type { SecondFactorDeps } from '../require-second-factor.ts';
import { sealSecret } from '../sealed-secrets.ts';
import { SECRET_BYTES } from '../totp.ts';
import { alreadyEnabled } from '../two-factor.errors.ts';
import { upsertSecret } from '../two-factor.sql.ts';

export interface NewSecret {
  secret: Buffer;
  /** By which the app lists it. */
  accountName: string;
}

/** A new secret for the user's app, in the place of one that was never confirmed. This is when it is shown. */
export async function setUpSecondFactor(
  { db, secondFactorSeal }: Pick<SecondFactorDeps, 'db' | 'secondFactorSeal'>,
  { userId }: { userId: Id<'user'> },
): Promise<NewSecret> {
  const secret = randomBytes(SECRET_BYTES);
  const { keyId, bytes } = sealSecret(secondFactorSeal, secret, userId);
  return transaction(db, async (tx) => {
    const [user, isStored] = await Promise.all([
      findUser(tx, userId),
      upsertSecret(tx, { userId, sealedSecret: bytes, keyId }),
    ]);
    if (user === null) throw userNotFound();
    if (!isStored) throw alreadyEnabled();
    return { secret, accountName: user.username };
  });
}
