import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { createAdmin, createPlayer } from '../../../../test/support/people.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { fixedClock } from '../../../platform/clock.ts';
import { sql } from '../../../platform/database/sql.ts';
import { assertBattlesHold, createBattlesWorld, holdingsOf } from './test-support.ts';

const clock = fixedClock(new Date());
const world = useApp(() => createBattlesWorld({ clock }));
afterEach(() => assertBattlesHold(world.db));

const statuses = (replies: readonly { status: number }[]) => replies.map(({ status }) => status).sort();
const times = (count: number, status: number) => Array<number>(count).fill(status);
const players = (count: number) => Promise.all(Array.from({ length: count }, () => world.player()));

test('of 50 who want the last seat one gets it, and the others are not charged', async () => {
  const [ana, ...others] = await players(51);
  const { id } = (await world.create(ana as NonNullable<typeof ana>)).body;
  const replies = await Promise.all(others.map((each) => world.join(each, id)));
  assert.deepEqual(statuses(replies), [200, ...times(49, 409)]);
  for (const [index, each] of others.entries()) {
    const { balance } = await holdingsOf(world.db, each);
    assert.equal(balance, replies[index]?.status === 200 ? 999_900 : 1_000_000);
  }
});

test('one person who joins many times at once sits once', async () => {
  const [ana, bia] = (await players(2)) as [
    Awaited<ReturnType<typeof world.player>>,
    Awaited<ReturnType<typeof world.player>>,
  ];
  const { id } = (await world.create(ana, { seatCount: 4 })).body;
  const replies = await Promise.all(Array.from({ length: 20 }, () => world.join(bia, id)));
  assert.deepEqual(statuses(replies), [200, ...times(19, 409)]);
  assert.equal((await holdingsOf(world.db, bia)).balance, 999_900);
});

test('a battle that is joined while it is cancelled is either played or paid back', async () => {
  const admin = await createAdmin(world.db);
  for (let round = 0; round < 10; round += 1) {
    const [ana, bia] = [await world.player(), await world.player()];
    const { id } = (await world.create(ana)).body;
    const [joined, cancelled] = await Promise.all([
      world.join(bia, id),
      world.call(admin, 'POST', `/admin/battles/${id}/cancel`, { reason: 'A race' }),
    ]);
    assert.deepEqual(statuses([joined, cancelled]), [200, 409]);
    const { body } = await world.get(null, id);
    assert.equal(body.status, joined.status === 200 ? 'COMPLETED' : 'CANCELLED');
  }
});

test('a battle that is joined when its time is over is either played or paid back', async () => {
  for (let round = 0; round < 10; round += 1) {
    const [ana, bia] = [await world.player(), await world.player()];
    const { id } = (await world.create(ana)).body;
    clock.advance(30 * 60_000);
    const [joined] = await Promise.all([
      world.join(bia, id),
      world.runJob('expire-battle', { battleId: id }),
      world.runJob('sweep-battles'),
    ]);
    const { body } = await world.get(null, id);
    assert.equal(body.status, joined.status === 200 ? 'COMPLETED' : 'CANCELLED');
    assert.equal((await holdingsOf(world.db, bia)).balance, joined.status === 200 ? 999_900 : 1_000_000);
  }
});

test('bots and people who want the same seats take each once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [ana, ...others] = (await players(4)) as [Awaited<ReturnType<typeof world.player>>];
    const { id } = (await world.create(ana, { seatCount: 4 })).body;
    await Promise.all([...others.map((each) => world.join(each, id)), world.addBots(ana, id, 2)]);
    const { body } = await world.get(ana, id);
    const taken = body.seats.map(({ seat }: { seat: number }) => seat);
    assert.deepEqual(taken, [1, 2, 3, 4].slice(0, taken.length));
    assert.equal(body.status, taken.length === 4 ? 'COMPLETED' : 'WAITING');
  }
});

test('with money for one battle of several at once one is created', async () => {
  const ana = await createPlayer(world.db, 150);
  const replies = await Promise.all(Array.from({ length: 10 }, () => world.create(ana)));
  assert.deepEqual(statuses(replies), [201, ...times(9, 400)]);
  assert.equal((await holdingsOf(world.db, ana)).balance, 50);
});

test('people who join each other’s battles at once never block each other', async () => {
  const [ana, bia] = [await world.player(), await world.player()];
  for (let round = 0; round < 20; round += 1) {
    // Both are paid from a shared pot, whoever filled the last seat.
    const ofAna = (await world.create(ana, { mode: 'SHARED' })).body.id;
    const ofBia = (await world.create(bia, { mode: 'SHARED' })).body.id;
    const open = world.call(ana, 'POST', `/cases/${world.box.id}/open`, { quantity: 2 });
    const replies = await Promise.all([world.join(bia, ofAna), world.join(ana, ofBia), open]);
    assert.deepEqual(statuses(replies), [200, 200, 200]);
  }
  await assertNoDeadlock();
});

test('of twelve people who all join each other’s battles each battle is filled once, and none blocks another', async () => {
  const people = await players(12);
  const battles = await Promise.all(people.map((each) => world.create(each, { mode: 'SHARED', seatCount: 4 })));
  const joins = people.flatMap((each) => battles.map(({ body }) => world.join(each, body.id)));
  const replies = await Promise.all(joins);
  assert.deepEqual(statuses(replies), [...times(36, 200), ...times(108, 409)]);
  const count = (status: string) => replies.filter(({ body }) => body.status === status).length;
  assert.deepEqual([count('WAITING'), count('COMPLETED')], [24, 12]);
  await assertNoDeadlock();
});

async function assertNoDeadlock(): Promise<void> {
  const [row] = await world.db.query<{ deadlocks: string }>(
    sql`select pg_stat_get_db_deadlocks(oid) as deadlocks from pg_database where datname = current_database()`,
  );
  assert.equal(row?.deadlocks, '0');
}
