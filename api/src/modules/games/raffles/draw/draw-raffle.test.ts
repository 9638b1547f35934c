import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { raffleFrom, savedRaffleFrom, verifyRaffle } from '@lisura/fairness';
import { refusal } from '../../../../../test/support/calls.ts';
import { expectedRoll, hmac } from '../../../../../test/support/independent-rolls.ts';
import { createItem } from '../../../../../test/support/items.ts';
import { createPlayer, type Person } from '../../../../../test/support/people.ts';
import { createRecordingApp } from '../../../../../test/support/recording-app.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { actionsOf, endTime, insertPurchases, jobsOf, sha256, useRaffles } from '../test-support.ts';

let told: { event: string; payload: { id?: string; winners?: object[] } }[];
const app = useRaffles(createRecordingApp);
before(async () => {
  told = [];
  Object.assign(app.realtime, {
    toAll: (event: { name: string }, payload: object) => told.push({ event: event.name, payload }),
  });
});

interface DrawnPrize {
  displayOrder: number;
  serverSeedHash: string;
  serverSeed: string;
  nonce: number;
  eligibleTickets: number;
  roll: number | null;
  winningIndex: number | null;
  winningTicket: number | null;
  winner: { id: string } | null;
}

/** By a list of tickets, as somebody would who has the answers alone. */
function assertDrawn(prizes: DrawnPrize[], clientSeed: string, list: string): void {
  let eligible = list
    .trimEnd()
    .split('\n')
    .map((line) => line.split(':') as [string, string]);
  for (const prize of prizes) {
    assert.equal(hmac(prize.serverSeed, ''), prize.serverSeedHash);
    assert.equal(prize.nonce, prize.displayOrder + 1);
    assert.equal(prize.eligibleTickets, eligible.length);
    if (eligible.length === 0) {
      assert.deepEqual([prize.roll, prize.winner], [null, null]);
      continue;
    }
    const roll = expectedRoll(prize.serverSeed, clientSeed, prize.nonce, eligible.length);
    const [number, userId] = eligible[roll % eligible.length] ?? assert.fail();
    const { winningIndex, winningTicket, winner } = prize;
    assert.deepEqual(
      [prize.roll, winningIndex, String(winningTicket), winner?.id],
      [roll, roll % eligible.length, number, userId],
    );
    eligible = eligible.filter((ticket) => ticket[1] !== userId);
  }
}

test('a raffle from its making to its winners, all of it computed anew from what is public', async () => {
  const { id, prizes } = await app.calls.create({ maxTickets: 12 });
  const players: Person[] = [];
  for (let each = 0; each < 4; each += 1) players.push(await createPlayer(app.db, 1_000));
  for (const [place, quantity] of [
    [0, 2],
    [1, 3],
    [0, 1],
    [2, 4],
    [3, 1],
  ] as const) {
    const { status, text } = await app.calls.buy(players[place] as Person, id, quantity);
    assert.equal(status, 200, text);
  }
  assert.deepEqual(refusal(await app.calls.draw(id)), [
    409,
    'A raffle is drawn once, after its sales are closed; this one is ACTIVE',
  ]);
  const { status, body } = await app.calls.buy(players[3] as Person, id);
  assert.deepEqual([status, body.isSoldOut, body.firstTicket, body.lastTicket], [200, true, 12, 12]);
  const list = await app.calls.tickets(id);
  const [one, two, three, four] = players.map(({ userId }) => userId);
  const owners = [one, one, two, two, two, one, three, three, three, three, four, four];
  assert.equal(list.text, owners.map((owner, index) => `${index + 1}:${owner}\n`).join(''));
  assert.equal(list.type, 'text/plain; charset=utf-8');
  await app.calls.runJob('fix-ticket-list', id);
  assert.equal((await app.calls.get(id)).body.clientSeed, sha256(list.text));

  const saved = savedRaffleFrom((await app.calls.get(id)).body);
  const drawn = await app.calls.draw(id);
  assert.equal(drawn.status, 200, drawn.text);
  const { ownTickets, ...shown } = (await app.calls.get(id)).body;
  assert.equal(ownTickets, null);
  assert.deepEqual(drawn.body, shown);
  const { valid, parts } = verifyRaffle(raffleFrom(drawn.body), list.text, saved);
  assert.ok(valid, JSON.stringify(parts));
  assert.equal(verifyRaffle(raffleFrom(drawn.body), list.text.replace(/:\d/, ':0'), saved).valid, false);
  assert.equal(drawn.body.status, 'COMPLETED');
  assert.deepEqual(
    drawn.body.prizes.map(({ serverSeedHash }: DrawnPrize) => serverSeedHash),
    prizes.map(({ serverSeedHash }) => serverSeedHash),
  );
  assertDrawn(drawn.body.prizes, sha256(list.text), list.text);
  assert.deepEqual(await actionsOf(app.db, id), [
    'RAFFLE_CREATED',
    'SEEDS_COMMITTED',
    'RAFFLE_CLOSED',
    'RAFFLE_LIST_FIXED',
    'RAFFLE_DRAWN',
  ]);
});

