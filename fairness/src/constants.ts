/** Rolls of all games but raffles lie in HASH_MIN..HASH_MAX. */
export const HASH_MAX = 10_000_000;
export const HASH_MIN = 1;

/** A roll is taken from this many hex characters of the HMAC: 52 bits, which are exact in a double. */
export const HASH_PREFIX_LENGTH = 13;

/** All integers up to this one are exact in a double. */
export const MAX_SAFE = 9_007_199_254_740_991;
