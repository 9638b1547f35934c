/** As much as fits in front of what this browser draws for each press; the API takes 128 printable characters. */
export const LONGEST_TYPED = 95;

export const isClientSeed = (text: string): boolean => /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,128}$/u.test(text);
