import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPerson, type Person } from '../../../../test/support/people.ts';
import { createRecordingApp } from '../../../../test/support/recording-app.ts';
import { useSoundApp } from '../../../../test/support/use-app.ts';
import { raw, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { createKeptPages } from './inventory.routes.ts';
import { insertHeld, insertItem, personWithItems } from './test-support.ts';

const app = useSoundApp(createRecordingApp);

async function read({ headers }: Person, query = ''): Promise<string> {
  const { statusCode, body, headers: sent } = await app.http.inject({ url: `/api/inventory${query}`, headers });
  assert.equal(statusCode, 200, body);
  assert.equal(sent['content-type'], 'application/json; charset=utf-8');
  return body;
}

const readItems = () => app.statements.some((text) => text.includes('from totals'));

test('a page is read once as long as nothing of it changes, each user and query by itself', async () => {
  const { person } = await personWithItems(app.db, 3);
  const { person: other } = await personWithItems(app.db, 3);
  const [first, ofOther, byName] = [await read(person), await read(other), await read(person, '?sortBy=name&limit=1')];
  assert.notEqual(first, ofOther);
  await insertHeld(app.db, (await createPerson(app.db)).userId, await insertItem(app.db));
  app.statements.length = 0;
  assert.equal(await read(person), first);
  assert.equal(await read(other), ofOther);
  assert.equal(await read(person, '?sortBy=name&limit=1'), byName);
  assert.equal(readItems(), false);
});

test('every change of what a page shows is seen by the next request', async () => {
  const { person, ids, itemId } = await personWithItems(app.db, 2);
  const held = (set: string) => sql`update inventory_items set ${raw(set)} where id = ${ids[0]}`;
  const item = (set: string) => sql`update items set ${raw(set)} where id = ${itemId}`;
  const giver = await personWithItems(app.db, 1);
  const changes = [
    held(`status = 'LOCKED'`),
    held(`status = 'AVAILABLE'`),
    held('locked_until = now()'),
    held('restricted_to_games = true'),
    held(`acquired_from = 'Elsewhere'`),
    held(`acquired_at = '2001-01-01'`),
    // The two items change places, so no count changes.
    sql`update inventory_items set status = case id when ${ids[0]} then 'SOLD' else 'AVAILABLE' end
      where id = any(${ids}::bigint[])`,
    sql`update inventory_items set status = case id when ${ids[1]} then 'SOLD' else 'AVAILABLE' end
      where id = any(${ids}::bigint[])`,
    sql`update inventory_items set user_id = ${person.userId} where id = ${giver.ids[0]}`,
    sql`update inventory_items set user_id = ${giver.person.userId} where id = ${giver.ids[0]}`,
    item(`name = 'Renamed'`),
    item(`image_url = 'https://items.example/b.png'`),
    item(`rarity = 'COVERT'`),
    item(`weapon_category = 'KNIFE'`),
    item(`exterior = 'WELL_WORN'`),
    item('is_stat_trak = true'),
    item('value_cents_brl = 4321'),
    sql`delete from items where id = ${itemId}`,
  ];
  let shown = await read(person);
  for (const change of changes) {
    await app.db.query(change);
    const now = await read(person);
    assert.notEqual(now, shown, change.text);
    shown = now;
  }
  await insertHeld(app.db, person.userId, await insertItem(app.db));
  assert.notEqual(await read(person), shown);
});

test('what was not asked for the longest is forgotten first, and nothing that is too long is kept', async () => {
  const page = 'x'.repeat(100);
  const pages = createKeptPages(async () => 'same', 330);
  const user = '1' as Id<'user'>;
  const reads: string[] = [];
  const get = (asked: string, text = page) =>
    pages.get(user, asked, async () => {
      reads.push(asked);
      return { epochs: 'same', text };
    });
  for (const asked of ['a', 'b', 'c', 'a', 'd', 'a', 'c']) await get(asked);
  assert.deepEqual(reads.splice(0), ['a', 'b', 'c', 'd']);
  await get('b');
  await get('long', page.repeat(4));
  await get('long', page.repeat(4));
  assert.deepEqual(reads, ['b', 'long', 'long']);
});
