import { bytesOfHex } from '../hash/hex.ts';
import { headText, type LogHead } from './head.ts';

/**
 * Checks by the cryptography of Node and browsers that the key named in the head has signed it. The caller must know
 * whose key that is.
 */
export async function isHeadSigned(head: LogHead): Promise<boolean> {
  if (!/^[0-9a-f]{128}$/.test(head.signature) || !/^[0-9a-f]{64}$/.test(head.publicKey)) return false;
  const key = await crypto.subtle.importKey('raw', bytesOfHex(head.publicKey), 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, bytesOfHex(head.signature), new TextEncoder().encode(headText(head)));
}
