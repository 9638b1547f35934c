import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { createTestApp, type TestApp } from '../../../../test/support/app.ts';
import { createAdmin, createPerson, type Person } from '../../../../test/support/people.ts';
import { fixedClock } from '../../../platform/clock.ts';
import { sql } from '../../../platform/database/sql.ts';
import { addDays, type Day, dayEnd, dayStart, parseDay } from '../../../platform/days.ts';
import { rollUpDays } from '../../../platform/roll-ups/roll-up-days.ts';
import { countAllTransfers, transferDays } from './statements.sql.ts';
import type { TransferFilter } from './wallet.records.ts';

let app: TestApp;
let player: Person;
beforeEach(async () => {
  app = await createTestApp();
  player = await createPerson(app.db);
});
afterEach(() => app.close());

const MORNING_MS = 12 * 60 * 60 * 1000;

/** Each day of a month has another number of transfers, at both of its ends and between. */
async function bookDay(day: Day): Promise<void> {
  const [start, end] = [dayStart(day).getTime(), dayEnd(day).getTime()];
  const between = Array.from({ length: Number(day.slice(-2)) }, (_, index) => start + MORNING_MS + index);
  const moments = [start, end - 1, ...between].map((ms) => new Date(ms).toISOString());
  await app.db.query(sql`
    insert into transfers (user_id, debit_account, credit_account, amount_cents, type, reason, created_at)
    select ${player.userId}, 'SYSTEM', 'USER', 1, case place % 3 when 0 then 'DEPOSIT' else 'ITEM_SALE' end, 'x', moment
    from unnest(${moments}::timestamptz[]) with ordinality given (moment, place)`);
}

const rollUpUntil = (day: Day) =>
  rollUpDays({
    db: app.db,
    clock: fixedClock(new Date(dayEnd(day).getTime() + MORNING_MS)),
    rollUps: [transferDays],
  });

async function countPlainly({ type, from, to }: TransferFilter): Promise<number> {
  const rows = await app.db.query<{ count: number }>(sql`
    select count(*)::int as count from transfers
    where (${type ?? null}::text is null or type = ${type ?? null})
      and (${from ?? null}::date is null or (created_at at time zone 'America/Sao_Paulo')::date >= ${from ?? null})
      and (${to ?? null}::date is null or (created_at at time zone 'America/Sao_Paulo')::date <= ${to ?? null})`);
  return rows[0]?.count ?? -1;
}

function filtersOver(days: readonly Day[]): TransferFilter[] {
  const types: (string | undefined)[] = [undefined, 'DEPOSIT', 'ITEM_SALE', 'CASE_OPEN'];
  return types.flatMap((type) =>
    [undefined, ...days].flatMap((from) =>
      [undefined, ...days]
        .filter((to) => from === undefined || to === undefined || from <= to)
        .map((to) => ({ type, from, to })),
    ),
  );
}

async function assertTotals(days: readonly Day[], when: string): Promise<void> {
  await Promise.all(
    filtersOver(days).map(async (filter) => {
      const [total, plain] = await Promise.all([countAllTransfers(app.db, filter), countPlainly(filter)]);
      assert.equal(total, plain, `${JSON.stringify(filter)} ${when}`);
    }),
  );
}

const daysFrom = (first: Day, count: number) => Array.from({ length: count }, (_, index) => addDays(first, index));

// Summer time began in the night before 2018-11-04, whose midnight does not exist, and ended in the one after 2018-02-17.
for (const firstDay of ['2018-11-01', '2018-02-15'].map(parseDay)) {
  test(`the total of any type and days from ${firstDay} on is exact, whatever is added up of them`, async () => {
    const days = daysFrom(firstDay, 6);
    // Nobody booked anything on the fifth.
    for (const day of days.toSpliced(4, 1)) await bookDay(day);
    const around = [addDays(firstDay, -1), ...days, addDays(firstDay, 6)];
    await assertTotals(around, 'before any day is added up');
    for (const day of days) {
      await rollUpUntil(day);
      await assertTotals(around, `after ${day} was added up`);
    }
    // Nothing in the product writes before the first day that was added up.
    await bookDay(addDays(firstDay, -1));
    await assertTotals(around, 'with a day before the first');
  });
}

test('a day that is added up meanwhile is counted once', async () => {
  const days = daysFrom(parseDay('2025-03-20'), 40);
  for (const day of days) await bookDay(day);
  const everything = { type: undefined, from: undefined, to: undefined };
  const total = await countPlainly(everything);
  const seen = new Set<number>();
  let isDone = false;
  const counting = Array.from({ length: 4 }, async () => {
    while (!isDone) seen.add(await countAllTransfers(app.db, everything));
  });
  await rollUpUntil(days.at(-1) as Day);
  isDone = true;
  await Promise.all(counting);
  assert.deepEqual([...seen], [total]);
  assert.deepEqual(await app.db.query(sql`select count(*)::int as rolled from rolled_days`), [{ rolled: days.length }]);
});

test('the ledger tells the total of what it is asked for, and nothing of whom it does not know', async () => {
  const admin = await createAdmin(app.db);
  const [first, second, third] = daysFrom(parseDay('2025-03-02'), 3) as [Day, Day, Day];
  for (const day of [first, second, third]) await bookDay(day);
  await rollUpUntil(second);
  const totalOf = async (query: string) => {
    const response = await app.http.inject({ url: `/api/admin/transactions?${query}`, headers: admin.headers });
    return response.json().meta.total;
  };
  assert.equal(await totalOf(''), 4 + 5 + 6);
  assert.equal(await totalOf(`from=${second}`), 5 + 6);
  assert.equal(await totalOf(`to=${second}&type=DEPOSIT`), 1 + 1);
  assert.equal(await totalOf(`from=${second}&to=${second}&userId=${player.userId}`), 5);
  assert.equal(await totalOf('userId=999999'), 0);
  assert.equal(await totalOf('userId=999999&type=DEPOSIT'), 0);
});
