import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertOneHeld } from '../../src/modules/assets/inventory/test-support.ts';
import { wager } from '../../src/modules/games/events/test-support.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { HOUR_MS } from '../../src/platform/durations.ts';
import type { Method } from '../support/calls.ts';
import { createDecidingApp, type DecidingApp } from '../support/decisions/deciding-app.ts';
import { DECIDING_ROUTES } from '../support/decisions/deciding-routes.ts';
import * as records from '../support/decisions/records.ts';
import { createItem } from '../support/items.ts';
import { operationsOf, readOpenApi } from '../support/openapi.ts';
import { createPerson, type Person, putIn } from '../support/people.ts';

/**
 * One administrator tries every operation with the most generous values, and a friend takes all that can be had. What the
 * friend has more then is at most the loss that docs/operations.md states.
 */
const LIMIT_CENTS = 100_000;
const IMAGE = 'https://images.example/1.png';
const REASON = { reason: 'A test' };
const SUMS = [999_999_999, LIMIT_CENTS + 1, LIMIT_CENTS, LIMIT_CENTS / 2, LIMIT_CENTS / 2, 1];

let world: DecidingApp;
let dearId: string;
before(async () => {
  world = await createDecidingApp();
  dearId = await createItem(world.app.db, LIMIT_CENTS);
});
after(() => world?.end());

interface Attempt {
  path?: string;
  body?: object;
}
type Attempts = (friend: Person, itemId: string) => Promise<Attempt[]> | Attempt[];

const eventOf = (budgetCents: number) => ({
  name: 'Generous',
  description: '',
  imageUrl: IMAGE,
  pointsPerReal: 1_000_000,
  ticketsPerReal: 1_000_000,
  startsAt: new Date(Date.now() - HOUR_MS).toISOString(),
  endsAt: new Date(Date.now() + HOUR_MS).toISOString(),
  budgetCents,
  tiers: [1, 2, 3].map((pointsRequired) => ({
    pointsRequired,
    reward: { type: 'BALANCE', balanceCents: Math.max(1, Math.floor(budgetCents / 3)) },
  })),
});
const raffleOf = (closesAt: string | null) => ({
  name: 'Generous',
  description: '',
  imageUrl: IMAGE,
  ticketPriceCents: '1',
  maxTickets: 1,
  prizes: [{ displayOrder: 0, itemId: dearId }],
  randomness: 'server',
  ...(closesAt === null ? {} : { closesAt }),
});
const eventDrafts = (): Promise<Attempt[]> =>
  Promise.all(
    SUMS.map(async (budgetCents) => {
      const { body, text } = await world.call(world.carla, 'POST', '/admin/events', eventOf(budgetCents));
      assert.ok(body.id, text);
      return { path: body.id as string };
    }),
  );

/** The ways by which value could be given, each as generously as is accepted; in this order. */
const GENEROUS: Readonly<Record<string, Attempts>> = {
  // First of all whoever wants to give much takes the guards away.
  'PATCH /api/admin/settings': () =>
    [
      { twoPersonCents: 0 },
      { twoPersonCents: 1_000_000_000 },
      { decisionFactorMinutes: 0 },
      { autoApprovalDailyLimitCents: 100_000_000 },
      { maxCaseRtpPercent: 100 },
      { priceMargin: '3' },
      { priceMargin: '1.21' },
    ].map((values) => ({ body: { ...values, confirm: true, ...REASON } })),
  'POST /api/admin/users/{id}/balance': ({ userId }) =>
    SUMS.map((amountCents) => ({ path: userId, body: { amountCents, ...REASON } })),
  'POST /api/admin/deposits/{id}/confirm': async (friend) =>
    Promise.all([1, 2, 3].map(async () => ({ path: await records.deposit(world, friend), body: REASON }))),
  'POST /api/admin/events': () => [],
  'PATCH /api/admin/events/{id}': async () =>
    (await eventDrafts()).map(({ path }) => ({ path: path as string, body: { budgetCents: '999999999999' } })),
  'POST /api/admin/events/{id}/publish': eventDrafts,
  'POST /api/admin/raffles': () => [
    { body: raffleOf(null) },
    { body: raffleOf(new Date(Date.now() + HOUR_MS).toISOString()) },
    { body: raffleOf(null) },
  ],
  'PATCH /api/admin/items/{id}': (_friend, itemId) =>
    ['999999999', '20000', '200', '150'].map((originalPriceCents) => ({
      path: itemId,
      body: { originalPriceCents, confirm: true, ...REASON },
    })),
  'PUT /api/admin/items/exchange-rate': () =>
    [100, 10, 5.05].map((usdToBrl) => ({ body: { usdToBrl, confirm: true, ...REASON } })),
  'POST /api/admin/cases': () => [
    {
      body: {
        name: `Generous ${Math.random()}`,
        imageUrl: IMAGE,
        category: 'Tests',
        priceCents: '100',
        items: [{ itemId: dearId, probability: '100' }],
        activate: true,
      },
    },
  ],
};

