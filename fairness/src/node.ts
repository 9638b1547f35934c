import { createHmac } from 'node:crypto';

/** The same HMAC by OpenSSL: to check the package's own against, on a server. */
export function hmacSha256Hex(key: string | Uint8Array, message: string | Uint8Array): string {
  return createHmac('sha256', key).update(message).digest('hex');
}
