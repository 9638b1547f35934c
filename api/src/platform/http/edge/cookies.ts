/**
 * Returns the value of one cookie in a `Cookie` header, or null; an empty value counts as none. Every request with
 * cookies needs it, so it is fast.
 */
export function cookieValue(header: string | undefined, name: string): string | null {
  if (header === undefined) return null;
  for (let start = 0; start < header.length; ) {
    const semicolon = header.indexOf(';', start);
    const end = semicolon < 0 ? header.length : semicolon;
    const equals = header.indexOf('=', start);
    if (equals > 0 && equals < end && header.slice(start, equals).trim() === name) {
      const value = header.slice(equals + 1, end).trim();
      const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"');
      const bare = isQuoted ? value.slice(1, -1) : value;
      return bare === '' ? null : bare;
    }
    start = end + 1;
  }
  return null;
}
