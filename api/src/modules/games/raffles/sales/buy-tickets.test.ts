import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultFields, refusal } from '../../../../../test/support/calls.ts';
import { createPlayer } from '../../../../../test/support/people.ts';
import { createRecordingApp } from '../../../../../test/support/recording-app.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { actionsOf, balanceOf, endTime, jobsOf, sha256, useRaffles } from '../test-support.ts';

const app = useRaffles(createRecordingApp);

const NOWHERE = '999999';

test('tickets have the next numbers and are paid from the balance, of which the buyer hears', async () => {
  const { id } = await app.calls.create();
  const [one, other] = [await createPlayer(app.db, 1_000), await createPlayer(app.db, 1_000)];
  await app.calls.buy(one, id, 3);
  const { status, body } = await app.calls.buy(other, id, 2);
  assert.equal(status, 200);
  assert.deepEqual(body, {
    raffleId: id,
    quantity: 2,
    firstTicket: 4,
    lastTicket: 5,
    paidCents: '200',
    paidFormatted: 'R$ 2,00',
    balanceCents: '800',
    balanceFormatted: 'R$ 8,00',
    ticketsOwned: 2,
    ticketsSold: 5,
    isSoldOut: false,
  });
  assert.equal((await app.calls.buy(one, id)).body.ticketsOwned, 4);
  const heard = app.sent.filter(({ userId }) => userId === other.userId);
  assert.deepEqual(heard, [{ userId: other.userId, event: 'balance:updated', payload: { balanceCents: '800' } }]);
  assert.equal((await app.calls.get(id)).body.ticketsSold, 6);
  const ownTickets = async (headers: Record<string, string>) =>
    (await app.http.inject({ url: `/api/raffle/${id}`, headers })).json().ownTickets;
  const stranger = await createPlayer(app.db, 0);
  assert.deepEqual(
    [await ownTickets({}), await ownTickets(one.headers), await ownTickets(stranger.headers)],
    [null, 4, 0],
  );
});

test('ten thousand tickets take as many statements as one', async () => {
  const { id } = await app.calls.create({ maxTickets: 1_000_000, ticketPriceCents: 1 });
  const player = await createPlayer(app.db, 100_000);
  const statementsFor = async (quantity: number) => {
    app.statements.length = 0;
    assert.equal((await app.calls.buy(player, id, quantity)).status, 200);
    return app.statements.filter((text) => /raffle|transfers|accounts/.test(text)).length;
  };
  await statementsFor(1);
  const forOne = await statementsFor(1);
  assert.equal(await statementsFor(10_000), forOne);
  assert.ok(forOne > 0 && forOne < 8, String(forOne));
});

test('what cannot be asked for is refused by its field', async () => {
  const { id } = await app.calls.create();
  const player = await createPlayer(app.db, 1_000);
  for (const quantity of [0, -1, 1.5, 10_001, '1', null]) {
    const answer = await app.calls.buy(player, id, quantity as number);
    assert.deepEqual([answer.status, faultFields(answer)], [400, ['quantity']], String(quantity));
  }
  assert.deepEqual(refusal(await app.calls.buy(player, NOWHERE)), [404, 'Sorteio não encontrado.']);
  assert.equal((await app.calls.buy(player, 'x')).status, 400);
});

test('who cannot pay has taken no number', async () => {
  const { id } = await app.calls.create();
  const poor = await createPlayer(app.db, 150);
  assert.deepEqual(refusal(await app.calls.buy(poor, id, 2)), [400, 'Insufficient balance']);
  assert.deepEqual([(await app.calls.get(id)).body.ticketsSold, await balanceOf(app.db, poor)], [0, 150]);
  assert.equal((await app.calls.buy(poor, id, 1)).body.firstTicket, 1);
});

test('nobody has more than may be, and the rest can still be bought', async () => {
  const { id } = await app.calls.create({ maxTickets: 7, maxTicketsPerUser: 5 });
  const player = await createPlayer(app.db, 10_000);
  await app.calls.buy(player, id, 3);
  assert.deepEqual(refusal(await app.calls.buy(player, id, 3)), [
    409,
    'Cada pessoa pode ter no máximo 5 bilhetes deste sorteio, e você tem 3.',
  ]);
  assert.equal((await app.calls.buy(player, id, 2)).status, 200);
  const other = await createPlayer(app.db, 10_000);
  assert.deepEqual(refusal(await app.calls.buy(other, id, 3)), [409, 'Restam só 2 bilhetes.']);
  assert.equal((await app.calls.buy(other, id, 2)).body.isSoldOut, true);
  assert.deepEqual(refusal(await app.calls.buy(other, id)), [
    409,
    'As vendas de bilhetes deste sorteio estão encerradas.',
  ]);
  assert.equal(await balanceOf(app.db, player), 9_500);
});

test('a price that is another than was seen buys nothing', async () => {
  const { id } = await app.calls.create();
  const player = await createPlayer(app.db, 1_000);
  const buyAt = (expectedPriceCents: string) =>
    app.call(player, 'POST', `/raffle/${id}/buy`, { quantity: 1, expectedPriceCents });
  assert.deepEqual(refusal(await buyAt('99')), [409, 'O preço do bilhete mudou. Nada foi comprado.']);
  assert.equal((await buyAt('100')).body.firstTicket, 1);
});

