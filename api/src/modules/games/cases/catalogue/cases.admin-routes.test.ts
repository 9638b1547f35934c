import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { HASH_MAX } from '@lisura/fairness';
import { refusal } from '../../../../../test/support/calls.ts';
import { archiveItem, createItem } from '../../../../../test/support/items.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { caseFields, useCasesWorld } from '../test-support.ts';

const world = useCasesWorld();
let ids: Id<'item'>[];
before(async () => {
  ids = [];
  for (let count = 0; count < 4; count += 1) ids.push(await createItem(world.db));
});

const percents = (...given: (number | string)[]) =>
  given.map((probability, index) => ({ itemId: ids[index], probability }));
const ranges = (...given: [number, number][]) =>
  given.map(([hashRangeStart, hashRangeEnd], index) => ({ itemId: ids[index], hashRangeStart, hashRangeEnd }));
const create = (more: object = {}) => world.call('POST', '/admin/cases', caseFields(more));
const edit = (id: string, payload: object) => world.call('PATCH', `/admin/cases/${id}`, payload);
const rangesOf = (body: { items: { hashRangeStart: number; hashRangeEnd: number }[] }) =>
  body.items.map(({ hashRangeStart, hashRangeEnd }) => [hashRangeStart, hashRangeEnd]);
const numbersOf = (body: { versions: { number: number }[] }) => body.versions.map(({ number }) => number);
const trailOf = async (id: string) => {
  const rows = await world.db.query<{ action: string; actorId: string; metadata: object }>(sql`
    select action, actor_id, metadata from audit_entries where entity_type = 'case' and entity_id = ${id} order by id`);
  assert.ok(rows.every(({ actorId }) => actorId === world.admin.userId));
  return rows.map(({ action, metadata }) => ({ action, metadata }));
};

test('only administrators get in', async () => {
  assert.equal((await world.call('GET', '/admin/cases', undefined, world.player)).status, 403);
  assert.equal((await world.call('POST', '/admin/cases', caseFields(), null)).status, 401);
});

test('a case is made as a draft without items, or active with them', async () => {
  const draft = await create();
  assert.equal(draft.status, 201);
  assert.deepEqual(
    [draft.body.status, draft.body.versionNumber, draft.body.itemsCount, draft.body.theoreticalRtpPercent],
    ['DRAFT', null, 0, null],
  );
  const { status, body } = await create({
    priceCents: 2_000,
    items: percents('79.99', 20, 0.01),
    flipThreshold: 9_999_001,
    activate: true,
  });
  assert.equal(status, 201);
  assert.deepEqual([body.status, body.versionNumber, body.itemsCount, body.hasFlip], ['ACTIVE', 1, 3, true]);
  assert.deepEqual([body.priceCents, body.priceFormatted], ['2000', 'R$ 20,00']);
  assert.equal(body.theoreticalRtpPercent, '50.0000');
  assert.deepEqual(rangesOf(body), [
    [1, 7_999_000],
    [7_999_001, 9_999_000],
    [9_999_001, HASH_MAX],
  ]);
  assert.deepEqual(
    body.items.map(({ isFlip, chancePercent }: { isFlip: boolean; chancePercent: string }) => [chancePercent, isFlip]),
    [
      ['79.99', false],
      ['20', false],
      ['0.01', true],
    ],
  );
  assert.deepEqual((await world.call('GET', `/admin/cases/${body.id}`)).body, body);
  assert.deepEqual(await trailOf(body.id), [
    {
      action: 'CASE_CREATED',
      metadata: {
        name: body.name,
        slug: body.slug,
        description: '',
        imageUrl: body.imageUrl,
        category: 'Test',
        displayOrder: 0,
        priceCents: '2000',
        status: 'ACTIVE',
      },
    },
    {
      action: 'CASE_VERSION_CREATED',
      metadata: {
        versionId: (await trailOf(body.id))[1]?.metadata['versionId' as never],
        versionNumber: 1,
        itemsCount: 3,
        flipThreshold: 9_999_001,
      },
    },
  ]);
});

