import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createItem } from '../../../../../test/support/items.ts';
import { fixedClock, systemClock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/db.ts';
import { type CasesWorld, caseFields, createCasesWorld } from '../test-support.ts';
import { createCaseWords } from './case-words.ts';

let world: CasesWorld;
before(async () => {
  world = await createCasesWorld();
});
after(() => world.close());

test('the words of a page are those of the active case that its address names, by slug or id', async () => {
  const items = [{ itemId: await createItem(world.db), probability: 100 }];
  const fields = caseFields({ name: 'Noite de Verão', description: 'Luzes na água.', category: 'Neon', items });
  const { body: active } = await world.call('POST', '/admin/cases', { ...fields, activate: true });
  const { body: draft } = await world.call('POST', '/admin/cases', caseFields({ name: 'Rascunho' }));
  const words = createCaseWords({ db: world.db, clock: systemClock });
  const expected = { name: 'Noite de Verão', description: 'Luzes na água.', category: 'Neon' };
  assert.deepEqual(await words({ slug: active.slug }), expected);
  assert.deepEqual(await words({ slug: active.id }), expected);
  for (const slug of [draft.slug, draft.id, 'nothing', 'constructor', '']) assert.equal(await words({ slug }), null);
});

test('however often pages are asked for, the database is asked once in ten seconds, and again if it was away', async () => {
  let reads = 0;
  let isAway = true;
  const db: Db = {
    ...world.db,
    query: async <Row extends object>(statement: Parameters<Db['query']>[0]) => {
      reads += 1;
      if (isAway) throw new Error('the database is away');
      return world.db.query<Row>(statement);
    },
  };
  const clock = fixedClock('2026-05-01T12:00:00Z');
  const words = createCaseWords({ db, clock });
  await assert.rejects(words({ slug: 'x' }));
  isAway = false;
  reads = 0;
  await Promise.all(Array.from({ length: 50 }, (_, number) => words({ slug: `unknown-${number}` })));
  assert.equal(reads, 1);
  clock.advance(9_999);
  await words({ slug: 'x' });
  assert.equal(reads, 1);
  clock.advance(1);
  await words({ slug: 'x' });
  assert.equal(reads, 2);
});
