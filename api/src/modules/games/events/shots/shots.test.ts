import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hmac } from '../../../../../test/support/independent-rolls.ts';
import { createItem } from '../../../../../test/support/items.ts';
import { createPerson, type Person } from '../../../../../test/support/people.ts';
import { runGiven, runVerifier } from '../../../../../test/support/verifier.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { findViolations } from '../../../../verify/find-violations.ts';
import { insertItem } from '../../../assets/inventory/test-support.ts';
import { shotStream } from '../events.records.ts';
import { createPlayer, moveToFuture, moveToPast, startEvent, tableOf, useEventsWorld, wager } from '../test-support.ts';

const world = useEventsWorld();

const shoot = async (who: Person, clientSeed?: string) =>
  (await world.call(who, 'POST', '/event-shoot/shoot', { ticketPrice: 250, clientSeed })).body;
const verify = (who: Person | null, id: string) => world.call(who, 'POST', `/event-shoot/${id}/verify`);
const stepsOf = (body: { steps: { name: string; ok: boolean }[] }) => body.steps.map(({ name }) => name);

test('shots are listed newest first, with everything needed to verify them, and only one’s own', async () => {
  const { id } = await startEvent(world);
  const [player, other] = [await createPlayer(world.db, 750), await createPlayer(world.db, 250)];
  await shoot(other);
  const fired = [await shoot(player), await shoot(player), await shoot(player)];
  const { status, body } = await world.call(player, 'GET', `/event/${id}/shots?limit=2`);
  assert.deepEqual([status, body.meta], [200, { page: 1, limit: 2, total: 3 }]);
  const listed = [...body.data, ...(await world.call(player, 'GET', `/event/${id}/shots?limit=2&page=2`)).body.data];
  for (const [index, { committedAt, createdAt, ...shot }] of listed.entries()) {
    const { ticketsLeft: _, ...expected } = fired[2 - index];
    assert.deepEqual(shot, expected);
    assert.ok(committedAt <= createdAt);
  }
  assert.equal(listed.length, 3);
  const empty = await world.call(await createPerson(world.db), 'GET', `/event/${id}/shots`);
  assert.deepEqual(empty.body, { data: [], meta: { page: 1, limit: 20, total: 0 } });
});

test('shots of all events are in one list, newest first, and only one’s own', async () => {
  await startEvent(world);
  const [player, other] = [await createPlayer(world.db, 750), await createPlayer(world.db, 250)];
  await shoot(other);
  const fired = [await shoot(player), await shoot(player)];
  await startEvent(world);
  await wager(world.db, player, 250);
  const later = await shoot(player);
  const { body } = await world.call(player, 'GET', '/event-shoot/history');
  assert.deepEqual(
    body.data.map(({ id }: { id: string }) => id),
    [later?.id, fired[1]?.id, fired[0]?.id],
  );
  assert.equal(body.meta.total, 3);
  assert.equal((await world.call(null, 'GET', '/event-shoot/history')).status, 401);
});

test('a verification tells every step, and the command line agrees', async () => {
  const [one, other] = [await createItem(world.db, 100), await createItem(world.db, 100)];
  const table = tableOf(250, [
    [one, 4_000_000],
    [other, 6_000_000],
  ]);
  const { id } = await startEvent(world, { shoots: [table] });
  const player = await createPlayer(world.db, 250);
  await world.call(player, 'GET', `/event/${id}/progress`);
  const shot = await shoot(player, 'simple');
  const { status, body } = await verify(player, shot.id);
  assert.deepEqual([status, body.valid, body.shotId, body.roll], [200, true, shot.id, shot.roll]);
  const roll = ['message', 'hash', 'prefix', 'number', 'bound', 'modulo', 'roll'];
  assert.deepEqual(stepsOf(body), ['serverSeedHash', 'commitment', ...roll, 'ranges', 'range', 'chance', 'item']);
  const { exitCode, stdout } = await runGiven(world, body.command);
  assert.equal(exitCode, 0, stdout);
  assert.match(stdout, new RegExp(`^ +item +${shot.item.id}$`, 'm'));
});

test('anybody checks the item of a shot with what everybody may see, also after the event', async () => {
  const [one, other] = [
    await insertItem(world.db, { valueCents: 100 }),
    await insertItem(world.db, { valueCents: 100 }),
  ];
  const table = tableOf(250, [
    [one, 4_000_000],
    [other, 6_000_000],
  ]);
  const event = await startEvent(world, { shoots: [table] });
  const player = await createPlayer(world.db, 500);
  const progress = (await world.call(player, 'GET', `/event/${event.id}/progress`)).body;
  const shot = await shoot(player, 'mine');
  await startEvent(world);
  const check = (shots: object, ...more: string[]) =>
    runVerifier(world, ['shot', `--shot=${JSON.stringify(shots)}`, '--server=http://lisura.example', ...more]);
  assert.equal((await check(shot, `--commitments=${JSON.stringify(progress)}`)).exitCode, 0);
  assert.equal((await check((await world.call(player, 'GET', `/event/${event.id}/shots`)).body)).exitCode, 0);
  const missed = { ...shot.item, id: shot.item.id === one ? other : one };
  const { exitCode, stdout } = await check({ ...shot, item: missed });
  assert.equal(exitCode, 1);
  assert.match(stdout, /^WRONG: .*\n +item /m);
  const swapped = { nextShot: { ...progress.nextShot, serverSeedHash: 'ab' } };
  assert.equal((await check(shot, `--commitments=${JSON.stringify(swapped)}`)).exitCode, 1);
});

