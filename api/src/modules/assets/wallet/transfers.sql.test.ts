import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { escapeLiteral } from 'pg';
import { createTestApp, type TestApp } from '../../../../test/support/app.ts';
import type { Db } from '../../../platform/db.ts';
import { type Id, toId } from '../../../platform/ids.ts';
import { sql } from '../../../platform/sql.ts';
import { MOST_COUNTED, readLedger } from './list-transfers.ts';
import {
  countTransfersUpTo,
  countUserTransfers,
  listAllTransfers,
  listUserTransfers,
  type TransferFilter,
} from './transfers.sql.ts';

/** A long ledger: 60,000 transfers of 400 users over 100 days, a tenth of them deposits. */
const ROWS = 60_000;
const ROWS_A_STATEMENT = 10_000;
const USERS = 400;
const ROWS_OF_USER = ROWS / USERS;
const DEPOSITS_OF_USER = ROWS_OF_USER / 10;

let app: TestApp;
let userId: Id<'user'>;
before(async () => {
  app = await createTestApp();
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
        now() - interval '100 days' * (${ROWS}::int - n) / ${ROWS}::int
      from generate_series(${first}::int, ${first + ROWS_A_STATEMENT - 1}::int) n`);
  }
  await app.db.query(sql`analyze`);
});
after(() => app.close());

const everything: TransferFilter = { type: undefined, start: undefined, end: undefined };
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const aWeekLongAgo = { start: daysAgo(60), end: daysAgo(53) };
const page = { page: 1, limit: 20, offset: 0, before: undefined };
const deep = { ...page, before: toId<'transfer'>(ROWS / 2) };

interface Explained {
  plan: string;
  /** Rows of the ledger that were read or looked at in an index. */
  rowsRead: number;
}

/** PostgreSQL thinks about one plan for all values after five runs of a prepared statement. */
const RUNS = 10;

/** Runs `read` on a database that explains instead of answering, with the plan that it has settled on. */
async function explain(read: (db: Db) => Promise<unknown>): Promise<Explained> {
  let lines: string[] = [];
  const client = await app.db.pool.connect();
  const query: Db['query'] = async ({ text, values }) => {
    const literals = values.map((value) => escapeLiteral(value instanceof Date ? value.toISOString() : String(value)));
    const execution = `explain (analyze, costs off) execute explained ${literals.length > 0 ? `(${literals})` : ''}`;
    await client.query(`prepare explained as ${text}`);
    for (let run = 0; run < RUNS; run += 1) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(execution);
      lines = rows.map((row) => row['QUERY PLAN']);
    }
    await client.query('deallocate explained');
    return [];
  };
  await read({ ...app.db, query });
  client.release();
  const counted = lines.flatMap(
    (line) => /(?:on transfers(?: earlier)? \(|Removed by Filter).*?(?:rows=|: )([0-9]+)/.exec(line)?.[1] ?? [],
  );
  return { plan: lines.join('\n'), rowsRead: counted.reduce((sum, rows) => sum + Number(rows), 0) };
}

const reads: Readonly<Record<string, [(db: Db) => Promise<unknown>, number]>> = {
  'a statement': [(db) => listUserTransfers(db, userId, everything, page), 20],
  'a statement, far back': [(db) => listUserTransfers(db, userId, everything, deep), 20],
  'a statement of one type': [(db) => listUserTransfers(db, userId, { ...everything, type: 'DEPOSIT' }, page), 20],
  'a statement of one type, far back': [
    (db) => listUserTransfers(db, userId, { ...everything, type: 'DEPOSIT' }, deep),
    20,
  ],
  'the ledger': [(db) => listAllTransfers(db, everything, page), 20],
  'the ledger, far back': [(db) => listAllTransfers(db, everything, deep), 21],
  'the ledger of one type': [(db) => listAllTransfers(db, { ...everything, type: 'DEPOSIT' }, page), 20],
  'the ledger of one type, far back': [(db) => listAllTransfers(db, { ...everything, type: 'DEPOSIT' }, deep), 21],
  'the ledger of a week': [(db) => listAllTransfers(db, { ...everything, ...aWeekLongAgo }, page), 20],
  'the ledger of a week and a type': [(db) => listAllTransfers(db, { type: 'DEPOSIT', ...aWeekLongAgo }, page), 20],
  'the number of all in a statement': [(db) => countUserTransfers(db, userId, everything), 0],
  'the number of one type in a statement': [
    (db) => countUserTransfers(db, userId, { ...everything, type: 'DEPOSIT' }),
    DEPOSITS_OF_USER,
  ],
  'the number in the ledger': [(db) => countTransfersUpTo(db, undefined, everything, MOST_COUNTED), MOST_COUNTED],
};

for (const [name, [read, mostRows]] of Object.entries(reads)) {
  test(`${name} reads no more than it tells, by an index`, async () => {
    const { plan, rowsRead } = await explain(read);
    // Counting the first of everything may read the table in any order: it ends at the bound.
    if (mostRows !== MOST_COUNTED) assert.doesNotMatch(plan, /Seq Scan on transfers/, plan);
    assert.ok(rowsRead <= mostRows, `${rowsRead} rows\n${plan}`);
  });
}

test('a week of a statement is found by an index, among the rows of its user alone', async () => {
  for (const filter of [
    { type: undefined, ...aWeekLongAgo },
    { type: 'DEPOSIT' as const, ...aWeekLongAgo },
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

test('the total of the ledger counts to its bound and no further', async () => {
  assert.equal((await readLedger(app.db, undefined, everything, page)).total, 10_001);
  assert.equal((await readLedger(app.db, userId, { ...everything, type: 'DEPOSIT' }, page)).total, DEPOSITS_OF_USER);
});
