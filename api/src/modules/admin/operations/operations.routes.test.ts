import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Type } from 'typebox';
import { createTestApp } from '../../../../test/support/app.ts';
import { createAdmin, createPerson, type Person } from '../../../../test/support/people.ts';
import { use, useApp } from '../../../../test/support/use-app.ts';
import { systemClock } from '../../../platform/clock.ts';
import { until } from '../../../platform/hot-store/test-support.ts';
import { defineSetting } from '../../../platform/settings/settings.ts';
import { insertHeld } from '../../assets/inventory/test-support.ts';
import { priceMarginSetting } from '../../assets/items/pricing.ts';
import { createItemsWorld, listAudit } from '../../assets/items/test-support.ts';
import { operations } from './index.ts';

const edge = defineSetting({
  key: 'edgePercent',
  description: 'A number',
  schema: Type.Integer({ minimum: 0, maximum: 50 }),
  default: 10,
  weakenedBy: 'LOWERED',
});

const world = use(
  () =>
    createItemsWorld({
      definitions: [priceMarginSetting, edge],
      parts: (given) =>
        operations.run({ ...given, clock: systemClock, adminPlatformIds: new Set<string>() }).http ?? [],
    }),
  (made) => made.close(),
);

const patch = (body: object) => world.call('PATCH', '/admin/settings', body);

test('settings are for administrators', async () => {
  for (const method of ['GET', 'PATCH'] as const) {
    assert.equal((await world.call(method, '/admin/settings', undefined, null)).status, 401);
    assert.equal((await world.call(method, '/admin/settings', undefined, world.player)).status, 403);
  }
});

test('every setting with its value, default and description', async () => {
  const { status, body } = await world.call('GET', '/admin/settings');
  assert.equal(status, 200);
  assert.deepEqual(body, {
    data: [
      {
        key: 'priceMargin',
        value: '1.2',
        default: '1.2',
        description: priceMarginSetting.description,
        type: 'DECIMAL',
        unit: null,
        minimum: 1,
        maximum: 10,
        weakenedBy: null,
        lastChange: null,
      },
      {
        key: 'edgePercent',
        value: 10,
        default: 10,
        description: 'A number',
        type: 'INTEGER',
        unit: 'PERCENT',
        minimum: 0,
        maximum: 50,
        weakenedBy: 'LOWERED',
        lastChange: null,
      },
    ],
    meta: { page: 1, limit: 20, total: 2 },
  });
});

test('a change is answered, in force everywhere, and in the trail with the old value', async () => {
  const second = await world.secondSettings();
  const { status, body } = await patch({ priceMargin: 1.5, edgePercent: 12 });
  assert.equal(status, 200);
  assert.deepEqual(
    body.data.map(({ key, value }: Record<string, unknown>) => [key, value]),
    [
      ['priceMargin', '1.5'],
      ['edgePercent', 12],
    ],
  );
  await until(() => second.get(priceMarginSetting) === '1.5' && second.get(edge) === 12);
  const entries = await listAudit(world.db, 'SETTING_CHANGED');
  assert.deepEqual(
    entries.map(({ actorId, entityId, metadata }) => [actorId, entityId, metadata]),
    [
      [world.admin.userId, 'priceMargin', { from: '1.2', to: '1.5' }],
      [world.admin.userId, 'edgePercent', { from: 10, to: 12 }],
    ],
  );
  await patch({ edgePercent: 12 });
  assert.equal((await listAudit(world.db, 'SETTING_CHANGED')).length, 2, 'the same value again is no change');
});

test('one wrong value refuses all of them', async () => {
  const { status, body } = await patch({ edgePercent: 20, priceMargin: '11', unheardOf: 1 });
  assert.equal(status, 400);
  assert.deepEqual(body.errors, [
    { field: 'priceMargin', message: 'must be a decimal from 1 to 10 with at most 4 digits after the point' },
    { field: 'unheardOf', message: 'is not a setting' },
  ]);
  assert.equal(world.settings.get(edge), 12);
  for (const priceMargin of [0, 0.99, 10.0001, 1.23456, '1,2', true, null, {}, [1.2]]) {
    assert.equal((await patch({ priceMargin })).body.errors?.[0]?.field, 'priceMargin', JSON.stringify(priceMargin));
  }
});

