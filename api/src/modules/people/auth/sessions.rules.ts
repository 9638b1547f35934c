/** Sessions a user may have at the same time; one more removes the least recently active. */
export const MAX_SESSIONS = 5;

/**
 * Without a geo database "the same region" is the same /16 of IPv4 or /32 of IPv6: about one provider's customers in
 * one part of a country.
 */
export function isSameRegion(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [regionOf(one), regionOf(other)];
  return a !== null && a === b;
}

function regionOf(address: string): string | null {
  const v4 = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}$/i.exec(address);
  if (v4 !== null) return `${v4[1]}.${v4[2]}`;
  const groups = expandV6(address);
  return groups === null ? null : `${groups[0]}:${groups[1]}`;
}

function expandV6(address: string): string[] | null {
  const [head, tail, ...more] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? [];
  if (head === undefined || more.length > 0) return null;
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...after];
  if (groups.length !== 8 || !groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return null;
  return groups.map((group) => group.replace(/^0+(?=.)/, ''));
}
