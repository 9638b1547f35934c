import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { insertOneHeld } from '../../src/modules/assets/inventory/test-support.ts';
import { useEventsWorld, wager } from '../../src/modules/games/events/test-support.ts';
import { createRaffleCalls, type RaffleCalls } from '../../src/modules/games/raffles/test-support.ts';
import { findNearGains } from '../../src/modules/people/decisions/index.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { HOUR_MS } from '../../src/platform/durations.ts';
import type { Reply } from '../support/calls.ts';
import { createItem } from '../support/items.ts';
import { createPerson, type Person, putIn } from '../support/people.ts';

/** Nobody gains from their own publications or prices, and accounts near an administrator are reviewed. */
const world = useEventsWorld();
let raffles: RaffleCalls;
let eventId: string;
let tierId: string;
before(async () => {
  raffles = await createRaffleCalls(world);
  const itemId = await createItem(world.db, 10);
  const made = await world.call(world.admin, 'POST', '/admin/events', {
    name: 'Event',
    description: '',
    imageUrl: 'https://images.example/1.png',
    startsAt: new Date().toISOString(),
    endsAt: new Date(Date.now() + HOUR_MS).toISOString(),
    pointsPerReal: 100,
    ticketsPerReal: 100,
    budgetCents: '100000',
    tiers: [{ pointsRequired: 1, reward: { type: 'BALANCE', balanceCents: 100 } }],
    shoots: [{ ticketPrice: 250, prizes: [{ itemId, hashRangeStart: 1, hashRangeEnd: 10_000_000 }] }],
  });
  eventId = made.body.id;
  tierId = made.body.tiers[0].id;
  const published = await world.call(world.admin, 'POST', `/admin/events/${eventId}/publish`);
  assert.equal(published.status, 200, published.text);
});

const OWN = [403, 'OWN_PUBLICATION'];
const seen = ({ status, body }: Reply) => (status < 300 ? 200 : [status, body.code]);
const claim = (who: Person) => world.call(who, 'POST', `/event/${eventId}/claim`, { tierId });
const shoot = (who: Person) => world.call(who, 'POST', '/event-shoot/shoot', { ticketPrice: 250, eventId });
const countOf = async (who: Person) => {
  const [row] = await world.db.query<{ spent: string; items: string }>(sql`
    select coalesce(sum(tickets_spent), 0) as spent,
      (select count(*) from inventory_items where user_id = ${who.userId}) as items
    from event_progress where user_id = ${who.userId}`);
  return row;
};

test('the publisher of an event neither claims nor shoots in it, and others do', async () => {
  const player = await createPerson(world.db);
  for (const who of [world.admin, player]) await wager(world.db, who, 1_000);
  assert.deepEqual(seen(await claim(world.admin)), OWN);
  assert.deepEqual(seen(await shoot(world.admin)), OWN);
  assert.deepEqual(await countOf(world.admin), { spent: '0', items: '0' });
  assert.deepEqual([seen(await claim(player)), seen(await shoot(player))], [200, 200]);
});

test('a new account of the publisher neither claims nor shoots in the event', async () => {
  const again = await createPerson(world.db);
  await wager(world.db, again, 1_000);
  await world.db.query(sql`
    insert into brought_facts (user_id, name, value)
    values (${again.userId}, 'published', ${JSON.stringify({ [`event:${eventId}`]: true })}::jsonb)`);
  assert.deepEqual([seen(await claim(again)), seen(await shoot(again))], [OWN, OWN]);
});

test('the maker of a raffle buys no ticket of it', async () => {
  const { id } = await raffles.create();
  await putIn(world.db, raffles.admin, 1_000);
  assert.deepEqual(seen(await raffles.buy(raffles.admin, id)), OWN);
  const player = await createPerson(world.db);
  await putIn(world.db, player, 1_000);
  assert.deepEqual(seen(await raffles.buy(player, id)), 200);
  const [raffle] = await world.db.query(sql`select tickets_sold from raffles where id = ${id}`);
  assert.deepEqual(raffle, { ticketsSold: 1 });
});

test('the owner of an item does not make it dear, and may make it cheap', async () => {
  const itemId = await createItem(world.db, 100);
  await insertOneHeld(world.db, world.admin.userId, itemId);
  await world.db.query(sql`update items set original_price_cents = 4500 where id = ${itemId}`);
  const reprice = (originalPriceCents: string) =>
    world.call(world.admin, 'PATCH', `/admin/items/${itemId}`, { originalPriceCents, confirm: true, reason: 'A test' });
  assert.deepEqual(seen(await reprice('4501')), [403, 'OWN_RECORD']);
  assert.deepEqual(seen(await reprice('4000')), 200);
});

test('a player who gains from the administrator’s address or device is found, and no other player is', async () => {
  const since = new Date(Date.now() - HOUR_MS);
  const people = await Promise.all(Array.from({ length: 3 }, () => createPerson(world.db)));
  const [atAddress, onDevice, elsewhere] = people as [Person, Person, Person];
  for (const who of people) {
    await wager(world.db, who, 1_000);
    assert.deepEqual(seen(await claim(who)), 200);
  }
  const move = (who: Person, ip: string, device: string | null) =>
    world.db.query(sql`update sessions set ip = ${ip}, device_id = ${device} where user_id = ${who.userId}`);
  await move(world.admin, '203.0.113.7', 'device-1');
  await move(atAddress, '203.0.113.7', null);
  await move(onDevice, '198.51.100.1', 'device-1');
  await move(elsewhere, '198.51.100.2', 'device-2');
  const found = await findNearGains(world.db, since, null);
  const near = found.map(({ userId, administratorId }) => [userId, administratorId]).sort();
  assert.deepEqual(near, [atAddress, onDevice].map(({ userId }) => [userId, world.admin.userId]).sort());
  assert.deepEqual(await findNearGains(world.db, since, elsewhere.userId), []);
  assert.equal((await findNearGains(world.db, since, onDevice.userId)).length, 1);
});
