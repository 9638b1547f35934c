import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createTestBeacon } from '../../../../../test/support/beacon.ts';
import { faultFields, refusal } from '../../../../../test/support/calls.ts';
import { createAdmin, type Person } from '../../../../../test/support/people.ts';
import { fixedClock } from '../../../../platform/clock.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { MINUTE_MS } from '../../../../platform/durations.ts';
import { holdingsOf, recordEvents, useBattles } from '../test-support.ts';

const clock = fixedClock(new Date());
const world = useBattles({ clock, beacon: createTestBeacon() });
let admin: Person;
before(async () => {
  admin = await createAdmin(world.db);
});

const cancel = (id: string, body: object = { reason: 'A wrong case' }, headers: Record<string, string> = {}) =>
  world.call(admin, 'POST', `/admin/battles/${id}/cancel`, body, headers);

const wageredBy = async ({ userId }: Person) =>
  (
    await world.db.query<{ cents: number }>(sql`
    select wagered_cents::int as cents from accounts where user_id = ${userId}`)
  )[0]?.cents;

test('an administrator cancels a battle that waits: everybody is paid back, and it is on the trail', async () => {
  const [ana, bia] = [await world.player(), await world.player()];
  const { id } = (await world.create(ana, { seatCount: 4, caseIds: [world.box.id, world.box.id] })).body;
  await world.join(bia, id);
  await world.addBots(ana, id, 1);
  assert.equal(await wageredBy(ana), 200);
  const sent = recordEvents(world);
  const { status, body } = await cancel(id);
  assert.deepEqual([status, body.status, body.cancelReason], [200, 'CANCELLED', 'A wrong case']);
  for (const who of [ana, bia]) {
    assert.deepEqual(await holdingsOf(world.db, who), { balance: 1_000_000, items: 0 });
    assert.equal(await wageredBy(who), 0);
  }
  const skipped = await world.db.query(sql`
    select stream, first_nonce::int, last_nonce::int from skipped_nonces order by stream`);
  assert.deepEqual(skipped, [
    { stream: `battle:${id}:bot:3`, firstNonce: 1, lastNonce: 2 },
    ...[ana, bia].map(({ userId }) => ({ stream: `user:${userId}`, firstNonce: 1, lastNonce: 2 })),
  ]);
  const [entry] = await world.db.query(sql`
    select actor_id, metadata ->> 'reason' as reason from audit_entries
    where action = 'BATTLE_CANCELLED' and entity_id = ${id}`);
  assert.deepEqual(entry, { actorId: admin.userId, reason: 'A wrong case' });
  assert.deepEqual(
    sent.map(({ to, event }) => [to, event]),
    [['everybody', 'battle:cancelled']],
  );
  const shown = await world.get(null, id);
  assert.deepEqual([shown.status, shown.body.tieBreak.serverSeed, shown.body.rounds], [200, null, []]);
  assert.deepEqual(refusal(await cancel(id)), [409, 'Battle is cancelled already']);
  assert.deepEqual(refusal(await world.join(await world.player(), id)), [409, 'Esta batalha foi cancelada.']);
});

test('what has started is not cancelled, what is not there is not found, and a reason is needed', async () => {
  const [ana, bia] = [await world.player(), await world.player()];
  const { id } = (await world.create(ana)).body;
  assert.deepEqual(faultFields(await cancel(id, {})), ['reason']);
  await world.join(bia, id);
  assert.deepEqual(refusal(await cancel(id)), [409, 'Battle has started: it cannot be cancelled any more']);
  assert.deepEqual(refusal(await cancel('999999')), [404, 'Batalha não encontrada.']);
  assert.equal((await world.call(ana, 'POST', `/admin/battles/${id}/cancel`, { reason: 'Mine' })).status, 403);
});

