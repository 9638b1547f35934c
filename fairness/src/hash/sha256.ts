import { hexOf } from './hex.ts';

// SHA-256 (FIPS 180-4) over one shared set of typed arrays. A digest is never interrupted (everything here is
// synchronous), so one set is enough and nothing is allocated: begin (or resume), absorb any number of times, finish.

/** Text is hashed as its UTF-8 bytes; a lone surrogate becomes U+FFFD, as TextEncoder has it. */
export type HashInput = string | Uint8Array;

export const BLOCK_BYTES = 64;
export const DIGEST_BYTES = 32;
export const STATE_WORDS = 8;

const ROUNDS = 64;
const BLOCK_WORDS = 16;
const LENGTH_BYTES = 8;

// The first 32 bits of the fractional parts of the square roots of the first 8 primes.
const INITIAL_STATE = new Int32Array([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]);

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
const ROUND_CONSTANTS = new Int32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
]);

const state = new Int32Array(STATE_WORDS);
const digest = new Uint8Array(DIGEST_BYTES);
const digestView = new DataView(digest.buffer);

// Input is encoded chunk by chunk behind one block of headroom. The bytes of an unfinished block move up to the end of
// the headroom, so that the next chunk continues them; after the last chunk there is room for the padding.
const CHUNK_BYTES = 4096;
const CHUNK_START = BLOCK_BYTES;
const buffer = new Uint8Array(CHUNK_START + CHUNK_BYTES + 2 * BLOCK_BYTES);
const chunk = buffer.subarray(CHUNK_START, CHUNK_START + CHUNK_BYTES);
const view = new DataView(buffer.buffer);
const encoder = new TextEncoder();

let pendingStart = CHUNK_START;
let pendingEnd = CHUNK_START;
let absorbedBytes = 0;

export function begin(): void {
  resume(INITIAL_STATE, 0);
}

/** Goes on from a state saved at a block's end: what lets HMAC process its key once for several messages. */
export function resume(savedState: Int32Array, bytesBefore: number): void {
  for (let i = 0; i < STATE_WORDS; i += 1) state[i] = savedState[i] as number;
  pendingStart = CHUNK_START;
  pendingEnd = CHUNK_START;
  absorbedBytes = bytesBefore;
}

export function absorb(input: HashInput): void {
  let rest = input;
  while (rest.length > 0) {
    movePendingBeforeChunk();
    const { read, written } = fillChunk(rest);
    pendingEnd = CHUNK_START + written;
    absorbedBytes += written;
    for (; pendingEnd - pendingStart >= BLOCK_BYTES; pendingStart += BLOCK_BYTES) compressBlock(view, pendingStart);
    if (read === rest.length) return;
    rest = typeof rest === 'string' ? rest.slice(read) : rest.subarray(read);
  }
}

/** Pads with one bit, zeros and the length in bits to the end of the last block, or of one more if it is too full. */
export function finish(): void {
  const fitsOneBlock = pendingEnd - pendingStart + 1 + LENGTH_BYTES <= BLOCK_BYTES;
  const lengthStart = pendingStart + (fitsOneBlock ? BLOCK_BYTES : 2 * BLOCK_BYTES) - LENGTH_BYTES;
  buffer[pendingEnd] = 0x80;
  buffer.fill(0, pendingEnd + 1, lengthStart);
  view.setUint32(lengthStart, (absorbedBytes * 8) / 2 ** 32);
  view.setUint32(lengthStart + 4, absorbedBytes * 8);
  compressBlock(view, pendingStart);
  if (!fitsOneBlock) compressBlock(view, pendingStart + BLOCK_BYTES);
}

export function saveState(target: Int32Array): void {
  for (let i = 0; i < STATE_WORDS; i += 1) target[i] = state[i] as number;
}

export function saveDigest(target: DataView): void {
  for (let i = 0; i < STATE_WORDS; i += 1) target.setInt32(i * 4, state[i] as number);
}

/** The first 52 bits of the digest, which are its first 13 hex characters, read as an integer. */
export function digestFirst52Bits(): number {
  return ((state[0] as number) >>> 0) * 2 ** 20 + ((state[1] as number) >>> 12);
}

