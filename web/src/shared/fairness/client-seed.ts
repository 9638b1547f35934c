const BYTES = 16;

/** A seed that this browser draws, once the hash is known: the server cannot have chosen its own to suit it. */
export const newClientSeed = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
