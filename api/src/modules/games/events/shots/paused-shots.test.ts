import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { refusal } from '../../../../../test/support/calls.ts';
import { createItem } from '../../../../../test/support/items.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import {
  createAdminCalls,
  createEventsWorld,
  createPlayer,
  type EventsWorld,
  startEvent,
  tableOf,
} from '../test-support.ts';

let world: EventsWorld;
before(async () => {
  world = await createEventsWorld();
});
after(() => world.close());

const setEdges = async (maxCaseRtpPercent: string, upgradeEdgePercent: string) => {
  for (const [key, value] of Object.entries({ maxCaseRtpPercent, upgradeEdgePercent })) {
    await world.db.query(sql`update settings set value = ${JSON.stringify(value)}::jsonb where key = ${key}`);
  }
};
const setValue = (itemId: Id<'item'>, cents: number) =>
  world.db.query(sql`update items set value_cents_brl = ${cents} where id = ${itemId}`);

const PAUSED = [
  409,
  'Os tiros por esse preço estão pausados por causa dos preços atuais dos itens. Tente de novo mais tarde.',
];

test('a table that gives more than the wagers behind its tickets leave is not published', async () => {
  const calls = createAdminCalls(world);
  await setEdges('97', '10');
  const itemId = await createItem(world.db, 8);
  // 250 tickets at 100 a real are wagers of 250 cents, of which 3 percent are 7.5.
  const { id } = await calls.create(itemId);
  const refused = await calls.call('POST', `/${id}/publish`);
  assert.deepEqual(
    [refused.status, refused.body.errors],
    [
      422,
      [
        {
          field: 'shoots.0.prizes',
          message: 'a shot gives about 8 cents, and the wagers behind its 250 tickets leave at most 7 to the house',
        },
      ],
    ],
  );
  assert.equal((await calls.call('GET', `/${id}`)).body.shoots[0].isPaused, true);
  await setValue(itemId, 7);
  const published = await calls.call('POST', `/${id}/publish`);
  assert.deepEqual([published.status, published.body.shoots[0].isPaused], [200, false]);
});

test('a table is paused while prices or edges make it too generous, and only that one', async () => {
  await setEdges('97', '10');
  const [itemId, otherId] = [await createItem(world.db, 7), await createItem(world.db, 7)];
  const shoots = [tableOf(250, [[itemId, 10_000_000]]), tableOf(500, [[otherId, 10_000_000]])];
  const { id } = await startEvent(world, { shoots });
  const player = await createPlayer(world.db, 100_000);
  const shoot = async (ticketPrice = 250) => {
    const reply = await world.call(player, 'POST', '/event-shoot/shoot', { ticketPrice });
    return reply.status === 200 ? 200 : refusal(reply);
  };
  const shown = async () =>
    (await world.call(null, 'GET', '/event/active')).body.event.shoots.map(
      ({ isPaused }: { isPaused: boolean }) => isPaused,
    );
  assert.equal(await shoot(), 200);
  await setValue(itemId, 8);
  assert.deepEqual([await shoot(), await shoot(500), await shown()], [PAUSED, 200, [true, false]]);
  const { tickets, shots, nextShot } = (await world.call(player, 'GET', `/event/${id}/progress`)).body;
  assert.deepEqual([tickets, shots, nextShot.nonce], [100_000 - 750, 2, 3], 'a refused shot costs nothing');
  await setEdges('96.8', '10');
  assert.deepEqual([await shoot(), await shown()], [200, [false, false]], 'exactly 8 cents of 250');
  await setEdges('90', '3');
  assert.deepEqual([await shoot(), await shown()], [PAUSED, [true, false]], 'upgrades leave less than cases');
  await setValue(itemId, 7);
  assert.equal(await shoot(), 200);
});
