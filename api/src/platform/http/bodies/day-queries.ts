import { type TProperties, Type } from 'typebox';
import { type DayRange, DayRangeError, dayOf, dayRange, parseDay } from '../../days.ts';
import { type FieldFault, validationFailed } from '../../errors.ts';

/** Figures of more days than a year has are asked for in parts. */
const MAX_DAYS = 366;

const day = (description: string) => Type.Optional(Type.String({ description, examples: ['2026-11-15'] }));

/** The query of figures over days: `from` and `to`, and what else is asked. */
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

/**
 * What a query asks for. Days that do not exist, end before they begin, are too many or all yet to come are refused with
 * their fields. A last day that is yet to come is cut at today: there is nothing behind it, and a calendar whose today is
 * already tomorrow in São Paulo is no fault.
 */
export function dayRangeOf(query: AskedDays, now: Date, defaultDays: number): DayRange {
  const today = dayOf(now);
  const faults = [...faultOf('from', query.from), ...faultOf('to', query.to)];
  if (faults.length > 0) throw validationFailed(faults);
  if (query.from !== undefined && query.from > today && (query.to === undefined || query.to >= query.from)) {
    throw validationFailed([{ field: 'from', message: `must not be after today, which is ${today} in São Paulo` }]);
  }
  // Cut first: of "this year" the days count that there are, however far ahead its end is.
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
