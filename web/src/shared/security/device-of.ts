/** Describes a browser in words that a person knows. Names of products are the same in both languages. */
export interface Device {
  browser: string | null;
  system: string | null;
  isPhone: boolean;
}

/** The order matters, because later browsers also call themselves by the names of earlier ones. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(?:e|ium)\/|CriOS\/|HeadlessChrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const nameIn = (names: readonly [RegExp, string][], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? null;

export const deviceOf = (userAgent: string): Device => ({
  browser: nameIn(BROWSERS, userAgent),
  system: nameIn(SYSTEMS, userAgent),
  isPhone: /Mobile|iPhone|Android/.test(userAgent),
});

/** Hides a part of an address from people who look over a shoulder. */
export function maskIp(ip: string): string {
  const parts = ip.split('.');
  if (parts.length === 4) return `${parts[0]}.${parts[1]}.•••.${parts[3]}`;
  const groups = ip.split(':').filter((group) => group !== '');
  return groups.length < 3 ? ip : `${groups.slice(0, 2).join(':')}:•••:${groups.at(-1)}`;
}
