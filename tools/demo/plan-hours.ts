import { addDays, DAY_TIME_ZONE, dayOf, dayStart } from '../../api/src/platform/days.ts';
import { HOUR_MS } from '../../api/src/platform/durations.ts';

export interface PlannedHour {
  at: Date;
  hour: number;
  transfersSoFar: number;
}

interface Span {
  until: Date;
  days: number;
  transfers: number;
}

/** Nearly nothing happens before dawn, and most after dinner, by the hours of São Paulo. */
const HOURS = [7, 4, 2, 1, 1, 1, 2, 3, 4, 5, 6, 7, 9, 8, 7, 7, 8, 9, 11, 14, 17, 18, 16, 12];
/** From Monday on. */
const WEEKDAYS = [0.9, 0.85, 0.9, 0.95, 1.15, 1.35, 1.3];
/** The last day has so many times as much as the first. */
const GROWTH = 2.2;

export function planHours({ until, days, transfers }: Span): PlannedHour[] {
  const startMs = dayStart(addDays(dayOf(until), -days)).getTime();
  const lengthMs = until.getTime() - startMs;
  const count = Math.floor(lengthMs / HOUR_MS) + 1;
  const weighted = Array.from({ length: count }, (_, index) => {
    const atMs = startMs + index * HOUR_MS;
    return { atMs, ...weightOf(atMs, (atMs - startMs) / lengthMs) };
  });
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
  let weightSoFar = 0;
  return weighted.map(({ atMs, hour, weight }) => {
    weightSoFar += weight;
    return { at: new Date(atMs), hour, transfersSoFar: Math.round((weightSoFar / total) * transfers) };
  });
}

function weightOf(atMs: number, age: number): { hour: number; weight: number } {
  const { hour, dayOfWeek } = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(DAY_TIME_ZONE);
  const growth = 1 + (GROWTH - 1) * age;
  return { hour, weight: growth * (HOURS[hour] as number) * (WEEKDAYS[dayOfWeek - 1] as number) };
}
