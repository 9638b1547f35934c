import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { run } from '../../../../../fairness/src/cli/run.ts';
import { findViolations } from '../../../../test/invariants/check-invariants.ts';
import { hmac } from '../../../../test/support/independent-rolls.ts';
import { createItem } from '../../../../test/support/items.ts';
import { createPerson, type Person } from '../../../../test/support/people.ts';
import { sql } from '../../../platform/sql.ts';
import {
  assertEventsHold,
  createEventsWorld,
  createPlayer,
  type EventsWorld,
  startEvent,
  tableOf,
} from './test-support.ts';

let world: EventsWorld;
before(async () => {
  world = await createEventsWorld();
});
after(async () => {
  await assertEventsHold(world.db);
  await world.close();
});

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

test('a verification tells every step, and the command line agrees', async () => {
  const [one, other] = [await createItem(world.db), await createItem(world.db)];
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
  assert.deepEqual(stepsOf(body), ['serverSeedHash', 'commitment', ...roll, 'range', 'chance', 'item']);
  const args = body.command.split(' --').slice(1);
  assert.equal(run(['verify', ...args.map((word: string) => `--${word.replaceAll("'", '')}`)]).exitCode, 0);
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
  assert.ok(violations.some(({ invariant }) => invariant.startsWith('a committed seed of an event is the one')));
  assert.equal((await verify(player, id)).body.valid, true);
});

test('what was committed to is never changed or removed', async () => {
  const { id: eventId } = await startEvent(world);
  const player = await createPlayer(world.db, 250);
  await world.call(player, 'GET', `/event/${eventId}/progress`);
  for (const change of [
    sql`update event_commitments set server_seed = ${'5e'.repeat(32)} where user_id = ${player.userId}`,
    sql`delete from event_commitments where user_id = ${player.userId}`,
    sql`truncate event_commitments`,
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
    assert.deepEqual([status, body.message], [404, 'Shot not found']);
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
