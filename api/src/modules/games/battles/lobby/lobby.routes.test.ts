import assert from 'node:assert/strict';
import { test } from 'node:test';
import { battleFrom, savedBattleFrom, verifyBattle } from '@lisura/fairness';
import { faultFields, refusal } from '../../../../../test/support/calls.ts';
import { readCommittedSeeds } from '../../../../../test/support/committed-seeds.ts';
import { createAdmin, createPlayer } from '../../../../../test/support/people.ts';
import { transaction } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { addVersion, createCase } from '../../cases/openings/test-support.ts';
import { userStream } from '../../rolls/index.ts';
import { createEvenCase, FORCED_SEED, forceDraws, holdingsOf, setPrice, useBattles } from '../test-support.ts';

const world = useBattles();

test('a battle is created, joined, played and shown to everybody', async () => {
  const { box } = world;
  const [ana, bia] = [await world.player(), await world.player()];
  const created = await world.create(ana, { caseIds: [box.id, box.id, box.id], clientSeed: 'of Ana' });
  assert.equal(created.status, 201, created.text);
  const { id } = created.body;
  assert.deepEqual(
    [created.body.status, created.body.entryPriceCents, created.body.seats.length, created.body.rounds],
    ['WAITING', '300', 1, []],
  );
  assert.equal(created.body.seats[0].serverSeedHashes.length, 3);
  assert.equal((await world.get(null, id)).status, 401);
  const joined = await world.join(bia, id);
  assert.equal(joined.status, 200, joined.text);
  assert.equal(joined.body.status, 'COMPLETED');
  const shown = await world.get(null, id);
  assert.equal(shown.status, 200, shown.text);
  assert.deepEqual(shown.body, joined.body);
  const winner = shown.body.result.winningTeam === 1 ? ana : bia;
  assert.deepEqual(await holdingsOf(world.db, winner), { balance: 999_700, items: 6 });
});

test('before the end every hash is shown, of each seat and of the tie, and never a seed', async () => {
  const { box } = world;
  const [ana, bia, carla] = [await world.player(), await world.player(), await world.player()];
  const { id } = (await world.create(ana, { caseIds: [box.id, box.id], seatCount: 3, clientSeed: 'of Ana' })).body;
  const before = await world.join(bia, id);
  const asked = [
    before,
    await world.get(carla, id),
    await world.call(await createAdmin(world.db), 'GET', `/admin/battles/${id}`),
  ];
  assert.deepEqual(asked[1]?.body, before.body);
  const seeds = [
    ...(await readCommittedSeeds(world.db, userStream(ana.userId))),
    ...(await readCommittedSeeds(world.db, `battle:${id}` as ReturnType<typeof userStream>)),
  ].map(({ seed }) => seed);
  assert.equal(seeds.length, 3);
  for (const { text, body } of asked) {
    for (const seed of seeds) assert.ok(!text.includes(seed));
    assert.deepEqual([body.seats[0].clientSeed, body.seats[0].clientSeedSource], ['of Ana', 'REQUEST']);
    assert.deepEqual([body.rounds, body.result, body.tieBreak.serverSeed], [[], null, null]);
    assert.deepEqual(
      body.seats.map((seat: { serverSeedHashes: string[] }) => seat.serverSeedHashes.length),
      [2, 2],
    );
    assert.match(body.tieBreak.serverSeedHash, /^[0-9a-f]{64}$/);
  }
  const { body: over } = await world.join(carla, id);
  assert.deepEqual(over.seats[0].serverSeedHashes, before.body.seats[0].serverSeedHashes);
  assert.equal(over.tieBreak.serverSeedHash, before.body.tieBreak.serverSeedHash);
  assert.deepEqual(
    over.rounds.map((round: { rolls: { serverSeed: string }[] }) => round.rolls[0]?.serverSeed),
    seeds.slice(0, 2),
  );
});