test('a repeat with the same key buys nothing more', async () => {
  const { id } = await app.calls.create();
  const player = await createPlayer(app.db, 1_000);
  const key = { 'idempotency-key': 'one' };
  const first = await app.calls.buy(player, id, 2, key);
  const second = await app.calls.buy(player, id, 2, key);
  assert.deepEqual([second.text, second.replayed], [first.text, true]);
  assert.equal((await app.calls.buy(player, id, 3, key)).status, 422);
  assert.deepEqual([(await app.calls.get(id)).body.ticketsSold, await balanceOf(app.db, player)], [2, 800]);
});

test('sales close at their time, also before the job has run', async () => {
  const closesAt = new Date(Date.now() + 3_600_000).toISOString();
  const { id } = await app.calls.create({ closesAt });
  const player = await createPlayer(app.db, 1_000);
  await app.calls.buy(player, id, 2);
  const [scheduled] = await jobsOf(app.db, id);
  assert.deepEqual([scheduled?.name, scheduled?.runAt.toISOString()], ['close-raffle-sales', closesAt]);
  await app.calls.runJob('close-raffle-sales', id);
  assert.equal((await app.calls.get(id)).body.status, 'ACTIVE');

  await endTime(app.db, id);
  assert.deepEqual(refusal(await app.calls.buy(player, id)), [
    409,
    'As vendas de bilhetes deste sorteio estão encerradas.',
  ]);
  await app.calls.runJob('close-raffle-sales', id);
  await app.calls.runJob('close-raffle-sales', id);
  const { body } = await app.calls.get(id);
  assert.deepEqual([body.status, body.ticketListHash], ['DRAWING', null]);
  assert.deepEqual(
    (await jobsOf(app.db, id)).map(({ name }) => name),
    ['close-raffle-sales', 'fix-ticket-list', 'draw-raffle'],
  );
  assert.deepEqual(await actionsOf(app.db, id), ['RAFFLE_CREATED', 'SEEDS_COMMITTED', 'RAFFLE_CLOSED']);
});

test('the list is public when it is fixed, and its hash is on the trail', async () => {
  const { id } = await app.calls.create();
  const player = await createPlayer(app.db, 1_000);
  await app.calls.buy(player, id, 2);
  assert.equal((await app.calls.tickets(id)).status, 409);
  assert.equal((await app.calls.tickets(NOWHERE)).status, 404);
  await app.calls.runJob('fix-ticket-list', id);
  assert.equal((await app.calls.get(id)).body.ticketListHash, null);
  await endTime(app.db, id);
  await app.calls.act(id, 'close');
  const { status, text } = await app.calls.tickets(id);
  assert.deepEqual([status, text], [200, `1:${player.userId}\n2:${player.userId}\n`]);
  await Promise.all([app.calls.runJob('fix-ticket-list', id), app.calls.runJob('fix-ticket-list', id)]);
  const { body } = await app.calls.get(id);
  assert.deepEqual([body.ticketListHash, body.clientSeed, body.beacon], [sha256(text), sha256(text), null]);
  const entries = await app.db.query<{ metadata: object }>(sql`
    select metadata from audit_entries where action = 'RAFFLE_LIST_FIXED' and entity_id = ${id}`);
  assert.deepEqual(entries, [{ metadata: { ticketListHash: sha256(text), ticketsSold: 2 } }]);
});

test('a list of many pages and long purchases is sent whole', async () => {
  const { id } = await app.calls.create({ maxTickets: 50_000, ticketPriceCents: 1 });
  const [one, other] = [await createPlayer(app.db, 100_000), await createPlayer(app.db, 100_000)];
  const lines: string[] = [];
  for (const [who, quantity] of [
    [one, 10_000],
    [other, 1],
    [one, 9_999],
    [other, 10_000],
  ] as const) {
    await app.calls.buy(who, id, quantity);
    for (let each = 0; each < quantity; each += 1) lines.push(`${lines.length + 1}:${who.userId}\n`);
  }
  await endTime(app.db, id);
  await app.calls.act(id, 'close');
  assert.equal((await app.calls.tickets(id)).text, lines.join(''));
  await app.calls.runJob('fix-ticket-list', id);
  assert.equal((await app.calls.get(id)).body.ticketListHash, sha256(lines.join('')));
});

test('lists tell raffles that are not over and those that were drawn, a page at a time', async () => {
  const { id: older } = await app.calls.create();
  const { id: newer } = await app.calls.create({ maxTickets: 1 });
  await app.calls.buy(await createPlayer(app.db, 1_000), newer);
  const idsOf = async (path: string) =>
    (await app.call(null, 'GET', path)).body.data.map(({ id }: { id: string }) => id) as string[];
  assert.deepEqual((await idsOf('/raffle/active')).slice(0, 2), [newer, older]);
  assert.deepEqual(await idsOf('/raffle/active?limit=1&page=2'), [older]);
  await app.calls.draw(newer);
  assert.ok(!(await idsOf('/raffle/active?limit=100')).includes(newer));
  const { body } = await app.call(null, 'GET', '/raffle/completed');
  const [listed] = body.data;
  assert.deepEqual(
    [
      listed.id,
      listed.prizeCount,
      listed.prizesValueCents,
      listed.prizesValueFormatted,
      listed.firstPrize.valueCentsBrl,
    ],
    [newer, 3, '3000', 'R$ 30,00', '1000'],
  );
  assert.equal(body.meta.total, 1);
  const { id: cancelled } = await app.calls.create();
  await app.calls.act(cancelled, 'cancel');
  assert.ok(!(await idsOf('/raffle/active?limit=100')).includes(cancelled));
  assert.equal((await app.calls.get(cancelled)).body.status, 'CANCELLED');
  assert.equal((await app.calls.get(NOWHERE)).status, 404);
});
