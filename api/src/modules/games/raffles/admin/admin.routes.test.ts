import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultFields, refusal } from '../../../../../test/support/calls.ts';
import { archiveItem, createItem } from '../../../../../test/support/items.ts';
import { createPlayer } from '../../../../../test/support/people.ts';
import { createRecordingApp } from '../../../../../test/support/recording-app.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { actionsOf, balanceOf, endTime, jobsOf, useRaffles } from '../test-support.ts';

const app = useRaffles(createRecordingApp);

const post = async (more: object) => app.call(app.calls.admin, 'POST', '/admin/raffles', await app.calls.given(more));
const put = async (id: string, more: object) =>
  app.call(app.calls.admin, 'PUT', `/admin/raffles/${id}`, await app.calls.given(more));

test('a raffle is on sale when it is made, and its prizes are told beside what it may bring', async () => {
  const item = await createItem(app.db, 2_500);
  const { status, body } = await post({
    maxTickets: 200,
    maxTicketsPerUser: 10,
    ticketPriceCents: 150,
    prizes: [
      { displayOrder: 7, itemId: await createItem(app.db, 500) },
      { displayOrder: 2, itemId: item },
    ],
  });
  assert.equal(status, 201);
  const { id, prizes, createdAt, ...rest } = body;
  assert.deepEqual(
    prizes.map(({ displayOrder, nonce }: { displayOrder: number; nonce: number }) => [displayOrder, nonce]),
    [
      [2, 3],
      [7, 8],
    ],
  );
  assert.deepEqual(rest, {
    logLeaf: null,
    name: 'Sorteio',
    description: 'Três prêmios.',
    imageUrl: 'https://images.example/raffle.png',
    status: 'ACTIVE',
    ticketPriceCents: '150',
    ticketPriceFormatted: 'R$ 1,50',
    maxTickets: 200,
    maxTicketsPerUser: 10,
    ticketsSold: 0,
    closesAt: null,
    closedAt: null,
    drawnAt: null,
    cancelledAt: null,
    randomness: 'server',
    beaconDelaySeconds: null,
    beacon: null,
    ticketListHash: null,
    clientSeed: null,
    buyers: 0,
    incomeCents: '0',
    incomeFormatted: 'R$ 0,00',
    incomeIfSoldOutCents: '30000',
    incomeIfSoldOutFormatted: 'R$ 300,00',
    prizesValueCents: '3000',
    prizesValueFormatted: 'R$ 30,00',
    greatestCostCents: '0',
    greatestCostFormatted: 'R$ 0,00',
  });
  assert.ok(Date.parse(createdAt) > 0);
  const { body: shown } = await app.calls.get(id);
  assert.deepEqual(shown.prizes, prizes);
  assert.deepEqual(
    [shown.prizes[0].serverSeed, shown.prizes[0].roll, shown.prizes[0].winner, shown.prizes[0].valueCents],
    [null, null, null, '2500'],
  );
  assert.match(shown.prizes[0].serverSeedHash, /^[0-9a-f]{64}$/);
  assert.ok(!('buyers' in shown));
});

test('what is malformed is a 400 that names every field', async () => {
  const prize = { displayOrder: 0, itemId: '1' };
  for (const [more, fields] of [
    [{ name: ' ', imageUrl: 'ftp://x', ticketPriceCents: 0 }, ['name', 'imageUrl', 'ticketPriceCents']],
    [{ maxTickets: 1_000_001, maxTicketsPerUser: 0 }, ['maxTickets', 'maxTicketsPerUser']],
    [{ ticketPriceCents: '100000001' }, ['ticketPriceCents']],
    [{ closesAt: 'tomorrow', randomness: 'dice' }, ['closesAt', 'randomness']],
    [{ prizes: [] }, ['prizes']],
    [{ prizes: Array(101).fill(prize) }, ['prizes']],
    [{ prizes: [{ displayOrder: -1, itemId: 'x' }] }, ['prizes.0.displayOrder', 'prizes.0.itemId']],
  ] as const) {
    const answer = await post(more);
    assert.deepEqual([answer.status, faultFields(answer).sort()], [400, [...fields].sort()], JSON.stringify(more));
  }
});

