import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createTestApp } from '../../../../test/support/app.ts';
import { createAdmin, createPerson, type Person } from '../../../../test/support/people.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { insertHeld } from '../../assets/inventory/test-support.ts';

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
