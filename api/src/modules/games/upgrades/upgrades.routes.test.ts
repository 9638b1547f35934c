import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPlayer, type Person } from '../../../../test/support/people.ts';
import { countOfRequests } from '../../../../test/support/recording-app.ts';
import { runGiven, runVerifier } from '../../../../test/support/verifier.ts';
import { sql } from '../../../platform/database/sql.ts';
import { insertHeld, insertItem } from '../../assets/inventory/test-support.ts';
import { accountOf, perform, post, refusalOf, useUpgradesApp } from './test-support.ts';
import { upgradePerformed } from './upgrades.records.ts';

const app = useUpgradesApp();

const get = (url: string, person?: Person) => app.http.inject({ url: `/api${url}`, headers: person?.headers ?? {} });
const idsOf = (response: { json(): { data: { id: string }[] } }) => response.json().data.map(({ id }) => id);

async function play(player: Person, count: number) {
  const itemId = await insertItem(app.db, { valueCents: 4_000 });
  const targetItemId = await insertItem(app.db, { valueCents: 9_000 });
  const ids = await insertHeld(app.db, player.userId, itemId, { count: count * 2 });
  const played = [];
  for (let n = 0; n < count; n += 1) {
    const payload = { inventoryItemIds: [ids[2 * n + 1], ids[2 * n]], balanceCents: String(n), targetItemId };
    const response = await perform(app, player, payload);
    assert.equal(response.statusCode, 200, response.body);
    played.push(response.json());
  }
  return played;
}

test('targets are the priced items of the catalogue by value, to everybody', async () => {
  const [low, high, middle] = [
    await insertItem(app.db, { name: 'Zeta 100% Blue', valueCents: 7_000_001, exterior: 'FIELD_TESTED' }),
    await insertItem(app.db, { name: 'zeta_red', valueCents: 7_000_003 }),
    await insertItem(app.db, { name: 'ZETA green', valueCents: 7_000_002 }),
  ];
  await insertItem(app.db, { name: 'Zeta without a price', valueCents: 0 });
  const archived = await insertItem(app.db, { name: 'Zeta of old', valueCents: 7_000_002 });
  await app.db.query(sql`update items set archived_at = now() where id = ${archived}`);
  const all = await get('/upgrade/targets?search=zeta');
  assert.equal(all.statusCode, 200, all.body);
  assert.deepEqual(idsOf(all), [low, middle, high]);
  assert.deepEqual(all.json().meta, { page: 1, limit: 20, total: 3 });
  assert.deepEqual(all.json().data[0], {
    id: low,
    name: 'Zeta 100% Blue',
    imageUrl: 'https://items.example/a.png',
    rarity: 'CLASSIFIED',
    rarityColor: '#d32ce6',
    valueCentsBrl: '7000001',
    valueFormatted: 'R$ 70.000,01',
    weaponCategory: 'RIFLE',
    exterior: 'FIELD_TESTED',
    isStatTrak: false,
    chancePercent: null,
  });
  const search = async (query: string) => idsOf(await get(`/upgrade/targets?${query}`));
  assert.deepEqual(await search('search=zeta&sortOrder=desc'), [high, middle, low]);
  assert.deepEqual(await search('search=zeta&sortOrder=desc&limit=1&page=2'), [middle]);
  assert.deepEqual(await search('minValueCents=7000002&maxValueCents=7000003'), [middle, high]);
  assert.deepEqual(await search('minValueCents=0&maxValueCents=7000001&search=zeta'), [low]);
  assert.deepEqual(await search('minValueCents=9223372036854775807'), []);
  assert.deepEqual(await search('search=0%25'), [low], 'a wildcard stands for itself');
  assert.deepEqual(await search('search=zeta_'), [high]);
  for (const [query, field] of [
    ['minValueCents=-1', 'minValueCents'],
    ['maxValueCents=9223372036854775808', 'maxValueCents'],
    ['maxValueCents=1.5', 'maxValueCents'],
    ['sortOrder=up', 'sortOrder'],
    ['limit=101', 'limit'],
    ['page=0', 'page'],
  ]) {
    assert.deepEqual(refusalOf(await get(`/upgrade/targets?${query}`)), [400, 'Validation failed', field]);
  }
});

