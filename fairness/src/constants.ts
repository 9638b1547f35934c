/** Every game's roll but the raffle's lies in HASH_MIN..HASH_MAX. */
export const HASH_MAX = 10_000_000;
export const HASH_MIN = 1;

/** How many hex characters of the HMAC make the number that a roll is taken from: 52 bits, exact in a double. */
export const HASH_PREFIX_LENGTH = 13;

/** The largest integer up to which every integer is exact in a double; the bound of the bias check. */
export const MAX_SAFE = 9_007_199_254_740_991;
