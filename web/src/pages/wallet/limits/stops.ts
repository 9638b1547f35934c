import type { ExcludeYourselfBody } from '../../../data/generated/api.ts';

/** For how long somebody can stop, as the page offers it. */
export interface Stop {
  kind: 'PAUSE' | 'EXCLUSION';
  days: number;
  months: number;
}

const pause = (days: number): Stop => ({ kind: 'PAUSE', days, months: 0 });
const exclusion = (months: number): Stop => ({ kind: 'EXCLUSION', days: 0, months });

export const PAUSES: readonly Stop[] = [pause(1), pause(3), pause(7), pause(30)];
export const EXCLUSIONS: readonly Stop[] = [exclusion(6), exclusion(12), exclusion(60)];

/** When it ends, if it begins now: so many times 24 hours, or the same day of a later month or the last of it. */
export function endOf({ kind, days, months }: Stop, now: Date): Date {
  if (kind === 'PAUSE') return new Date(now.getTime() + days * 86_400_000);
  const end = new Date(now);
  end.setUTCMonth(end.getUTCMonth() + months);
  if (end.getUTCDate() !== now.getUTCDate()) end.setUTCDate(0);
  return end;
}

export const bodyOf = ({ kind, days, months }: Stop): ExcludeYourselfBody =>
  kind === 'PAUSE' ? { kind, days, confirm: true } : { kind, months, confirm: true };