test('an event is public from its beginning on, and for ever', async () => {
  const event = await startEvent(world);
  const shown = async () => world.call(null, 'GET', `/event/${event.id}`);
  const { status, body } = await shown();
  const active = (await world.call(null, 'GET', '/event/active')).body.event;
  assert.deepEqual([status, body], [200, active]);
  await moveToPast(world.db, event.id, 20);
  assert.deepEqual((await shown()).body.shoots, body.shoots);
  await moveToFuture(world.db, event.id, 20);
  assert.deepEqual([(await shown()).status, (await shown()).body.message], [404, 'Evento não encontrado.']);
  assert.equal((await world.call(null, 'GET', '/event/999999')).status, 404);
});

test('a shot that nobody asked to see the hash of has no commitment to compare', async () => {
  await startEvent(world);
  const player = await createPlayer(world.db, 250);
  const verified = (await verify(player, (await shoot(player)).id)).body;
  assert.deepEqual([verified.valid, stepsOf(verified).includes('commitment')], [true, false]);
});

test('a record that was tampered with does not verify', async () => {
  await startEvent(world);
  const player = await createPlayer(world.db, 250);
  const { id, roll } = await shoot(player);
  const set = async (value: number) => {
    await world.db.query(sql`alter table event_shots disable trigger event_shots_append_only`);
    await world.db.query(sql`update event_shots set roll = ${value} where id = ${id}`);
    await world.db.query(sql`alter table event_shots enable trigger event_shots_append_only`);
  };
  await set(roll === 1 ? 2 : roll - 1);
  const { body } = await verify(player, id);
  await set(roll);
  assert.equal(body.valid, false);
  assert.deepEqual(
    body.steps.filter(({ ok }: { ok: boolean }) => !ok).map(({ name }: { name: string }) => name),
    ['roll'],
  );
});

test('a shot is verified against the hash that was shown, not against its own', async () => {
  const { id: eventId } = await startEvent(world);
  const player = await createPlayer(world.db, 250);
  const { nextShot } = (await world.call(player, 'GET', `/event/${eventId}/progress`)).body;
  const { id, serverSeed, serverSeedHash } = await shoot(player);
  const set = async (seed: string, hash: string) => {
    await world.db.query(sql`alter table event_shots disable trigger event_shots_append_only`);
    await world.db.query(
      sql`update event_shots set server_seed = ${seed}, server_seed_hash = ${hash} where id = ${id}`,
    );
    await world.db.query(sql`alter table event_shots enable trigger event_shots_append_only`);
  };
  const other = '5e'.repeat(32);
  await set(other, hmac(other, ''));
  const { body } = await verify(player, id);
  const violations = await findViolations(world.db);
  await set(serverSeed, serverSeedHash);
  const commitment = body.steps.find(({ name }: { name: string }) => name === 'commitment');
  assert.deepEqual([body.valid, commitment.ok], [false, false]);
  assert.ok(JSON.stringify(commitment).includes(nextShot.serverSeedHash));
  assert.ok(violations.some(({ invariant }) => invariant.startsWith('a committed seed is the one that was used')));
  assert.equal((await verify(player, id)).body.valid, true);
});

test('what was committed to is never changed or removed', async () => {
  const { id: eventId } = await startEvent(world);
  const player = await createPlayer(world.db, 250);
  await world.call(player, 'GET', `/event/${eventId}/progress`);
  const stream = shotStream({ eventId, userId: player.userId });
  for (const change of [
    sql`update commitment_runs set sealed_seeds = ${Buffer.alloc(60)} where stream = ${stream}`,
    sql`update commitment_runs set server_seed = ${'5e'.repeat(32)}, sealed_seeds = null, key_id = null where stream = ${stream}`,
    sql`update commitment_runs set key_id = ${'5e'.repeat(8)}, server_seed_hashes = ${Buffer.alloc(32)} where stream = ${stream}`,
    sql`update commitment_runs set key_id = ${'5e'.repeat(8)}, committed_at = now() where stream = ${stream}`,
    sql`update commitment_runs set key_id = ${'5e'.repeat(8)}, first_nonce = 9 where stream = ${stream}`,
    sql`update commitment_runs set key_id = ${'5e'.repeat(8)}, stream = 'user:1' where stream = ${stream}`,
    sql`delete from commitment_runs where stream = ${stream}`,
    sql`truncate commitment_runs`,
  ]) {
    await assert.rejects(world.db.query(change), /append-only/);
  }
});

test('only who has fired a shot verifies it', async () => {
  await startEvent(world);
  const [player, other] = [await createPlayer(world.db, 250), await createPerson(world.db)];
  const { id } = await shoot(player);
  for (const [who, shotId] of [
    [other, id],
    [player, '999999'],
  ] as const) {
    const { status, body } = await verify(who, shotId);
    assert.deepEqual([status, body.message], [404, 'Tiro não encontrado.']);
  }
  assert.equal((await verify(null, id)).status, 401);
});

test('a shot is never changed or removed', async () => {
  await startEvent(world);
  const player = await createPlayer(world.db, 250);
  const { id } = await shoot(player);
  await assert.rejects(world.db.query(sql`update event_shots set roll = 1 where id = ${id}`), /append-only/);
  await assert.rejects(world.db.query(sql`delete from event_shots where id = ${id}`), /append-only/);
});
