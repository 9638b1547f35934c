import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { greatestCost } from '../../src/modules/games/raffles/admin/admin.records.ts';
import { HOUR_MS } from '../../src/platform/durations.ts';
import type { Reply } from '../support/calls.ts';
import { createDecidingApp } from '../support/decisions/deciding-app.ts';
import { createItem } from '../support/items.ts';
import type { Person } from '../support/people.ts';
import { use } from '../support/use-app.ts';

const LIMIT_CENTS = 100_000;
const NEEDS_ANOTHER = [409, 'SECOND_ADMINISTRATOR_NEEDED'];
const NEEDS_FACTOR = [403, 'SECOND_FACTOR_NOT_FRESH'];
const IMAGE = 'https://images.example/1.png';

const world = use(createDecidingApp, ({ end }) => end());
beforeEach(async () => {
  await world.set({ decisionFactorMinutes: 15, twoPersonCents: LIMIT_CENTS });
  await world.verify(world.ana, world.bia);
});

const seen = ({ status, body }: Reply) => (status < 300 ? 200 : [status, body.code]);

let hours = 0;
const eventOf = (more: object = {}) => {
  hours += 2;
  const startsAt = Date.now() + hours * HOUR_MS;
  return {
    name: `Event ${hours}`,
    description: '',
    imageUrl: IMAGE,
    pointsPerReal: 1,
    ticketsPerReal: 1,
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(startsAt + HOUR_MS).toISOString(),
    tiers: [{ pointsRequired: 1, reward: { type: 'BALANCE', balanceCents: 1 } }],
    ...more,
  };
};

async function draft(more: object = {}): Promise<string> {
  const { body, text } = await world.call(world.ana, 'POST', '/admin/events', eventOf(more));
  assert.ok(body.id, text);
  return body.id;
}
const publish = (who: Person, id: string) => world.call(who, 'POST', `/admin/events/${id}/publish`);

test('a draft takes no factor, and its publication does', async () => {
  const { body } = await world.call(world.biasOtherSession, 'POST', '/admin/events', eventOf({ budgetCents: 1 }));
  assert.deepEqual(seen(await publish(world.biasOtherSession, body.id)), NEEDS_FACTOR);
  assert.deepEqual(seen(await publish(world.bia, body.id)), 200);
});

test('the budgets of all events that one administrator publishes on a day are one sum', async () => {
  const [first, second] = [await draft({ budgetCents: 60_000 }), await draft({ budgetCents: 60_000 })];
  assert.deepEqual(seen(await publish(world.ana, first)), 200);
  assert.deepEqual(seen(await publish(world.ana, second)), NEEDS_ANOTHER);
  assert.deepEqual(seen(await publish(world.bia, second)), 200);
});

test('a draft that was changed after it was proposed is proposed anew', async () => {
  const id = await draft({ budgetCents: LIMIT_CENTS + 1 });
  assert.deepEqual(seen(await publish(world.ana, id)), NEEDS_ANOTHER);
  const tiers = [{ pointsRequired: 1, reward: { type: 'BALANCE', balanceCents: 2 } }];
  assert.equal((await world.call(world.ana, 'PATCH', `/admin/events/${id}`, { tiers })).status, 200);
  assert.deepEqual(seen(await publish(world.bia, id)), NEEDS_ANOTHER);
  assert.deepEqual(seen(await publish(world.ana, id)), 200);
});

test('a budget is raised as it was given', async () => {
  const id = await draft({ budgetCents: 1 });
  assert.deepEqual(seen(await publish(world.ana, id)), 200);
  const raise = (who: Person) => world.call(who, 'PATCH', `/admin/events/${id}`, { budgetCents: LIMIT_CENTS + 1 });
  assert.deepEqual(seen(await raise(world.biasOtherSession)), NEEDS_FACTOR);
  assert.deepEqual(seen(await raise(world.ana)), NEEDS_ANOTHER);
  assert.deepEqual(seen(await raise(world.bia)), 200);
});

const raffleOf = (itemId: string, more: object = {}) => ({
  name: 'Sorteio',
  description: '',
  imageUrl: IMAGE,
  ticketPriceCents: '100',
  maxTickets: 10,
  prizes: [{ displayOrder: 0, itemId }],
  randomness: 'server',
  ...more,
});
const offer = (who: Person, body: object) => world.call(who, 'POST', '/admin/raffles', body);

