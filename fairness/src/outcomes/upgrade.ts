import { HASH_MAX } from '../constants.ts';

/** Chances are integers in units of 1/10000 percent, so that 4 decimals are exact. */
export const CHANCE_UNITS_PER_PERCENT = 10_000;

/** 100 percent. */
export const CHANCE_UNITS_MAX = 1_000_000;

export const DEFAULT_UPGRADE_EDGE_UNITS = 100_000;
export const DEFAULT_UPGRADE_MAX_UNITS = 900_000;

const ROLLS_PER_UNIT = HASH_MAX / CHANCE_UNITS_MAX;

export interface UpgradeStake {
  totalCents: bigint;
  targetCents: bigint;
  /** The house takes this share of the chance: 10 percent by default. */
  edgeUnits?: number;
  /** It limits every chance: 90 percent by default. */
  maxUnits?: number;
}

/** Computes total ÷ target × (1 − edge), rounded down to 4 decimals of a percent and limited to the maximum. */
export function upgradeChanceUnits({
  totalCents,
  targetCents,
  edgeUnits = DEFAULT_UPGRADE_EDGE_UNITS,
  maxUnits = DEFAULT_UPGRADE_MAX_UNITS,
}: UpgradeStake): number {
  if (totalCents < 0n) throw new RangeError(`totalCents must not be negative, but is ${totalCents}`);
  if (targetCents <= 0n) throw new RangeError(`targetCents must be positive, not ${targetCents}`);
  checkChanceUnits('edgeUnits', edgeUnits);
  checkChanceUnits('maxUnits', maxUnits);
  const units = (totalCents * BigInt(CHANCE_UNITS_MAX - edgeUnits)) / targetCents;
  return units > BigInt(maxUnits) ? maxUnits : Number(units);
}

/** Computes 10000000 − (chancePercent ÷ 100) × 10000000 in integers: one unit of chance is ten rolls. */
export function upgradeThreshold(chanceUnits: number): number {
  checkChanceUnits('chanceUnits', chanceUnits);
  return HASH_MAX - chanceUnits * ROLLS_PER_UNIT;
}

export function isUpgradeWon(chanceUnits: number, roll: number): boolean {
  return roll >= upgradeThreshold(chanceUnits);
}

function checkChanceUnits(name: string, units: number): void {
  if (!Number.isInteger(units) || units < 0 || units > CHANCE_UNITS_MAX) {
    throw new RangeError(`${name} must be an integer from 0 to ${CHANCE_UNITS_MAX}, not ${units}`);
  }
}