export function digestHex(): string {
  saveDigest(digestView);
  return hexOf(digest);
}

export function sha256Hex(input: HashInput): string {
  begin();
  absorb(input);
  finish();
  return digestHex();
}

function movePendingBeforeChunk(): void {
  const pendingBytes = pendingEnd - pendingStart;
  if (pendingBytes > 0) buffer.copyWithin(CHUNK_START - pendingBytes, pendingStart, pendingEnd);
  pendingStart = CHUNK_START - pendingBytes;
}

function fillChunk(input: HashInput): { read: number; written: number } {
  if (typeof input === 'string') return encoder.encodeInto(input, chunk);
  const size = Math.min(input.length, CHUNK_BYTES);
  chunk.set(size === input.length ? input : input.subarray(0, size));
  return { read: size, written: size };
}

/**
 * Sixteen rounds written out, four times over, with the sixteen words of the schedule that are still needed in local
 * variables: a round renames its variables instead of moving them. A loop over single rounds took 1.3 times as long.
 */
export function compressBlock(source: DataView, start: number): void {
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  let w0 = source.getInt32(start);
  let w1 = source.getInt32(start + 4);
  let w2 = source.getInt32(start + 8);
  let w3 = source.getInt32(start + 12);
  let w4 = source.getInt32(start + 16);
  let w5 = source.getInt32(start + 20);
  let w6 = source.getInt32(start + 24);
  let w7 = source.getInt32(start + 28);
  let w8 = source.getInt32(start + 32);
  let w9 = source.getInt32(start + 36);
  let w10 = source.getInt32(start + 40);
  let w11 = source.getInt32(start + 44);
  let w12 = source.getInt32(start + 48);
  let w13 = source.getInt32(start + 52);
  let w14 = source.getInt32(start + 56);
  let w15 = source.getInt32(start + 60);
  for (let i = 0; i < ROUNDS; i += BLOCK_WORDS) {
    h += ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    h = (h + (g ^ (e & (f ^ g))) + (ROUND_CONSTANTS[i] as number) + w0) | 0;
    d = (d + h) | 0;
    h += ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    h = (h + (b ^ ((a ^ b) & (b ^ c)))) | 0;
    g += ((d >>> 6) | (d << 26)) ^ ((d >>> 11) | (d << 21)) ^ ((d >>> 25) | (d << 7));
    g = (g + (f ^ (d & (e ^ f))) + (ROUND_CONSTANTS[i + 1] as number) + w1) | 0;
    c = (c + g) | 0;
    g += ((h >>> 2) | (h << 30)) ^ ((h >>> 13) | (h << 19)) ^ ((h >>> 22) | (h << 10));
    g = (g + (a ^ ((h ^ a) & (a ^ b)))) | 0;
    f += ((c >>> 6) | (c << 26)) ^ ((c >>> 11) | (c << 21)) ^ ((c >>> 25) | (c << 7));
    f = (f + (e ^ (c & (d ^ e))) + (ROUND_CONSTANTS[i + 2] as number) + w2) | 0;
    b = (b + f) | 0;
    f += ((g >>> 2) | (g << 30)) ^ ((g >>> 13) | (g << 19)) ^ ((g >>> 22) | (g << 10));
    f = (f + (h ^ ((g ^ h) & (h ^ a)))) | 0;
    e += ((b >>> 6) | (b << 26)) ^ ((b >>> 11) | (b << 21)) ^ ((b >>> 25) | (b << 7));
    e = (e + (d ^ (b & (c ^ d))) + (ROUND_CONSTANTS[i + 3] as number) + w3) | 0;
    a = (a + e) | 0;
    e += ((f >>> 2) | (f << 30)) ^ ((f >>> 13) | (f << 19)) ^ ((f >>> 22) | (f << 10));
    e = (e + (g ^ ((f ^ g) & (g ^ h)))) | 0;
    d += ((a >>> 6) | (a << 26)) ^ ((a >>> 11) | (a << 21)) ^ ((a >>> 25) | (a << 7));
    d = (d + (c ^ (a & (b ^ c))) + (ROUND_CONSTANTS[i + 4] as number) + w4) | 0;
    h = (h + d) | 0;
    d += ((e >>> 2) | (e << 30)) ^ ((e >>> 13) | (e << 19)) ^ ((e >>> 22) | (e << 10));
    d = (d + (f ^ ((e ^ f) & (f ^ g)))) | 0;
    c += ((h >>> 6) | (h << 26)) ^ ((h >>> 11) | (h << 21)) ^ ((h >>> 25) | (h << 7));
    c = (c + (b ^ (h & (a ^ b))) + (ROUND_CONSTANTS[i + 5] as number) + w5) | 0;
    g = (g + c) | 0;
    c += ((d >>> 2) | (d << 30)) ^ ((d >>> 13) | (d << 19)) ^ ((d >>> 22) | (d << 10));
    c = (c + (e ^ ((d ^ e) & (e ^ f)))) | 0;
    b += ((g >>> 6) | (g << 26)) ^ ((g >>> 11) | (g << 21)) ^ ((g >>> 25) | (g << 7));
    b = (b + (a ^ (g & (h ^ a))) + (ROUND_CONSTANTS[i + 6] as number) + w6) | 0;
    f = (f + b) | 0;
    b += ((c >>> 2) | (c << 30)) ^ ((c >>> 13) | (c << 19)) ^ ((c >>> 22) | (c << 10));
    b = (b + (d ^ ((c ^ d) & (d ^ e)))) | 0;
    a += ((f >>> 6) | (f << 26)) ^ ((f >>> 11) | (f << 21)) ^ ((f >>> 25) | (f << 7));
    a = (a + (h ^ (f & (g ^ h))) + (ROUND_CONSTANTS[i + 7] as number) + w7) | 0;
    e = (e + a) | 0;
    a += ((b >>> 2) | (b << 30)) ^ ((b >>> 13) | (b << 19)) ^ ((b >>> 22) | (b << 10));
    a = (a + (c ^ ((b ^ c) & (c ^ d)))) | 0;
    h += ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    h = (h + (g ^ (e & (f ^ g))) + (ROUND_CONSTANTS[i + 8] as number) + w8) | 0;
    d = (d + h) | 0;
    h += ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    h = (h + (b ^ ((a ^ b) & (b ^ c)))) | 0;
    g += ((d >>> 6) | (d << 26)) ^ ((d >>> 11) | (d << 21)) ^ ((d >>> 25) | (d << 7));
    g = (g + (f ^ (d & (e ^ f))) + (ROUND_CONSTANTS[i + 9] as number) + w9) | 0;
    c = (c + g) | 0;
    g += ((h >>> 2) | (h << 30)) ^ ((h >>> 13) | (h << 19)) ^ ((h >>> 22) | (h << 10));
    g = (g + (a ^ ((h ^ a) & (a ^ b)))) | 0;
    f += ((c >>> 6) | (c << 26)) ^ ((c >>> 11) | (c << 21)) ^ ((c >>> 25) | (c << 7));
    f = (f + (e ^ (c & (d ^ e))) + (ROUND_CONSTANTS[i + 10] as number) + w10) | 0;
    b = (b + f) | 0;
    f += ((g >>> 2) | (g << 30)) ^ ((g >>> 13) | (g << 19)) ^ ((g >>> 22) | (g << 10));
    f = (f + (h ^ ((g ^ h) & (h ^ a)))) | 0;
    e += ((b >>> 6) | (b << 26)) ^ ((b >>> 11) | (b << 21)) ^ ((b >>> 25) | (b << 7));
    e = (e + (d ^ (b & (c ^ d))) + (ROUND_CONSTANTS[i + 11] as number) + w11) | 0;
    a = (a + e) | 0;
    e += ((f >>> 2) | (f << 30)) ^ ((f >>> 13) | (f << 19)) ^ ((f >>> 22) | (f << 10));
    e = (e + (g ^ ((f ^ g) & (g ^ h)))) | 0;
    d += ((a >>> 6) | (a << 26)) ^ ((a >>> 11) | (a << 21)) ^ ((a >>> 25) | (a << 7));
    d = (d + (c ^ (a & (b ^ c))) + (ROUND_CONSTANTS[i + 12] as number) + w12) | 0;
    h = (h + d) | 0;
    d += ((e >>> 2) | (e << 30)) ^ ((e >>> 13) | (e << 19)) ^ ((e >>> 22) | (e << 10));
    d = (d + (f ^ ((e ^ f) & (f ^ g)))) | 0;
    c += ((h >>> 6) | (h << 26)) ^ ((h >>> 11) | (h << 21)) ^ ((h >>> 25) | (h << 7));
    c = (c + (b ^ (h & (a ^ b))) + (ROUND_CONSTANTS[i + 13] as number) + w13) | 0;
    g = (g + c) | 0;
    c += ((d >>> 2) | (d << 30)) ^ ((d >>> 13) | (d << 19)) ^ ((d >>> 22) | (d << 10));
    c = (c + (e ^ ((d ^ e) & (e ^ f)))) | 0;
    b += ((g >>> 6) | (g << 26)) ^ ((g >>> 11) | (g << 21)) ^ ((g >>> 25) | (g << 7));
    b = (b + (a ^ (g & (h ^ a))) + (ROUND_CONSTANTS[i + 14] as number) + w14) | 0;
    f = (f + b) | 0;
    b += ((c >>> 2) | (c << 30)) ^ ((c >>> 13) | (c << 19)) ^ ((c >>> 22) | (c << 10));
    b = (b + (d ^ ((c ^ d) & (d ^ e)))) | 0;
    a += ((f >>> 6) | (f << 26)) ^ ((f >>> 11) | (f << 21)) ^ ((f >>> 25) | (f << 7));
    a = (a + (h ^ (f & (g ^ h))) + (ROUND_CONSTANTS[i + 15] as number) + w15) | 0;
    e = (e + a) | 0;
    a += ((b >>> 2) | (b << 30)) ^ ((b >>> 13) | (b << 19)) ^ ((b >>> 22) | (b << 10));
    a = (a + (c ^ ((b ^ c) & (c ^ d)))) | 0;
    if (i === ROUNDS - BLOCK_WORDS) break;
    w0 += (((w1 >>> 7) | (w1 << 25)) ^ ((w1 >>> 18) | (w1 << 14)) ^ (w1 >>> 3)) + w9;
    w0 = (w0 + (((w14 >>> 17) | (w14 << 15)) ^ ((w14 >>> 19) | (w14 << 13)) ^ (w14 >>> 10))) | 0;
    w1 += (((w2 >>> 7) | (w2 << 25)) ^ ((w2 >>> 18) | (w2 << 14)) ^ (w2 >>> 3)) + w10;
    w1 = (w1 + (((w15 >>> 17) | (w15 << 15)) ^ ((w15 >>> 19) | (w15 << 13)) ^ (w15 >>> 10))) | 0;
    w2 += (((w3 >>> 7) | (w3 << 25)) ^ ((w3 >>> 18) | (w3 << 14)) ^ (w3 >>> 3)) + w11;
    w2 = (w2 + (((w0 >>> 17) | (w0 << 15)) ^ ((w0 >>> 19) | (w0 << 13)) ^ (w0 >>> 10))) | 0;
    w3 += (((w4 >>> 7) | (w4 << 25)) ^ ((w4 >>> 18) | (w4 << 14)) ^ (w4 >>> 3)) + w12;
    w3 = (w3 + (((w1 >>> 17) | (w1 << 15)) ^ ((w1 >>> 19) | (w1 << 13)) ^ (w1 >>> 10))) | 0;
    w4 += (((w5 >>> 7) | (w5 << 25)) ^ ((w5 >>> 18) | (w5 << 14)) ^ (w5 >>> 3)) + w13;
    w4 = (w4 + (((w2 >>> 17) | (w2 << 15)) ^ ((w2 >>> 19) | (w2 << 13)) ^ (w2 >>> 10))) | 0;
    w5 += (((w6 >>> 7) | (w6 << 25)) ^ ((w6 >>> 18) | (w6 << 14)) ^ (w6 >>> 3)) + w14;
    w5 = (w5 + (((w3 >>> 17) | (w3 << 15)) ^ ((w3 >>> 19) | (w3 << 13)) ^ (w3 >>> 10))) | 0;
    w6 += (((w7 >>> 7) | (w7 << 25)) ^ ((w7 >>> 18) | (w7 << 14)) ^ (w7 >>> 3)) + w15;
    w6 = (w6 + (((w4 >>> 17) | (w4 << 15)) ^ ((w4 >>> 19) | (w4 << 13)) ^ (w4 >>> 10))) | 0;
    w7 += (((w8 >>> 7) | (w8 << 25)) ^ ((w8 >>> 18) | (w8 << 14)) ^ (w8 >>> 3)) + w0;
    w7 = (w7 + (((w5 >>> 17) | (w5 << 15)) ^ ((w5 >>> 19) | (w5 << 13)) ^ (w5 >>> 10))) | 0;
    w8 += (((w9 >>> 7) | (w9 << 25)) ^ ((w9 >>> 18) | (w9 << 14)) ^ (w9 >>> 3)) + w1;
    w8 = (w8 + (((w6 >>> 17) | (w6 << 15)) ^ ((w6 >>> 19) | (w6 << 13)) ^ (w6 >>> 10))) | 0;
    w9 += (((w10 >>> 7) | (w10 << 25)) ^ ((w10 >>> 18) | (w10 << 14)) ^ (w10 >>> 3)) + w2;
    w9 = (w9 + (((w7 >>> 17) | (w7 << 15)) ^ ((w7 >>> 19) | (w7 << 13)) ^ (w7 >>> 10))) | 0;
    w10 += (((w11 >>> 7) | (w11 << 25)) ^ ((w11 >>> 18) | (w11 << 14)) ^ (w11 >>> 3)) + w3;
    w10 = (w10 + (((w8 >>> 17) | (w8 << 15)) ^ ((w8 >>> 19) | (w8 << 13)) ^ (w8 >>> 10))) | 0;
    w11 += (((w12 >>> 7) | (w12 << 25)) ^ ((w12 >>> 18) | (w12 << 14)) ^ (w12 >>> 3)) + w4;
    w11 = (w11 + (((w9 >>> 17) | (w9 << 15)) ^ ((w9 >>> 19) | (w9 << 13)) ^ (w9 >>> 10))) | 0;
    w12 += (((w13 >>> 7) | (w13 << 25)) ^ ((w13 >>> 18) | (w13 << 14)) ^ (w13 >>> 3)) + w5;
    w12 = (w12 + (((w10 >>> 17) | (w10 << 15)) ^ ((w10 >>> 19) | (w10 << 13)) ^ (w10 >>> 10))) | 0;
    w13 += (((w14 >>> 7) | (w14 << 25)) ^ ((w14 >>> 18) | (w14 << 14)) ^ (w14 >>> 3)) + w6;
    w13 = (w13 + (((w11 >>> 17) | (w11 << 15)) ^ ((w11 >>> 19) | (w11 << 13)) ^ (w11 >>> 10))) | 0;
    w14 += (((w15 >>> 7) | (w15 << 25)) ^ ((w15 >>> 18) | (w15 << 14)) ^ (w15 >>> 3)) + w7;
    w14 = (w14 + (((w12 >>> 17) | (w12 << 15)) ^ ((w12 >>> 19) | (w12 << 13)) ^ (w12 >>> 10))) | 0;
    w15 += (((w0 >>> 7) | (w0 << 25)) ^ ((w0 >>> 18) | (w0 << 14)) ^ (w0 >>> 3)) + w8;
    w15 = (w15 + (((w13 >>> 17) | (w13 << 15)) ^ ((w13 >>> 19) | (w13 << 13)) ^ (w13 >>> 10))) | 0;
  }
  state[0] = (state[0] as number) + a;
  state[1] = (state[1] as number) + b;
  state[2] = (state[2] as number) + c;
  state[3] = (state[3] as number) + d;
  state[4] = (state[4] as number) + e;
  state[5] = (state[5] as number) + f;
  state[6] = (state[6] as number) + g;
  state[7] = (state[7] as number) + h;
}
