import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { HASH_MAX, leafHash, rollOf, seedHash } from '@lisura/fairness';
import { createTestApp, type TestApp } from '../../../../../test/support/app.ts';
import { type Call, createCall } from '../../../../../test/support/calls.ts';
import { operationsOf, readOpenApi, resolved } from '../../../../../test/support/openapi.ts';
import { createPlayer, type Person, putIn } from '../../../../../test/support/people.ts';
import { runVerifier } from '../../../../../test/support/verifier.ts';
import { games } from '../../../../app/modules.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { HttpPart } from '../../../../platform/http/http-part.ts';
import { silentLogger } from '../../../../platform/observability/logger.ts';
import { findViolations } from '../../../../verify/find-violations.ts';
import { insertHeld, insertItem } from '../../../assets/inventory/test-support.ts';
import { createEvenCase } from '../../battles/test-support.ts';
import { createCase } from '../../cases/openings/test-support.ts';
import { startEvent, tableOf } from '../../events/test-support.ts';
import { createLogKeeper } from '../../log/keep-log.ts';
import { sourcesOf } from '../../log/sources.ts';
import { ClientSeedText } from '../rolls.records.ts';
import { recordRefusals } from './record-refusals.ts';

let app: TestApp;
let call: Call;
beforeEach(async () => {
  app = await createTestApp();
  call = createCall(app.http);
});
afterEach(async () => {
  const violations = await findViolations(app.db);
  await app.close();
  assert.deepEqual(violations, []);
});

const listed = async (query = '') => {
  const { status, body, text } = await call(null, 'GET', `/provably-fair/refusals${query}`);
  assert.equal(status, 200, text);
  return body.refusals;
};
const hashesOf = async (who: Person, count: number): Promise<string[]> => {
  const { body } = await call(who, 'GET', `/provably-fair/commitments?count=${count}`);
  return body.commitments.map(({ serverSeedHash }: { serverSeedHash: string }) => serverSeedHash);
};
const refused = async (who: Person, path: string, body: object, code: string, headers: Record<string, string> = {}) => {
  const answer = await call(who, 'POST', path, body, headers);
  assert.equal(answer.body.code, code, answer.text);
  return answer;
};

test('an upgrade that is refused in its transaction stays written, has its leaf, and is judged once its nonce is rolled', async () => {
  const player = await createPlayer(app.db, 1_000);
  const inventoryItemIds = await insertHeld(app.db, player.userId, await insertItem(app.db, { valueCents: 4_500 }));
  const targetItemId = await insertItem(app.db, { valueCents: 10_000 });
  const [hash] = await hashesOf(player, 1);
  const wanted = { inventoryItemIds, targetItemId, minChancePercent: '80', clientSeed: 'mine' };
  await refused(player, '/upgrade/perform', wanted, 'CHANCE_HAS_FALLEN');
  const [before, ...others] = await listed();
  assert.deepEqual(others, []);
  const { id, at, ...rest } = before;
  assert.deepEqual(rest, {
    serverSeedHash: hash,
    nonce: 1,
    clientSeed: 'mine',
    code: 'CHANCE_HAS_FALLEN',
    game: 'UPGRADES',
    terms: [targetItemId, 800_000],
    serverSeed: null,
    roll: null,
  });

  await createLogKeeper({
    db: app.db,
    clock: app.deps.clock ?? { now: () => new Date() },
    logger: silentLogger,
    sources: sourcesOf(games),
    ...app.deps.log,
  }).growNow();
  const proof = await call(null, 'GET', `/log/inclusion?kind=REFUSALS&id=${id}`);
  const leaf = JSON.stringify([
    'REFUSALS',
    id,
    hash,
    1,
    'mine',
    'CHANCE_HAS_FALLEN',
    at,
    'UPGRADES',
    [targetItemId, 800_000],
  ]);
  assert.equal(proof.body.leafHash, leafHash(leaf));

  const played = await call(player, 'POST', '/upgrade/perform', { inventoryItemIds, targetItemId, clientSeed: 'mine' });
  assert.equal(played.status, 200, played.text);
  const [after] = await listed();
  assert.equal(seedHash(after.serverSeed), hash);
  assert.deepEqual([after.serverSeed, after.roll], [played.body.serverSeed, played.body.roll]);
  const { exitCode, stdout } = await runVerifier(app, ['refusals', '--server', 'http://localhost:3000']);
  assert.equal(exitCode, 3, stdout);
  assert.match(
    stdout,
    /^1 refused plays are listed\nAll \d+ leaves .* as it was logged\n1 are revealed, .*\nCHANCE_HAS_FALLEN: 1 refused plays judged, /,
  );
});

