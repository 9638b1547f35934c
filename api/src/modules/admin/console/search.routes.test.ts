import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createTestApp } from '../../../../test/support/app.ts';
import { createItem } from '../../../../test/support/items.ts';
import { createAdmin, createPerson, type Person } from '../../../../test/support/people.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { sql } from '../../../platform/database/sql.ts';
import { createCase } from '../../games/cases/openings/test-support.ts';

const app = useApp(createTestApp);
let admin: Person;
let player: Person;
before(async () => {
  [admin, player] = [await createAdmin(app.db), await createPerson(app.db)];
});

const find = async (q: string) => {
  const { status, body, text } = await app.call(admin, 'GET', `/admin/search?q=${encodeURIComponent(q)}`);
  assert.equal(status, 200, text);
  return body;
};
const ids = (found: { id: string }[]) => found.map(({ id }) => id);

test('a user is found by a part of the name, by id and by Steam id', async () => {
  await app.db.query(sql`update users set username = 'Mar%ia_do Céu' where id = ${player.userId}`);
  for (const q of ['r%ia_d', 'MAR%', ' céu ', player.userId, player.platformId]) {
    assert.ok(ids((await find(q)).users).includes(player.userId), q);
  }
  for (const q of ['r_ia', 'céu%', `0${player.userId}`]) {
    assert.ok(!ids((await find(q)).users).includes(player.userId), q);
  }
});

test('a record is found by its id, with its owner', async () => {
  const [deposit] = await app.db.query<{ id: string }>(sql`
    insert into deposits (user_id, provider, txid, amount_cents, status, created_at, expires_at)
    values (${player.userId}, 'pix', ${'a'.repeat(32)}, 500, 'PENDING', now(), now() + interval '1 day') returning id`);
  const { records } = await find(deposit?.id ?? '');
  assert.partialDeepStrictEqual(
    records.find(({ kind }: { kind: string }) => kind === 'DEPOSIT'),
    { id: deposit?.id, status: 'PENDING', userId: player.userId },
  );
  assert.deepEqual((await find('999999999')).records, []);
  assert.deepEqual((await find('9223372036854775808')).records, [], 'no id has so many');
});

test('cases and items are found by name and by id, those in use first', async () => {
  const { id: caseId } = await createCase(app.db);
  const itemId = await createItem(app.db, 500);
  await app.db.query(sql`update cases set name = 'Aurora 100%' where id = ${caseId}`);
  await app.db.query(sql`update items set name = 'AK-47 | Aurora' where id = ${itemId}`);
  const { cases, items } = await find('aurora');
  assert.deepEqual([ids(cases), ids(items)], [[caseId], [itemId]]);
  assert.deepEqual(ids((await find('100%')).cases), [caseId]);
  assert.ok(ids((await find(caseId)).cases).includes(caseId));
});

test('a search for nothing is refused', async () => {
  for (const query of ['', '?q=', '?q=%20%20', `?q=${'x'.repeat(101)}`, '?q=a%00b']) {
    const { status, body } = await app.call(admin, 'GET', `/admin/search${query}`);
    assert.deepEqual([status, body.errors[0].field], [400, 'q'], query);
  }
});
