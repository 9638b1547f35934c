import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../../../../../test/support/app.ts';
import { createCall } from '../../../../../test/support/calls.ts';
import { createAdmin, createPlayer, type Person } from '../../../../../test/support/people.ts';
import { playDepsOf } from '../../../../../test/support/play-deps.ts';
import { type App, buildApp } from '../../../../app/app.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { findPlayableCase } from '../catalogue/cases.sql.ts';
import { createOpenCases } from './open-cases.ts';
import { caseGame } from './openings.game.ts';
import { assertOpeningsHold, createCase, open, type TestCase } from './test-support.ts';

/** One process hears announcements at once; the other never does. */
let app: TestApp;
let deaf: TestApp;
let deafApp: App;
let admin: Person;
before(async () => {
  app = await createTestApp();
  const announcements = { ...app.deps.announcements, isListening: true, on: () => undefined, onGap: () => undefined };
  deafApp = await buildApp({ ...app.deps, announcements });
  deaf = { ...app, ...deafApp, close: deafApp.close };
  admin = await createAdmin(app.db);
});
afterEach(() => assertOpeningsHold(app.db));
after(async () => {
  await deafApp.close();
  await app.close();
});

const edit = async (box: TestCase, payload: object) => {
  const { status, text } = await createCall(app.http)(admin, 'PATCH', `/admin/cases/${box.id}`, payload);
  assert.equal(status, 200, text);
};
const setLimit = (percent: string) =>
  app.db.query(sql`
    insert into settings (key, value) values ('maxCaseRtpPercent', ${JSON.stringify(percent)}::jsonb)
    on conflict (key) do update set value = excluded.value`);
const setValue = (box: TestCase, cents: number) =>
  app.db.query(sql`update items set value_cents_brl = ${cents} where id = any(${box.itemIds}::bigint[])`);

/** The deaf process has it in memory, with a single item of 10 cents. */
async function createKnownCase(priceCents: number): Promise<TestCase> {
  const box = await createCase(app.db, { priceCents, widths: [10_000_000] });
  assert.equal((await open(deaf, await createPlayer(app.db, priceCents), box.id)).statusCode, 200);
  return box;
}

const answerOf = async (player: Person, box: TestCase, headers: object = {}, payload: object = {}) => {
  const { statusCode, ...response } = await open(deaf, player, box.id, payload, headers);
  const { message, totalCostCents } = JSON.parse(response.body);
  return statusCode === 200 ? [200, totalCostCents] : [statusCode, message];
};
const untouched = async ({ userId }: Person) => {
  const [row] = await app.db.query<{ nonce: string; balance: string; openings: string }>(sql`
    select nonce, balance_cents as balance, (select count(*) from case_openings where user_id = ${userId}) as openings
    from accounts where user_id = ${userId}`);
  return row?.nonce === '0' && row.openings === '0' ? Number(row.balance) : row;
};

const PAUSED = 'Esta caixa está pausada por causa dos preços atuais dos itens. Tente de novo quando os preços mudarem.';

let keys = 0;
for (const [way, headers] of [
  ['', () => ({})],
  [
    ', also with an Idempotency-Key',
    () => {
      keys += 1;
      return { 'idempotency-key': `guard ${keys}` };
    },
  ],
] as const) {
  test(`an edit of the price holds for the first opening after it in every process${way}`, async () => {
    const box = await createKnownCase(500);
    await edit(box, { priceCents: '700' });
    const player = await createPlayer(app.db, 1_000);
    assert.deepEqual(await answerOf(player, box, headers()), [200, '700']);
    await edit(box, { priceCents: '300' });
    assert.deepEqual(await answerOf(player, box, headers()), [200, '300'], 'who could not pay the old price');
    assert.deepEqual(await answerOf(player, box, headers()), [400, 'Insufficient balance']);
  });

  test(`an archived case is not opened again in any process${way}`, async () => {
    const box = await createKnownCase(500);
    await edit(box, { status: 'ARCHIVED' });
    const [player, poor] = [await createPlayer(app.db, 1_000), await createPlayer(app.db, 1)];
    for (const each of [player, poor])
      assert.deepEqual(await answerOf(each, box, headers()), [404, 'Caixa não encontrada.']);
    assert.deepEqual([await untouched(player), await untouched(poor)], [1_000, 1]);
  });

  test(`new contents are what is played in every process${way}`, async () => {
    const box = await createKnownCase(500);
    const other = await createCase(app.db, { widths: [10_000_000] });
    await edit(box, { items: [{ itemId: other.itemIds[0], hashRangeStart: 1, hashRangeEnd: 10_000_000 }] });
    const player = await createPlayer(app.db, 500);
    assert.deepEqual(await answerOf(player, box, headers()), [200, '500']);
    assert.deepEqual(
      await app.db.query(sql`
        select number, item_id from case_openings join case_versions version on version.id = version_id
        where user_id = ${player.userId}`),
      [{ number: 2, itemId: other.itemIds[0] }],
    );
  });

  test(`a new name is the one that is kept in every process${way}`, async () => {
    const box = await createKnownCase(500);
    const name = `Renamed ${box.name}${way}`;
    await edit(box, { name });
    const player = await createPlayer(app.db, 500);
    assert.deepEqual(await answerOf(player, box, headers()), [200, '500']);
    assert.deepEqual(
      await app.db.query(sql`select acquired_from from inventory_items where user_id = ${player.userId}`),
      [{ acquiredFrom: `Caixa - ${name}` }],
    );
  });

  test(`prices at which a case pays back too much pause it, and others let it go on, at once${way}`, async () => {
    const box = await createKnownCase(1_000);
    const player = await createPlayer(app.db, 5_000);
    await setValue(box, 970);
    assert.deepEqual(await answerOf(player, box, headers()), [200, '1000'], 'exactly at the limit');
    await setValue(box, 971);
    const [second, poor] = [await createPlayer(app.db, 5_000), await createPlayer(app.db, 1)];
    for (const each of [second, poor, second]) assert.deepEqual(await answerOf(each, box, headers()), [409, PAUSED]);
    assert.deepEqual([await untouched(second), await untouched(poor)], [5_000, 1]);
    await setValue(box, 970);
    assert.deepEqual(await answerOf(second, box, headers()), [200, '1000']);
  });
}