test('cases that take turns keep their rounds, and each is told of once', async () => {
  const [first, second] = [await createCase(world.db), await createCase(world.db, { priceCents: 700 })];
  const [ana, bia] = [await world.player(), await world.player()];
  const caseIds = [second.id, first.id, second.id, first.id, first.id];
  const created = await world.create(ana, { caseIds });
  const joined = await world.join(bia, created.body.id);
  const shown = await world.get(null, created.body.id);
  const { body: list } = await world.call(ana, 'GET', '/battles/list');
  const listed = list.data.find(({ id }: { id: string }) => id === created.body.id);
  for (const { cases } of [created.body, joined.body, shown.body, listed]) {
    assert.deepEqual(
      cases.map((played: Record<string, unknown>) => [played.round, played.caseId, played.priceCents]),
      caseIds.map((caseId, index) => [index + 1, caseId, caseId === second.id ? '700' : '100']),
    );
  }
  assert.deepEqual(shown.body, joined.body);
  assert.deepEqual(
    shown.body.versions.map(({ caseId }: { caseId: string }) => caseId),
    [first.id, second.id],
  );
  for (const { round, rolls } of shown.body.rounds) {
    const box = caseIds[round - 1] === first.id ? first : second;
    for (const { itemId } of rolls) assert.ok(box.itemIds.includes(itemId));
  }
});

test('a battle is of the versions and prices of its creation', async () => {
  const box = await createCase(world.db);
  const [ana, bia] = [await world.player(), await world.player()];
  const { id } = (await world.create(ana, { caseIds: [box.id] })).body;
  await transaction(world.db, async (tx) => {
    await addVersion(tx, box.id, { itemIds: box.itemIds.slice(0, 1), widths: [10_000_000], flipThreshold: null });
    await tx.query(sql`update cases set price_cents = 700, status = 'ARCHIVED' where id = ${box.id}`);
  });
  const { status, body } = await world.join(bia, id);
  assert.deepEqual([status, body.cases[0].versionNumber, body.cases[0].priceCents], [200, 1, '100']);
  assert.equal(body.versions[0].items.length, 4);
  assert.equal((await holdingsOf(world.db, bia)).balance, 999_900);
});

test('what cannot be created names its fault, and costs nothing', async () => {
  const { box } = world;
  const ana = await world.player();
  const faults: [object, string[]][] = [
    [{ mode: 'FURIOUS' }, ['mode']],
    [{ caseIds: [] }, ['caseIds']],
    [{ caseIds: Array<string>(51).fill(box.id) }, ['caseIds']],
    [{ caseIds: ['x'] }, ['caseIds.0']],
    [{ seatCount: 1 }, ['seatCount']],
    [{ seatCount: 5 }, ['seatCount']],
    [{ seatCount: 2, isTeams: true }, ['isTeams', 'seatCount']],
    [{ randomness: 'dice' }, ['randomness']],
    [{ clientSeed: 'a'.repeat(129) }, ['clientSeed']],
    [{ expectedEntryPriceCents: '-1' }, ['expectedEntryPriceCents']],
  ];
  for (const [more, fields] of faults) {
    const reply = await world.create(ana, more);
    assert.equal(reply.status, 400, reply.text);
    assert.deepEqual(faultFields(reply), fields);
  }
  assert.deepEqual(refusal(await world.create(ana, { caseIds: ['999999'] })), [404, 'Caixa não encontrada.']);
  assert.deepEqual(refusal(await world.create(ana, { expectedEntryPriceCents: '99' })), [
    409,
    'As caixas mudaram: a entrada agora é de R$ 1,00.',
  ]);
  assert.equal((await world.create(ana, { randomness: 'drand' })).status, 409);
  assert.deepEqual(await holdingsOf(world.db, ana), { balance: 1_000_000, items: 0 });
});

test('cases that are drafts, archived or paused are not fought over', async () => {
  const ana = await world.player();
  const [archived, paused] = [await createCase(world.db), await createCase(world.db)];
  await world.db.query(sql`update cases set status = 'ARCHIVED' where id = ${archived.id}`);
  const drafts = await world.db.query<{ id: string }>(sql`
    insert into cases (name, image_url, category, price_cents) values ('Draft', '', 'Test', 100) returning id`);
  await setPrice(world.db, paused.itemIds, 98);
  assert.equal((await world.create(ana, { caseIds: [archived.id] })).status, 404);
  assert.equal((await world.create(ana, { caseIds: [drafts[0]?.id] })).status, 404);
  const reply = await world.create(ana, { caseIds: [world.box.id, paused.id] });
  assert.match(refusal(reply).join(), /^409,Esta caixa está pausada/);
});

