// Percentages are whole numbers of units, one for each step of their last decimal, so that nothing is rounded.

/** One percent is 100000 rolls, so a percentage with 5 decimals is a whole number of rolls. */
const ROLL_DECIMALS = 5;
/** The chance of an upgrade has this many decimals. */
const CHANCE_DECIMALS = 4;

/** Writes a share of 10000000 rolls as an exact percentage without trailing zeros: `0.00001`, `12.5`, `100`. */
export const percentOfRolls = (rolls: number | bigint): string => percentOf(rolls, ROLL_DECIMALS);

/**
 * Reads a percentage of up to 9 digits and 5 decimals as rolls, more than there are where it is above 100; null where
 * it is none.
 */
export const rollsOfPercent = (percent: string): bigint | null => unitsOf(percent, ROLL_DECIMALS);

/**
 * Writes a chance in units of 1/10000 percent as an exact percentage without trailing zeros: `0.0001`, `12.5`, `90`.
 */
export const percentOfChance = (units: number): string => percentOf(units, CHANCE_DECIMALS);

/** Reads a percentage of up to 9 digits and 4 decimals as units of 1/10000 percent. */
export function chanceOfPercent(percent: string): number {
  const units = unitsOf(percent, CHANCE_DECIMALS);
  if (units === null) throw new RangeError(`must be a percentage with at most ${CHANCE_DECIMALS} decimals`);
  return Number(units);
}

function percentOf(units: number | bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '');
}

function unitsOf(percent: string, decimals: number): bigint | null {
  const [, whole, fraction = ''] = /^([0-9]{1,9})(?:\.([0-9]+))?$/.exec(percent) ?? [];
  if (whole === undefined || fraction.length > decimals) return null;
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}
