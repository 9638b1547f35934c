import { createHmac } from 'node:crypto';

/** Computes the same HMAC by OpenSSL, so that a server can check the package's own. */
export function hmacSha256Hex(key: string | Uint8Array, message: string | Uint8Array): string {
  return createHmac('sha256', key).update(message).digest('hex');
}
