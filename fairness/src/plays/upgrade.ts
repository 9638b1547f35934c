import { CHANCE_UNITS_MAX, isUpgradeWon, upgradeChanceUnits, upgradeThreshold } from '../outcomes/upgrade.ts';
import { chanceOfPercent, percentOfChance } from '../percent.ts';
import {
  compared,
  type RecordedRoll,
  type Verification,
  type VerificationStep,
  verificationOf,
} from '../verification.ts';
import { readJson, UnreadableJson } from './read-json.ts';
import { recordedRollOf } from './recorded-roll.ts';

/** The record of an upgrade has everything that its chance follows from. Amounts are BRL cents of that time. */
export interface PlayedUpgrade extends RecordedRoll {
  itemsCents: readonly bigint[];
  balanceCents: bigint;
  totalCents: bigint;
  targetCents: bigint;
  edgeUnits: number;
  chanceUnits: number;
  successThreshold: number;
  status: string;
}

/** Reads the answer to an upgrade, or an entry of the history. */
export function upgradeFrom(answer: unknown): PlayedUpgrade {
  const upgrade = readJson(answer);
  const targetCents = upgrade.cents('targetValueCents');
  if (targetCents === 0n) throw new UnreadableJson(`'targetValueCents' must be above 0`);
  return {
    ...recordedRollOf(upgrade),
    itemsCents: upgrade.list('inputs').map((input) => input.fields('item').cents('valueCentsBrl')),
    balanceCents: upgrade.cents('stakedBalanceCents'),
    totalCents: upgrade.cents('totalValueCents'),
    targetCents,
    edgeUnits: upgrade.percent('edgePercent', shareOfPercent),
    chanceUnits: upgrade.percent('chancePercent', shareOfPercent),
    successThreshold: upgrade.integer('successThreshold'),
    status: upgrade.text('status'),
  };
}

/** Returns null where it is above 100. */
function shareOfPercent(percent: string): number | null {
  const units = chanceOfPercent(percent);
  return units > CHANCE_UNITS_MAX ? null : units;
}

/** The player was shown `committedHash` before; null where there is none to compare. */
export const verifyUpgrade = (upgrade: PlayedUpgrade, committedHash: string | null): Verification =>
  verificationOf(upgrade, committedHash, (roll) => upgradeSteps(upgrade, roll));

/** Goes from the stake and the roll to the outcome; each step uses what the one before it computed. */
export function upgradeSteps(upgrade: PlayedUpgrade, roll: number): VerificationStep[] {
  const { itemsCents, balanceCents, targetCents, edgeUnits } = upgrade;
  const totalCents = itemsCents.reduce((sum, cents) => sum + cents, balanceCents);
  const chanceUnits = upgradeChanceUnits({ totalCents, targetCents, edgeUnits });
  const threshold = upgradeThreshold(chanceUnits);
  return [
    compared(
      'stake',
      'What the items were worth, added up, and the part from the balance, in BRL cents',
      String(totalCents),
      String(upgrade.totalCents),
    ),
    compared(
      'chance',
      `The stake divided by the ${targetCents} cents of the target, less the ${percentOfChance(edgeUnits)} percent of ` +
        'the house, rounded down to 4 decimals of a percent, and at most 90 percent',
      percentOfChance(chanceUnits),
      percentOfChance(upgrade.chanceUnits),
    ),
    compared(
      'threshold',
      '10000000 less the chance as a share of 10000000: rolls from here on win',
      threshold,
      upgrade.successThreshold,
    ),
    compared(
      'outcome',
      `The roll ${roll} ${roll >= threshold ? 'reaches' : 'is below'} the threshold ${threshold}`,
      isUpgradeWon(chanceUnits, roll) ? 'WON' : 'LOST',
      upgrade.status,
    ),
  ];
}
