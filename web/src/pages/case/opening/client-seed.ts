const BYTES = 16;

/** A seed that this browser draws, once the hash is known: the server cannot have chosen its own to suit it. */
export const newClientSeed = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** As the API takes them: at most 128 printable characters. */
export const isClientSeed = (text: string): boolean => /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,128}$/u.test(text);