test('a raffle takes the fresh factor, and two administrators where it may cost much', async () => {
  const { ana, bia, biasOtherSession } = world;
  const fair = raffleOf(await createItem(world.app.db, 1_000));
  assert.deepEqual(seen(await offer(biasOtherSession, fair)), NEEDS_FACTOR);
  assert.deepEqual(seen(await offer(ana, fair)), 200);
  const dear = raffleOf(await createItem(world.app.db, LIMIT_CENTS + 1_001));
  assert.deepEqual(seen(await offer(ana, dear)), NEEDS_ANOTHER);
  assert.deepEqual(seen(await offer(bia, { ...dear, maxTickets: 9 })), NEEDS_ANOTHER, 'another raffle');
  const { status, body } = await offer(bia, dear);
  assert.deepEqual([status, body.greatestCostCents], [201, `${LIMIT_CENTS + 1}`]);
  assert.deepEqual(seen(await offer(ana, dear)), NEEDS_ANOTHER, 'one proposal is one raffle');
});

test('a raffle of which nothing is sold is made dearer by two', async () => {
  const { ana, bia } = world;
  const { body } = await offer(ana, raffleOf(await createItem(world.app.db, 1_000)));
  const dearer = raffleOf(await createItem(world.app.db, LIMIT_CENTS + 1_001));
  const edit = (who: Person) => world.call(who, 'PUT', `/admin/raffles/${body.id}`, dearer);
  assert.deepEqual(seen(await edit(ana)), NEEDS_ANOTHER);
  assert.deepEqual(seen(await edit(bia)), 200);
});

test('a prize that is made dear before the draw counts as what users own', async () => {
  const { ana, bia, call } = world;
  const itemId = await createItem(world.app.db, 1_000);
  assert.deepEqual(seen(await offer(ana, raffleOf(itemId))), 200);
  const reprice = (who: Person) =>
    call(who, 'PATCH', `/admin/items/${itemId}`, { originalPriceCents: '20000', confirm: true, reason: 'A test' });
  assert.deepEqual(seen(await reprice(ana)), NEEDS_ANOTHER);
  assert.deepEqual(seen(await reprice(bia)), 200);
});

test('the greatest cost of a raffle that closes at a time is that of few tickets', () => {
  const raffle = { ticketPriceCents: 100n, maxTickets: 1_000, closesAt: null };
  assert.equal(greatestCost(raffle, [60_000n, 40_000n]), 0n);
  assert.equal(greatestCost(raffle, [60_000n, 40_001n]), 1n);
  const closesAt = new Date();
  assert.equal(greatestCost({ ...raffle, closesAt }, [60_000n, 40_000n, 50n]), 59_900n + 39_900n);
});

test('a case comes before players with the fresh factor, and as a draft without', async () => {
  const { bia, biasOtherSession, call } = world;
  const itemId = await createItem(world.app.db, 100);
  const made = (name: string, more: object) => ({
    name,
    imageUrl: IMAGE,
    category: 'Tests',
    priceCents: '1000',
    items: [{ itemId, probability: '100' }],
    ...more,
  });
  const create = (who: Person, name: string, more: object = {}) => call(who, 'POST', '/admin/cases', made(name, more));
  assert.deepEqual(seen(await create(biasOtherSession, 'Active', { activate: true })), NEEDS_FACTOR);
  const draftCase = await create(biasOtherSession, 'Draft');
  assert.deepEqual(seen(draftCase), 200, draftCase.text);
  const change = (who: Person, body: object) => call(who, 'PATCH', `/admin/cases/${draftCase.body.id}`, body);
  assert.deepEqual(seen(await change(biasOtherSession, { priceCents: '900' })), 200);
  assert.deepEqual(seen(await change(biasOtherSession, { status: 'ACTIVE' })), NEEDS_FACTOR);
  assert.deepEqual(seen(await change(bia, { status: 'ACTIVE' })), 200);
  assert.deepEqual(seen(await change(biasOtherSession, { priceCents: '800' })), NEEDS_FACTOR);
  assert.deepEqual(seen(await change(biasOtherSession, { name: 'Renamed' })), 200);
});
