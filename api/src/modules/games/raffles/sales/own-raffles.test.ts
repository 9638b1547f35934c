import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createItem } from '../../../../../test/support/items.ts';
import { createPlayer, type Person } from '../../../../../test/support/people.ts';
import { createRecordingApp } from '../../../../../test/support/recording-app.ts';
import { useRaffles } from '../test-support.ts';

const app = useRaffles(createRecordingApp);

const NOWHERE = '999999';

interface OwnEntry {
  raffle: { id: string };
  outcome: string;
  ownTickets: number;
}

test('own raffles are listed with tickets and outcome, a page at a time', async () => {
  const [lucky, other] = [await createPlayer(app.db, 10_000), await createPlayer(app.db, 10_000)];
  const mine = async (who: Person, query = '') => (await app.call(who, 'GET', `/raffle/mine${query}`)).body;
  const prizes = [{ displayOrder: 0, itemId: await createItem(app.db, 1_000) }];
  const drawn = await app.calls.create({ maxTickets: 4, prizes });
  await app.calls.buy(lucky, drawn.id, 2);
  await app.calls.buy(other, drawn.id, 2);
  await app.calls.draw(drawn.id);
  const cancelled = await app.calls.create();
  await app.calls.buy(lucky, cancelled.id, 5);
  await app.calls.act(cancelled.id, 'cancel');
  const open = await app.calls.create();
  await app.calls.buy(lucky, open.id, 1);
  await app.calls.buy(lucky, open.id, 2);

  const { body: raffle } = await app.calls.get(drawn.id);
  const { winner, winningTicket } = raffle.prizes[0];
  const [winning, losing] = winner.id === lucky.userId ? [lucky, other] : [other, lucky];
  const entryOf = async (who: Person) => (await mine(who)).data.find((own: OwnEntry) => own.raffle.id === drawn.id);
  const { won, ...rest } = await entryOf(winning);
  assert.deepEqual([rest.outcome, rest.ownTickets, rest.spentCents], ['WON', 2, '200']);
  assert.deepEqual([won.winningTicket, won.displayOrder, won.valueCents], [winningTicket, 0, '1000']);
  const lost = await entryOf(losing);
  assert.deepEqual([lost.outcome, lost.won], ['LOST', null]);

  const all = await mine(lucky);
  assert.deepEqual(
    all.data.map(({ raffle, outcome, ownTickets }: OwnEntry) => [raffle.id, outcome, ownTickets]).slice(0, 2),
    [
      [open.id, 'OPEN', 3],
      [cancelled.id, 'REFUNDED', 5],
    ],
  );
  const after = await mine(lucky, `?limit=1&before=${open.id}`);
  assert.deepEqual([after.data, after.meta.total], [[all.data[1]], 3]);
  assert.deepEqual((await mine(lucky, '?limit=1&page=2')).data, [all.data[1]]);
  assert.deepEqual((await mine(await createPlayer(app.db, 0))).data, []);
  assert.equal((await app.call(null, 'GET', '/raffle/mine')).status, 401);
});

test('a buyer sees the numbers of their tickets, and everybody who has how many', async () => {
  const [one, other] = [await createPlayer(app.db, 1_000), await createPlayer(app.db, 1_000)];
  const { id } = await app.calls.create();
  await app.calls.buy(one, id, 2);
  await app.calls.buy(other, id, 4);
  await app.calls.buy(one, id, 1);
  const numbersOf = async (who: Person, query = '') =>
    (await app.call(who, 'GET', `/raffle/${id}/tickets/mine${query}`)).body.data.map(
      ({ firstTicket, lastTicket, tickets }: Record<string, number>) => [firstTicket, lastTicket, tickets],
    );
  assert.deepEqual(await numbersOf(one), [
    [7, 7, 1],
    [1, 2, 2],
  ]);
  assert.deepEqual(await numbersOf(one, '?before=7'), [[1, 2, 2]]);
  assert.deepEqual(await numbersOf(one, '?limit=1&page=2'), [[1, 2, 2]]);
  assert.deepEqual(await numbersOf(other), [[3, 6, 4]]);
  const buyersOf = async (query = '') =>
    (await app.call(null, 'GET', `/raffle/${id}/buyers${query}`)).body.data.map(
      ({ user, tickets }: { user: { id: string }; tickets: number }) => [user.id, tickets],
    );
  assert.deepEqual(await buyersOf(), [
    [other.userId, 4],
    [one.userId, 3],
  ]);
  assert.deepEqual(await buyersOf(`?before=${other.userId}`), [[one.userId, 3]]);
  assert.deepEqual(await buyersOf('?limit=1&page=2'), [[one.userId, 3]]);
  const beyond = await app.call(one, 'GET', `/raffle/${id}/tickets/mine?before=9007199254740992`);
  assert.deepEqual([beyond.status, beyond.body.errors[0].field], [400, 'before']);
  for (const path of ['tickets/mine', 'buyers']) {
    assert.equal((await app.call(one, 'GET', `/raffle/${NOWHERE}/${path}`)).status, 404);
  }
});

test('everybody hears how many tickets are sold', async () => {
  const { id } = await app.calls.create({ maxTickets: 3 });
  const player = await createPlayer(app.db, 1_000);
  const heard: object[] = [];
  const { toAll } = app.realtime;
  Object.assign(app.realtime, {
    toAll: (event: { name: string }, payload: object) => {
      if (event.name === 'raffle:tickets_sold') heard.push(payload);
    },
  });
  try {
    await app.calls.buy(player, id, 2);
    await app.calls.buy(player, id, 2);
    await app.calls.buy(player, id, 1, { 'idempotency-key': 'last' });
  } finally {
    Object.assign(app.realtime, { toAll });
  }
  assert.deepEqual(heard, [
    { raffleId: id, ticketsSold: 2, maxTickets: 3, isSoldOut: false },
    { raffleId: id, ticketsSold: 3, maxTickets: 3, isSoldOut: true },
  ]);
});