test('who cannot pay gets no seat, and keeps nonce and money', async () => {
  const [ana, poor] = [await world.player(), await createPlayer(world.db, 99)];
  const { id } = (await world.create(ana)).body;
  for (const reply of [await world.create(poor), await world.join(poor, id)]) {
    assert.deepEqual(refusal(reply), [400, 'Insufficient balance']);
  }
  const account = await world.db.query(sql`
    select nonce::int, balance_cents::int as balance from accounts where user_id = ${poor.userId}`);
  assert.deepEqual(account, [{ nonce: 0, balance: 99 }]);
  assert.equal((await world.get(ana, id)).body.seats.length, 1);
});

test('nobody joins a battle twice, against themselves, when it is full or where there is none', async () => {
  const [ana, bia, carla] = [await world.player(), await world.player(), await world.player()];
  const { id } = (await world.create(ana)).body;
  assert.deepEqual(refusal(await world.join(ana, id)), [409, 'Você já está nesta batalha.']);
  assert.equal((await world.join(bia, id)).status, 200);
  assert.deepEqual(refusal(await world.join(carla, id)), [409, 'Esta batalha não tem mais lugares livres.']);
  assert.deepEqual(refusal(await world.join(carla, '999999')), [404, 'Batalha não encontrada.']);
  assert.equal((await world.join(carla, 'x')).status, 400);
  assert.equal((await world.get(carla, '999999')).status, 404);
  assert.equal((await world.get(null, '999999')).status, 401);
  // Visitors learn by an answer, not by a refusal, what they are shown: a full battle is over at once.
  const { id: waiting } = (await world.create(carla)).body;
  const isPublic = async (asked: string) =>
    (await world.call(null, 'GET', `/battles/${asked}/visibility`)).body.isPublic;
  assert.deepEqual(await Promise.all([id, waiting, '999999'].map(isPublic)), [true, false, false]);
});

test('a battle that would pay back too much at the prices of now is paused, and says so', async () => {
  const box = await createCase(world.db);
  const [ana, bia] = [await world.player(), await world.player()];
  const { id } = (await world.create(ana, { caseIds: [box.id], seatCount: 2 })).body;
  await setPrice(world.db, box.itemIds, 98);
  assert.match(refusal(await world.join(bia, id)).join(), /^409,Esta batalha está pausada/);
  assert.match(refusal(await world.addBots(ana, id, 1)).join(), /^409,Esta batalha está pausada/);
  assert.equal((await world.get(bia, id)).body.isPaused, true);
  const { data } = (await world.call(ana, 'GET', '/battles/active')).body;
  assert.deepEqual(
    data.map((each: { id: string; isPaused: boolean }) => [each.id, each.isPaused]),
    [[id, true]],
  );
  assert.equal((await holdingsOf(world.db, bia)).balance, 1_000_000);
  await setPrice(world.db, box.itemIds, 97);
  assert.equal((await world.join(bia, id)).status, 200);
});

