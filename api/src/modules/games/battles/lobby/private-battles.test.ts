import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leafOf, leavesOf } from '@lisura/fairness';
import { createAdmin } from '../../../../../test/support/people.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { battleTerms } from '../rounds/battles.game.ts';
import { useBattles } from '../test-support.ts';

const world = useBattles();

test('a private battle is in no list, and is seen and joined with its code', async () => {
  const [ana, bia, carla] = [await world.player(), await world.player(), await world.player()];
  const created = await world.create(ana, { isPrivate: true, seatCount: 3 });
  const { id, invitationCode, isPrivate } = created.body;
  assert.equal(isPrivate, true);
  assert.match(invitationCode, /^[A-Za-z0-9_-]{16}$/);
  const { data } = (await world.call(null, 'GET', '/battles/list?limit=100')).body;
  assert.ok(!data.some((each: { id: string }) => each.id === id));
  for (const reply of [
    await world.join(bia, id),
    await world.join(bia, id, { invitationCode: 'A'.repeat(16) }),
    await world.get(bia, id),
    await world.get(bia, id, '?code=wrong'),
    await world.addBots(bia, id, 1),
  ]) {
    assert.equal(reply.status, 403, reply.text);
    assert.ok(!reply.text.includes(invitationCode));
  }
  const seen = await world.get(bia, id, `?code=${invitationCode}`);
  assert.deepEqual([seen.status, seen.body.invitationCode], [200, invitationCode]);
  const joined = await world.join(bia, id, { invitationCode });
  assert.deepEqual([joined.status, joined.body.invitationCode], [200, invitationCode]);
  assert.equal((await world.get(bia, id)).status, 200);
  assert.equal((await world.join(carla, id, { invitationCode })).body.status, 'COMPLETED');
  const stranger = await world.player();
  const asked = (await Promise.all([null, stranger].map((who) => world.get(who, id)))).map(({ status }) => status);
  assert.deepEqual(asked, [401, 403], 'it stays private when it is over');
  const isPublic = async (code: string) =>
    (await world.call(null, 'GET', `/battles/${id}/visibility${code}`)).body.isPublic;
  assert.deepEqual(await Promise.all(['', '?code=wrong', `?code=${invitationCode}`].map(isPublic)), [
    false,
    false,
    true,
  ]);
  assert.equal((await world.get(null, id, '?code=wrong')).status, 401);
  const seenOver = await Promise.all([
    ...[ana, bia, carla].map((who) => world.get(who, id)),
    ...[null, stranger].map((who) => world.get(who, id, `?code=${invitationCode}`)),
    world.call(await createAdmin(world.db), 'GET', `/admin/battles/${id}`),
  ]);
  assert.deepEqual(
    seenOver.map(({ status, body }) => [status, body.status, 'invitationCode' in body]),
    [true, true, true, true, true, false].map((knowsCode) => [200, 'COMPLETED', knowsCode]),
  );
  for (const kind of ['BATTLE_TERMS', 'BATTLE_SEATS'] as const) {
    const { leaves } = battleTerms.find((each) => each.kind === kind) ?? assert.fail();
    const [row] = await world.db.query<{ leaf: string }>(sql`select leaf from (${leaves}) logged where id = ${id}`);
    for (const { body } of seenOver.slice(0, -1)) assert.equal(leafOf(kind, body).text, row?.leaf);
    assert.throws(() => leafOf(kind, seenOver.at(-1)?.body), /'invitationCode' must be given/);
  }
  const kindsFor = (body: unknown) => leavesOf('BATTLES', body).map(({ kind }) => kind);
  assert.deepEqual(kindsFor(seenOver[0]?.body), ['BATTLES', 'BATTLE_TERMS', 'BATTLE_SEATS']);
  assert.deepEqual(kindsFor(seenOver.at(-1)?.body), ['BATTLES'], 'who does not know the code');
  for (const status of ['', '&status=COMPLETED']) {
    const listed = (await world.call(null, 'GET', `/battles/list?limit=100${status}`)).body.data;
    assert.ok(!listed.some((each: { id: string }) => each.id === id));
  }
});
