import { type TProperties, Type } from 'typebox';
import { type DayRange, DayRangeError, dayOf, dayRange, parseDay } from './days.ts';
import { type FieldFault, validationFailed } from './errors.ts';

const MAX_DAYS = 366;

const day = (description: string) => Type.Optional(Type.String({ description, examples: ['2026-11-15'] }));

export const dayRangeQuery = <Properties extends TProperties>(defaultDays: number, more: Properties) =>
  Type.Object({
    from: day(
      `First day, as YYYY-MM-DD of São Paulo. Without it ${defaultDays === 1 ? 'the last day alone' : `${defaultDays} days`}`,
    ),
    to: day(`Last day, included; one that is yet to come is read as today, and so is none. At most ${MAX_DAYS} days`),
    ...more,
  });

interface AskedDays {
  from?: string | undefined;
  to?: string | undefined;
}

/** A last day in the future is cut at today, because a client's calendar may be ahead of São Paulo. */
export function dayRangeOf(query: AskedDays, now: Date, defaultDays: number): DayRange {
  const today = dayOf(now);
  const faults = [...faultOf('from', query.from), ...faultOf('to', query.to)];
  if (faults.length > 0) throw validationFailed(faults);
  if (query.from !== undefined && query.from > today && (query.to === undefined || query.to >= query.from)) {
    throw validationFailed([{ field: 'from', message: `must not be after today, which is ${today} in São Paulo` }]);
  }
  // Only days that have begun count against the limit.
  const to = query.to !== undefined && query.to > today ? today : query.to;
  try {
    return dayRange({ from: query.from, to }, now, { defaultDays, maxDays: MAX_DAYS });
  } catch (error) {
    if (!(error instanceof DayRangeError)) throw error;
    throw validationFailed([{ field: error.field, message: error.fault }]);
  }
}

function faultOf(field: 'from' | 'to', text: string | undefined): FieldFault[] {
  try {
    if (text !== undefined) parseDay(text);
    return [];
  } catch {
    return [{ field, message: 'must be a day as YYYY-MM-DD' }];
  }
}
