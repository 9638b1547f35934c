const BYTES = 16;

/** This browser draws the seed once the hash is known, so the server cannot choose its own seed to suit it. */
export const newClientSeed = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