test('a new limit, a dearer case and other contents each decide at once', async () => {
  const box = await createKnownCase(1_000);
  const player = await createPlayer(app.db, 50_000);
  await setValue(box, 500);
  await setLimit('49.9999');
  try {
    assert.deepEqual(await answerOf(player, box), [409, PAUSED]);
    await setLimit('50');
    assert.deepEqual(await answerOf(player, box), [200, '1000']);
    await setLimit('40');
    assert.deepEqual(await answerOf(player, box), [409, PAUSED]);
    await edit(box, { priceCents: '1250' });
    assert.deepEqual(await answerOf(player, box), [200, '1250']);
    await edit(box, { priceCents: '1249' });
    assert.deepEqual(await answerOf(player, box), [409, PAUSED]);
    const cheap = await createCase(app.db, { widths: [10_000_000] });
    await edit(box, { items: [{ itemId: cheap.itemIds[0], hashRangeStart: 1, hashRangeEnd: 10_000_000 }] });
    assert.deepEqual(await answerOf(player, box), [200, '1249']);
  } finally {
    await setLimit('97');
  }
});

test('of those who open together only who opens what has changed is kept from it', async () => {
  const [edited, paused, archived, same] = [
    await createKnownCase(100),
    await createKnownCase(100),
    await createKnownCase(100),
    await createKnownCase(100),
  ];
  const boxes = [edited, paused, archived, same];
  const players = await Promise.all(Array.from({ length: 40 }, () => createPlayer(app.db, 1_000)));
  // Sessions are known afterwards, so that all requests arrive together.
  await Promise.all(players.map(({ headers }) => deaf.http.inject({ url: '/api/auth/me', headers })));
  await edit(edited, { priceCents: '150' });
  await setValue(paused, 98);
  await edit(archived, { status: 'ARCHIVED' });
  const answers = await Promise.all(players.map((player, n) => answerOf(player, boxes[n % 4] as TestCase)));
  const expected = [
    [200, '150'],
    [409, PAUSED],
    [404, 'Caixa não encontrada.'],
    [200, '100'],
  ];
  for (const [n, answer] of answers.entries()) assert.deepEqual(answer, expected[n % 4]);
  const noncesOf = async ({ userId }: Person) =>
    (await app.db.query<{ nonce: string }>(sql`select nonce from accounts where user_id = ${userId}`))[0]?.nonce;
  for (const [n, player] of players.entries())
    assert.equal(await noncesOf(player), n % 4 === 0 || n % 4 === 3 ? '1' : '0');
});

test('who is overtaken by edits again and again is told so, and has played nothing', async () => {
  const box = await createKnownCase(500);
  const before = await findPlayableCase(app.db, box.id);
  await edit(box, { priceCents: '600' });
  let reads = 0;
  const findNow = async () => {
    reads += 1;
    return before;
  };
  const catalogue = { find: async () => before, findNow };
  const openCases = createOpenCases({ ...playDepsOf(caseGame), db: app.db, catalogue, notifyUser: assert.fail });
  const player = await createPlayer(app.db, 1_000);
  const expected = { priceCents: null, versionNumber: null };
  const request = { userId: player.userId, caseId: box.id, quantity: 1, clientSeed: null, expected };
  await assert.rejects(openCases(request, null), {
    status: 409,
    message: 'A caixa está sendo alterada. Tente de novo.',
  });
  assert.deepEqual([reads, await untouched(player)], [4, 1_000]);
});

