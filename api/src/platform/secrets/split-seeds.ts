/** Of a seed, and of its hash. */
const HEX_DIGITS = 64;

/** Seeds, or their hashes, that stand one after another in one text. */
export const splitSeeds = (hex: string): string[] =>
  Array.from({ length: hex.length / HEX_DIGITS }, (_, index) =>
    hex.slice(index * HEX_DIGITS, (index + 1) * HEX_DIGITS),
  );
