import {
  absorb,
  BLOCK_BYTES,
  begin,
  compressBlock,
  DIGEST_BYTES,
  digestFirst52Bits,
  digestHex,
  finish,
  type HashInput,
  resume,
  STATE_WORDS,
  saveDigest,
  saveState,
} from './sha256.ts';

// Computes HMAC (RFC 2104) over SHA-256. The states after the two key blocks are kept, because the hash of a seed and
// its roll use the same key one after the other; the second costs two blocks less.

const INNER_PAD = 0x36363636;
const OUTER_PAD = 0x5c5c5c5c;

const keyBlock = new Uint8Array(BLOCK_BYTES);
const keyView = new DataView(keyBlock.buffer);
const innerState = new Int32Array(STATE_WORDS);
const outerState = new Int32Array(STATE_WORDS);
const encoder = new TextEncoder();
let preparedKey: string | null = null;

// The inner digest always follows the outer key block, so its padding is written once.
const outerBlock = new DataView(new ArrayBuffer(BLOCK_BYTES));
outerBlock.setUint8(DIGEST_BYTES, 0x80);
outerBlock.setUint32(BLOCK_BYTES - 4, (BLOCK_BYTES + DIGEST_BYTES) * 8);

export function hmacSha256Hex(key: HashInput, message: HashInput): string {
  computeHmac(key, message);
  return digestHex();
}

/** Reads the first 13 hex characters of the HMAC as an integer without making the text. */
export function hmacSha256First52Bits(key: HashInput, message: HashInput): number {
  computeHmac(key, message);
  return digestFirst52Bits();
}

function computeHmac(key: HashInput, message: HashInput): void {
  if (key !== preparedKey) prepareKey(key);
  resume(innerState, BLOCK_BYTES);
  absorb(message);
  finish();
  saveDigest(outerBlock);
  resume(outerState, BLOCK_BYTES);
  compressBlock(outerBlock, 0);
}

function prepareKey(key: HashInput): void {
  fillKeyBlock(key);
  begin();
  xorKeyBlock(INNER_PAD);
  compressBlock(keyView, 0);
  saveState(innerState);
  begin();
  xorKeyBlock(INNER_PAD ^ OUTER_PAD);
  compressBlock(keyView, 0);
  saveState(outerState);
  // The owner of bytes may change them between two calls; text cannot change.
  preparedKey = typeof key === 'string' ? key : null;
}

/** A key of up to one block is filled up with zeros; a longer one is replaced by its digest. */
function fillKeyBlock(key: HashInput): void {
  keyBlock.fill(0);
  if (typeof key === 'string') {
    if (encoder.encodeInto(key, keyBlock).read === key.length) return;
  } else if (key.length <= BLOCK_BYTES) {
    keyBlock.set(key);
    return;
  }
  begin();
  absorb(key);
  finish();
  keyBlock.fill(0);
  saveDigest(keyView);
}

function xorKeyBlock(pad: number): void {
  for (let start = 0; start < BLOCK_BYTES; start += 4) keyView.setInt32(start, keyView.getInt32(start) ^ pad);
}
