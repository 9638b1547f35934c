import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createTestApp } from '../../../../../test/support/app.ts';
import { createItem } from '../../../../../test/support/items.ts';
import { createPlayer, type Person } from '../../../../../test/support/people.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { startEvent, tableOf } from '../../events/test-support.ts';
import { endTime, insertPurchases, jobsOf, useRaffles } from '../test-support.ts';

const COUNT = 'count-raffle-stakes';
let eventId: Id<'event'>;
const app = useRaffles(createTestApp);
before(async () => {
  const prize = await createItem(app.db, 5);
  eventId = (await startEvent(app, { shoots: [tableOf(250, [[prize, 10_000_000]])] })).id;
});

const wageredOf = async ({ userId }: Pick<Person, 'userId'>) => {
  const rows = await app.db.query<{ cents: bigint }>(sql`
    select wagered_cents as cents from event_progress where event_id = ${eventId} and user_id = ${userId}`);
  return Number(rows[0]?.cents ?? 0);
};
const isToBeCounted = async (id: string) => (await jobsOf(app.db, id)).some(({ name }) => name === COUNT);
const worth = async (cents: number) => ({ prizes: [{ displayOrder: 0, itemId: await createItem(app.db, cents) }] });

test('tickets earn when they are drawn, once, and not when they are bought', async () => {
  const { id } = await app.calls.create({ maxTickets: 5, ...(await worth(100)) });
  const [one, other] = [await createPlayer(app.db, 1_000), await createPlayer(app.db, 1_000)];
  await app.calls.buy(one, id, 2);
  await app.calls.buy(other, id, 3);
  await app.calls.runJob(COUNT, id);
  assert.deepEqual([await wageredOf(one), await wageredOf(other)], [0, 0]);
  await app.calls.draw(id);
  assert.ok(await isToBeCounted(id));
  await Promise.all([app.calls.runJob(COUNT, id), app.calls.runJob(COUNT, id)]);
  await app.calls.runJob(COUNT, id);
  assert.deepEqual([await wageredOf(one), await wageredOf(other)], [200, 300]);
});

test('what is paid back has earned nothing', async () => {
  const { id } = await app.calls.create(await worth(1));
  const player = await createPlayer(app.db, 1_000);
  await app.calls.buy(player, id, 2);
  await app.calls.act(id, 'cancel');
  assert.ok(!(await isToBeCounted(id)));
  await app.calls.runJob(COUNT, id);
  assert.equal(await wageredOf(player), 0);
});

test('a raffle earns where it leaves to the house what wagers leave at least', async () => {
  // The house keeps 3 of 100 cents by the settings.
  for (const [cents, earns] of [
    [97, true],
    [98, false],
    [500, false],
  ] as const) {
    const { id } = await app.calls.create({ maxTickets: 1, ...(await worth(cents)) });
    await app.calls.buy(await createPlayer(app.db, 1_000), id);
    await app.calls.draw(id);
    assert.equal(await isToBeCounted(id), earns, String(cents));
  }
});

test('more buyers than are counted at once are all counted', async () => {
  const { id } = await app.calls.create({ maxTickets: 5_000, ticketPriceCents: 1, ...(await worth(1)) });
  await insertPurchases(app.db, id, { buyers: 2_100, purchases: 2_100, tickets: 2 });
  await endTime(app.db, id);
  await app.calls.act(id, 'close');
  await app.calls.draw(id);
  await app.calls.runJob(COUNT, id);
  const [counted] = await app.db.query<{ buyers: number; cents: number }>(sql`
    select count(*)::int as buyers, sum(wagered_cents)::int as cents from event_progress
    join raffle_buyers using (user_id) where raffle_id = ${id} and event_id = ${eventId} and is_counted`);
  assert.deepEqual(counted, { buyers: 2_100, cents: 4_200 });
});