/** What a friend has: balance, what is held for them, and items at their value. */
async function wealthOf({ userId }: Person): Promise<number> {
  const [row] = await world.app.db.query<{ cents: string }>(sql`
    select balance_cents + (
      select coalesce(sum(count * value_cents_brl), 0) from inventory_counts join items on items.id = item_id
      where inventory_counts.user_id = ${userId} and status in ('AVAILABLE', 'LOCKED', 'IN_SWAP')) as cents
    from accounts where user_id = ${userId}`);
  return Number(row?.cents);
}

const ask = (who: Person, method: Method, path: string, body?: object) => world.call(who, method, path, body);

/** The friend claims, buys tickets, opens and sells whatever is there. */
async function takeAll(friend: Person): Promise<void> {
  await wager(world.app.db, friend, 1_000n);
  const { db } = world.app;
  const tiers = await db.query<{ eventId: string; tierId: string }>(sql`
    select event_id as "eventId", event_tiers.id as "tierId" from event_tiers join events on events.id = event_id
    where status = 'PUBLISHED'`);
  for (const { eventId, tierId } of tiers) await ask(friend, 'POST', `/event/${eventId}/claim`, { tierId });
  const raffles = await db.query<{ id: string }>(sql`select id from raffles where status = 'ACTIVE'`);
  for (const { id } of raffles) {
    await ask(friend, 'POST', `/raffle/${id}/buy`, { quantity: 1 });
    await ask(world.carla, 'POST', `/raffle/${id}/draw`);
  }
  const cases = await db.query<{ id: string }>(sql`select id from cases where status = 'ACTIVE'`);
  for (const { id } of cases) await ask(friend, 'POST', `/cases/${id}/open`, { quantity: 1 });
  const items = await db.query<{ id: string }>(sql`
    select id from inventory_items where user_id = ${friend.userId} and status = 'AVAILABLE'`);
  for (const { id } of items) await ask(friend, 'POST', `/inventory/${id}/sell`);
}

/** Tries everything; returns what the friend has gained. */
async function gainOfFriend(who: Person, isFresh: boolean): Promise<number> {
  const { app } = world;
  await world.set({ decisionFactorMinutes: 15, twoPersonCents: LIMIT_CENTS });
  const friend = await createPerson(app.db);
  await putIn(app.db, friend, 1_000);
  const itemId = await createItem(app.db, 1_000);
  await insertOneHeld(app.db, friend.userId, itemId);
  const before = await wealthOf(friend);
  for (const [name, attempts] of Object.entries(GENEROUS)) {
    const [method, route = ''] = name.replace(' /api', ' ').split(' ');
    for (const { path, body } of await attempts(friend, itemId)) {
      if (isFresh) await world.verify(who);
      const answer = await ask(who, method as Method, route.replace(/\{\w+\}/, path ?? ''), body);
      assert.ok(answer.status < 500, `${name}: ${answer.text}`);
    }
  }
  await takeAll(friend);
  return (await wealthOf(friend)) - before;
}