test('a malformed body is a 400 that names the field', async () => {
  const [itemId] = ids;
  const faults: [object, string[]][] = [
    [{ name: '' }, ['name']],
    [{ name: '   ' }, ['name']],
    [{ name: 'x'.repeat(101) }, ['name']],
    [{ imageUrl: 'javascript:alert(1)' }, ['imageUrl']],
    [{ category: 7 }, ['category']],
    [{ slug: '' }, ['slug']],
    [{ slug: 'Acento-é' }, ['slug']],
    [{ slug: 'two--dashes' }, ['slug']],
    [{ slug: 'x'.repeat(101) }, ['slug']],
    [{ description: 'x'.repeat(1_001) }, ['description']],
    [{ displayOrder: -1 }, ['displayOrder']],
    [{ displayOrder: 1.5 }, ['displayOrder']],
    [{ priceCents: '0' }, ['priceCents']],
    [{ priceCents: -5 }, ['priceCents']],
    [{ priceCents: 1.5 }, ['priceCents']],
    [{ priceCents: '1000000000000' }, ['priceCents']],
    [{ priceCents: undefined }, ['priceCents']],
    [{ items: [] }, ['items']],
    [{ items: [{ probability: 100 }] }, ['items.0.itemId']],
    [{ items: [{ itemId: 'x', probability: 100 }] }, ['items.0.itemId']],
    [{ items: [{ itemId }] }, ['items.0']],
    [{ items: [{ itemId, hashRangeStart: 1 }] }, ['items.0']],
    [{ items: [{ itemId, hashRangeStart: 1, hashRangeEnd: HASH_MAX, probability: 100 }] }, ['items.0']],
    [{ items: [{ itemId, hashRangeStart: 1.5, hashRangeEnd: HASH_MAX }] }, ['items.0.hashRangeStart']],
    [{ items: [{ itemId, probability: 0 }] }, ['items.0.probability']],
    [{ items: [{ itemId, probability: -1 }] }, ['items.0.probability']],
    [{ items: [{ itemId, probability: '0.000001' }] }, ['items.0.probability']],
    [{ items: [{ itemId, probability: 0.000001 }] }, ['items.0.probability']],
    [{ items: [...percents(50), ...ranges([1, 10])] }, ['items.1']],
    [{ items: [...ranges([1, 10]), ...percents(50)] }, ['items.1']],
    [{ items: ranges([1, HASH_MAX]), normalize: true }, ['normalize']],
    [{ flipThreshold: '1' }, ['flipThreshold']],
    [{ activate: 'yes' }, ['activate']],
  ];
  for (const [more, fields] of faults) {
    const { status, body } = await create(more);
    assert.equal(status, 400, JSON.stringify(more));
    assert.deepEqual(
      body.errors.map(({ field }: { field: string }) => field),
      fields,
      JSON.stringify(more),
    );
  }
  assert.equal((await edit('1', { status: 'GONE' })).body.errors[0].field, 'status');
});

test('contents that cannot be played are a 422 that names the place, and nothing is stored', async () => {
  const [first, second] = ids;
  const archived = await createItem(world.db);
  await archiveItem(world.db, archived);
  const faults: [object, [string, RegExp][]][] = [
    [{ items: ranges([1, 5], [7, HASH_MAX]) }, [['items.1', /^no range covers 6 to 6$/]]],
    [{ items: ranges([1, 5], [5, HASH_MAX]) }, [['items.1', /^more than one range covers 5 to 5$/]]],
    [{ items: ranges([0, HASH_MAX]) }, [['items.0', /^the ranges start at 0 instead of 1$/]]],
    [{ items: ranges([1, 5], [6, HASH_MAX + 1]) }, [['items.1', /^the ranges end at 10000001 instead of 10000000$/]]],
    [{ items: percents(50, 49) }, [['items', /sum to 99 percent instead of 100$/]]],
    [{ items: percents(100, 0.00001) }, [['items', /sum to 100.00001 percent/]]],
    [
      {
        items: [
          { itemId: first, probability: 50 },
          { itemId: `0${first}`, probability: 50 },
        ],
      },
      [['items.1', /is given already at items.0$/]],
    ],
    [
      {
        items: [
          { itemId: first, probability: 50 },
          { itemId: '999999', probability: 25 },
          { itemId: archived, probability: 25 },
        ],
      },
      [
        ['items.1', /^there is no item 999999, or it is archived$/],
        ['items.2', new RegExp(`^there is no item ${archived}, or it is archived$`)],
      ],
    ],
    [{ items: percents(50, 50), flipThreshold: 5_000_000 }, [['flipThreshold', /no range starts at 5000000$/]]],
    [{ flipThreshold: 1 }, [['flipThreshold', /^the case has no items yet$/]]],
  ];
  assert.ok(second);
  for (const [more, expected] of faults) {
    const fields = caseFields(more);
    const { status, body } = await world.call('POST', '/admin/cases', fields);
    assert.equal(status, 422, JSON.stringify(body));
    assert.equal(body.message, 'These contents cannot be played');
    assert.equal(body.errors.length, expected.length, JSON.stringify(body));
    for (const [index, [field, message]] of expected.entries()) {
      assert.equal(body.errors[index].field, field);
      assert.match(body.errors[index].message, message);
    }
    assert.equal((await world.call('GET', `/admin/cases?search=${fields.name}`)).body.meta.total, 0);
  }
  assert.equal((await create({ activate: true })).body.message, 'A case without items cannot be active');
});