test('of an opening of several each committed nonce is written down, and the roll is that of the seed which was refused', async () => {
  const player = await createPlayer(app.db, 100);
  const { id: caseId } = await createCase(app.db, { priceCents: 1_000 });
  const hashes = await hashesOf(player, 2);
  const wanted = { quantity: 3, clientSeed: 'first', expectedVersion: 1 };
  await refused(player, `/cases/${caseId}/open`, wanted, 'INSUFFICIENT_BALANCE');
  const rows = await listed();
  assert.deepEqual(
    rows.map(({ serverSeedHash, nonce, terms }: { serverSeedHash: string; nonce: number; terms: unknown }) => [
      serverSeedHash,
      nonce,
      terms,
    ]),
    hashes.map((hash, index) => [hash, index + 1, [caseId, 1]]),
  );
  await putIn(app.db, player, 10_000);
  const { body } = await call(player, 'POST', `/cases/${caseId}/open`, { quantity: 1, clientSeed: 'second' });
  const { serverSeed } = body.openings[0];
  const [one, two] = await listed();
  const roll = rollOf({ serverSeed, clientSeed: 'first', nonce: 1, max: HASH_MAX });
  assert.deepEqual([one.serverSeed, one.roll, two.serverSeed], [serverSeed, roll, null]);
  assert.notEqual(roll, body.openings[0].roll);
});

test('the same refusal again is one row, another client seed is another, and a repeat by its key is none', async () => {
  const player = await createPlayer(app.db, 0);
  const { id } = await createCase(app.db);
  const [hash] = await hashesOf(player, 1);
  const path = `/cases/${id}/open`;
  const key = { 'idempotency-key': 'pressed' };
  const replays = [];
  for (const headers of [{}, key, key]) {
    replays.push((await refused(player, path, { clientSeed: 'one' }, 'INSUFFICIENT_BALANCE', headers)).replayed);
  }
  assert.deepEqual(replays, [false, false, true]);
  await refused(player, path, { clientSeed: 'two' }, 'INSUFFICIENT_BALANCE');
  const seeds = (rows: { clientSeed: string }[]) => rows.map(({ clientSeed }) => clientSeed);
  assert.deepEqual(seeds(await listed()), ['one', 'two']);
  const [first] = await listed('?limit=1');
  assert.deepEqual(seeds(await listed(`?after=${first.id}`)), ['two']);
  assert.deepEqual(seeds(await listed(`?serverSeedHash=${hash}`)), ['one', 'two']);
  assert.deepEqual(await listed(`?serverSeedHash=${'0'.repeat(64)}`), []);
});

test('nothing is written of a play without a client seed or a hash, nor of one that succeeds', async () => {
  const player = await createPlayer(app.db, 0);
  const { id } = await createCase(app.db, { priceCents: 100 });
  await refused(player, `/cases/${id}/open`, { clientSeed: 'no hash was shown' }, 'INSUFFICIENT_BALANCE');
  await hashesOf(player, 1);
  await refused(player, `/cases/${id}/open`, {}, 'INSUFFICIENT_BALANCE');
  await refused(player, `/cases/${id}/open`, { clientSeed: '' }, 'INSUFFICIENT_BALANCE');
  await refused(player, `/cases/${id}/open`, { clientSeed: 'too many', quantity: 101 }, 'VALIDATION_FAILED');
  await putIn(app.db, player, 1_000);
  assert.equal((await call(player, 'POST', `/cases/${id}/open`, { clientSeed: 'good' })).status, 200);
  assert.deepEqual(await listed(), []);
});

test('a failure of ours is written down as well, whatever its cause', async () => {
  const player = await createPlayer(app.db, 10_000);
  const { id } = await createCase(app.db, { priceCents: 100 });
  await hashesOf(player, 1);
  await app.db.query(sql`alter table case_openings add constraint broken check (id < 0) not valid`);
  const answer = await call(player, 'POST', `/cases/${id}/open`, { clientSeed: 'mine' });
  assert.equal(answer.status, 500);
  await app.db.query(sql`alter table case_openings drop constraint broken`);
  for (let tries = 0; (await listed()).length === 0; tries += 1) assert.ok(tries < 500);
  assert.equal((await listed())[0].code, 'INTERNAL_ERROR');
});

test('a user adds no more than 500 rows in a day', async () => {
  const player = await createPlayer(app.db, 0);
  const { id } = await createCase(app.db);
  await hashesOf(player, 100);
  for (let press = 1; press <= 6; press += 1) {
    await refused(player, `/cases/${id}/open`, { clientSeed: `press ${press}`, quantity: 100 }, 'INSUFFICIENT_BALANCE');
  }
  assert.equal((await listed('?limit=500')).length, 500);
  await app.db.query(sql`alter table refused_plays disable trigger refused_plays_append_only`);
  await app.db.query(sql`update refused_plays set created_at = created_at - interval '25 hours'`);
  await app.db.query(sql`alter table refused_plays enable trigger refused_plays_append_only`);
  await refused(player, `/cases/${id}/open`, { clientSeed: 'tomorrow' }, 'INSUFFICIENT_BALANCE');
  assert.equal((await listed('?after=500')).at(-1).clientSeed, 'tomorrow');
});

