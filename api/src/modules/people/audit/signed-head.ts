import type { Db } from '../../../platform/database/db.ts';
import { createEd25519Signer, type Ed25519Signer } from '../../../platform/secrets/ed25519.ts';
import { deriveKey } from '../../../platform/secrets/secrets.ts';
import type { Checkpoint } from './audit.types.ts';
import { isSigned } from './checkpoint-file.ts';
import { listWritten } from './checkpoints.sql.ts';

/** The key may sign other things too; what it signs here is valid nowhere else. */
const CONTEXT = 'lisura audit head 1';

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
  const signer = createEd25519Signer(deriveKey(signingKey, 'audit head'));
  return {
    publicKey: signer.publicKey.toString('hex'),
    newest: async (db) => {
      const anchored = (await listWritten(db)).find((checkpoint) => isSigned(checkpoint, signingKey));
      return anchored === undefined ? null : signedHead(anchored, signer);
    },
  };
}

function signedHead({ position, hash, at }: Checkpoint, signer: Ed25519Signer): SignedHead {
  const text = JSON.stringify([CONTEXT, position, hash, at]);
  return { position, hash, at, signature: signer.sign(text).toString('hex') };
}
