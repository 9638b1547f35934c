import { createPrivateKey, createPublicKey, sign } from 'node:crypto';

/** The prefix of the standard form of an Ed25519 key. */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX_BYTES = 12;

export interface Ed25519Signer {
  /** 32 bytes. */
  readonly publicKey: Buffer;
  /** 64 bytes. */
  sign(text: string): Buffer;
}

/** The seed has 32 bytes. */
export function createEd25519Signer(seed: Buffer): Ed25519Signer {
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  return {
    publicKey: createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX_BYTES),
    sign: (text) => sign(null, Buffer.from(text), key),
  };
}
