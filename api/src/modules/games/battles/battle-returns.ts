import { caseWorth, isPaused } from '../cases/index.ts';
import type { Battle } from './battles.types.ts';

/**
 * Whether a battle that waits would pay back more than it may at the prices of now: all seats of a round open the same
 * case, so that it pays back what its cases do together.
 */
export function isBattlePaused({ status, entryCents, cases, versions }: Battle, maxRtpPercent: string): boolean {
  if (status !== 'WAITING') return false;
  const worths = new Map(
    versions.map(({ versionId, items }) => [
      versionId,
      caseWorth(items.map(({ nowCents, ...range }) => ({ ...range, valueCentsBrl: nowCents }))),
    ]),
  );
  const worthCents = cases.reduce((sum, { versionId }) => sum + (worths.get(versionId) ?? 0n), 0n);
  return isPaused({ worthCents, priceCents: entryCents, maxRtpPercent });
}
