/** The API takes 128 printable characters, and this browser adds its own for each press. */
export const LONGEST_TYPED = 95;

export const isClientSeed = (text: string): boolean => /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,128}$/u.test(text);
