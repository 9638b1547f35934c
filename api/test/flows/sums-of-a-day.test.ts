import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { insertOneHeld } from '../../src/modules/assets/inventory/test-support.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { DAY_MS } from '../../src/platform/durations.ts';
import type { Reply } from '../support/calls.ts';
import { createDecidingApp } from '../support/decisions/deciding-app.ts';
import { createItem } from '../support/items.ts';
import { createPerson, type Person } from '../support/people.ts';
import { use } from '../support/use-app.ts';

/**
 * The limit that asks for two administrators counts the sums of a day, of one administrator and for one beneficiary.
 */
const LIMIT_CENTS = 100_000;
const NEEDS_ANOTHER = [409, 'SECOND_ADMINISTRATOR_NEEDED'];

const world = use(createDecidingApp, ({ end }) => end());
beforeEach(async () => {
  await world.set({ decisionFactorMinutes: 15, twoPersonCents: LIMIT_CENTS });
  await world.verify(world.ana, world.bia, world.carla);
});

const seen = ({ status, body }: Reply) => (status === 200 ? 200 : [status, body.code]);
const player = () => createPerson(world.app.db);
const adjust = (who: Person, { userId }: Person, amountCents = LIMIT_CENTS) =>
  world.call(who, 'POST', `/admin/users/${userId}/balance`, { amountCents, reason: 'A test' });

async function balanceOf(...people: Person[]): Promise<number> {
  const [row] = await world.app.db.query<{ cents: bigint }>(sql`
    select sum(balance_cents) as cents from accounts where user_id = any(${people.map(({ userId }) => userId)}::bigint[])`);
  return Number(row?.cents);
}

const countDone = (replies: readonly Reply[]) => replies.filter(({ status }) => status === 200).length;

test('of twelve adjustments of R$ 1.000,00 at once one administrator makes one', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, player));
  const replies = await Promise.all(people.map((person) => adjust(world.ana, person)));
  assert.equal(countDone(replies), 1, JSON.stringify(replies.map(seen)));
  assert.equal(replies.filter((reply) => reply.body.code === NEEDS_ANOTHER[1]).length, 11);
  assert.equal(await balanceOf(...people), LIMIT_CENTS);
});

test('of twelve adjustments for one player at once, by two administrators, one is made', async () => {
  const friend = await player();
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      adjust(index % 2 === 0 ? world.ana : world.bia, friend, LIMIT_CENTS - index),
    ),
  );
  assert.equal(countDone(replies), 1, JSON.stringify(replies.map(seen)));
  assert.ok((await balanceOf(friend)) <= LIMIT_CENTS);
});

test('twelve that are the same are agreed upon by the second administrator, and not made by each alone', async () => {
  const friend = await player();
  assert.deepEqual(seen(await adjust(world.ana, friend)), 200);
  assert.deepEqual(seen(await adjust(world.ana, friend)), NEEDS_ANOTHER);
  assert.deepEqual(seen(await adjust(world.bia, friend)), 200, 'Bia agrees to what Ana has proposed');
  assert.deepEqual(seen(await adjust(world.carla, friend)), NEEDS_ANOTHER, 'the proposal is carried out once');
  assert.equal(await balanceOf(friend), 2 * LIMIT_CENTS);
});

test('a decision of two administrators counts for neither of them, nor for the beneficiary', async () => {
  const [friend, other] = [await player(), await player()];
  assert.deepEqual(seen(await adjust(world.ana, friend, 5 * LIMIT_CENTS)), NEEDS_ANOTHER);
  assert.deepEqual(seen(await adjust(world.bia, friend, 5 * LIMIT_CENTS)), 200);
  assert.deepEqual(seen(await adjust(world.ana, other)), 200);
  assert.deepEqual(seen(await adjust(world.bia, friend)), 200);
  const kept = await world.app.db.query(sql`
    select administrator_id as "by", second_administrator_id as "with", cents from giveaways
    where beneficiary_id = ${friend.userId} order by id`);
  assert.deepEqual(kept, [
    { by: world.bia.userId, with: world.ana.userId, cents: 500000n },
    { by: world.bia.userId, with: null, cents: 100000n },
  ]);
});

test('a proposal that nobody agrees to counts nothing', async () => {
  const [friend, other] = [await player(), await player()];
  assert.deepEqual(seen(await adjust(world.ana, friend, LIMIT_CENTS + 1)), NEEDS_ANOTHER);
  assert.deepEqual(seen(await adjust(world.ana, other)), 200);
});

test('another day of São Paulo begins another sum', async () => {
  const friend = await player();
  assert.deepEqual(seen(await adjust(world.ana, friend)), 200);
  assert.deepEqual(seen(await adjust(world.ana, friend, 1)), NEEDS_ANOTHER);
  world.clock.advance(DAY_MS);
  await world.verify(world.ana);
  assert.deepEqual(seen(await adjust(world.ana, friend, 2)), 200);
});

test('ways of different kinds are in one sum', async () => {
  const { ana, bia, call, app } = world;
  const friend = await player();
  const itemId = await createItem(app.db, 60_000);
  await insertOneHeld(app.db, friend.userId, itemId);
  assert.deepEqual(seen(await adjust(ana, await player(), 60_000)), 200);
  // At the first margin and rate: from R$ 600,00 to R$ 1.200,00.
  const reprice = (who: Person) =>
    call(who, 'PATCH', `/admin/items/${itemId}`, { originalPriceCents: '20000', confirm: true, reason: 'A test' });
  assert.deepEqual(seen(await reprice(ana)), NEEDS_ANOTHER);
  assert.deepEqual(seen(await reprice(bia)), 200);
});
