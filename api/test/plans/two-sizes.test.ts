import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createCase, open } from '../../src/modules/games/cases/openings/test-support.ts';
import { createTestApp } from '../support/app.ts';
import { createAdmin, createPlayer } from '../support/people.ts';
import { useApp } from '../support/use-app.ts';
import { addUpAgain } from './multiplied-rows.ts';
import { countRowsRead, hearReads, type Statement } from './rows-read.ts';

/**
 * A statement that reads as many rows of 2,000 openings as of 20,000 takes as long at five millions as at ten thousand.
 */

const app = useApp(createTestApp);
let caseId: string;
before(async () => {
  caseId = (await createCase(app.db)).id;
  const player = await createPlayer(app.db, 10_000);
  const opened = await open(app, player, caseId);
  assert.equal(opened.statusCode, 200, opened.body);
});

test('the drops of a case and the overview read as many rows of 20,000 openings as of 2,000', async () => {
  await haveOpenings(2_000);
  const statements = await hearBoth();
  const few = await readBy(statements);
  await haveOpenings(20_000);
  assert.deepEqual(await readBy(statements), few);
  // Rows are counted: without what is added up, all of them would be read.
  await app.db.pool.query('delete from rolled_days');
  await app.db.pool.query(`update figures_until set ends_at = '-infinity'`);
  const raw = await readBy(statements);
  assert.ok((raw.case_openings ?? 0) >= 20_000, JSON.stringify(raw));
});

/** Copies the played opening with its debit, at forty moments of ten days. */
async function haveOpenings(count: number): Promise<void> {
  const client = await app.db.pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const [table, other] of [
      ['transfers', `'reference_id', n::text`],
      ['case_openings', `'nonce', n, 'transfer_id', n`],
    ] as const) {
      const first = `select min(id) as id from ${table} ${table === 'transfers' ? `where type = 'CASE_OPEN'` : ''}`;
      await client.query(`
        insert into ${table} overriding system value
        select (jsonb_populate_record(played, jsonb_build_object('id', n, ${other},
          'created_at', played.created_at - interval '6 hours' * (n % 40)))).*
        from ${table} played join (${first}) first using (id),
          generate_series(1000001 + (select count(*) from ${table} where id > 1000000), 1000000 + ${count}) n
        order by n % 40 desc`);
    }
    await client.query('reset session_replication_role');
  } finally {
    client.release();
  }
  await addUpAgain(app.db);
}

async function hearBoth(): Promise<Statement[]> {
  const listening = hearReads(app.db);
  const { headers } = await createAdmin(app.db);
  for (const url of [`/api/cases/${caseId}/drops`, '/api/admin/dashboard/overview']) {
    listening.request = url;
    const answer = await app.http.inject({ url, headers });
    assert.equal(answer.statusCode, 200, answer.body);
  }
  listening.stop();
  return [...listening.statements.values()];
}

/** Each statement has the same values, so that its reads by table differ by the size of the tables alone. */
async function readBy(statements: readonly Statement[]): Promise<Record<string, number>> {
  const client = await app.db.pool.connect();
  const sums: Record<string, number> = {};
  try {
    await client.query('set seq_page_cost = 5; set random_page_cost = 1');
    for (const statement of statements) {
      for (const [table, rows] of await countRowsRead(client, statement)) {
        if (rows > 0) sums[table] = (sums[table] ?? 0) + rows;
      }
    }
  } finally {
    client.release(true);
  }
  return sums;
}