test('targets say the chance of a stake, and are found by its multiples, by grade and by category', async () => {
  const [rifle, twice, knife] = [
    await insertItem(app.db, { name: 'Omega one', valueCents: 1_000 }),
    await insertItem(app.db, { name: 'Omega two', valueCents: 2_000 }),
    await insertItem(app.db, { name: 'Omega three', valueCents: 10_007 }),
  ];
  await app.db.query(sql`update items set rarity = 'COVERT', weapon_category = 'KNIFE' where id = ${knife}`);
  const found = async (query: string) => {
    const response = await get(`/upgrade/targets?search=omega&${query}`);
    assert.equal(response.statusCode, 200, response.body);
    return response
      .json()
      .data.map(({ id, chancePercent }: { id: string; chancePercent: string | null }) => [id, chancePercent]);
  };
  // The chances are 1000 ÷ 2000 and 1000 ÷ 10007, each × 90 percent; a target worth no more than the stake has none.
  assert.deepEqual(await found('stakeCents=1000'), [
    [rifle, null],
    [twice, '45'],
    [knife, '8.9937'],
  ]);
  assert.deepEqual(await found('stakeCents=1000&minMultiplier=2&maxMultiplier=10'), [[twice, '45']]);
  assert.deepEqual(await found('stakeCents=1000&minMultiplier=10.01'), []);
  assert.deepEqual(await found('stakeCents=1000&minMultiplier=10'), [[knife, '8.9937']]);
  assert.deepEqual(await found('stakeCents=9223372036854775807&minMultiplier=99999.99'), []);
  assert.deepEqual(await found('rarity=COVERT'), [[knife, null]]);
  assert.deepEqual(await found('weaponCategory=KNIFE'), [[knife, null]]);
  for (const [query, field] of [
    ['minMultiplier=2', 'minMultiplier'],
    ['maxMultiplier=2', 'maxMultiplier'],
    ['stakeCents=1&minMultiplier=-2', 'minMultiplier'],
    ['rarity=x', 'rarity'],
  ]) {
    assert.deepEqual(refusalOf(await get(`/upgrade/targets?${query}`)), [400, 'Validation failed', field]);
  }
});

test('one of the own upgrades is as the history has it, and nobody else sees it', async () => {
  const [player, other] = [await createPlayer(app.db, 1_000), await createPlayer(app.db, 0)];
  const [played] = await play(player, 1);
  const shown = await get(`/upgrade/${played.id}`, player);
  assert.equal(shown.statusCode, 200, shown.body);
  assert.deepEqual(shown.json(), (await get('/upgrade/history', player)).json().data[0]);
  assert.equal((await get(`/upgrade/${played.id}`, other)).statusCode, 404);
  assert.equal((await get(`/upgrade/${played.id}`)).statusCode, 401);
});

test('a calculation tells what performing it plays at, and changes nothing', async () => {
  const player = await createPlayer(app.db, 1_000);
  const ids = await insertHeld(app.db, player.userId, await insertItem(app.db, { valueCents: 333 }), { count: 3 });
  const targetItemId = await insertItem(app.db, { valueCents: 10_007 });
  const state = await accountOf(app.db, player);
  const body = { inventoryItemIds: ids, balanceCents: '1', targetItemId };
  const calculated = await post(app, '/upgrade/calculate', player, body);
  assert.equal(calculated.statusCode, 200, calculated.body);
  // 1000 ÷ 10007 × 90 percent = 8.99370440…
  assert.deepEqual(calculated.json(), {
    totalValueCents: '1000',
    totalValueFormatted: 'R$ 10,00',
    targetValueCents: '10007',
    targetValueFormatted: 'R$ 100,07',
    edgePercent: '10',
    chancePercent: '8.9937',
    successThreshold: 10_000_000 - 899_370,
  });
  assert.deepEqual(await accountOf(app.db, player), state);
  const performed = (await perform(app, player, body)).json();
  for (const [field, value] of Object.entries(calculated.json())) assert.deepEqual(performed[field], value, field);
});

test('everything but the targets is for players', async () => {
  for (const [method, url] of [
    ['POST', '/upgrade/calculate'],
    ['POST', '/upgrade/perform'],
    ['GET', '/upgrade/history'],
    ['POST', '/upgrade/1/verify'],
  ] as const) {
    assert.equal((await app.http.inject({ method, url: `/api${url}` })).statusCode, 401, url);
  }
});

test('a history is the caller’s own, newest first, whole, and can be walked', async () => {
  const [player, other] = [await createPlayer(app.db, 1_000), await createPlayer(app.db, 1_000)];
  const theirs = await play(other, 2);
  const played = await play(player, 5);
  const newestFirst = played.map(({ id }) => id).reverse();
  const first = await get('/upgrade/history?limit=3', player);
  assert.equal(first.statusCode, 200, first.body);
  assert.deepEqual(first.json().meta, { page: 1, limit: 3, total: 5 });
  assert.deepEqual(idsOf(first), newestFirst.slice(0, 3));
  assert.deepEqual(idsOf(await get('/upgrade/history?limit=3&page=2', player)), newestFirst.slice(3));
  assert.deepEqual(
    idsOf(await get(`/upgrade/history?limit=2&before=${newestFirst[1]}`, player)),
    newestFirst.slice(2, 4),
  );
  assert.deepEqual(idsOf(await get(`/upgrade/history?before=${theirs[0].id}`, player)), []);
  const { committedAt, createdAt, ...entry } = first.json().data[0];
  const { balanceCents, balanceFormatted, ...answered } = played.at(-1);
  assert.deepEqual(entry, answered);
  assert.ok(committedAt <= createdAt);
  assert.deepEqual([balanceCents, balanceFormatted], ['990', 'R$ 9,90']);
});

test('a history of what changed its price later tells the values of then', async () => {
  const player = await createPlayer(app.db, 0);
  const [{ id, target, inputs }] = await play(player, 1);
  await app.db.query(sql`
    update items set value_cents_brl = 1 where id in (${target.id}, ${inputs[0].item.id})`);
  const [entry] = (await get('/upgrade/history', player)).json().data;
  assert.deepEqual([entry.id, entry.target, entry.inputs], [id, target, inputs]);
  assert.equal((await post(app, `/upgrade/${id}/verify`, player)).json().valid, true);
});

