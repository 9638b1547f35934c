export interface DayRange {
  from: string;
  to: string;
}

export const PRESETS = ['hoje', '7d', '30d', 'mes'] as const;
export type Preset = (typeof PRESETS)[number];

const DAY_MS = 86_400_000;
/** The API takes no more at once. */
const MOST_DAYS = 366;

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export const todayOf = (now: number): string =>
  new Date(now).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });

export const addDays = (day: string, days: number): string => dayOf(timeOf(day) + days * DAY_MS);

export const daysOf = ({ from, to }: DayRange): number => Math.round((timeOf(to) - timeOf(from)) / DAY_MS) + 1;

export function presetRange(preset: Preset, today: string): DayRange {
  if (preset === 'mes') return { from: `${today.slice(0, 8)}01`, to: today };
  const days = preset === 'hoje' ? 1 : Number.parseInt(preset, 10);
  return { from: addDays(today, 1 - days), to: today };
}

export const rangeBefore = (range: DayRange): DayRange => ({
  from: addDays(range.from, -daysOf(range)),
  to: addDays(range.from, -1),
});

/** Two days that were chosen, in their order and no more than the API takes; null where one is no day. */
export function chosenRange(one: string, other: string): DayRange | null {
  if (!isDay(one) || !isDay(other)) return null;
  const [from = one, to = other] = [one, other].sort();
  const earliest = addDays(to, 1 - MOST_DAYS);
  return { from: from < earliest ? earliest : from, to };
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(timeOf(text)) && dayOf(timeOf(text)) === text;
