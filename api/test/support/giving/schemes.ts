import assert from 'node:assert/strict';
import { insertHeld } from '../../../src/modules/assets/inventory/test-support.ts';
import { NAME } from '../../../src/modules/trade/item-withdrawals/test-support.ts';
import { sql } from '../../../src/platform/database/sql.ts';
import { MINUTE_MS } from '../../../src/platform/durations.ts';
import { until } from '../../../src/platform/hot-store/test-support.ts';
import { ALL_ROUNDS } from '../beacon.ts';
import { setMarket } from '../purchases.ts';
import { caseOf, itemOf, type Plan, REASON, raffleOf, type Step } from './attempts.ts';
import { ask, byHouse, type Conspiracy, hear, list, made, runJob, sync, tell, worthOf } from './house.ts';
import { takeAll } from './take-all.ts';

/** USD cents: what something costs at the market, and what an administrator says instead, near enough to be no slip of the hand. */
const TRUE_CENTS = 149;
const LOW_CENTS = 100;
const DEAR_CENTS = 20_000;
const MANY = 10;

const repriced = (id: string, priceCents: number): Step => ({
  route: 'PATCH /api/admin/items/{id}',
  ids: [id],
  body: { originalPriceCents: `${priceCents}`, confirm: true, ...REASON },
});
/** The sources tell everything anew, for which nobody is needed. */
const told =
  (house: Conspiracy): Step =>
  () =>
    sync(house);
/** Many of it for what it is worth now, which costs the house nothing. */
const soldAtItsValue = (house: Conspiracy, itemId: string, worthCents: number): Step[] => [
  ...Array.from({ length: MANY }, () => ({
    route: 'POST /api/admin/raffles',
    body: raffleOf(itemId, worthCents),
  })),
  () => takeAll(house),
];

/**
 * A scheme takes several steps of the administrator, of friends and of nobody, none of which gives anything by itself.
 */
export const SCHEMES: Readonly<Record<string, Plan>> = {
  'a price is lowered, the item won, and its price told anew': async (house) => {
    const { id } = await list(house, TRUE_CENTS);
    return [repriced(id, LOW_CENTS), ...soldAtItsValue(house, id, worthOf(LOW_CENTS)), told(house)];
  },

  'an item is entered too cheap, won, and its price told anew': async (house) => {
    const name = `Entered ${house.friend.userId}`;
    tell(house.outside, name, TRUE_CENTS);
    return [
      { route: 'POST /api/admin/items', body: itemOf(name, LOW_CENTS) },
      async () => {
        const rows = await house.world.app.db.query<{ id: string }>(sql`select id from items where name = ${name}`);
        // It has no id before.
        const id = rows[0]?.id ?? assert.fail();
        for (let times = 0; times < MANY; times += 1) {
          await ask(house, house.who, 'POST', '/admin/raffles', raffleOf(id, worthOf(LOW_CENTS)));
        }
        await takeAll(house);
      },
      told(house),
    ];
  },

  'what friends own gets the name of something dearer': async (house) => {
    const { id } = await list(house, LOW_CENTS);
    const name = `Dearer ${house.friend.userId}`;
    await insertHeld(house.world.app.db, house.friend.userId, id, { count: MANY });
    tell(house.outside, name, TRUE_CENTS);
    const body = { marketHashName: name, ...REASON };
    return [{ route: 'PATCH /api/admin/items/{id}', ids: [id], body }, told(house)];
  },

  'a price is raised while a battle for it waits for its round': async (house) => {
    const { id } = await list(house, LOW_CENTS);
    const box = await byHouse(house, 'POST', '/admin/cases', caseOf(id, Math.ceil(worthOf(LOW_CENTS) / 0.97)));
    const battle = { mode: 'NORMAL', caseIds: [box.id], randomness: 'drand' };
    const { id: battleId } = await made(ask(house, house.friend, 'POST', '/battles/create', battle));
    await made(ask(house, house.accomplice, 'POST', `/battles/${battleId}/join`, {}));
    house.beacon.published = ALL_ROUNDS;
    return [repriced(id, DEAR_CENTS), () => runJob(house, 'finish-battle', { battleId })];
  },

  'a price is raised while the house buys it for a swap': async (house) => {
    const { world, friend, owned } = house;
    await setMarket(world.sandbox, { faults: [{ fault: 'cut-off', path: 'buy-one-p2p-name', moment: 'after' }] });
    const [held] = await world.app.db.query<{ id: string }>(sql`
      select id from inventory_items where user_id = ${friend.userId} and item_id = ${owned.id}`);
    const swap = { inventoryItemIds: [held?.id], targetMarketHashName: NAME };
    await made(ask(house, friend, 'POST', '/swap/site', swap));
    const statusOf = async () => {
      const rows = await world.app.db.query<{ status: string }>(
        sql`select status from orders order by id desc limit 1`,
      );
      return rows[0]?.status;
    };
    await until(async () => (await statusOf()) === 'UNKNOWN');
    await setMarket(world.sandbox, { faults: [] });
    return [
      repriced(world.itemId, DEAR_CENTS),
      async () => {
        world.clock.advance(5 * MINUTE_MS);
        await runJob(house, 'settle-orders');
        assert.equal(await statusOf(), 'BOUGHT');
      },
    ];
  },

  'the rate is lowered, and what is bought for little leaves for dollars': (house) => [
    () => ask(house, house.friend, 'POST', '/inventory/sell-all', {}),
    { route: 'PUT /api/admin/items/exchange-rate', body: { usdToBrl: 0.5, confirm: true, ...REASON } },
    ...soldAtItsValue(house, house.world.itemId, 60),
    () => withdrawAll(house),
  ],

  'a source errs, its low rate is confirmed, and what is bought for little leaves for dollars': async (house) => {
    await hear(house, 0.5);
    return [
      () => ask(house, house.friend, 'POST', '/inventory/sell-all', {}),
      { route: 'POST /api/admin/items/exchange-rate/confirm', body: { usdToBrl: 0.5, ...REASON } },
      ...soldAtItsValue(house, house.world.itemId, 60),
      () => withdrawAll(house),
    ];
  },

  'the rate is lowered, much is bought, and the source goes on': (house) => [
    () => ask(house, house.friend, 'POST', '/inventory/sell-all', {}),
    { route: 'PUT /api/admin/items/exchange-rate', body: { usdToBrl: 4.3, confirm: true, ...REASON } },
    ...soldAtItsValue(house, house.dear.id, Math.round(house.limitCents * 0.86)),
    () => hear(house, 5),
  ],
};

async function withdrawAll(house: Conspiracy): Promise<void> {
  const { world, friend, who } = house;
  const items = await world.app.db.query<{ id: string }>(sql`
    select inventory_items.id from inventory_items join items on items.id = item_id
    where user_id = ${friend.userId} and status = 'AVAILABLE' and market_hash_name = ${NAME}`);
  for (const { id } of items) {
    const { withdrawalId } = await made(ask(house, friend, 'POST', `/inventory/${id}/withdraw`));
    await ask(house, who, 'POST', `/admin/skin-withdrawals/${withdrawalId}/approve`);
  }
}
