import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { deriveKey, type SecretsKeys } from './secrets.ts';

const CIPHER = 'aes-256-gcm';
/** NIST allows 2^32 random nonces under one key. */
const IV_BYTES = 12;
const IVS_AT_ONCE = 256;
const TAG_BYTES = 16;
const KEY_ID_CHARACTERS = 16;

export interface Sealed {
  /** Names the key and reveals nothing of it. */
  keyId: string;
  /** Nonce, encrypted secret and authentication tag. */
  bytes: Buffer;
}

/** Protects secrets from readers of the database or a copy. */
export interface Seal {
  readonly keyId: string;
  readonly knownKeyIds: ReadonlySet<string>;
  /** A secret opens only at its `place`. */
  seal(secret: Buffer, place: string): Sealed;
  /** Throws if the key is unknown or the place is wrong. */
  open(sealed: Sealed, place: string): Buffer;
}

export function createSeal({ current, former }: SecretsKeys, purpose: string): Seal {
  // Bytes would become a key object for every cipher.
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

/** Drawing nonces one by one took 23 µs a seal instead of 14. */
function takeIv(): Buffer {
  if (ivs.length === 0) ivs = randomBytes(IV_BYTES * IVS_AT_ONCE);
  const iv = ivs.subarray(0, IV_BYTES);
  ivs = ivs.subarray(IV_BYTES);
  return iv;
}

/** The mode returns all bytes at once; the end only makes and checks the tag. */
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