test('a body that names nothing is refused', async () => {
  for (const body of [{}, [], { confirm: true }]) assert.equal((await patch(body)).status, 400);
  assert.equal((await world.call('PATCH', '/admin/settings')).status, 400);
});

test('the last change of a setting names its administrator and reason', async () => {
  const { body } = await patch({ edgePercent: 13, reason: 'The season begins' });
  const [{ lastChange }] = body.data;
  assert.deepEqual([lastChange.actorId, lastChange.reason], [world.admin.userId, 'The season begins']);
  assert.equal(typeof lastChange.actorName, 'string');
  await patch({ edgePercent: 14 });
  const { data } = (await world.call('GET', '/admin/settings')).body;
  const edgeNow = data.find(({ key }: { key: string }) => key === 'edgePercent');
  assert.deepEqual([edgeNow.value, edgeNow.lastChange.reason], [14, null]);
  assert.equal((await patch({ edgePercent: 15, reason: ' ' })).body.errors[0].field, 'reason');
});

test('a preview lists the differences, refuses the same values as the change, and changes nothing', async () => {
  const preview = (body: object) => world.call('POST', '/admin/settings/preview', body);
  const entries = (await listAudit(world.db, 'SETTING_CHANGED')).length;
  const before = (await world.call('GET', '/admin/settings')).body;
  const { status, body } = await preview({ edgePercent: 20 });
  assert.equal(status, 200);
  assert.deepEqual(body, {
    changes: [{ key: 'edgePercent', from: 14, to: 20, isWeaker: false }],
    paused: [],
    resumed: [],
    prices: null,
  });
  assert.deepEqual((await preview({ edgePercent: 14 })).body.changes, [], 'in force already');
  assert.deepEqual((await preview({ edgePercent: 51 })).body.errors, [
    { field: 'edgePercent', message: 'must be at most 50' },
  ]);
  assert.equal((await preview({})).status, 400);
  assert.deepEqual((await world.call('GET', '/admin/settings')).body, before);
  assert.equal((await listAudit(world.db, 'SETTING_CHANGED')).length, entries);
});

const app = useApp(createTestApp);
let admin: Person;
before(async () => {
  admin = await createAdmin(app.db);
});

const ask = (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) =>
  app.call(admin, method, path, payload);
const setMargin = async (priceMargin: string, confirm = false) => {
  const { status, body } = await ask('PATCH', '/admin/settings', { priceMargin, confirm });
  return { status, code: body.code, message: body.message, told: body.errors?.[0]?.message };
};

test("a margin that moves the worth of users' items further than a price may move by hand needs confirmation", async () => {
  const name = 'AK-47 | Redline (Field-Tested)';
  const described = { rarity: 'COVERT', weaponCategory: 'RIFLE', imageUrl: 'https://images.example/1.png' };
  const item = { name, marketHashName: name, originalPriceCents: '200', ...described };
  const { id: itemId } = (await ask('POST', '/admin/items', item)).body;
  assert.equal((await setMargin('10')).status, 200, 'nobody owns anything');
  assert.equal((await setMargin('1.2')).status, 200);
  const { userId } = await createPerson(app.db);
  await insertHeld(app.db, userId, itemId, { count: 3 });
  const worth = async () => (await ask('GET', `/admin/items/${itemId}`)).body.valueCentsBrl;

  // There are 3 for 2 dollars each, at a rate of 5.
  const tenfold = {
    status: 409,
    code: 'MARGIN_NOT_CONFIRMED',
    message: 'The margin would move what users own by 733.33 percent: with `confirm: true` it is set all the same',
    told: 'The items of all users are worth R$ 36,00 and would be worth R$ 300,00',
  };
  assert.deepEqual(await setMargin('10'), tenfold);
  assert.equal(await worth(), '1200', 'nothing has changed');
  assert.equal((await setMargin('1.81')).code, 'MARGIN_NOT_CONFIRMED');
  assert.equal((await setMargin('1.8')).status, 200, 'half more is a step');
  assert.equal((await setMargin('10', true)).status, 200);
  assert.equal(await worth(), '10000');
  assert.equal((await setMargin('1.2')).code, 'MARGIN_NOT_CONFIRMED', 'nor is it taken away in silence');
});