test('one administrator without a fresh second factor gives nothing away', async () => {
  assert.ok((await gainOfFriend(world.biasOtherSession, false)) <= 0);
});

test('one administrator with a fresh second factor gives away at most twoPersonCents on a day', async (t) => {
  const gained = await gainOfFriend(world.ana, true);
  t.diagnostic(`the friend gained ${gained} cents of at most ${LIMIT_CENTS}`);
  assert.ok(gained > 0 && gained <= LIMIT_CENTS, `${gained}`);
});

const OWNED = 'decides on what the player has already; deciding-routes.test.ts has its rules';
const AT_MOST_REFUND = 'gives back at most what was paid';
const NO_VALUE = 'gives nobody anything';
/** The other operations of administrators, with why nobody gains by them. */
const GIVES_NOTHING: Readonly<Record<string, string>> = {
  ...Object.fromEntries(DECIDING_ROUTES.map(({ route }) => [route, OWNED])),
  'POST /api/admin/dashboard/alerts/{id}/acknowledge': NO_VALUE,
  'POST /api/admin/dashboard/alerts/{id}/resolve': NO_VALUE,
  'POST /api/admin/settings/preview': NO_VALUE,
  'POST /api/admin/notifications': NO_VALUE,
  'POST /api/items/sync': 'prices of the sources, within the limits of a day',
  'POST /api/admin/items/update-prices': 'prices of the sources, within the limits of a day',
  'POST /api/admin/items/sync-steam-database': NO_VALUE,
  'POST /api/admin/items/steam-database/clear-cache': NO_VALUE,
  'POST /api/admin/items/held-back-prices/confirm': 'counts as a price by hand; guarded-values.test.ts',
  'POST /api/admin/items/exchange-rate/confirm': 'counts as a rate by hand; guarded-values.test.ts',
  'POST /api/admin/items':
    'nobody owns a new item, and no sync raises its price once somebody does; owned-prices.test.ts',
  'DELETE /api/admin/items/{id}': NO_VALUE,
  'PATCH /api/admin/cases/{id}': 'a case returns at most maxCaseRtpPercent',
  'DELETE /api/admin/cases/{id}': NO_VALUE,
  'POST /api/admin/cases/{caseId}/items': 'a case returns at most maxCaseRtpPercent',
  'DELETE /api/admin/cases/{caseId}/items/{itemId}': 'a case returns at most maxCaseRtpPercent',
  'POST /api/admin/battles/{id}/cancel': AT_MOST_REFUND,
  'POST /api/admin/events/{id}/end': NO_VALUE,
  'DELETE /api/admin/events/{id}': NO_VALUE,
  'PUT /api/admin/raffles/{id}': 'counts as a new raffle; published-values.test.ts',
  'POST /api/admin/raffles/{id}/close': NO_VALUE,
  'POST /api/admin/raffles/{id}/cancel': AT_MOST_REFUND,
  'POST /api/raffle/{id}/draw': 'the prizes were counted when the raffle was made',
  'POST /api/admin/log/resume': NO_VALUE,
};

test('every operation by which administrators change something is tried here, or gives nothing for a reason', async () => {
  const forAdministrators: string[] = [];
  for (const { name, method, path } of operationsOf(await readOpenApi(world.app.http))) {
    if (method === 'get') continue;
    const url = path.replaceAll(/\{\w+\}/g, '1');
    const { headers } = await createPerson(world.app.db);
    const answer = await world.app.http.inject({ method: method as 'post', url, headers, payload: {} });
    if (answer.json().code === 'ADMINISTRATORS_ONLY') forAdministrators.push(name);
  }
  const known = new Set([...Object.keys(GENEROUS), ...Object.keys(GIVES_NOTHING)]);
  assert.deepEqual(forAdministrators.sort(), [...known].sort());
});
