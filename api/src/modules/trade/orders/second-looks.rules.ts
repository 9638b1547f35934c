import { MINUTE_MS } from '../../../platform/durations.ts';
import { FOUND_NOT_BOUGHT, NEVER_ARRIVED, type OrderAnswer } from './orders.types.ts';

/** How long after its end an order is looked for again, and so is what it was for. */
export const LOOK_AGAIN_MS: readonly number[] = [15 * MINUTE_MS, 60 * MINUTE_MS];
/** A look that cannot be made for so long is left to a person. */
const LOOKED_FOR_MS = 6 * 60 * MINUTE_MS;

/** The other side itself has not said so: it may still come to know of the order. */
export const isGivenUp = (answer: OrderAnswer<unknown>): boolean =>
  'refused' in answer && [NEVER_ARRIVED, FOUND_NOT_BOUGHT].includes(answer.refused);

/** When an order that was given up is looked for next; null where it has been often enough. */
export function nextLookAt(settledAt: Date, now: Date): Date | null {
  const afterMs = LOOK_AGAIN_MS.find((ms) => settledAt.getTime() + ms > now.getTime());
  return afterMs === undefined ? null : new Date(settledAt.getTime() + afterMs);
}

export const isLookOverdue = (settledAt: Date, now: Date): boolean =>
  now.getTime() - settledAt.getTime() >= LOOKED_FOR_MS;