test('a repeat of a cancellation with the same key pays nobody twice', async () => {
  const ana = await world.player();
  const { id } = (await world.create(ana)).body;
  const key = { 'idempotency-key': 'cancel' };
  const [first, second] = [await cancel(id, undefined, key), await cancel(id, undefined, key)];
  assert.deepEqual([second.text, second.replayed], [first.text, true]);
  assert.equal((await holdingsOf(world.db, ana)).balance, 1_000_000);
});

test('who waits for players in vain is paid back when the time is over, once', async () => {
  const ana = await world.player();
  const { id, expiresAt } = (await world.create(ana)).body;
  assert.equal(Date.parse(expiresAt), clock.now().getTime() + 30 * MINUTE_MS);
  const jobs = await world.db.query(sql`
    select task_identifier as name, run_at = ${expiresAt}::timestamptz as is_in_time
    from graphile_worker.jobs where key = ${`expire-battle:${id}`}`);
  assert.deepEqual(jobs, [{ name: 'expire-battle', isInTime: true }]);
  await world.runJob('expire-battle', { battleId: id });
  assert.equal((await world.get(ana, id)).body.status, 'WAITING');
  clock.advance(30 * MINUTE_MS);
  for (let run = 0; run < 2; run += 1) await world.runJob('expire-battle', { battleId: id });
  const { body } = await world.get(ana, id);
  assert.deepEqual([body.status, body.cancelReason], ['CANCELLED', 'Not all seats were filled in time']);
  assert.equal((await holdingsOf(world.db, ana)).balance, 1_000_000);
});

test('a battle that was filled in time is left alone by its job', async () => {
  const [ana, bia] = [await world.player(), await world.player()];
  const { id } = (await world.create(ana)).body;
  await world.join(bia, id);
  clock.advance(31 * MINUTE_MS);
  await world.runJob('expire-battle', { battleId: id });
  assert.equal((await world.get(null, id)).body.status, 'COMPLETED');
});

test('what a crash kept from its job is found by the sweep', async () => {
  const ana = await world.player();
  const { id } = (await world.create(ana)).body;
  await world.runJob('sweep-battles');
  assert.equal((await world.get(ana, id)).body.status, 'WAITING');
  clock.advance(30 * MINUTE_MS);
  await world.runJob('sweep-battles');
  assert.equal((await world.get(ana, id)).body.status, 'CANCELLED');
});

test('administrators set how long a battle waits', async () => {
  await world.call(admin, 'PATCH', '/admin/settings', { battleWaitMinutes: 5 });
  const { expiresAt } = (await world.create(await world.player())).body;
  assert.equal(Date.parse(expiresAt), clock.now().getTime() + 5 * MINUTE_MS);
  const wrong = await world.call(admin, 'PATCH', '/admin/settings', { battleWaitMinutes: 0 });
  assert.deepEqual(faultFields(wrong), ['battleWaitMinutes']);
  await world.call(admin, 'PATCH', '/admin/settings', { battleWaitMinutes: 30 });
});

test('administrators see all battles, and those of a user', async () => {
  const [ana, bia] = [await world.player(), await world.player()];
  const { id } = (await world.create(ana, { isPrivate: true })).body;
  const idsOf = async (path: string) =>
    (await world.call(admin, 'GET', path)).body.data.map((battle: { id: string }) => battle.id);
  assert.equal((await idsOf('/admin/battles?status=WAITING'))[0], id);
  assert.deepEqual(await idsOf(`/admin/users/${ana.userId}/battles`), [id]);
  assert.deepEqual(await idsOf(`/admin/users/${bia.userId}/battles`), []);
  assert.equal((await world.call(admin, 'GET', '/admin/users/999999/battles')).status, 404);
  const one = await world.call(admin, 'GET', `/admin/battles/${id}`);
  assert.deepEqual([one.status, 'invitationCode' in one.body], [200, false]);
  assert.equal((await world.call(admin, 'GET', '/admin/battles/999999')).status, 404);
});

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
  const [ana, bia] = [await world.player(), await world.player()];
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
