import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, type Day, DayRangeError, dayEnd, dayOf, dayRange, dayStart, daysBetween, parseDay } from './days.ts';
import { HOUR_MS } from './durations.ts';

const hoursOf = (day: Day) => (dayEnd(day).getTime() - dayStart(day).getTime()) / HOUR_MS;

test('a day of today starts at 03:00 UTC', () => {
  const day = parseDay('2026-11-15');
  assert.equal(dayStart(day).toISOString(), '2026-11-15T03:00:00.000Z');
  assert.equal(dayEnd(day).toISOString(), '2026-11-16T03:00:00.000Z');
  assert.equal(dayOf(new Date('2026-11-16T02:59:59.999Z')), '2026-11-15');
  assert.equal(dayOf(new Date('2026-11-16T03:00:00.000Z')), '2026-11-16');
});

test('2018-11-04, whose midnight did not exist, has 23 hours', () => {
  const day = parseDay('2018-11-04');
  assert.equal(dayStart(day).toISOString(), '2018-11-04T03:00:00.000Z');
  assert.equal(dayEnd(day).toISOString(), '2018-11-05T02:00:00.000Z');
  assert.equal(hoursOf(day), 23);
  assert.equal(dayOf(new Date('2018-11-04T02:59:59.999Z')), '2018-11-03');
  assert.equal(dayOf(new Date('2018-11-04T03:00:00.000Z')), '2018-11-04');
});

test('2019-02-16, whose last hour came twice, has 25 hours', () => {
  const day = parseDay('2019-02-16');
  assert.equal(dayStart(day).toISOString(), '2019-02-16T02:00:00.000Z');
  assert.equal(dayEnd(day).toISOString(), '2019-02-17T03:00:00.000Z');
  assert.equal(hoursOf(day), 25);
  assert.equal(dayOf(new Date('2019-02-17T01:30:00.000Z')), '2019-02-16');
  assert.equal(dayOf(new Date('2019-02-17T02:30:00.000Z')), '2019-02-16');
});

test('from 1990 to 2030 each day starts where the one before ended and has 23, 24 or 25 hours', () => {
  const counts = new Map<number, number>();
  const end = parseDay('2031-01-01');
  let start = dayStart(parseDay('1990-01-01'));
  for (let day = parseDay('1990-01-01'); day < end; day = addDays(day, 1)) {
    const next = dayEnd(day);
    const hours = (next.getTime() - start.getTime()) / HOUR_MS;
    counts.set(hours, (counts.get(hours) ?? 0) + 1);
    assert.equal(dayOf(start), day);
    assert.equal(dayOf(new Date(next.getTime() - 1)), day);
    start = next;
  }
  assert.deepEqual([...counts.keys()].toSorted(), [23, 24, 25]);
  // 1990 began in summer time, so one more ended than began.
  assert.deepEqual([counts.get(23), counts.get(25)], [29, 30]);
});

test('every instant belongs to exactly one day', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1990-01-01'), max: new Date('2031-01-01'), noInvalidDate: true }),
      (instant) => {
        const belongs = (day: Day) => dayStart(day) <= instant && instant < dayEnd(day);
        const day = dayOf(instant);
        assert.ok(belongs(day));
        assert.ok(!belongs(addDays(day, -1)));
        assert.ok(!belongs(addDays(day, 1)));
      },
    ),
  );
});

test('adding days and counting them are inverse', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1990-01-01'), max: new Date('2031-01-01'), noInvalidDate: true }),
      fc.integer({ min: -4_000, max: 4_000 }),
      (instant, days) => {
        const day = dayOf(instant);
        assert.equal(daysBetween(day, addDays(day, days)), days);
      },
    ),
  );
});

test('only a day that exists is read, as YYYY-MM-DD', () => {
  assert.equal(parseDay('2024-02-29'), '2024-02-29');
  const others = [
    '',
    '2023-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '20260101',
    '2026-01-01T00:00',
    '+002026-01-01',
  ];
  for (const text of [...others, '2026-01-01 ', '0000-01-01', '1899-12-31', '3000-01-01', '-2026-01-01', 'today']) {
    assert.throws(() => parseDay(text), RangeError, text);
  }
});

const now = new Date('2026-11-15T12:00:00Z');

test('a range includes both days', () => {
  assert.deepEqual(dayRange({ from: '2026-11-01', to: '2026-11-07' }, now), {
    from: '2026-11-01',
    to: '2026-11-07',
    start: new Date('2026-11-01T03:00:00Z'),
    end: new Date('2026-11-08T03:00:00Z'),
  });
});

test('a range without bounds ends today, and has as many days as the caller says', () => {
  const { from, to } = dayRange({}, now);
  assert.deepEqual([from, to], ['2026-10-17', '2026-11-15']);
  const week = dayRange({ to: '2026-11-07' }, now, { defaultDays: 7 });
  assert.deepEqual([week.from, week.to], ['2026-11-01', '2026-11-07']);
  assert.equal(dayRange({}, new Date('2026-11-15T02:00:00Z')).to, '2026-11-14');
});

test('a range that does not work names the field at fault', () => {
  const fault = (asked: { from?: string; to?: string }, maxDays?: number) => {
    try {
      dayRange(asked, now, maxDays === undefined ? {} : { maxDays });
      return undefined;
    } catch (error) {
      assert.ok(error instanceof RangeError && error instanceof DayRangeError);
      assert.ok(error.message.startsWith(`${error.field}: `));
      return error.field;
    }
  };
  assert.equal(fault({ from: '2026-11-31' }), 'from');
  assert.equal(fault({ to: 'today' }), 'to');
  assert.equal(fault({ from: '2026-11-08', to: '2026-11-07' }), 'from');
  assert.equal(fault({ from: '2026-11-16' }), 'from');
  assert.equal(fault({ from: '2026-11-07', to: '2026-11-07' }, 1), undefined);
  assert.equal(fault({ from: '2026-11-06', to: '2026-11-07' }, 1), 'from');
  assert.equal(fault({ from: '2025-11-07', to: '2026-11-07' }, 366), undefined);
  assert.equal(fault({ from: '2025-11-06', to: '2026-11-07' }, 366), 'from');
});
