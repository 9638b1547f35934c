import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestBeacon } from '../../../../../test/support/beacon.ts';
import { refusal } from '../../../../../test/support/calls.ts';
import { createAdmin } from '../../../../../test/support/people.ts';
import { fixedClock } from '../../../../platform/clock.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { holdingsOf, useBattles } from '../test-support.ts';

const clock = fixedClock(new Date());
const world = useBattles({ clock, beacon: createTestBeacon() });

test('a battle whose time is over is not filled any more, although nobody has cancelled it yet', async () => {
  const [ana, bia] = [await world.player(), await world.player()];
  const { body } = await world.create(ana);
  clock.advance(30 * 60_000);
  const late = [409, 'A batalha não foi preenchida a tempo: o valor está sendo devolvido a todos.'];
  assert.deepEqual(refusal(await world.join(bia, body.id)), late);
  assert.deepEqual(refusal(await world.addBots(ana, body.id, 1)), late);
  await world.runJob('expire-battle', { battleId: body.id });
  assert.equal((await world.get(null, body.id)).body.status, 'CANCELLED');
  assert.equal((await holdingsOf(world.db, ana)).balance, 1_000_000);
});

test('one creator has at most 20 that wait, also of many created at once, and one that is filled makes room', async () => {
  const ana = await world.player();
  const replies = await Promise.all(Array.from({ length: 25 }, () => world.create(ana)));
  const made = replies.filter(({ status }) => status === 201);
  assert.equal(made.length, 20);
  for (const reply of replies.filter(({ status }) => status !== 201)) {
    assert.deepEqual(refusal(reply), [
      409,
      'Você pode ter no máximo 20 batalhas à espera de jogadores: aguarde até que uma comece ou seja cancelada.',
    ]);
  }
  assert.equal((await holdingsOf(world.db, ana)).balance, 1_000_000 - 20 * 100);
  await world.addBots(ana, made[0]?.body.id, 1);
  assert.equal((await world.create(ana)).status, 201);
});

test('a private battle that was called off stays with those who were in it', async () => {
  const [ana, bia, admin] = [await world.player(), await world.player(), await createAdmin(world.db)];
  const { body } = await world.create(ana, { isPrivate: true });
  const { status } = await world.call(admin, 'POST', `/admin/battles/${body.id}/cancel`, { reason: 'Called off' });
  assert.equal(status, 200);
  assert.equal((await world.get(null, body.id)).status, 401);
  assert.equal((await world.get(bia, body.id)).status, 403);
  assert.equal((await world.get(ana, body.id)).body.status, 'CANCELLED');
});

test('what a beacon decides is valued as when the last seat was filled', async () => {
  const [ana, bia] = [await world.player(), await world.player()];
  const { body: created } = await world.create(ana, { randomness: 'drand', mode: 'SHARED' });
  await world.join(bia, created.id);
  const values = () =>
    world.db.query<{ id: string; cents: string }>(
      sql`select id, value_cents_brl::text as cents from items where id = any(${world.box.itemIds}::bigint[])`,
    );
  const before = await values();
  await world.db.query(
    sql`update items set value_cents_brl = value_cents_brl * 3 where id = any(${world.box.itemIds}::bigint[])`,
  );
  await world.runJob('finish-battle', { battleId: created.id });
  const { body } = await world.get(null, created.id);
  assert.equal(body.status, 'COMPLETED');
  for (const { itemId, valueCents } of body.rounds[0].rolls) {
    assert.equal(valueCents, before.find(({ id }) => id === itemId)?.cents);
  }
});