test('a price that changes between creation and last join does not turn the winner', async () => {
  const even = await createEvenCase(world.db);
  for (const mode of ['NORMAL', 'CRAZY', 'SHARED']) {
    const [ana, bia] = [await world.player(), await world.player()];
    await forceDraws(world.db, ana, [3]);
    await forceDraws(world.db, bia, [0]);
    const created = (await world.create(ana, { mode, caseIds: [even.id], clientSeed: FORCED_SEED })).body;
    const valuesOf = ({ versions }: { versions: { items: { valueCents: string }[] }[] }) =>
      versions[0]?.items.map(({ valueCents }) => valueCents);
    assert.deepEqual(valuesOf(created), ['10', '20', '30', '40']);
    await setPrice(world.db, even.itemIds.slice(0, 1), 90);
    await setPrice(world.db, even.itemIds.slice(3), 1);
    const waiting = (await world.get(bia, created.id)).body;
    assert.deepEqual(valuesOf(waiting), ['10', '20', '30', '40']);
    const { body } = await world.join(bia, created.id, { clientSeed: FORCED_SEED });
    assert.deepEqual(valuesOf(body), ['10', '20', '30', '40']);
    assert.deepEqual(
      body.seats.map(({ totalCents }: { totalCents: string }) => totalCents),
      ['40', '10'],
    );
    assert.equal(body.result.winningTeam, { NORMAL: 1, CRAZY: 2, SHARED: null }[mode]);
    if (mode === 'SHARED') assert.equal((await holdingsOf(world.db, bia)).balance, 1_000_000 - 100 + 25);
    // The winner follows from what everybody may see alone.
    const { valid, parts } = verifyBattle(battleFrom(body), savedBattleFrom(waiting));
    assert.equal(valid, true, JSON.stringify(parts.filter(({ steps }) => steps.some(({ ok }) => !ok))));
    await setPrice(world.db, even.itemIds.slice(0, 1), 10);
    await setPrice(world.db, even.itemIds.slice(3), 40);
  }
});

test('bots fill free seats, for who created the battle alone', async () => {
  const [ana, bia] = [await world.player(), await world.player()];
  const { id } = (await world.create(ana, { seatCount: 4, caseIds: [world.box.id, world.box.id] })).body;
  await world.join(bia, id);
  assert.deepEqual(refusal(await world.addBots(bia, id, 1)), [403, 'Só quem criou a batalha pode adicionar bots.']);
  assert.deepEqual(refusal(await world.addBots(ana, id, 3)), [409, 'A batalha tem 2 lugares livres.']);
  for (const count of [0, 4]) assert.deepEqual(faultFields(await world.addBots(ana, id, count)), ['count']);
  const one = await world.addBots(ana, id, 1);
  assert.deepEqual([one.status, one.body.status, one.body.seats[2].serverSeedHashes.length], [200, 'WAITING', 2]);
  assert.deepEqual([one.body.seats[2].firstNonce, one.body.seats[2].user], [1, null]);
  const two = await world.addBots(ana, id, 1);
  assert.equal(two.body.status, 'COMPLETED');
  assert.notEqual(two.body.seats[2].botName, two.body.seats[3].botName);
  assert.deepEqual(refusal(await world.addBots(ana, id, 1)), [409, 'Esta batalha não tem mais lugares livres.']);
});

test('a repeat with the same key takes no second seat and creates no second battle', async () => {
  const [ana, bia] = [await world.player(), await world.player()];
  const key = { 'idempotency-key': 'mine' };
  const created = await world.create(ana, {}, key);
  const again = await world.create(ana, {}, key);
  assert.deepEqual([again.text, again.replayed, again.status], [created.text, true, 201]);
  const joined = await world.join(bia, created.body.id, {}, key);
  const rejoined = await world.join(bia, created.body.id, {}, key);
  assert.deepEqual([rejoined.text, rejoined.replayed], [joined.text, true]);
  const bots = (await world.create(ana, { seatCount: 3 })).body.id;
  const added = await world.addBots(ana, bots, 1, { 'idempotency-key': 'bots' });
  const readded = await world.addBots(ana, bots, 1, { 'idempotency-key': 'bots' });
  assert.deepEqual([readded.text, readded.replayed, added.body.seats.length], [added.text, true, 2]);
  assert.equal((await holdingsOf(world.db, ana)).balance, 999_800);
});

