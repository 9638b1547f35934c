import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, dayOf, dayStart } from '../../api/src/platform/days.ts';
import { codeAt } from './person.ts';
import { planHours } from './plan-hours.ts';
import { runDemo } from './run-demo.ts';

async function run(args: readonly string[], environment: Record<string, string> = {}) {
  const said: string[] = [];
  const complaints: string[] = [];
  const code = await runDemo(args, {
    environment,
    say: (line) => void said.push(line),
    complain: (line) => void complaints.push(line),
    signal: new AbortController().signal,
  });
  return { code, said: said.join('\n'), complaints };
}

test('the command says what it does', async () => {
  const { code, said, complaints } = await run(['--help']);
  assert.deepEqual([code, complaints], [0, []]);
  assert.match(said, /npm run demo .*--transfers N.*--days N/);
  assert.match(said, /from 100 to 100000 \(10000\)/);
});

test('the command says why it does nothing', async () => {
  const production = { NODE_ENV: 'production' };
  const market = {
    MARKET_API_URL: 'https://market.example',
    MARKET_API_KEY: 'key',
    IDENTITY_URL: 'https://identity.example',
  };
  const unreachable = { DATABASE_URL: 'postgres://127.0.0.1:1/nowhere' };
  for (const [args, environment, fault] of [
    [['--transfers', '100001'], {}, /--transfers must be a whole number from 100 to 100000, not "100001"$/],
    [['--transfers', '1e3'], {}, /--transfers must be/],
    [['--days', '0'], {}, /--days must be a whole number from 1 to 90/],
    [['--weeks', '3'], {}, /--weeks/],
    [[], production, /NODE_ENV is production, where nothing is made up$/],
    [[], market, /a part of the outside world is configured, and is not the sandbox$/],
    [[], unreachable, /^The history could not be written: /],
  ] as const) {
    const { code, said, complaints } = await run(args, environment);
    assert.deepEqual([code, said, complaints.length], [2, '', 1]);
    assert.match(complaints[0] ?? '', fault);
  }
});

test('hours follow each other up to the end, and all transfers are shared out', () => {
  const anySpan = fc.record({
    until: fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
    days: fc.integer({ min: 1, max: 60 }),
    transfers: fc.integer({ min: 100, max: 100_000 }),
  });
  fc.assert(
    fc.property(anySpan, (span) => {
      const hours = planHours(span);
      assert.equal(hours[0]?.at.getTime(), dayStart(addDays(dayOf(span.until), -span.days)).getTime());
      assert.ok((hours.at(-1)?.at ?? 0) <= span.until);
      assert.equal(hours.at(-1)?.transfersSoFar, span.transfers);
      for (const [index, { at, transfersSoFar }] of hours.entries()) {
        const next = hours[index + 1];
        if (next === undefined) continue;
        assert.equal(next.at.getTime() - at.getTime(), 60 * 60 * 1000);
        assert.ok(next.transfersSoFar >= transfersSoFar);
      }
    }),
    { numRuns: 50 },
  );
});

test('evenings and weekends are busier, and the last week more than the first', () => {
  const hours = planHours({ until: new Date('2026-11-16T02:59:59Z'), days: 27, transfers: 1_000_000 });
  const transfersOf = (isCounted: (local: Temporal.ZonedDateTime) => boolean) =>
    hours.reduce((sum, { at, transfersSoFar }, index) => {
      const local = at.toTemporalInstant().toZonedDateTimeISO('America/Sao_Paulo');
      return isCounted(local) ? sum + transfersSoFar - (hours[index - 1]?.transfersSoFar ?? 0) : sum;
    }, 0);
  assert.ok(transfersOf(({ hour }) => hour >= 18) > 4 * transfersOf(({ hour }) => hour < 6));
  const [weekends, weekdays] = [
    transfersOf(({ dayOfWeek }) => dayOfWeek > 5) / 2,
    transfersOf(({ dayOfWeek }) => dayOfWeek <= 5) / 5,
  ];
  assert.ok(weekends > 1.2 * weekdays);
  const week = (from: string, to: string) =>
    transfersOf((local) => local.toPlainDate().toString() >= from && local.toPlainDate().toString() <= to);
  assert.ok(week('2026-11-09', '2026-11-15') > 1.5 * week('2026-10-19', '2026-10-25'));
});

test('an authenticator app shows the codes of RFC 6238', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  assert.equal(codeAt(secret, new Date(59_000)), '287082');
  assert.equal(codeAt(secret, new Date('2005-03-18T01:58:29Z')), '081804');
  assert.equal(codeAt(secret, new Date('2033-05-18T03:33:20Z')), '279037');
});