const drawnWith = async (more: object, buys: readonly (readonly [Person, number])[]) => {
  const { id } = await app.calls.create(more);
  for (const [who, quantity] of buys) assert.equal((await app.calls.buy(who, id, quantity)).status, 200);
  await endTime(app.db, id);
  await app.calls.act(id, 'close');
  const { status, body, text } = await app.calls.draw(id);
  assert.equal(status, 200, text);
  return body as { id: string; clientSeed: string | null; prizes: DrawnPrize[] };
};

test('winners get new items and one notification each, without a push; everybody hears of the draw', async () => {
  const [one, other] = [await createPlayer(app.db, 1_000), await createPlayer(app.db, 1_000)];
  app.sent.length = 0;
  const { id, prizes } = await drawnWith({}, [
    [one, 2],
    [other, 3],
  ]);
  for (const { userId } of [one, other]) {
    const prize = prizes.find(({ winner }) => winner?.id === userId);
    const items = await app.db.query(sql`
      select status, acquired_from as from, source_type as type, source_id as raffle, source_index as place
      from inventory_items where user_id = ${userId}`);
    assert.deepEqual(items, [
      { status: 'AVAILABLE', from: 'Sorteio', type: 'RAFFLE', raffle: id, place: prize?.displayOrder },
    ]);
    const notes = await app.db.query(sql`
      select type, title, metadata - 'en' as metadata, metadata -> 'en' ->> 'title' as in_english, status
      from notifications where user_id = ${userId}`);
    assert.deepEqual(notes, [
      {
        type: 'SYSTEM',
        title: 'Você ganhou um sorteio!',
        metadata: { raffleId: id, ticketNumber: prize?.winningTicket },
        inEnglish: 'You have won a raffle!',
        status: 'UNREAD',
      },
    ]);
  }
  assert.deepEqual(new Set(app.sent.map(({ event }) => event)), new Set(['balance:updated']));
  const heard = told.filter(({ payload }) => payload.id === id);
  assert.deepEqual(
    heard.map(({ event, payload }) => [event, payload.winners?.length]),
    [['raffle:drawn', 2]],
  );
});

test('a prize that no ticket is left for stays with the house, its seed revealed and its nonce skipped', async () => {
  const player = await createPlayer(app.db, 1_000);
  const { id, prizes } = await drawnWith({}, [[player, 4]]);
  const [won, ...unwon] = prizes;
  assert.deepEqual([won?.winner?.id, won?.eligibleTickets], [player.userId, 4]);
  for (const prize of unwon) {
    assert.deepEqual([prize.eligibleTickets, prize.roll, prize.winningTicket, prize.winner], [0, null, null, null]);
    assert.equal(hmac(prize.serverSeed, ''), prize.serverSeedHash);
  }
  const skipped = await app.db.query(sql`
    select first_nonce::int as nonce from skipped_nonces where stream = ${`raffle:${id}`} order by 1`);
  assert.deepEqual(skipped, [{ nonce: 2 }, { nonce: 3 }]);
});

