import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { useTestDatabase } from '../../../test/support/use-test-database.ts';
import { type Tx, transaction } from './db.ts';
import { keepPlans, sql } from './sql.ts';

// Each connection keeps plans of its own.
const db = useTestDatabase({ empty: true, poolSize: 1 });
before(async () => {
  // Servers have this setting; the tests' database does not.
  await db.query(sql`set plan_cache_mode = auto`);
});

const ask = (tx: Tx) => tx.query(sql`select 'asked' where 1 = any(${[1, 2]}::int[])`);

async function customPlans(): Promise<number> {
  const rows = await db.query<{ plans: string }>(sql`
    select custom_plans as plans from pg_prepared_statements where statement like ${"select 'asked'%"}`);
  return Number(rows[0]?.plans);
}

test('statements are not planned for their parameters until the transaction ends', async () => {
  await transaction(db, (tx) => Promise.all([keepPlans(tx), ask(tx), ask(tx)]));
  assert.equal(await customPlans(), 0);
  await transaction(db, ask);
  assert.equal(await customPlans(), 1);
});

test('a plan that was kept while its table was empty looks up by the key once it has grown', async () => {
  await db.query(sql`create table grown (id bigint primary key, note text)`);
  await db.query(sql`vacuum analyze grown`);
  const look = (tx: Tx) => tx.query(sql`select note from grown where id = any(${[1]}::bigint[])`);
  await transaction(db, (tx) => Promise.all([keepPlans(tx), look(tx)]));
  await db.query(sql`insert into grown (id) select generate_series(1, 10000)`);
  const { rows } = await db.pool.query<{ name: string }>(
    `select name from pg_prepared_statements where statement like 'select note from grown%'`,
  );
  await db.query(sql`set plan_cache_mode = force_generic_plan`);
  const plan = await db.pool.query<{ 'QUERY PLAN': string }>(`explain execute ${rows[0]?.name} ('{1}')`);
  assert.match(JSON.stringify(plan.rows), /(Index|Bitmap).*grown/);
});