test('what cannot be run is a 422 that names every fault, and nothing is made', async () => {
  const archived = await createItem(app.db);
  await archiveItem(app.db, archived);
  const item = await createItem(app.db);
  const before = await app.db.query(sql`select from raffles`);
  const answer = await post({
    closesAt: '2026-01-01T00:00:00Z',
    maxTickets: 5,
    maxTicketsPerUser: 6,
    randomness: 'drand',
    prizes: [
      { displayOrder: 1, itemId: item },
      { displayOrder: 1, itemId: archived },
      { displayOrder: 2, itemId: '999999' },
    ],
  });
  assert.deepEqual(refusal(answer), [422, 'This raffle cannot be run']);
  assert.deepEqual(faultFields(answer), [
    'closesAt',
    'maxTicketsPerUser',
    'randomness',
    'prizes.1.displayOrder',
    'prizes.1.itemId',
    'prizes.2.itemId',
  ]);
  assert.deepEqual(await app.db.query(sql`select from raffles`), before);
});

test('before the first sale a raffle can be changed; seeds stay with their places', async () => {
  const { id, prizes } = await app.calls.create({ closesAt: new Date(Date.now() + 3_600_000).toISOString() });
  const item = await createItem(app.db, 9_000);
  const closesAt = new Date(Date.now() + 7_200_000).toISOString();
  const edited = await put(id, {
    name: 'Outro',
    ticketPriceCents: '300',
    closesAt,
    prizes: [
      { displayOrder: 0, itemId: item },
      { displayOrder: 2, itemId: prizes[2]?.item.id },
      { displayOrder: 9, itemId: item },
    ],
  });
  assert.equal(edited.status, 200, edited.text);
  const { body } = edited;
  assert.deepEqual([body.name, body.ticketPriceCents, body.closesAt], ['Outro', '300', closesAt]);
  assert.deepEqual(
    body.prizes.map(({ displayOrder }: { displayOrder: number }) => displayOrder),
    [0, 2, 9],
  );
  assert.equal(body.prizes[0].item.id, item);
  assert.equal(body.prizes[0].serverSeedHash, prizes[0]?.serverSeedHash);
  assert.equal(body.prizes[1].serverSeedHash, prizes[2]?.serverSeedHash);
  const skipped = await app.db.query<{ nonce: string }>(sql`
    select first_nonce as nonce from skipped_nonces where stream = ${`raffle:${id}`}`);
  assert.deepEqual(skipped, [{ nonce: '2' }]);
  const [scheduled, ...others] = await jobsOf(app.db, id);
  assert.deepEqual([scheduled?.runAt.toISOString(), others], [closesAt, []]);
  assert.deepEqual(await actionsOf(app.db, id), [
    'RAFFLE_CREATED',
    'SEEDS_COMMITTED',
    'RAFFLE_UPDATED',
    'SEEDS_COMMITTED',
  ]);

  const again = await put(id, { prizes: [{ displayOrder: 1, itemId: item }] });
  assert.deepEqual([again.status, faultFields(again)], [422, ['prizes.0.displayOrder']]);
});

test('after the first sale nothing is changed', async () => {
  const { id } = await app.calls.create();
  await app.calls.buy(await createPlayer(app.db, 1_000), id);
  assert.deepEqual(refusal(await put(id, { name: 'Outro' })), [
    409,
    'Tickets are sold: the raffle can no longer be changed',
  ]);
  const { id: closed } = await app.calls.create();
  await app.calls.act(closed, 'close');
  assert.deepEqual(refusal(await put(closed, {})), [409, 'Raffle is not on sale']);
  assert.equal((await put('999999', {})).status, 404);
});