test('of a raffle that nobody has bought of every prize stays with the house', async () => {
  const { id, clientSeed, prizes } = await drawnWith({}, []);
  assert.equal(clientSeed, null);
  assert.deepEqual(
    prizes.map(({ winner }) => winner),
    [null, null, null],
  );
  assert.deepEqual(await app.calls.tickets(id), { status: 200, text: '', type: 'text/plain; charset=utf-8' });
  assert.deepEqual(
    (await jobsOf(app.db, id)).map(({ name }) => name),
    ['draw-raffle'],
  );
});

test('one that nobody draws is drawn an hour after its sales were closed, once', async () => {
  const { id } = await app.calls.create({ maxTickets: 2 });
  await app.calls.runJob('draw-raffle', id);
  assert.equal((await app.calls.get(id)).body.status, 'ACTIVE');
  await app.calls.buy(await createPlayer(app.db, 1_000), id, 2);
  const due = (await jobsOf(app.db, id)).find(({ name }) => name === 'draw-raffle');
  const { closedAt } = (await app.calls.get(id)).body;
  assert.equal(Number(due?.runAt) - Date.parse(closedAt), 3_600_000);
  await app.calls.runJob('draw-raffle', id);
  const drawn = (await app.calls.get(id)).body;
  assert.equal(drawn.status, 'COMPLETED');
  await app.calls.runJob('draw-raffle', id);
  assert.deepEqual((await app.calls.get(id)).body, drawn);
});

test('a draw happens once: a repeat by its key gets the first answer, another one 409', async () => {
  const { id } = await app.calls.create({ maxTickets: 2 });
  await app.calls.buy(await createPlayer(app.db, 1_000), id, 2);
  const key = { 'idempotency-key': 'draw' };
  const first = await app.calls.draw(id, key);
  assert.equal(first.status, 200, first.text);
  const second = await app.calls.draw(id, key);
  assert.deepEqual([second.text, second.replayed], [first.text, true]);
  assert.deepEqual(refusal(await app.calls.draw(id)), [
    409,
    'A raffle is drawn once, after its sales are closed; this one is COMPLETED',
  ]);
});

test('places with gaps are drawn in their order, with nonces of their own', async () => {
  const [one, other] = [await createPlayer(app.db, 1_000), await createPlayer(app.db, 1_000)];
  const item = await createItem(app.db);
  const places = [40, 3, 4].map((displayOrder) => ({ displayOrder, itemId: item }));
  const { id, clientSeed, prizes } = await drawnWith({ prizes: places }, [
    [one, 3],
    [other, 5],
    [one, 1],
  ]);
  assert.deepEqual(
    prizes.map(({ nonce }) => nonce),
    [4, 5, 41],
  );
  assertDrawn(prizes, clientSeed as string, (await app.calls.tickets(id)).text);
});

test('a hundred prizes of a raffle with a million tickets are drawn by one request', async () => {
  const item = await createItem(app.db);
  const places = Array.from({ length: 100 }, (_, displayOrder) => ({ displayOrder, itemId: item }));
  const { id } = await app.calls.create({ maxTickets: 1_000_000, ticketPriceCents: 1, prizes: places });
  await insertPurchases(app.db, id, { buyers: 150, purchases: 12_500, tickets: 80 });
  await endTime(app.db, id);
  await app.calls.act(id, 'close');
  app.statements.length = 0;
  const { status, body } = await app.calls.draw(id);
  assert.equal(status, 200);
  assert.ok(app.statements.length < 40, String(app.statements.length));
  assert.equal(new Set(body.prizes.map(({ winner }: DrawnPrize) => winner?.id)).size, 100);
  const { text } = await app.calls.tickets(id);
  assert.equal(sha256(text), body.clientSeed);
  assertDrawn(body.prizes.slice(0, 3), body.clientSeed, text);
});
