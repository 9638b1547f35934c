import type { Language } from '../../shared/texts/index.ts';

/** Days are `2026-11-16`, in São Paulo; they are read as such, whatever the clock of the device says. */
const dateOf = (day: string): Date => new Date(`${day}T12:00:00Z`);

/** `16/11`. */
export const shortDay = (day: string, language: Language): string =>
  dateOf(day).toLocaleDateString(language, { day: '2-digit', month: '2-digit', timeZone: 'UTC' });

/** `seg., 16/11`. */
export const weekday = (day: string, language: Language): string =>
  dateOf(day).toLocaleDateString(language, { weekday: 'short', day: '2-digit', month: '2-digit', timeZone: 'UTC' });

/** `16/11/2026`. */
export const fullDay = (day: string, language: Language): string =>
  dateOf(day).toLocaleDateString(language, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' });
