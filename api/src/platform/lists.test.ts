import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { explainRead, vacuumWhole } from '../../test/support/explained-reads.ts';
import { useTestDatabase } from '../../test/support/use-test-database.ts';
import { sql } from './database/sql.ts';
import { toId } from './ids.ts';
import { containing, countRows, type ListPart, orderBy, pageOf, partOf, type RowList, walkOf } from './lists.ts';

interface Note {
  id: string;
  owner: number;
  number: number;
  stars: number;
}

const db = useTestDatabase({ poolSize: 2 });
let notes: Note[];
before(async () => {
  await db.query(sql`
    create table notes (id bigint primary key, owner int, number int, stars int, unique (owner, number))`);
  // Ids have an order of their own, and some notes have equal stars.
  notes = await db.query<Note>(sql`
    insert into notes select n * 7 % 31, n % 2, n / 2, n * 5 % 4 from generate_series(1, 30) n returning *`);
});

const mine: RowList = {
  from: 'notes',
  of: sql`owner = ${1}`,
  order: { by: ['number'], way: 'desc' },
  key: ['owner', 'number'],
};
const byStars = (way: 'asc' | 'desc'): RowList => ({ from: 'notes', order: { by: ['stars', 'id'], way } });
const few: RowList = { ...byStars('desc'), where: [sql`stars > ${0}`, sql`number > ${4}`] };
const isOfFew = ({ stars, number }: Note) => stars > 0 && number > 4;
const byId: RowList = { from: 'notes', of: sql`owner = ${0}`, order: { by: ['id'], way: 'asc' } };

async function idsOf(list: RowList, part: ListPart): Promise<string[]> {
  const rows = await db.query<Note>(sql`select id from (${partOf(list, part)}) note ${orderBy(list.order, 'note')}`);
  return rows.map(({ id }) => id);
}

/** Computes the lists without a database. */
function expected({ order }: RowList, isListed: (note: Note) => boolean): string[] {
  const compare = (a: Note, b: Note) => {
    const column = order.by.find((key) => a[key as keyof Note] !== b[key as keyof Note]) as keyof Note;
    return (Number(a[column]) - Number(b[column])) * (order.way === 'asc' ? 1 : -1);
  };
  return notes
    .filter(isListed)
    .sort(compare)
    .map(({ id }) => id);
}

const lists: Readonly<Record<string, [RowList, (note: Note) => boolean]>> = {
  'of one owner, found by another key than the id': [mine, ({ owner }) => owner === 1],
  'by two columns': [byStars('desc'), () => true],
  'by two columns, ascending': [byStars('asc'), () => true],
  'with conditions': [few, isOfFew],
  'by the id': [byId, ({ owner }) => owner === 0],
};

for (const [name, [list, isListed]] of Object.entries(lists)) {
  test(`a list ${name} is the same by pages, by walking and by both, and counted`, async () => {
    const all = expected(list, isListed);
    assert.ok(all.length > 8);
    assert.equal(await countRows(db, list), all.length);
    for (let start = 0; start <= all.length; start += 1) {
      const rest = all.slice(start);
      assert.deepEqual(await idsOf(list, { limit: 4, offset: start }), rest.slice(0, 4));
      const before = all[start - 1];
      if (before === undefined) continue;
      assert.deepEqual(await idsOf(list, { limit: 4, offset: 0, before: toId(before) }), rest.slice(0, 4));
      assert.deepEqual(await idsOf(list, { limit: 4, offset: 2, before: toId(before) }), rest.slice(2, 6));
    }
  });
}

test('what a page by number leaves out is passed in the index of the order, by the key of the list', async () => {
  await db.query(sql`
    create table letters (id bigint primary key, owner int, number int, text text, unique (owner, number))`);
  await db.query(sql`
    insert into letters select n, n % 10, n / 10, repeat('x', 100) from generate_series(1, 5000) n`);
  await vacuumWhole(db, 'letters');
  const letters = { ...mine, from: 'letters' };
  const plan = await explainRead(db, (explaining) => explaining.query(partOf(letters, { limit: 20, offset: 100 })));
  assert.match(plan.join('\n'), /Index Only Scan Backward using letters_owner_number_key on letters \(.*rows=120/);
  assert.match(plan.join('\n'), /Index Scan using letters_owner_number_key on letters .*loops=20/);
});

test('after an entry of somebody else, or one that does not exist, there is nothing', async () => {
  const foreign = notes.find(({ owner, number }) => owner === 0 && number === 15)?.id ?? '';
  for (const before of [foreign, '999']) {
    assert.deepEqual(await idsOf(mine, { limit: 4, offset: 0, before: toId(before) }), []);
  }
});

test('a walk goes on from an entry that the conditions leave out', async () => {
  const all = expected(byStars('desc'), () => true);
  const listed = expected(few, isOfFew);
  const leftOut = all.find((id, place) => place > 2 && !listed.includes(id)) ?? '';
  const rest = all.slice(all.indexOf(leftOut)).filter((id) => listed.includes(id));
  assert.ok(rest.length > 0);
  assert.deepEqual(await idsOf(few, { limit: 100, offset: 0, before: toId(leftOut) }), rest);
});

test('a page is the first one of 20 unless asked for', () => {
  assert.deepEqual(pageOf({}), { page: 1, limit: 20, offset: 0 });
  assert.deepEqual(pageOf({ page: 3, limit: 7 }), { page: 3, limit: 7, offset: 14 });
  assert.deepEqual(walkOf({ limit: 7, before: '007' }), { page: 1, limit: 7, offset: 0, before: '7' });
});

test('a `before` that a list does not take is not read', () => {
  const query: { page?: number; before: string } = { before: 'x' };
  assert.equal(pageOf(query).before, undefined);
});

test('a search finds its own text in any case, and no character of it stands for another', async () => {
  const contains = async (name: string, text: string) => {
    const rows = await db.query<{ found: boolean }>(sql`select ${name} ilike ${containing(text)} as found`);
    return rows[0]?.found;
  };
  for (const text of ['50%', '_a', '\\b', 'É', '50%_A\\B', '']) assert.ok(await contains('x50%_a\\bé', text), text);
  for (const text of ['5%0', '5_%', 'x_0', '\\%', '%%', 'a\\\\b'])
    assert.ok(!(await contains('x50%_a\\bé', text)), text);
});
