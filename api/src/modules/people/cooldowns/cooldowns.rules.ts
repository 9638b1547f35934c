import { HOUR_MS } from '../../../platform/durations.ts';

/** Until when withdrawals wait; null where they do not. */
export function waitEndOf(changedAt: Date | null, hours: number, now: Date): Date | null {
  if (changedAt === null) return null;
  const end = new Date(changedAt.getTime() + hours * HOUR_MS);
  return end > now ? end : null;
}