test('a refused shot is one of its event, and is judged by the next shot in it', async () => {
  const player = await createPlayer(app.db, 10_000);
  const prize = await insertItem(app.db, { valueCents: 5 });
  const event = await startEvent({ db: app.db }, { shoots: [tableOf(250, [[prize, HASH_MAX]])] });
  const progress = await call(player, 'GET', `/event/${event.id}/progress`);
  const { serverSeedHash } = progress.body.nextShot;
  await refused(player, '/event-shoot/shoot', { ticketPrice: 250, clientSeed: 'mine' }, 'NOT_ENOUGH_TICKETS');
  const [before] = await listed();
  assert.deepEqual(
    [before.serverSeedHash, before.nonce, before.game, before.terms],
    [serverSeedHash, 1, 'SHOTS', [event.id, 250]],
  );
  const { id: caseId } = await createCase(app.db, { priceCents: 5_000 });
  await call(player, 'POST', `/cases/${caseId}/open`, { clientSeed: 'to earn tickets' });
  const shot = await call(player, 'POST', '/event-shoot/shoot', { ticketPrice: 250, clientSeed: 'mine' });
  assert.equal(shot.status, 200, shot.text);
  const [after] = await listed();
  assert.deepEqual([after.serverSeed, after.roll], [shot.body.serverSeed, shot.body.roll]);
});

test('refused seats of battles are judged when the battle is played, and bots by no roll', async () => {
  const [creator, poor] = [await createPlayer(app.db, 10_000), await createPlayer(app.db, 0)];
  const { id: caseId } = await createEvenCase(app.db, { priceCents: 100 });
  await hashesOf(poor, 2);
  const terms = { mode: 'NORMAL', caseIds: [caseId, caseId], seatCount: 2 };
  await refused(poor, '/battles/create', { ...terms, clientSeed: 'mine' }, 'INSUFFICIENT_BALANCE');
  const created = await call(creator, 'POST', '/battles/create', terms);
  assert.equal(created.status, 201, created.text);
  const battle = created.body;
  await refused(poor, `/battles/${battle.id}/join`, { clientSeed: 'mine' }, 'INSUFFICIENT_BALANCE');
  await refused(poor, `/battles/${battle.id}/add-bots`, { count: 1, clientSeed: 'of bots' }, 'BATTLE_CREATOR_ONLY');
  const before = await listed();
  assert.deepEqual(
    before.map(({ nonce, terms: of }: { nonce: number; terms: unknown }) => [nonce, of]),
    [
      [1, [null]],
      [2, [null]],
      [1, [battle.id]],
      [2, [battle.id]],
      [1, [battle.id]],
    ],
  );
  assert.equal(before[4].serverSeedHash, battle.tieBreak.serverSeedHash);

  await putIn(app.db, poor, 1_000);
  const joined = await call(poor, 'POST', `/battles/${battle.id}/join`, { clientSeed: 'mine' });
  assert.equal(joined.status, 200, joined.text);
  const after = await listed();
  assert.ok(
    after.slice(0, 4).every(({ serverSeed, roll }: { serverSeed: string; roll: number }) => serverSeed && roll),
  );
  assert.equal(seedHash(after[4].serverSeed), before[4].serverSeedHash);
  assert.equal(after[4].roll, null);
});

test('every route that takes a client seed says which rolls it takes, and a server with one that does not does not start', async () => {
  const document = await readOpenApi(app.http);
  const paths = operationsOf(document).flatMap(({ path, operation }) => {
    const media = operation.requestBody?.content['application/json'];
    const field = media && resolved(document, media.schema).properties?.clientSeed;
    return JSON.stringify(field ?? null).includes('x-drawn-by-caller') ? [path] : [];
  });
  assert.deepEqual(paths.sort(), [
    '/api/battles/create',
    '/api/battles/{id}/add-bots',
    '/api/battles/{id}/join',
    '/api/cases/{id}/open',
    '/api/event-shoot/shoot',
    '/api/upgrade/perform',
  ]);
  const part: HttpPart = {
    tag: { name: 'new', description: 'A game that forgets it' },
    player: (routes) =>
      void routes.post(
        '/new-game',
        { schema: { body: { type: 'object', properties: { clientSeed: ClientSeedText } } } },
        async () => ({}),
      ),
  };
  const deps = { db: app.db, clock: { now: () => new Date() }, logger: silentLogger };
  const isolated = (await import('fastify')).default();
  isolated.register(async (scope) => recordRefusals(deps, part).player?.(scope as never), { prefix: '/api' });
  await assert.rejects(async () => await isolated.ready(), /\/api\/new-game takes a client seed and must say/);
});
