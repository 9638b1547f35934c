import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { createTestDatabase } from '../../../../test/support/databases.ts';
import { PATIENCE } from '../../../../test/support/patience.ts';
import { type Db, openDatabase } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { silentLogger } from '../../../platform/observability/logger.ts';
import {
  canonicalMargin,
  canonicalRate,
  coinsToUsdCents,
  isRateDue,
  isRateStale,
  isRateTooOld,
  MAX_PRICE_CENTS,
  rateUnits,
  valueCentsBrlOf,
  valueCentsOf,
} from './items.rules.ts';
import { valueCentsBrlSql, valueCentsSql } from './items.sql.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Db;
before(async () => {
  database = await createTestDatabase();
  db = openDatabase({ patience: PATIENCE, address: database.url, logger: silentLogger, poolSize: 2 });
});
after(async () => {
  await db.close();
  await database.drop();
});

const decimal = (min: number, max: number, digits: number) =>
  fc
    .bigInt(BigInt(min) * 10n ** BigInt(digits), BigInt(max) * 10n ** BigInt(digits))
    .map((units) => units.toString().padStart(digits + 1, '0'))
    .map((text) => `${text.slice(0, -digits)}.${text.slice(-digits)}`);
const price = fc.oneof(fc.bigInt(0n, MAX_PRICE_CENTS), fc.bigInt(0n, 2_000n));
const margin = decimal(1, 10, 4);
const rate = fc.integer({ min: 1, max: 18 }).chain((digits) => decimal(1, 100, digits));

test('prices of the documents', () => {
  assert.equal(valueCentsOf(1234n, '1.2'), 1481n);
  assert.equal(valueCentsBrlOf(1481n, '5'), 7405n);
  assert.equal(valueCentsBrlOf(1481n, '5.432100'), 8045n);
  assert.equal(valueCentsOf(0n, '1.2'), 0n);
});

test('a half goes up', () => {
  assert.equal(valueCentsOf(5n, '1.1'), 6n);
  assert.equal(valueCentsOf(15n, '1.1'), 17n);
  assert.equal(valueCentsBrlOf(1n, '4.5'), 5n);
});

test('1000 coins are a dollar, and a half cent goes up', () => {
  assert.deepEqual([1000n, 994n, 995n, 4n, 5n, 0n].map(coinsToUsdCents), [100n, 99n, 100n, 0n, 1n, 0n]);
});

test('a value is the nearest cent to the exact product', () => {
  fc.assert(
    fc.property(price, margin, (cents, factor) => {
      const units = BigInt(factor.replace('.', ''));
      const distance = valueCentsOf(cents, factor) * 20_000n - cents * units * 2n;
      return distance > -10_000n && distance <= 10_000n;
    }),
  );
});

test('a higher price, margin or rate never gives a lower value, and no value leaves 64 bits', () => {
  fc.assert(
    fc.property(price, price, margin, rate, (one, other, factor, usdToBrl) => {
      const [low, high] = one < other ? [one, other] : [other, one];
      const [lowValue, highValue] = [valueCentsOf(low, factor), valueCentsOf(high, factor)];
      const highBrl = valueCentsBrlOf(highValue, usdToBrl);
      return (
        lowValue <= highValue &&
        low <= lowValue &&
        valueCentsBrlOf(lowValue, usdToBrl) <= highBrl &&
        highBrl < 2n ** 63n
      );
    }),
  );
});

test('PostgreSQL computes the same prices', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(price, { minLength: 1, maxLength: 50 }),
      margin,
      rate,
      async (prices, factor, usdToBrl) => {
        const rows = await db.query<{ value: string; brl: string }>(sql`
        select value::bigint, ${valueCentsBrlSql(sql`value`, sql`${usdToBrl}::numeric`)}::bigint as brl
        from unnest(${prices}::bigint[]) with ordinality as told (price, place),
          lateral (select ${valueCentsSql(sql`price`, factor)} as value) valued
        order by place`);
        const values = prices.map((cents) => valueCentsOf(cents, factor));
        assert.deepEqual(
          rows.map(({ value, brl }) => [BigInt(value), BigInt(brl)]),
          values.map((value) => [value, valueCentsBrlOf(value, usdToBrl)]),
        );
      },
    ),
    { numRuns: 200 },
  );
});

