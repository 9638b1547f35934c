import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { deriveKey, type SecretsKeys } from './secrets.ts';

const CIPHER = 'aes-256-gcm';
/** The nonce is random for each secret: NIST allows 2^32 of them under one key. */
const IV_BYTES = 12;
const IVS_AT_ONCE = 256;
const TAG_BYTES = 16;
const KEY_ID_CHARACTERS = 16;

/** A secret as it is stored. */
export interface Sealed {
  /** Tells which key opens it, and nothing of the key. */
  keyId: string;
  /** The nonce, the encrypted secret, and the tag that proves that it is unchanged. */
  bytes: Buffer;
}

/** Protects the secrets of one purpose from readers of the database or a copy of it. */
export interface Seal {
  readonly keyId: string;
  readonly knownKeyIds: ReadonlySet<string>;
  /** The `place` is where the secret is stored; a secret that was moved does not open. */
  seal(secret: Buffer, place: string): Sealed;
  /** Throws if the key is unknown, or if the sealed secret was not stored in this place. */
  open(sealed: Sealed, place: string): Buffer;
}

export function createSeal({ current, former }: SecretsKeys, purpose: string): Seal {
  // The key object is made once, because bytes would be turned into a key for every cipher.
  const keyOf = (key: Buffer) => createSecretKey(deriveKey(key, purpose));
  const keys = new Map([current, ...former].map((key) => [keyIdOf(key, purpose), keyOf(key)]));
  const keyId = keyIdOf(current, purpose);
  const sealingKey = keys.get(keyId) as KeyObject;
  return {
    keyId,
    knownKeyIds: new Set(keys.keys()),
    seal: (secret, place) => ({ keyId, bytes: encrypt(sealingKey, secret, place) }),
    open: (sealed, place) => {
      const key = keys.get(sealed.keyId);
      if (key === undefined) throw new Error(`${place} is sealed with a key that is not known: ${sealed.keyId}`);
      return decrypt(key, sealed.bytes, place);
    },
  };
}

const keyIdOf = (key: Buffer, purpose: string) =>
  deriveKey(key, `${purpose}: key id`).toString('hex').slice(0, KEY_ID_CHARACTERS);

let ivs = Buffer.alloc(0);

/**
 * Random bytes are drawn for many secrets at once: one by one they took as long as the cipher, 23 µs a seal instead of
 * 14.
 */
function takeIv(): Buffer {
  if (ivs.length === 0) ivs = randomBytes(IV_BYTES * IVS_AT_ONCE);
  const iv = ivs.subarray(0, IV_BYTES);
  ivs = ivs.subarray(IV_BYTES);
  return iv;
}

/** The mode returns as many bytes as it gets, at once: the end only makes and checks the proof. */
function encrypt(key: KeyObject, secret: Buffer, place: string): Buffer {
  const iv = takeIv();
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place));
  const hidden = cipher.update(secret);
  cipher.final();
  return Buffer.concat([iv, hidden, cipher.getAuthTag()]);
}

function decrypt(key: KeyObject, bytes: Buffer, place: string): Buffer {
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    const secret = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
    decipher.final();
    return secret;
  } catch (error) {
    throw new Error(`${place} does not open: it is not what was sealed there`, { cause: error });
  }
}
