import { chanceOfPercent, percentOfChance, upgradeChanceUnits, upgradeThreshold } from '@lisura/fairness';
import type { UpgradeRules } from '../../data/generated/api.ts';

/** Computes the chance of a stake as the server does; `problem` says why it cannot be played yet. */
export interface Offer {
  chancePercent: string;
  threshold: number;
  multiple: number;
}

export type OfferProblem = 'noItems' | 'noTarget' | 'targetTooCheap' | 'chanceTooLow';

export function offerOf({
  itemCount,
  totalCents,
  targetCents,
  rules,
}: {
  itemCount: number;
  totalCents: bigint;
  /** It is null while none is chosen. */
  targetCents: bigint | null;
  rules: Pick<UpgradeRules, 'edgePercent' | 'maxChancePercent'>;
}): { offer: Offer } | { problem: OfferProblem } {
  if (itemCount === 0) return { problem: 'noItems' };
  if (targetCents === null) return { problem: 'noTarget' };
  if (totalCents >= targetCents) return { problem: 'targetTooCheap' };
  const units = upgradeChanceUnits({
    totalCents,
    targetCents,
    edgeUnits: chanceOfPercent(rules.edgePercent),
    maxUnits: chanceOfPercent(rules.maxChancePercent),
  });
  if (units <= 0) return { problem: 'chanceTooLow' };
  const multiple = Number(targetCents) / Number(totalCents);
  return { offer: { chancePercent: percentOfChance(units), threshold: upgradeThreshold(units), multiple } };
}

const ROLLS = 10_000_000;
/** Where a roll lies on the dial, in degrees from twelve o'clock: low rolls right of it, the highest back at it. */
export const angleOf = (roll: number): number => (roll / ROLLS) * 360;
