/**
 * Ids are `bigint` in PostgreSQL and strings everywhere else, because a JSON number would lose digits above 2^53. The
 * brand keeps a user's id from being passed as a case's id.
 */
export type Id<Name extends string> = string & { readonly __id: Name };

export const INT64_MAX = 9_223_372_036_854_775_807n;

/**
 * The pattern checks the shape for schemas. The 64-bit bound does not fit in a readable pattern, so `isId` or `toId`
 * follows.
 */
export const ID_PATTERN = '^[0-9]{1,19}$';

const idShape = new RegExp(ID_PATTERN);
// Every number of up to 18 digits fits in 64 bits, so only 19 digits need the costly comparison.
const ALWAYS_FITS_DIGITS = 18;

export function isId(text: string): boolean {
  return idShape.test(text) && (text.length <= ALWAYS_FITS_DIGITS || BigInt(text) <= INT64_MAX);
}

/** Drops leading zeros, so that one record has one spelling and two ids can be compared as strings. */
export function toId<Name extends string>(value: string | bigint | number): Id<Name> {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw notAnId(value);
  const text = String(value);
  if (!isId(text)) throw notAnId(value);
  const hasLeadingZero = text.length > 1 && text.startsWith('0');
  return (hasLeadingZero ? BigInt(text).toString() : text) as Id<Name>;
}

function notAnId(value: string | bigint | number): RangeError {
  return new RangeError(`not an id of 1 to 19 digits within 64 bits: ${String(value).slice(0, 40)}`);
}