test('normalized probabilities are scaled to all rolls', async () => {
  const { body } = await create({ items: percents(1, 1, 1), normalize: true });
  assert.deepEqual(rangesOf(body), [
    [1, 3_333_334],
    [3_333_335, 6_666_667],
    [6_666_668, HASH_MAX],
  ]);
});

test('a name is taken once', async () => {
  const { body } = await create();
  assert.deepEqual(refusal(await create({ name: body.name })), [409, 'A case with this name exists']);
  const other = await create();
  assert.equal((await edit(other.body.id, { name: body.name })).status, 409);
});

test('fields make no version, contents do, and old versions stay as they were', async () => {
  const { id } = (await create({ items: percents(50, 50) })).body;
  const renamed = await edit(id, { name: 'Renamed', priceCents: '800', category: 'Other', status: 'ACTIVE' });
  assert.equal(renamed.status, 200);
  assert.deepEqual([renamed.body.name, renamed.body.priceCents, renamed.body.status], ['Renamed', '800', 'ACTIVE']);
  assert.deepEqual(numbersOf(renamed.body), [1]);
  const changed = await edit(id, { items: percents(10, 20, 70), flipThreshold: 3_000_001 });
  assert.deepEqual([changed.body.versionNumber, changed.body.flipThreshold], [2, 3_000_001]);
  const withoutFlip = await edit(id, { flipThreshold: null });
  assert.deepEqual([numbersOf(withoutFlip.body), withoutFlip.body.hasFlip], [[3, 2, 1], false]);
  assert.equal(withoutFlip.body.itemsCount, 3);
  const stored = await world.db.query<{ number: number; widths: number[] }>(sql`
    select number, array_agg(hash_range_end - hash_range_start + 1 order by hash_range_start) as widths
    from case_versions join case_version_items on version_id = case_versions.id
    where case_id = ${id} group by number order by number`);
  assert.deepEqual(stored, [
    { number: 1, widths: [5_000_000, 5_000_000] },
    { number: 2, widths: [1_000_000, 2_000_000, 7_000_000] },
    { number: 3, widths: [1_000_000, 2_000_000, 7_000_000] },
  ]);
  assert.deepEqual(
    (await trailOf(id)).map(({ action }) => action),
    ['CASE_CREATED', 'CASE_VERSION_CREATED', 'CASE_UPDATED', 'CASE_VERSION_CREATED', 'CASE_VERSION_CREATED'],
  );
  assert.deepEqual((await trailOf(id))[2]?.metadata, {
    name: { from: (await trailOf(id))[0]?.metadata['name' as never], to: 'Renamed' },
    category: { from: 'Test', to: 'Other' },
    priceCents: { from: '500', to: '800' },
    status: { from: 'DRAFT', to: 'ACTIVE' },
  });
});

test('why a case is edited stands in every entry of the audit trail that the edit makes', async () => {
  const { id } = (await create({ items: percents(50, 50) })).body;
  const reason = 'The knife has become dearer';
  assert.equal((await edit(id, { items: percents(40, 60), priceCents: '900', reason })).status, 200);
  const made = (await trailOf(id)).slice(-2) as { action: string; metadata: { reason?: string } }[];
  assert.deepEqual(
    made.map(({ action, metadata }) => [action, metadata.reason]),
    [
      ['CASE_VERSION_CREATED', reason],
      ['CASE_UPDATED', reason],
    ],
  );
});

test('a case has the slug of its name, the next that is free, or the one that is given', async () => {
  const slugOf = async (name: string, more: object = {}) => (await create({ name, ...more })).body.slug;
  assert.equal(await slugOf('  Ação & Emoção: 100%!'), 'acao-emocao-100');
  assert.equal(await slugOf('Ação, emoção (100)'), 'acao-emocao-100-2');
  assert.equal(await slugOf('AÇÃO EMOÇÃO 100'), 'acao-emocao-100-3');
  assert.equal(await slugOf('日本'), 'caixa');
  assert.equal(await slugOf('Given', { slug: 'as-given' }), 'as-given');
  assert.deepEqual(refusal(await create({ name: 'Taken', slug: 'as-given' })), [409, 'A case with this slug exists']);
});

test('cases of nearly the same name that are made at once have a slug each', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, (_, index) => create({ name: `Fogo${'!'.repeat(index)}` })));
  assert.deepEqual(made.map(({ body }) => body.slug).sort(), [
    'fogo',
    ...Array.from({ length: 7 }, (_, index) => `fogo-${index + 2}`),
  ]);
});

