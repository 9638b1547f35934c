/** As the API takes them: at most 128 printable characters. */
export const isClientSeed = (text: string): boolean => /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,128}$/u.test(text);
