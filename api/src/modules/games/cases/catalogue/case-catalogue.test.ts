import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HASH_MAX } from '@lisura/fairness';
import { createItem } from '../../../../../test/support/items.ts';
import { fixedClock, systemClock } from '../../../../platform/clock.ts';
import { announce } from '../../../../platform/database/announcements.ts';
import { type Db, transaction } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { until } from '../../../../platform/hot-store/test-support.ts';
import type { Id } from '../../../../platform/ids.ts';
import { caseFields, useCasesWorld } from '../test-support.ts';
import { createCaseCatalogue, createCaseWords } from './case-catalogue.ts';

const world = useCasesWorld();

async function createActiveCase(more: object = {}): Promise<Id<'case'>> {
  const items = [
    { itemId: await createItem(world.db), probability: 75 },
    { itemId: await createItem(world.db), probability: 25 },
  ];
  const { status, body } = await world.call('POST', '/admin/cases', caseFields({ items, activate: true, ...more }));
  assert.equal(status, 201, JSON.stringify(body));
  return body.id;
}

/** `gate` holds reads up after they were made. */
async function openCatalogue(gate: () => Promise<void> = async () => undefined) {
  const announcements = await world.openAnnouncements();
  const opened = { reads: 0, announcements, catalogue: undefined as unknown as ReturnType<typeof createCaseCatalogue> };
  const db: Db = {
    ...world.db,
    query: async <Row extends object>(statement: Parameters<Db['query']>[0]) => {
      opened.reads += 1;
      const rows = await world.db.query<Row>(statement);
      await gate();
      return rows;
    },
  };
  opened.catalogue = createCaseCatalogue({ db, announcements });
  return opened;
}

test('an active case is told with its version and its ranges in order', async () => {
  const id = await createActiveCase({ priceCents: '1990', flipThreshold: 7_500_001 });
  const { catalogue } = await openCatalogue();
  const found = await catalogue.find(id);
  assert.equal(found?.priceCents, 1990n);
  assert.deepEqual([found?.versionNumber, found?.flipThreshold], [1, 7_500_001]);
  assert.deepEqual(
    found?.items.map(({ hashRangeStart, hashRangeEnd }) => [hashRangeStart, hashRangeEnd]),
    [
      [1, 7_500_000],
      [7_500_001, HASH_MAX],
    ],
  );
  assert.deepEqual(Object.keys(found?.items[0] ?? {}).sort(), [
    'hashRangeEnd',
    'hashRangeStart',
    'imageUrl',
    'itemId',
    'name',
    'rarity',
  ]);
  assert.equal(typeof found?.items[0]?.itemId, 'string');
});

test('many finds at once and later ones are one read', async () => {
  const id = await createActiveCase();
  const opened = await openCatalogue();
  const found = await Promise.all(Array.from({ length: 50 }, () => opened.catalogue.find(id)));
  assert.equal(new Set(found).size, 1);
  assert.equal(await opened.catalogue.find(id), found[0]);
  assert.equal(opened.reads, 1);
});

test('what is not active is not found, and is looked for again', async () => {
  const draft = (await world.call('POST', '/admin/cases', caseFields())).body.id;
  const { catalogue } = await openCatalogue();
  assert.equal(await catalogue.find(draft), null);
  assert.equal(await catalogue.find('999999' as Id<'case'>), null);
  const itemId = await createItem(world.db);
  await world.call('PATCH', `/admin/cases/${draft}`, { items: [{ itemId, probability: 100 }], status: 'ACTIVE' });
  assert.equal((await catalogue.find(draft))?.versionNumber, 1);
});

test('an edit is known to every process', async () => {
  const id = await createActiveCase();
  const processes = [await openCatalogue(), await openCatalogue()];
  for (const { catalogue } of processes) assert.equal((await catalogue.find(id))?.priceCents, 500n);
  await world.call('PATCH', `/admin/cases/${id}`, { priceCents: '777' });
  for (const { catalogue } of processes) await until(async () => (await catalogue.find(id))?.priceCents === 777n);
  await world.call('DELETE', `/admin/cases/${id}`);
  for (const { catalogue } of processes) await until(async () => (await catalogue.find(id)) === null);
});

test('a change of items is known', async () => {
  const id = await createActiveCase();
  const { catalogue } = await openCatalogue();
  const itemId = (await catalogue.find(id))?.items[0]?.itemId;
  await transaction(world.db, async (tx) => {
    await tx.query(sql`update items set name = 'Renamed' where id = ${itemId}`);
    await announce(tx, 'items-changed', {});
  });
  await until(async () => (await catalogue.find(id))?.items[0]?.name === 'Renamed');
});

test('a read that was under way when the case was edited is not kept', async () => {
  const id = await createActiveCase();
  const held = Promise.withResolvers<void>();
  let isHeld = true;
  const opened = await openCatalogue(async () => {
    if (isHeld) await held.promise;
  });
  const heard = Promise.withResolvers<void>();
  opened.announcements.on('cases-changed', () => heard.resolve());
  const early = opened.catalogue.find(id);
  await until(() => opened.reads === 1);
  await world.call('PATCH', `/admin/cases/${id}`, { priceCents: '888' });
  await heard.promise;
  isHeld = false;
  // A caller after the edit does not wait for a read from before it.
  assert.equal((await opened.catalogue.find(id))?.priceCents, 888n);
  held.resolve();
  assert.equal((await early)?.priceCents, 500n);
  assert.equal((await opened.catalogue.find(id))?.priceCents, 888n);
});

test('while no announcements are heard nothing comes from memory, and a gap drops what was there', async () => {
  const id = await createActiveCase();
  const opened = await openCatalogue();
  await opened.catalogue.find(id);
  const back = Promise.withResolvers<void>();
  opened.announcements.onGap(() => back.resolve());
  await world.db.query(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'lisura announcements'`);
  await world.db.query(sql`update cases set price_cents = 999 where id = ${id}`);
  await back.promise;
  assert.equal((await opened.catalogue.find(id))?.priceCents, 999n);
  await opened.announcements.close();
  await world.db.query(sql`update cases set price_cents = 1000 where id = ${id}`);
  assert.equal((await opened.catalogue.find(id))?.priceCents, 1000n);
});

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
