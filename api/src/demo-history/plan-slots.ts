import { addDays, type Day, dayEnd, dayOf, dayStart } from '../platform/days.ts';
import type { Random } from './random.ts';

/** A part of a day that is written at once, in one transaction. */
export interface Slot {
  startMs: number;
  endMs: number;
  transfers: number;
}

interface HistorySpan {
  now: Date;
  /** Whole days before today. */
  days: number;
  transfers: number;
}

const HOUR_MS = 60 * 60 * 1000;
/** How much is going on at each hour of São Paulo: nearly nothing before dawn, most after dinner. */
const HOURS = [7, 4, 2, 1, 1, 1, 2, 3, 4, 5, 6, 7, 9, 8, 7, 7, 8, 9, 11, 14, 17, 18, 16, 12];
/** From Monday on. */
const WEEKDAYS = [0.9, 0.85, 0.9, 0.95, 1.15, 1.35, 1.3];
/** The last day has so many times as much as the first: the platform grows. */
const GROWTH = 2.2;
/** By how much a day may differ from what its place lets expect, up or down. */
const WHIM = 0.12;
/** Few enough for one transaction to be short, and enough for its statements not to matter. */
const MOST_TRANSFERS = 20_000;
const LEAST_SLOTS_A_DAY = 4;
const MOST_SLOTS_A_DAY = 48;
/** A beginning of today that is shorter is left out: nothing would fit in. */
const SHORTEST_MS = 10 * 60 * 1000;

/** All of the time, from the first moment to now, in parts that follow each other; their transfers are those asked for. */
export function planSlots({ now, days, transfers }: HistorySpan, random: Random): Slot[] {
  const today = dayOf(now);
  const all = Array.from({ length: days + 1 }, (_, index) => addDays(today, index - days));
  const busyness = all.map((day, index) => busynessOf(day, index / days, random));
  const total = busyness.reduce((sum, each) => sum + each, 0);
  const busiestHour = Math.max(...HOURS) / HOURS.reduce((sum, each) => sum + each, 0);
  const mostInAnHour = (Math.max(...busyness) / total) * transfers * busiestHour;
  const needed = Math.ceil((mostInAnHour * 24) / MOST_TRANSFERS);
  const slotsADay = Math.min(MOST_SLOTS_A_DAY, Math.max(LEAST_SLOTS_A_DAY, needed));
  const weighted = all.flatMap((day, index) => slotsOf(day, slotsADay, now, busyness[index] as number));
  return shareOut(weighted, transfers);
}

function busynessOf(day: Day, age: number, random: Random): number {
  const weekday = Temporal.PlainDate.from(day).dayOfWeek;
  const whim = 1 + WHIM * (2 * random() - 1);
  return (1 + (GROWTH - 1) * age) * (WEEKDAYS[weekday - 1] as number) * whim;
}

interface WeightedSlot extends Omit<Slot, 'transfers'> {
  weight: number;
}

/** What of today is still to come is left out. */
function slotsOf(day: Day, count: number, now: Date, busyness: number): WeightedSlot[] {
  const startMs = dayStart(day).getTime();
  const lengthMs = dayEnd(day).getTime() - startMs;
  return Array.from({ length: count }, (_, index) => {
    const from = startMs + Math.round((index * lengthMs) / count);
    const to = Math.min(startMs + Math.round(((index + 1) * lengthMs) / count), now.getTime());
    return { startMs: from, endMs: to, weight: busyness * hoursBetween(from - startMs, to - startMs) };
  }).filter(({ startMs: from, endMs: to }) => to - from >= SHORTEST_MS);
}

/** What the hours between two moments of a day weigh, parts of hours by their length. */
function hoursBetween(fromMs: number, toMs: number): number {
  return HOURS.reduce((sum, weight, hour) => {
    const sharedMs = Math.min(toMs, (hour + 1) * HOUR_MS) - Math.max(fromMs, hour * HOUR_MS);
    return sum + (weight * Math.max(sharedMs, 0)) / HOUR_MS;
  }, 0);
}

/** By weight, rounded so that the sum is kept. */
function shareOut(slots: readonly WeightedSlot[], transfers: number): Slot[] {
  const total = slots.reduce((sum, { weight }) => sum + weight, 0);
  let [weightSoFar, given] = [0, 0];
  return slots.map(({ startMs, endMs, weight }) => {
    weightSoFar += weight;
    const share = Math.round((weightSoFar / total) * transfers) - given;
    given += share;
    return { startMs, endMs, transfers: share };
  });
}
