import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createTestApp } from '../../../../test/support/app.ts';
import { explainRead, vacuumWhole } from '../../../../test/support/explained-reads.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { fixedClock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { addDays, dayStart, parseDay } from '../../../platform/days.ts';
import { type Id, toId } from '../../../platform/ids.ts';
import type { ListPart } from '../../../platform/lists.ts';
import { rollUpDays } from '../../../platform/roll-ups/roll-up-days.ts';
import {
  countAllTransfers,
  countUserTransfers,
  listAllTransfers,
  listUserTransfers,
  transferDays,
} from './statements.sql.ts';
import { readLedger } from './statements.ts';
import type { TransferFilter } from './wallet.records.ts';

/** A long ledger: 60,000 transfers of 400 users over 100 days, a tenth of them deposits, all but two days added up. */
const ROWS = 60_000;
const FIRST_DAY = parseDay('2025-03-01');
const ROWS_NOT_ADDED_UP = 2 * (ROWS / 100);
const ROWS_A_STATEMENT = 10_000;
const USERS = 400;
const ROWS_OF_USER = ROWS / USERS;
const DEPOSITS_OF_USER = ROWS_OF_USER / 10;

const app = useApp(createTestApp);
let userId: Id<'user'>;
before(async () => {
  const users = await app.db.query<{ id: Id<'user'> }>(sql`
    insert into users (platform_id, username)
    select '7656119' || lpad(n::text, 10, '0'), 'Player ' || n from generate_series(1, ${USERS}::int) n returning id`);
  const ids = users.map(({ id }) => id);
  userId = ids[0] as Id<'user'>;
  for (let first = 0; first < ROWS; first += ROWS_A_STATEMENT) {
    await app.db.query(sql`
      insert into transfers (user_id, debit_account, credit_account, amount_cents, type, reason, created_at)
      select (${ids}::bigint[])[1 + n % ${USERS}::int], 'SYSTEM', 'USER', 1,
        case when n / ${USERS}::int % 10 = 0 then 'DEPOSIT' else 'ITEM_SALE' end, 'x',
        ${dayStart(FIRST_DAY)}::timestamptz + interval '100 days' * n / ${ROWS}::int
      from generate_series(${first}::int, ${first + ROWS_A_STATEMENT - 1}::int) n`);
  }
  // It is noon of the last day but one.
  const clock = fixedClock(`${addDays(FIRST_DAY, 98)}T15:00:00Z`);
  await rollUpDays({ db: app.db, clock, rollUps: [transferDays] });
  await app.db.query(sql`analyze`);
  await vacuumWhole(app.db, 'transfers');
});

const everything: TransferFilter = { type: undefined, from: undefined, to: undefined };
const deposits: TransferFilter = { ...everything, type: 'DEPOSIT' };
const aWeek = { from: addDays(FIRST_DAY, 40), to: addDays(FIRST_DAY, 46) };
const page: ListPart = { limit: 20, offset: 0 };
const deep: ListPart = { ...page, before: toId<'transfer'>(ROWS / 2) };
const sixth: ListPart = { ...page, offset: 100 };

interface Explained {
  plan: string;
  /** Rows that an index alone was asked for count, too. */
  rowsRead: number;
}

async function explain(read: (db: Db) => Promise<unknown>): Promise<Explained> {
  const lines = await explainRead(app.db, read);
  return { plan: lines.join('\n'), rowsRead: rowsReadOf(lines) };
}