test('the same request again with its key is answered as at first, whatever the case has become', async () => {
  const box = await createKnownCase(1_000);
  const player = await createPlayer(app.db, 5_000);
  const keyed = (key: string) => open(deaf, player, box.id, {}, { 'idempotency-key': key });
  const first = await keyed('opened');
  await setValue(box, 5_000);
  assert.equal((await keyed('opened')).body, first.body);
  assert.equal((await keyed('paused')).statusCode, 409);
  await edit(box, { status: 'ARCHIVED' });
  assert.equal((await keyed('opened')).body, first.body);
  assert.deepEqual([(await keyed('paused')).statusCode, (await keyed('new')).statusCode], [409, 404]);
});

test('everybody sees that a case is paused, and administrators why', async () => {
  const box = await createKnownCase(1_000);
  const call = createCall(app.http);
  const shown = async () => {
    const list = (await call(null, 'GET', `/cases?search=${encodeURIComponent(box.name)}`)).body.data;
    const one = (await call(null, 'GET', `/cases/${box.id}`)).body;
    const detail = (await call(admin, 'GET', `/admin/cases/${box.id}`)).body;
    const adminList = (await call(admin, 'GET', `/admin/cases?search=${encodeURIComponent(box.name)}`)).body.data;
    const byId = (each: { id: string }) => each.id === box.id;
    return [
      list.find(byId).isPaused,
      one.isPaused,
      detail.isPaused,
      adminList.find(byId).isPaused,
      detail.theoreticalRtpPercent,
    ];
  };
  await setValue(box, 970);
  assert.deepEqual(await shown(), [false, false, false, false, '97.0000']);
  await setValue(box, 971);
  assert.deepEqual(await shown(), [true, true, true, true, '97.1000']);
});

test('who expects another price or another version plays nothing and is told what it is', async () => {
  const box = await createKnownCase(500);
  const player = await createPlayer(app.db, 2_000);
  const asked = async (expected: object, headers: object = {}) => {
    const response = await open(deaf, player, box.id, expected, headers);
    const { message, errors } = response.json();
    return response.statusCode === 200 ? 200 : [response.statusCode, message, errors];
  };
  const seen = { expectedPriceCents: '500', expectedVersion: 1 };
  assert.equal(await asked(seen), 200);
  await edit(box, { priceCents: '600' });
  const price = { field: 'expectedPriceCents', message: 'o preço agora é de R$ 6,00' };
  assert.deepEqual(await asked(seen), [409, 'A caixa mudou: o preço agora é de R$ 6,00.', [price]]);
  const { params } = (await open(deaf, player, box.id, seen, {})).json();
  assert.deepEqual(params, { priceCents: '600', version: 1 });
  assert.equal(await asked({ ...seen, expectedPriceCents: '600' }), 200);
  const other = await createCase(app.db, { widths: [10_000_000] });
  await edit(box, { items: [{ itemId: other.itemIds[0], hashRangeStart: 1, hashRangeEnd: 10_000_000 }] });
  const version = { field: 'expectedVersion', message: 'a versão agora é a 2' };
  const both = [409, 'A caixa mudou: o preço agora é de R$ 6,00, a versão agora é a 2.', [price, version]];
  assert.deepEqual(await asked(seen), both);
  assert.deepEqual(await asked({ expectedVersion: 1 }), [409, 'A caixa mudou: a versão agora é a 2.', [version]]);
  for (const again of [1, 2]) assert.deepEqual(await asked(seen, { 'idempotency-key': 'seen' }), both, String(again));
  assert.equal(await asked({ expectedVersion: 2 }), 200, 'also where memory has the version before');
  const [{ count } = { count: '' }] = await app.db.query<{ count: string }>(
    sql`select count(*) from case_openings where user_id = ${player.userId}`,
  );
  assert.equal(count, '3');
  for (const wrong of [
    { expectedPriceCents: 500 },
    { expectedPriceCents: '-1' },
    { expectedVersion: '1' },
    { expectedVersion: 0 },
  ]) {
    assert.equal((await open(deaf, player, box.id, wrong)).statusCode, 400, JSON.stringify(wrong));
  }
});

test('a new price is expected, and known to the database alone: it is played', async () => {
  const box = await createKnownCase(500);
  await edit(box, { priceCents: '400' });
  const player = await createPlayer(app.db, 400);
  assert.deepEqual(await answerOf(player, box, {}, { expectedPriceCents: '400' }), [200, '400']);
});
