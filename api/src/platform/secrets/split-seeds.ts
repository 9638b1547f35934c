const HEX_DIGITS = 64;

export const splitSeeds = (hex: string): string[] =>
  Array.from({ length: hex.length / HEX_DIGITS }, (_, index) =>
    hex.slice(index * HEX_DIGITS, (index + 1) * HEX_DIGITS),
  );
