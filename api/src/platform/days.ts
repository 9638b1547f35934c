/**
 * A day is the civil day of São Paulo. It may last 23 or 25 hours and start at 01:00, so never add 24 hours to an
 * instant.
 */
export type Day = string & { readonly __day: 'YYYY-MM-DD' };

export const DAY_TIME_ZONE = 'America/Sao_Paulo';

/** Refuses dates that do not exist and years outside 1900 to 2999, whose results PostgreSQL might not store. */
export function parseDay(text: string): Day {
  if (/^(?:19|2[0-9])[0-9]{2}-[0-9]{2}-[0-9]{2}$/.test(text)) {
    try {
      return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() as Day;
    } catch {}
  }
  throw new RangeError(`not a day as YYYY-MM-DD: ${text.slice(0, 40)}`);
}

export function dayOf(instant: Date): Day {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(DAY_TIME_ZONE);
  return zoned.toPlainDate().toString() as Day;
}

/** Local midnight, or 01:00 if it does not exist. */
export function dayStart(day: Day): Date {
  const zoned = Temporal.PlainDate.from(day).toZonedDateTime(DAY_TIME_ZONE).startOfDay();
  return new Date(zoned.epochMilliseconds);
}

export function dayEnd(day: Day): Date {
  return dayStart(addDays(day, 1));
}

export function addDays(day: Day, days: number): Day {
  return Temporal.PlainDate.from(day).add({ days }).toString() as Day;
}

export function weekStart(day: Day): Day {
  return addDays(day, 1 - Temporal.PlainDate.from(day).dayOfWeek);
}

export function monthStart(day: Day): Day {
  return Temporal.PlainDate.from(day).with({ day: 1 }).toString() as Day;
}

/** A shorter month gives its last day. */
export function addMonths(day: Day, months: number): Day {
  return Temporal.PlainDate.from(day).add({ months }).toString() as Day;
}

export function daysBetween(from: Day, to: Day): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'day' }).days;
}

export function daysBefore({ from, to }: { from: Day; to: Day }): { from: Day; to: Day } {
  return { from: addDays(from, -1 - daysBetween(from, to)), to: addDays(from, -1) };
}

export interface DayRange {
  from: Day;
  to: Day;
  /** `start <= instant < end`. */
  start: Date;
  end: Date;
}

export interface DayRangeLimits {
  defaultDays?: number;
  maxDays?: number;
}

export class DayRangeError extends RangeError {
  readonly field: 'from' | 'to';
  readonly fault: string;

  constructor(field: 'from' | 'to', fault: string) {
    super(`${field}: ${fault}`);
    this.name = 'DayRangeError';
    this.field = field;
    this.fault = fault;
  }
}

/** Without `to` the range ends today; without `from` it has `defaultDays`. */
export function dayRange(
  asked: { from?: string | undefined; to?: string | undefined },
  now: Date,
  limits: DayRangeLimits = {},
): DayRange {
  const { defaultDays = 30, maxDays = Number.POSITIVE_INFINITY } = limits;
  const to = asked.to === undefined ? dayOf(now) : parseBound('to', asked.to);
  const from = asked.from === undefined ? addDays(to, 1 - defaultDays) : parseBound('from', asked.from);
  const length = daysBetween(from, to) + 1;
  if (length < 1) throw new DayRangeError('from', 'must not be after to');
  if (length > maxDays) throw new DayRangeError('from', `must be at most ${maxDays} days before to, which is included`);
  return {
    from,
    to,
    start: dayStart(from),
    end: dayEnd(to),
  };
}

function parseBound(field: 'from' | 'to', text: string): Day {
  try {
    return parseDay(text);
  } catch {
    throw new DayRangeError(field, 'must be a day as YYYY-MM-DD');
  }
}
