import { parseArgs } from 'node:util';

/** What is asked of `npm run demo`. */
export interface Asked {
  /** About how many there are in the end. */
  transfers: number;
  /** How many whole days of the past; today, as far as it has come, is beside them. */
  days: number;
  seed: number;
  /** Null: the one that is configured. */
  databaseUrl: string | null;
}

const BOUNDS = {
  transfers: { least: 100, most: 10_000_000, default: '100000' },
  days: { least: 1, most: 365, default: '28' },
  seed: { least: 0, most: 2 ** 32 - 1, default: '1' },
} as const;

/** What 20,000 people can do in a day, and a transaction can write of it at once. */
const MOST_A_DAY = 500_000;

/** Throws with a sentence that names the argument. */
export function readArguments(args: readonly string[]): Asked | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean' },
      transfers: { type: 'string', default: BOUNDS.transfers.default },
      days: { type: 'string', default: BOUNDS.days.default },
      seed: { type: 'string', default: BOUNDS.seed.default },
      'database-url': { type: 'string' },
    },
  });
  if (values.help) return 'help';
  const transfers = wholeNumber('transfers', values.transfers);
  const days = wholeNumber('days', values.days);
  if (transfers > days * MOST_A_DAY) {
    throw new RangeError(`--days ${days} has room for ${days * MOST_A_DAY} transfers; ask for more days, or for fewer`);
  }
  return { transfers, days, seed: wholeNumber('seed', values.seed), databaseUrl: values['database-url'] ?? null };
}

function wholeNumber(name: keyof typeof BOUNDS, text: string): number {
  const { least, most } = BOUNDS[name];
  const number = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new RangeError(`--${name} must be a whole number from ${least} to ${most}, not "${text.slice(0, 40)}"`);
}
