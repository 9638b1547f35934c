import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { Db } from '../../../platform/database/db.ts';
import { deriveKey } from '../../../platform/secrets/secrets.ts';
import type { Checkpoint } from './audit.types.ts';
import { isSigned } from './checkpoint-file.ts';
import { listWritten } from './checkpoints.sql.ts';

/** The key may sign other things too; what it signs here is valid nowhere else. */
const CONTEXT = 'lisura audit head 1';
/** What comes before the 32 bytes of an Ed25519 key in the standard forms of a private and a public one. */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX_BYTES = 12;

interface SignedHead extends Pick<Checkpoint, 'position' | 'hash' | 'at'> {
  signature: string;
}

export interface HeadSigner {
  /** 32 bytes as hex. */
  readonly publicKey: string;
  /** The newest head that was anchored anywhere; null where none was yet. */
  newest(db: Db): Promise<SignedHead | null>;
}

/**
 * Signs the head for the public, with a key that everybody can check: who keeps what we have signed can later show that
 * the trail was another one. Only what an anchor has verified and signed is signed, not what a row claims.
 */
export function createHeadSigner(signingKey: Buffer): HeadSigner {
  const seed = deriveKey(signingKey, 'audit head');
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX_BYTES);
  return {
    publicKey: publicKey.toString('hex'),
    newest: async (db) => {
      const anchored = (await listWritten(db)).find((checkpoint) => isSigned(checkpoint, signingKey));
      return anchored === undefined ? null : signedHead(anchored, key);
    },
  };
}

function signedHead({ position, hash, at }: Checkpoint, key: KeyObject): SignedHead {
  const text = JSON.stringify([CONTEXT, position, hash, at]);
  return { position, hash, at, signature: sign(null, Buffer.from(text), key).toString('hex') };
}
