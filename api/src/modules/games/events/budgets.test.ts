import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createItem } from '../../../../test/support/items.ts';
import type { Person } from '../../../../test/support/people.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import {
  AMPLE_CENTS,
  createAdminCalls,
  createPlayer,
  startEvent,
  tableOf,
  tierAt,
  times,
  useEventsWorld,
} from './test-support.ts';

const world = useEventsWorld();
const calls = createAdminCalls(world);

const SPENT = [409, 'EVENT_BUDGET_SPENT'];

async function begin(reward: Parameters<typeof tierAt>[1], budgetCents: bigint) {
  const { id, tiers } = await startEvent(world, { tiers: [tierAt(100, reward)] }, { budgetCents });
  const claim = async (who: Person) => {
    const { status, body } = await world.call(who, 'POST', `/event/${id}/claim`, { tierId: tiers[0]?.id });
    return status === 200 ? 200 : [status, body.code];
  };
  return { id, claim };
}

const spentOf = async (id: Id<'event'>) => Number((await calls.call('GET', `/${id}`)).body.totals.spentCents);

const alertsOf = (id: Id<'event'>) =>
  world.db.query<{ count: number }>(
    sql`select count from alerts where kind = 'EVENT_BUDGET_NEARLY_SPENT' and key = ${id}`,
  );

const possessions = ({ userId }: Person) =>
  world.db.query(sql`
    select balance_cents, (select count(*) from inventory_items where user_id = accounts.user_id) as items,
      (select count(*) from event_claims where user_id = accounts.user_id) as claims,
      (select sum(tickets_spent) from event_progress where user_id = accounts.user_id) as spent
    from accounts where user_id = ${userId}`);

test('of claims at once as many are paid as the budget holds, and the alert at 80 percent is raised once', async () => {
  const { id, claim } = await begin({ type: 'BALANCE', balanceCents: 100n }, 350n);
  const players = await times(10, () => createPlayer(world.db, 100));
  const outcomes = await Promise.all(players.map(claim));
  assert.equal(outcomes.filter((outcome) => outcome === 200).length, 3, JSON.stringify(outcomes));
  assert.deepEqual(new Set(outcomes.filter((outcome) => outcome !== 200).map(String)), new Set([String(SPENT)]));
  assert.equal(await spentOf(id), 300);
  assert.deepEqual(await alertsOf(id), [{ count: 1 }]);
});

test('a claim that the budget does not hold changes nothing, and can be made once the budget is raised', async () => {
  const { id, claim } = await begin({ type: 'BALANCE', balanceCents: 100n }, 99n);
  const player = await createPlayer(world.db, 100);
  const before = await possessions(player);
  assert.deepEqual(await claim(player), SPENT);
  assert.deepEqual(await possessions(player), before);
  assert.deepEqual(await alertsOf(id), [{ count: 1 }], 'though less than 80 percent are spent');
  assert.equal((await calls.call('PATCH', `/${id}`, { budgetCents: '100' })).status, 200);
  assert.deepEqual(await claim(player), 200);
});

test('an item counts at its value when it is given', async () => {
  const item = await createItem(world.db, 100);
  const { id, claim } = await begin({ type: 'ITEM', item }, 1_000n);
  assert.deepEqual(await claim(await createPlayer(world.db, 100)), 200);
  await world.db.query(sql`update items set value_cents_brl = 901 where id = ${item}`);
  assert.deepEqual(await claim(await createPlayer(world.db, 100)), SPENT);
  await world.db.query(sql`update items set value_cents_brl = 900 where id = ${item}`);
  assert.deepEqual(await claim(await createPlayer(world.db, 100)), 200);
  assert.equal(await spentOf(id), 1_000);
});

test('of shots at once as many are fired as the budget holds, and a refused one takes no ticket', async () => {
  const item = await createItem(world.db, 10);
  const { id } = await startEvent(world, { shoots: [tableOf(250, [[item, 10_000_000]])] }, { budgetCents: 45n });
  const players = await times(8, () => createPlayer(world.db, 250));
  const replies = await Promise.all(
    players.map((player) => world.call(player, 'POST', '/event-shoot/shoot', { ticketPrice: 250, eventId: id })),
  );
  assert.equal(replies.filter(({ status }) => status === 200).length, 4);
  assert.equal(await spentOf(id), 40);
  const refused = replies.findIndex(({ status }) => status !== 200);
  assert.equal(replies[refused]?.body.code, SPENT[1]);
  const [left] = (await possessions(players[refused] as Person)) as { items: string; spent: string }[];
  assert.deepEqual([left?.items, left?.spent], ['0', '0']);
});

test('an event is published with a budget, which only grows afterwards', async () => {
  const item = await createItem(world.db, 10);
  const { id } = await calls.create(item, { budgetCents: undefined });
  const { status, body } = await calls.call('POST', `/${id}/publish`);
  assert.deepEqual([status, body.errors.map(({ field }: { field: string }) => field)], [422, ['budgetCents']]);
  assert.equal((await calls.call('PATCH', `/${id}`, { budgetCents: 0 })).body.budgetCents, '0');
  assert.equal((await calls.call('PATCH', `/${id}`, { budgetCents: 500 })).body.budgetCents, '500');
  assert.equal((await calls.call('POST', `/${id}/publish`)).status, 200);
  assert.equal((await calls.call('PATCH', `/${id}`, { budgetCents: 499 })).body.code, 'EVENT_BUDGET_NOT_RAISED');
  assert.equal((await calls.call('PATCH', `/${id}`, { budgetCents: '501' })).body.budgetCents, '501');
  const tooMuch = await calls.call('PATCH', `/${id}`, { budgetCents: (AMPLE_CENTS + 1n).toString() });
  assert.deepEqual([tooMuch.status, tooMuch.body.errors[0].field], [400, 'budgetCents']);
});

test('an event that was published before budgets pays what it promised', async () => {
  const { id, claim } = await begin({ type: 'BALANCE', balanceCents: 100n }, 0n);
  await world.db.query(sql`delete from event_budgets where event_id = ${id}`);
  assert.deepEqual(await claim(await createPlayer(world.db, 100)), 200);
  assert.equal((await calls.call('GET', `/${id}`)).body.budgetCents, null);
  assert.equal((await calls.call('PATCH', `/${id}`, { budgetCents: 1 })).body.code, 'EVENT_BUDGET_NOT_RAISED');
});