test('who cancels pays everybody back, once, and they hear of it', async () => {
  const { id } = await app.calls.create();
  const [one, other] = [await createPlayer(app.db, 1_000), await createPlayer(app.db, 1_000)];
  await app.calls.buy(one, id, 2);
  await app.calls.buy(other, id, 3);
  await app.calls.buy(one, id, 4);
  app.sent.length = 0;
  const key = { 'idempotency-key': 'cancel' };
  const { status, body, text } = await app.calls.act(id, 'cancel', key);
  assert.deepEqual([status, body.status, body.incomeCents, body.buyers], [200, 'CANCELLED', '900', 2]);
  assert.deepEqual([await balanceOf(app.db, one), await balanceOf(app.db, other)], [1_000, 1_000]);
  assert.deepEqual(
    app.sent.map(({ userId, event, payload }) => [userId, event, payload]),
    [one, other].map(({ userId }) => [userId, 'balance:updated', { balanceCents: '1000' }]),
  );
  const repeated = await app.calls.act(id, 'cancel', key);
  assert.deepEqual([repeated.text, repeated.replayed], [text, true]);
  assert.deepEqual(refusal(await app.calls.act(id, 'cancel')), [409, 'Raffle is not on sale']);
  assert.deepEqual(refusal(await app.calls.draw(id)), [
    409,
    'A raffle is drawn once, after its sales are closed; this one is CANCELLED',
  ]);
  assert.deepEqual(refusal(await app.calls.buy(one, id)), [
    409,
    'As vendas de bilhetes deste sorteio estão encerradas.',
  ]);
  assert.deepEqual(
    (await app.calls.get(id)).body.prizes.map(({ serverSeed }: { serverSeed: string | null }) => serverSeed),
    [null, null, null],
  );
});

test('the number of statements of a cancellation does not depend on how many are paid back', async () => {
  const statementsFor = async (buyers: number) => {
    const { id } = await app.calls.create();
    for (let each = 0; each < buyers; each += 1) await app.calls.buy(await createPlayer(app.db, 1_000), id);
    app.statements.length = 0;
    await app.calls.act(id, 'cancel');
    return app.statements.filter((text) => /raffle|transfers|skipped/.test(text)).length;
  };
  assert.equal(await statementsFor(1), await statementsFor(7));
});

test('once a ticket is sold nobody closes before the time, and calling it off pays back', async () => {
  const { id } = await app.calls.create({ closesAt: new Date(Date.now() + 3_600_000).toISOString() });
  const buyer = await createPlayer(app.db, 1_000);
  await app.calls.buy(buyer, id);
  const { status, body } = await app.calls.act(id, 'close');
  assert.deepEqual([status, body.code], [409, 'RAFFLE_SALES_RUN_ON']);
  assert.equal((await app.calls.get(id)).body.status, 'ACTIVE');
  assert.equal((await app.calls.act(id, 'cancel')).status, 200);
  assert.equal(await balanceOf(app.db, buyer), 1_000);
  const { id: timed } = await app.calls.create({ closesAt: new Date(Date.now() + 3_600_000).toISOString() });
  await app.calls.buy(buyer, timed);
  await endTime(app.db, timed);
  assert.equal((await app.calls.act(timed, 'close')).body.status, 'DRAWING');
});

test('a raffle whose sales are closed, by hand or by time, is not cancelled', async () => {
  const { id } = await app.calls.create();
  assert.equal((await app.calls.act(id, 'close')).body.status, 'DRAWING');
  assert.deepEqual(refusal(await app.calls.act(id, 'close')), [409, 'Raffle is not on sale']);
  assert.deepEqual(refusal(await app.calls.act(id, 'cancel')), [409, 'Raffle is not on sale']);
  const { id: late } = await app.calls.create({ closesAt: new Date(Date.now() + 3_600_000).toISOString() });
  await endTime(app.db, late);
  assert.deepEqual(refusal(await app.calls.act(late, 'cancel')), [409, 'Raffle is not on sale']);
  assert.equal((await app.calls.act(late, 'close')).status, 200);
});

test('administrators list raffles of every status, and look at one', async () => {
  const { id } = await app.calls.create();
  await app.calls.act(id, 'cancel');
  const { body } = await app.call(app.calls.admin, 'GET', '/admin/raffles?status=CANCELLED');
  assert.equal(body.data[0].id, id);
  assert.ok(body.data.every(({ status }: { status: string }) => status === 'CANCELLED'));
  const all = await app.call(app.calls.admin, 'GET', '/admin/raffles?limit=1');
  assert.deepEqual([all.body.data[0].id, all.body.meta.limit], [id, 1]);
  assert.equal((await app.call(app.calls.admin, 'GET', `/admin/raffles/${id}`)).body.buyers, 0);
  assert.equal((await app.call(app.calls.admin, 'GET', '/admin/raffles/999999')).status, 404);
  assert.equal((await app.call(app.calls.admin, 'GET', '/admin/raffles?status=OVER')).status, 400);
  for (const path of ['/admin/raffles/999999/close', '/admin/raffles/999999/cancel', '/raffle/999999/draw']) {
    assert.equal((await app.call(app.calls.admin, 'POST', path)).status, 404, path);
  }
});
