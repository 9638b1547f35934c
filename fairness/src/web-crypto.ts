import { hexOf } from './hash/hex.ts';

const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' };

/** Computes the same HMAC by the browser's own cryptography, so that a page can check the package's own. */
export async function hmacSha256Hex(key: string, message: string): Promise<string> {
  const { subtle } = globalThis.crypto;
  const encoder = new TextEncoder();
  // Web Crypto refuses an empty key; HMAC fills keys up with zero bytes, so one zero byte is the same key.
  const keyBytes = key === '' ? new Uint8Array(1) : encoder.encode(key);
  const signingKey = await subtle.importKey('raw', keyBytes, ALGORITHM, false, ['sign']);
  return hexOf(new Uint8Array(await subtle.sign('HMAC', signingKey, encoder.encode(message))));
}
