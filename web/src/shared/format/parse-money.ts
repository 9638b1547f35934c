/**
 * Reads a typed sum as cents: `50`, `50,5`, `1.234,56` or `1,234.56`; null where it is no sum. The last comma or point
 * separates the cents, unless three digits follow it; `0,001` has no thousands.
 */
export function parseMoney(text: string): bigint | null {
  const typed = text.replaceAll(/[\sR$]/g, '');
  const found = /^(\d{1,12}|[1-9]\d{0,2}([.,])\d{3}(?:\2\d{3})*)(?:([.,])(\d{1,2}))?$/.exec(typed);
  if (found === null) return null;
  const [, whole = '', thousands, point, cents = ''] = found;
  if (thousands !== undefined && thousands === point) return null;
  return BigInt(whole.replaceAll(/[.,]/g, '')) * 100n + BigInt(cents.padEnd(2, '0'));
}