test('a history takes as many statements for many as for one', async () => {
  const player = await createPlayer(app.db, 1_000);
  await play(player, 4);
  const statementsOf = async (limit: number) => {
    app.statements.length = 0;
    await get(`/upgrade/history?limit=${limit}`, player);
    return countOfRequests(app);
  };
  await statementsOf(1);
  assert.deepEqual([await statementsOf(1), await statementsOf(4)], [2, 2]);
});

test('a verification tells every step, and the command line agrees', async () => {
  const player = await createPlayer(app.db, 1_000);
  await get('/provably-fair/commitments', player);
  const [first, second] = await play(player, 2);
  const response = await post(app, `/upgrade/${first.id}/verify`, player);
  assert.equal(response.statusCode, 200, response.body);
  const { upgradeId, valid, steps, command, roll } = response.json();
  assert.deepEqual([upgradeId, valid, roll], [first.id, true, first.roll]);
  const names = steps.map(({ name }: { name: string }) => name);
  const rollNames = ['message', 'hash', 'prefix', 'number', 'bound', 'modulo', 'roll'];
  const upgradeNames = ['stake', 'chance', 'threshold', 'outcome'];
  assert.deepEqual(names, ['serverSeedHash', 'commitment', ...rollNames, ...upgradeNames]);
  assert.deepEqual(
    steps.slice(-4).map(({ computed }: { computed: string }) => computed),
    ['8000', '80', '2000000', first.status],
  );
  const { exitCode, stdout } = await runGiven(app, command);
  assert.equal(exitCode, 0, stdout);
  const check = (upgrades: object) => runVerifier(app, ['upgrade', `--upgrade=${JSON.stringify(upgrades)}`]);
  assert.equal((await check(first)).exitCode, 0);
  assert.equal((await check((await get('/upgrade/history', player)).json())).exitCode, 0);
  const flattered = await check({ ...first, chancePercent: '81' });
  assert.equal(flattered.exitCode, 1);
  assert.match(flattered.stdout, /^WRONG: .*\n +chance +80, but it was recorded as 81$/m);
  const uncommitted = (await post(app, `/upgrade/${second.id}/verify`, player)).json();
  assert.equal(uncommitted.valid, true);
  assert.ok(!uncommitted.steps.some(({ name }: { name: string }) => name === 'commitment'));
});

test('a record that was tampered with does not verify', async () => {
  const player = await createPlayer(app.db, 0);
  const [{ id }] = await play(player, 1);
  const tamper = (change: 1 | -1) =>
    app.db.query(sql`
      update upgrade_inputs set value_cents = value_cents + ${change}::int
      where inventory_item_id = (select min(inventory_item_id) from upgrade_inputs where upgrade_id = ${id})`);
  await app.db.query(sql`alter table upgrade_inputs disable trigger upgrade_inputs_append_only`);
  await tamper(1);
  const { valid, steps } = (await post(app, `/upgrade/${id}/verify`, player)).json();
  assert.equal(valid, false);
  assert.equal(steps.find(({ ok }: { ok: boolean }) => !ok).name, 'stake');
  await tamper(-1);
  await app.db.query(sql`alter table upgrade_inputs enable trigger upgrade_inputs_append_only`);
});

test('only the owner verifies, and what does not exist is not found', async () => {
  const [player, other] = [await createPlayer(app.db, 0), await createPlayer(app.db, 0)];
  const [{ id }] = await play(player, 1);
  assert.deepEqual(refusalOf(await post(app, `/upgrade/${id}/verify`, other)), [404, 'Upgrade não encontrado.']);
  assert.deepEqual(refusalOf(await post(app, '/upgrade/999999999/verify', player)), [404, 'Upgrade não encontrado.']);
  assert.deepEqual(refusalOf(await post(app, '/upgrade/x/verify', player)), [400, 'Validation failed', 'id']);
});

test('an upgrade is told with its end', () => {
  assert.deepEqual(upgradePerformed('7', 'WON', 'AWP | Asiimov'), {
    type: 'UPGRADE_SUCCESS',
    title: 'Upgrade bem-sucedido',
    message: 'Seu upgrade deu certo e você ganhou AWP | Asiimov.',
    en: { title: 'Your upgrade succeeded', message: 'Your upgrade succeeded and you have won AWP | Asiimov.' },
    metadata: { targetItemName: 'AWP | Asiimov', upgradeId: '7' },
  });
  assert.deepEqual(upgradePerformed('7', 'LOST', 'AWP | Asiimov'), {
    type: 'UPGRADE_FAIL',
    title: 'Upgrade sem sucesso',
    message: 'Seu upgrade para AWP | Asiimov não deu certo desta vez.',
    en: { title: 'Your upgrade failed', message: 'Your upgrade to AWP | Asiimov did not succeed this time.' },
    metadata: { targetItemName: 'AWP | Asiimov', upgradeId: '7' },
  });
});