test('the list is of public battles, newest first, by mode, seats, state and price', async () => {
  const dear = await createCase(world.db, { priceCents: 7_777 });
  const ana = await world.player();
  const createAt = async (more: object) => (await world.create(ana, { caseIds: [dear.id], ...more })).body.id as string;
  const [first, second] = [await createAt({ mode: 'CRAZY' }), await createAt({ mode: 'SHARED', seatCount: 3 })];
  const idsFor = async (query: string) => {
    const { status, body, text } = await world.call(null, 'GET', `/battles/list?minPriceCents=7777&${query}`);
    assert.equal(status, 200, text);
    return [body.data.map(({ id }: { id: string }) => id), body.meta.total];
  };
  assert.deepEqual(await idsFor(''), [[second, first], 2]);
  assert.deepEqual(await idsFor('limit=1&page=2'), [[first], 2]);
  assert.deepEqual(await idsFor('mode=CRAZY'), [[first], 1]);
  assert.deepEqual(await idsFor('seatCount=3'), [[second], 1]);
  assert.deepEqual(await idsFor('status=WAITING'), [[second, first], 2]);
  assert.deepEqual(await idsFor('status=COMPLETED'), [[], 0]);
  assert.deepEqual(await idsFor('maxPriceCents=7776'), [[], 0]);
  for (const [query, field] of [
    ['mode=x', 'mode'],
    ['status=x', 'status'],
    ['seatCount=7', 'seatCount'],
    ['minPriceCents=x', 'minPriceCents'],
  ] as const) {
    assert.deepEqual(faultFields(await world.call(null, 'GET', `/battles/list?${query}`)), [field]);
  }
});

test('one’s own battles are active until they are over', async () => {
  const [ana, bia] = [await world.player(), await world.player()];
  const [public_, hidden] = [(await world.create(ana)).body.id, (await world.create(ana, { isPrivate: true })).body.id];
  const activeOf = async (who: typeof ana) =>
    (await world.call(who, 'GET', '/battles/active')).body.data.map(({ id }: { id: string }) => id);
  assert.deepEqual([await activeOf(ana), await activeOf(bia)], [[hidden, public_], []]);
  await world.join(bia, public_);
  assert.deepEqual([await activeOf(ana), await activeOf(bia)], [[hidden], []]);
  assert.equal((await world.call(null, 'GET', '/battles/active')).status, 401);
});

test('one’s own battles stay listed when they are over, with what the own seat has won', async () => {
  const [ana, bia] = [await world.player(), await world.player()];
  const [over, waiting] = [(await world.create(ana)).body.id, (await world.create(ana, { isPrivate: true })).body.id];
  await world.join(bia, over);
  const historyOf = async (who: typeof ana) => (await world.call(who, 'GET', '/battles/history')).body;
  const [own, others] = [await historyOf(ana), await historyOf(bia)];
  assert.deepEqual(
    own.data.map(({ id }: { id: string }) => id),
    [waiting, over],
  );
  assert.deepEqual(own.data[0].own, { seat: 1, isWinner: null, wonCents: null });
  const ended = [own.data[1], others.data[0]];
  assert.deepEqual(
    ended.map((battle) => [battle.id, battle.own.seat]),
    [
      [over, 1],
      [over, 2],
    ],
  );
  assert.equal(ended.filter((battle) => battle.own.isWinner).length, 1);
  const won = ended.reduce((sum, battle) => sum + Number(battle.own.wonCents), 0);
  assert.equal(won, Number(ended[0].potCents));
  assert.equal((await world.call(null, 'GET', '/battles/history')).status, 401);
});

test('what is staked earns for the event at the start, and not before', async () => {
  const [ana, bia] = [await world.player(), await world.player()];
  await world.db.query(sql`
    insert into events (name, description, image_url, points_per_real, tickets_per_real, starts_at, ends_at, status)
    values ('Event', '', '', 100, 100, now() - interval '1 hour', now() + interval '1 hour', 'PUBLISHED')`);
  const wagered = () => world.db.query(sql`select user_id, wagered_cents::int from event_progress order by user_id`);
  const { id } = (await world.create(ana)).body;
  assert.deepEqual(await wagered(), []);
  await world.join(bia, id);
  assert.deepEqual(await wagered(), [
    { userId: ana.userId, wageredCents: 100 },
    { userId: bia.userId, wageredCents: 100 },
  ]);
  await world.db.query(sql`update events set ends_at = now() - interval '1 minute'`);
});
