import { HASH_MAX } from '@lisura/fairness';
import { type Cents, divideFloor, parseFactor } from '../../../platform/money.ts';
import type { ShotReturn } from './events.types.ts';

/**
 * Tickets are earned by wagers: behind a shot stand `price ÷ ticketsPerReal` reais, of which the house keeps its edge. A
 * shot that gave more on average would give back what the games have earned, and more. Nothing is rounded. The tickets
 * that tiers give are gifts like their other rewards, and do not count.
 */
export function isPaused({ worthCents, ticketPrice, ticketsPerReal, edgePercent }: ShotReturn): boolean {
  const { units, scale } = parseFactor(edgePercent);
  return worthCents * BigInt(ticketsPerReal) * 10n ** BigInt(scale) > BigInt(HASH_MAX) * BigInt(ticketPrice) * units;
}

/** The most that a shot may give on average, in whole cents; null where no wagers stand behind tickets. */
export function mostPerShot({
  ticketPrice,
  ticketsPerReal,
  edgePercent,
}: Omit<ShotReturn, 'worthCents'>): Cents | null {
  if (ticketsPerReal === 0) return null;
  const { units, scale } = parseFactor(edgePercent);
  return divideFloor(BigInt(ticketPrice) * units, BigInt(ticketsPerReal) * 10n ** BigInt(scale));
}