test('what a case is about, its slug and its place are edited and on the trail; the slug stays with a new name', async () => {
  const { id, slug } = (await create()).body;
  const edited = (await edit(id, { name: 'Another name', description: 'Uma caixa', displayOrder: 7 })).body;
  assert.deepEqual([edited.slug, edited.description, edited.displayOrder], [slug, 'Uma caixa', 7]);
  assert.equal((await edit(id, { slug: 'another-slug' })).body.slug, 'another-slug');
  const [, first, second] = await trailOf(id);
  assert.deepEqual(Object.keys(first?.metadata ?? {}).sort(), ['description', 'displayOrder', 'name']);
  assert.deepEqual(second?.metadata, { slug: { from: slug, to: 'another-slug' } });
});

test('an edit that changes nothing makes no version and leaves no trail', async () => {
  const { id, name } = (await create({ items: percents(50, 50), flipThreshold: 5_000_001 })).body;
  const trail = await trailOf(id);
  for (const payload of [{}, { name, items: percents(50, 50) }, { flipThreshold: 5_000_001, status: 'DRAFT' }]) {
    assert.deepEqual(numbersOf((await edit(id, payload)).body), [1]);
  }
  assert.deepEqual(await trailOf(id), trail);
});

test('a case without items cannot become active', async () => {
  const { id } = (await create()).body;
  assert.deepEqual((await edit(id, { status: 'ACTIVE' })).body, {
    statusCode: 422,
    message: 'A case without items cannot be active',
    code: 'CASE_WITHOUT_ITEMS',
  });
  assert.equal((await edit(id, { status: 'ACTIVE', items: percents(100) })).body.status, 'ACTIVE');
});

test('a fault in the contents leaves the fields as they were too', async () => {
  const { id, name } = (await create({ items: percents(50, 50) })).body;
  assert.equal((await edit(id, { name: 'Lost', items: percents(50, 20) })).status, 422);
  const { body } = await world.call('GET', `/admin/cases/${id}`);
  assert.deepEqual([body.name, body.versionNumber], [name, 1]);
});

test('deleting archives, once; the case can come back', async () => {
  const { id } = (await create({ items: percents(100), activate: true })).body;
  for (let times = 0; times < 2; times += 1) {
    const { status, body } = await world.call('DELETE', `/admin/cases/${id}`);
    assert.deepEqual([status, body.status, numbersOf(body)], [200, 'ARCHIVED', [1]]);
  }
  assert.deepEqual((await trailOf(id)).slice(2), [{ action: 'CASE_ARCHIVED', metadata: { from: 'ACTIVE' } }]);
  assert.equal((await edit(id, { status: 'ACTIVE' })).body.status, 'ACTIVE');
});

test('lists show every status and filter by it', async () => {
  const category = 'Listed';
  const draft = (await create({ category })).body.id;
  const active = (await create({ category, items: percents(100), activate: true })).body.id;
  const list = async (query: string) => {
    const { body } = await world.call('GET', `/admin/cases?category=${category}${query}`);
    return body.data.map(({ id }: { id: string }) => id);
  };
  assert.deepEqual(await list(''), [active, draft]);
  assert.deepEqual(await list('&sortOrder=asc'), [draft, active]);
  assert.deepEqual(await list('&status=DRAFT'), [draft]);
  assert.deepEqual(await list('&status=ARCHIVED'), []);
  assert.equal((await world.call('GET', '/admin/cases?status=GONE')).status, 400);
  assert.equal((await world.call('GET', '/admin/cases/999999')).status, 404);
  assert.equal((await world.call('GET', '/admin/cases/abc')).status, 400);
  assert.equal((await edit('999999', {})).status, 404);
  assert.equal((await world.call('DELETE', '/admin/cases/999999')).status, 404);
});

test('a case without a slug gets that of its name, or the next that is free', async () => {
  const made: string[] = [];
  for (const name of ['Antiga: a 1ª!', 'Antiga a 1ª', '!!']) made.push((await create({ name })).body.id);
  const slugs = async () => {
    const rows = await world.db.query<{ slug: string }>(sql`
      select slug from cases where id = any(${made}::bigint[]) order by id`);
    return rows.map(({ slug }) => slug);
  };
  const given = await slugs();
  assert.deepEqual(given.slice(0, 2), ['antiga-a-1', 'antiga-a-1-2']);
  assert.match(given[2] ?? '', /^caixa(-[0-9]+)?$/);
  assert.equal((await create({ name: 'Antiga, a 1ª' })).body.slug, 'antiga-a-1-3');
});
