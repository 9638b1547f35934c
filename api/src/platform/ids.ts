/** JSON numbers lose digits above 2^53, so ids are strings. The brand keeps ids of users and cases apart. */
export type Id<Name extends string> = string & { readonly __id: Name };

export const INT64_MAX = 9_223_372_036_854_775_807n;

/** `isId` and `toId` also check the 64-bit bound, which no readable pattern can. */
export const ID_PATTERN = '^[0-9]{1,19}$';

const idShape = new RegExp(ID_PATTERN);
// Only 19 digits need the costly comparison.
const ALWAYS_FITS_DIGITS = 18;

export function isId(text: string): boolean {
  return idShape.test(text) && (text.length <= ALWAYS_FITS_DIGITS || BigInt(text) <= INT64_MAX);
}

/** Without leading zeros two ids can be compared as strings. */
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
