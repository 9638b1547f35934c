import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import { Client } from 'pg';
import { createTestDatabase } from '../support/databases.ts';
import { makeDataFolder } from '../support/folders.ts';
import { untilWaitFor } from '../support/lock-waiters.ts';
import { type ServerProcess, startServerProcess, verify } from '../support/processes.ts';

/** The real process is killed at every part of a first start, and the next start goes on from there. */

const CUT_LOCK = 7_316_871_999;

const CUTS = [
  { at: 'the second batch of items', before: 'insert on items', once: 'exists (select from items)' },
  { at: 'the sixth case', before: 'insert on cases', once: '(select count(*) from cases) = 5' },
  { at: 'the publication of the event', before: 'update on events', once: 'true' },
  { at: 'the raffle', before: 'insert on raffles', once: 'true' },
] as const;

async function cutStart(client: Client, start: () => ServerProcess, { before, once }: (typeof CUTS)[number]) {
  await client.query(`
    create function stand_still() returns trigger language plpgsql as $$
    begin
      if ${once} then perform pg_advisory_xact_lock(${CUT_LOCK}); end if;
      return null;
    end $$;
    create trigger stand_still before ${before} for each statement execute function stand_still()`);
  const server = start();
  const someoneWaits = untilWaitFor(client, CUT_LOCK, 1);
  const [waiting] = await Promise.race([someoneWaits, server.ended.then(({ output }) => assert.fail(output))]);
  await server.stop('SIGKILL');
  // PostgreSQL would do what the dead process has asked for.
  await client.query('select pg_terminate_backend($1, 60000)', [waiting]);
  await client.query('drop function stand_still cascade');
}

test('a first start that is killed while it fills the database is taken up by the next, wherever it was', async () => {
  const database = await createTestDatabase();
  const dataDir = await makeDataFolder('lisura-cut-');
  const start = () => startServerProcess({ DATA_DIR: dataDir, DATABASE_URL: database.url });
  const client = new Client(database.url);
  await client.connect();
  const one = async (statement: string) => (await client.query<Record<string, unknown>>(statement)).rows[0];
  try {
    await client.query('select pg_advisory_lock($1)', [CUT_LOCK]);
    for (const cut of CUTS) await cutStart(client, start, cut);
    const server = start();
    await server.ready;
    await server.stop();
    assert.match(server.printed(), /where the last start was cut/);
    assert.deepEqual(await one('select status, processed = total as whole from item_syncs order by id desc limit 1'), {
      status: 'DONE',
      whole: true,
    });
    const counts = await one(`
      select (select count(*)::int from items) as items, (select total from item_syncs order by id limit 1) as listed,
        (select count(*)::int from cases where status = 'ACTIVE') as cases,
        (select array_agg(status) from events) as events, (select count(*)::int from raffles) as raffles,
        (select ended_at is not null from first_fill) as "isOver"`);
    assert.ok(Number(counts?.items) > 1_000 && counts?.items === counts?.listed, JSON.stringify(counts));
    assert.deepEqual([counts?.cases, counts?.events, counts?.raffles], [12, ['PUBLISHED'], 1]);
    assert.equal(counts?.isOver, true, 'no later start fills anything');
    const held = await verify({ DATABASE_URL: database.url, DATA_DIR: dataDir });
    assert.equal(held.code, 0, held.output);
  } finally {
    await client.end();
    await rm(dataDir, { recursive: true, force: true });
    await database.drop();
  }
});