/** Rows that a scan has thrown away count, too. */
function rowsReadOf(lines: readonly string[]): number {
  let rowsRead = 0;
  let isOfLedger = false;
  for (const line of lines) {
    const scan = / on (\w+)(?: \w+)? \(.*rows=([0-9.]+) loops=([0-9]+)/.exec(line);
    if (scan !== null) {
      isOfLedger = scan[1] === 'transfers';
      if (isOfLedger) rowsRead += Number(scan[2]) * Number(scan[3]);
    }
    if (isOfLedger) rowsRead += Number(/Removed by Filter: ([0-9]+)/.exec(line)?.[1] ?? 0);
  }
  return rowsRead;
}

const reads: Readonly<Record<string, [(db: Db) => Promise<unknown>, number]>> = {
  'a statement': [(db) => listUserTransfers(db, userId, everything, page), 20],
  'a statement, far back': [(db) => listUserTransfers(db, userId, everything, deep), 20],
  'a statement of one type': [(db) => listUserTransfers(db, userId, deposits, page), 20],
  'a statement of one type, far back': [(db) => listUserTransfers(db, userId, deposits, deep), 20],
  'the ledger': [(db) => listAllTransfers(db, everything, page), 20],
  'the ledger, far back': [(db) => listAllTransfers(db, everything, deep), 21],
  'the ledger of one type': [(db) => listAllTransfers(db, deposits, page), 20],
  'the ledger of one type, far back': [(db) => listAllTransfers(db, deposits, deep), 21],
  'the ledger of a week': [(db) => listAllTransfers(db, { ...everything, ...aWeek }, page), 20],
  'the ledger of a week and a type': [(db) => listAllTransfers(db, { ...deposits, ...aWeek }, page), 20],
  'the number of all in a statement': [(db) => countUserTransfers(db, userId, everything), 0],
  'the number of one type in a statement': [(db) => countUserTransfers(db, userId, deposits), DEPOSITS_OF_USER],
  'the number in the ledger': [(db) => countAllTransfers(db, everything), ROWS_NOT_ADDED_UP],
  'the number in the ledger since a day': [
    (db) => countAllTransfers(db, { ...everything, from: addDays(FIRST_DAY, 50) }),
    ROWS_NOT_ADDED_UP,
  ],
  'the number of one type in the ledger': [
    (db) => countAllTransfers(db, { ...everything, type: 'ITEM_SALE' }),
    ROWS_NOT_ADDED_UP,
  ],
  'the number in the ledger of a week': [(db) => countAllTransfers(db, { ...everything, ...aWeek }), 0],
};

for (const [name, [read, mostRows]] of Object.entries(reads)) {
  test(`${name} reads no more than it tells, by an index`, async () => {
    const { plan, rowsRead } = await explain(read);
    assert.doesNotMatch(plan, /Seq Scan on transfers/, plan);
    assert.ok(rowsRead <= mostRows, `${rowsRead} rows\n${plan}`);
  });
}

test('a week of a statement is found by an index, among the rows of its user alone', async () => {
  for (const filter of [
    { ...everything, ...aWeek },
    { ...deposits, ...aWeek },
  ]) {
    for (const read of [
      (db: Db) => listUserTransfers(db, userId, filter, page),
      (db: Db) => countUserTransfers(db, userId, filter),
    ]) {
      const { plan, rowsRead } = await explain(read);
      assert.doesNotMatch(plan, /Seq Scan on transfers/, plan);
      assert.ok(rowsRead <= ROWS_OF_USER, plan);
    }
  }
});

test('what a page by number leaves out is passed in an index, without its rows', async () => {
  for (const read of [
    (db: Db) => listUserTransfers(db, userId, everything, sixth),
    (db: Db) => listAllTransfers(db, everything, sixth),
    (db: Db) => listAllTransfers(db, deposits, sixth),
  ]) {
    const { plan, rowsRead } = await explain(read);
    assert.match(plan, /Index Only Scan (?:Backward )?using \w+ on transfers \(.*rows=120/, plan);
    assert.equal(rowsRead, 120 + 20, plan);
  }
});

test('the total of the ledger is exact however long it is', async () => {
  assert.equal((await readLedger(app.db, undefined, everything, page)).total, ROWS);
  assert.equal((await readLedger(app.db, undefined, deposits, page)).total, ROWS / 10);
  assert.equal((await readLedger(app.db, userId, deposits, page)).total, DEPOSITS_OF_USER);
});
