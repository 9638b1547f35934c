import { isFlip, pickItem } from '@lisura/fairness';
import { formatBrl } from '../../../../platform/money.ts';
import { isPaused } from '../case-returns.rules.ts';
import type { CaseTerms, PlayableCase } from '../cases.types.ts';
import type { ExpectedCase, OpeningOutcome } from './openings.types.ts';

/** The second wheel uses the same roll: it turns where the roll reaches the threshold, and stops at the same item. */
export const outcomeOf = (playable: PlayableCase, roll: number): OpeningOutcome => ({
  isFlip: isFlip(playable.flipThreshold, roll),
  item: pickItem(playable.items, roll),
});

/** Whether what was played is what the case is. One that has no terms is not what anybody has played. */
export function isAsPlayed(playable: PlayableCase, terms: CaseTerms | undefined): boolean {
  return (
    terms !== undefined &&
    terms.status === 'ACTIVE' &&
    terms.versionId === playable.versionId &&
    terms.priceCents === playable.priceCents &&
    terms.name === playable.name &&
    terms.priceEpoch === playable.priceEpoch &&
    !isPaused({ ...playable, maxRtpPercent: terms.maxRtpPercent })
  );
}

/** What is not as the player expects it, each with the field of the request. */
export function surprisesOf(expected: ExpectedCase, { priceCents, versionNumber }: PlayableCase) {
  const surprises: { field: string; message: string }[] = [];
  if (expected.priceCents !== null && expected.priceCents !== priceCents) {
    surprises.push({ field: 'expectedPriceCents', message: `o preço agora é de ${formatBrl(priceCents)}` });
  }
  if (expected.versionNumber !== null && expected.versionNumber !== versionNumber) {
    surprises.push({ field: 'expectedVersion', message: `a versão agora é a ${versionNumber}` });
  }
  return surprises;
}
