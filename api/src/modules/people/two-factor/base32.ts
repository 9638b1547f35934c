/** Of RFC 4648: no 0, 1, 8 or 9, which people take for letters. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS_PER_CHARACTER = 5;

/** Without padding, which authenticator apps do not want. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let heldBits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    heldBits += 8;
    while (heldBits >= BITS_PER_CHARACTER) {
      heldBits -= BITS_PER_CHARACTER;
      text += ALPHABET.charAt((held >>> heldBits) & 31);
    }
    held &= (1 << heldBits) - 1;
  }
  return heldBits === 0 ? text : text + ALPHABET.charAt((held << (BITS_PER_CHARACTER - heldBits)) & 31);
}