test('a margin has one spelling', () => {
  assert.deepEqual(['1', '1.0', 1.2, '1.2000', '10.0', 9.9999].map(canonicalMargin), [
    '1',
    '1',
    '1.2',
    '1.2',
    '10',
    '9.9999',
  ]);
  for (const wrong of ['0.9', 0, '10.1', 11, -1, 1.23456, '1.23456', 'x', '', '1e0', Number.NaN, ' 1', '01', '1,2']) {
    assert.throws(() => canonicalMargin(wrong), RangeError, String(wrong));
  }
});

test('a rate must be one that could be true, and keeps every digit', () => {
  assert.equal(canonicalRate('5.4321'), '5.4321');
  assert.equal(canonicalRate(5.4321), '5.4321');
  assert.equal(canonicalRate('5.432145678901234567'), '5.432145678901234567');
  assert.equal(canonicalRate('05.40'), '5.4');
  assert.equal(canonicalRate('0.5'), '0.5');
  assert.equal(canonicalRate('100.000'), '100');
  for (const wrong of ['0.4999', '100.01', '0', '-5', 'NaN', '', null, undefined, {}, [5], '5,4', '1e1', 1e21, '5.']) {
    assert.equal(canonicalRate(wrong), null, String(wrong));
  }
  fc.assert(fc.property(rate, (told) => rateUnits(canonicalRate(told) ?? '0') === rateUnits(told)));
});

test('a rate is due after five minutes, stale after ten, too old after the hours it is kept, and the fallback is due', () => {
  const updatedAt = new Date('2026-11-15T12:00:00Z');
  const known = { usdToBrl: '5.1', source: 'x', isFallback: false, updatedAt, heldUntil: null };
  const judged = (rate: typeof known, ms: number) => {
    const now = new Date(updatedAt.getTime() + ms);
    return [isRateDue(rate, now), isRateStale(rate, now), isRateTooOld(rate, now, 24)];
  };
  const minute = 60_000;
  assert.deepEqual(judged(known, 5 * minute - 1), [false, false, false]);
  assert.deepEqual(judged(known, 5 * minute), [true, false, false]);
  assert.deepEqual(judged(known, 10 * minute), [true, false, false]);
  assert.deepEqual(judged(known, 10 * minute + 1), [true, true, false]);
  assert.deepEqual(judged(known, 24 * 60 * minute), [true, true, false]);
  assert.deepEqual(judged(known, 24 * 60 * minute + 1), [true, true, true]);
  const fallback = { ...known, isFallback: true };
  assert.deepEqual(judged(fallback, 0), [true, false, false]);
  assert.deepEqual(judged(fallback, 48 * 60 * minute), [true, false, false]);
});

test('a rate that is held by hand is due when that ends, and ages from then on', () => {
  const updatedAt = new Date('2026-11-15T12:00:00Z');
  const heldUntil = new Date('2026-11-18T12:00:00Z');
  const held = { usdToBrl: '5.1', source: 'administrator', isFallback: false, updatedAt, heldUntil };
  const judged = (msAfterHold: number) => {
    const now = new Date(heldUntil.getTime() + msAfterHold);
    return [isRateDue(held, now), isRateStale(held, now), isRateTooOld(held, now, 24)];
  };
  assert.deepEqual(judged(-1), [false, false, false]);
  assert.deepEqual(judged(0), [true, false, false]);
  assert.deepEqual(judged(10 * 60_000 + 1), [true, true, false]);
  assert.deepEqual(judged(24 * 3_600_000 + 1), [true, true, true]);
});
