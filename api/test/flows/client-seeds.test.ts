import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { insertHeld, insertItem } from '../../src/modules/assets/inventory/test-support.ts';
import { createCase } from '../../src/modules/games/cases/openings/test-support.ts';
import { startEvent, tableOf } from '../../src/modules/games/events/test-support.ts';
import { raw, sql } from '../../src/platform/database/sql.ts';
import { findViolations } from '../../src/verify/find-violations.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createCall } from '../support/calls.ts';
import { operationsOf, readOpenApi, resolved } from '../support/openapi.ts';
import { createPlayer, type Person } from '../support/people.ts';
import { runGiven } from '../support/verifier.ts';

let app: TestApp;
let games: Game[];
beforeEach(async () => {
  app = await createTestApp();
  games = await setTables();
});
afterEach(async () => {
  const violations = await findViolations(app.db);
  await app.close();
  assert.deepEqual(violations, []);
});

interface Game {
  table: string;
  play(player: Person, more?: object): Promise<{ id: string; clientSeed: string; clientSeedSource: string }>;
  historyPath: string;
  verifyPath(id: string): string;
}

const ask = async (who: Person | null, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
  const answer = await createCall(app.http)(who, method, path, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};

async function setTables(): Promise<Game[]> {
  const { db } = app;
  const box = await createCase(db);
  const [cheap, dear] = [await insertItem(db, { valueCents: 100 }), await insertItem(db, { valueCents: 200 })];
  const prize = await insertItem(db, { valueCents: 5 });
  const event = await startEvent({ db }, { shoots: [tableOf(250, [[prize, 10_000_000]])] });
  return [
    {
      table: 'case_openings',
      play: async (player, more = {}) => (await ask(player, 'POST', `/cases/${box.id}/open`, more)).openings[0],
      historyPath: '/cases/openings',
      verifyPath: (id) => `/cases/openings/${id}/verify`,
    },
    {
      table: 'upgrades',
      play: async (player, more = {}) => {
        const inventoryItemIds = await insertHeld(db, player.userId, cheap);
        return ask(player, 'POST', '/upgrade/perform', { inventoryItemIds, targetItemId: dear, ...more });
      },
      historyPath: '/upgrade/history',
      verifyPath: (id) => `/upgrade/${id}/verify`,
    },
    {
      table: 'event_shots',
      play: (player, more = {}) => ask(player, 'POST', '/event-shoot/shoot', { ticketPrice: 250, ...more }),
      historyPath: `/event/${event.id}/shots`,
      verifyPath: (id) => `/event-shoot/${id}/verify`,
    },
  ];
}

/** With tickets, which wagers earn. */
async function createShooter(): Promise<Person> {
  const player = await createPlayer(app.db, 10_000);
  const { id } = await createCase(app.db, { priceCents: 5_000 });
  await ask(player, 'POST', `/cases/${id}/open`, { clientSeed: 'to earn tickets' });
  return player;
}

test('the result, the history and the verification say who chose the client seed', async () => {
  for (const { table, play, historyPath, verifyPath } of games) {
    const player = await createShooter();
    const played = [await play(player), await play(player, { clientSeed: '' })];
    await ask(player, 'PUT', '/user/client-seed', { clientSeed: 'of the account' });
    played.push(await play(player), await play(player, { clientSeed: '' }), await play(player, { clientSeed: 'mine' }));
    const expected = ['SERVER', 'SERVER', 'ACCOUNT', 'ACCOUNT', 'REQUEST'];
    const sourceOf = ({ clientSeedSource }: { clientSeedSource: string }) => clientSeedSource;
    assert.deepEqual(played.map(sourceOf), expected, table);
    assert.match(played[0]?.clientSeed ?? '', /^[0-9a-f]{64}$/);
    assert.deepEqual(
      played.slice(2).map(({ clientSeed }) => clientSeed),
      ['of the account', 'of the account', 'mine'],
    );
    const { data } = await ask(player, 'GET', historyPath);
    assert.deepEqual(data.slice(0, 5).reverse().map(sourceOf), expected, table);
    for (const { id, clientSeedSource } of played) {
      const verified = await ask(player, 'POST', verifyPath(id));
      assert.deepEqual([verified.valid, verified.clientSeedSource], [true, clientSeedSource]);
      const provesLess = verified.notes.some((note: string) => /server chose.*proves less.*To prove more/.test(note));
      assert.equal(provesLess, clientSeedSource === 'SERVER', verified.notes.join('\n'));
    }
  }
});

test('a roll proves the most with a hash that was shown before and a seed of the request', async () => {
  const player = await createShooter();
  const [opening] = games;
  await ask(player, 'GET', '/provably-fair/commitments');
  const { id } = (await opening?.play(player, { clientSeed: 'mine' })) ?? assert.fail();
  const verified = await ask(player, 'POST', `/cases/openings/${id}/verify`);
  assert.deepEqual([verified.valid, verified.notes], [true, []]);
});

/** The rolls lose their sources, and the check that asks for them holds for later rows alone. */
async function forgetSources(table: string): Promise<void> {
  const check = `${table}_client_seed_source`;
  const [{ definition }] = (await app.db.query<{ definition: string }>(sql`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = ${check}`)) as [
    { definition: string },
  ];
  const drawn = `, client_seed = coalesce(client_seed, encode(drawn_client_seed, 'hex')), drawn_client_seed = null`;
  await app.db.pool.query(`
    alter table ${table} drop constraint ${check}, disable trigger user;
    update ${table} set client_seed_source = null${table === 'case_openings' ? drawn : ''};
    alter table ${table} add constraint ${check} ${definition} not valid, enable trigger user`);
}

test('a roll from before the choice was recorded says no more than is known, and later ones must say it', async () => {
  const player = await createShooter();
  const played = [];
  for (const game of games) played.push({ game, id: (await game.play(player)).id });
  for (const { table } of games) await forgetSources(table);
  for (const { game, id } of played) {
    const [entry] = (await ask(player, 'GET', game.historyPath)).data;
    assert.deepEqual([entry.id, entry.clientSeedSource], [id, null], game.table);
    const verified = await ask(player, 'POST', game.verifyPath(id));
    assert.deepEqual([verified.valid, verified.clientSeedSource], [true, null]);
    assert.match(verified.notes[0], /was not recorded when this was played/);
    const { exitCode, stdout } = await runGiven(app, verified.command);
    assert.equal(exitCode, 0, stdout);
    assert.match(stdout, /^Note: Who chose the client seed was not recorded/m);
  }
  for (const { table } of games) {
    for (const source of ['null', `'BOTH'`]) {
      const copy = sql`
          insert into ${raw(table)} overriding system value
          select (jsonb_populate_record(kept, '{"id": 1000000, "nonce": 1000000}'
            || jsonb_build_object('client_seed_source', ${raw(source)}::text))).* from ${raw(table)} kept limit 1`;
      await assert.rejects(app.db.query(copy), new RegExp(`${table}_client_seed_source`), `${table}: ${source}`);
    }
  }
  for (const game of games) await game.play(player);
});

test('no example of a play in the reference has a seed that all who try it would share, and the field says to draw one', async () => {
  const document = await readOpenApi(app.http);
  const plays = operationsOf(document).flatMap(({ path, operation }) => {
    const media = operation.requestBody?.content['application/json'];
    if (media === undefined) return [];
    const field = resolved(document, media.schema).properties?.clientSeed;
    return field === undefined ? [] : [{ path, field, example: media.example as { clientSeed?: unknown } }];
  });
  for (const path of ['/api/cases/{id}/open', '/api/upgrade/perform', '/api/event-shoot/shoot']) {
    const play = plays.find((each) => each.path === path);
    assert.match(String(play?.field.description), /Draw a new one for each play/, path);
    // The reference draws one in the browser: its own test shows that.
    assert.match(JSON.stringify(play?.field), /"x-drawn-by-caller":true/, path);
    assert.equal(play?.field.examples, undefined, path);
    assert.equal(play?.example.clientSeed, undefined, path);
  }
});
