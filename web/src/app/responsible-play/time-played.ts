const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

interface Words {
  minutes: (minutes: string) => string;
  hours: (hours: string, minutes: string) => string;
  days: (days: string, hours: string) => string;
}

/** Writes `12 min`, `3 h 5 min` or `2 d 4 h`. */
export function timePlayed(milliseconds: number, words: Words): string {
  const minutes = Math.max(0, Math.floor(milliseconds / MINUTE_MS));
  if (minutes < HOUR_MINUTES) return words.minutes(String(minutes));
  const hours = Math.floor(minutes / HOUR_MINUTES);
  if (minutes < DAY_MINUTES) return words.hours(String(hours), String(minutes % HOUR_MINUTES));
  return words.days(String(Math.floor(hours / 24)), String(hours % 24));
}
