import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import {
  battleFrom,
  derivedBattleSeed,
  leafOf,
  leavesOf,
  pickItem,
  rollOf,
  savedBattleFrom,
  seedHash,
  verifyBattle,
} from '@lisura/fairness';
import { createAdmin } from '../../../../../test/support/people.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { toId } from '../../../../platform/ids.ts';
import { botStream } from '../battles.records.ts';
import { battleTerms } from '../rounds/battles.game.ts';
import type { BattleSeat } from '../shown-battle.records.ts';
import { createEvenCase, useBattles } from '../test-support.ts';
import { botName, freeSeats } from './lobby.records.ts';

const world = useBattles();

// biome-ignore lint/suspicious/noExplicitAny: what the server answers is what the tests assert on.
type Answer = any;
const hashesOf = (seats: Answer) => seats.map(({ seat, serverSeedHashes }: Answer) => [seat, serverSeedHashes.join()]);
const wrongIn = (parts: ReturnType<typeof verifyBattle>['parts']) =>
  parts.flatMap(({ steps }) => steps.filter(({ ok }) => !ok).map(({ explanation }) => explanation));

test('what every bot that might come plays by is public from the creation on, and is what it plays by', async () => {
  const [ana, bia, carla] = [await world.player(), await world.player(), await world.player()];
  const created = (await world.create(ana, { seatCount: 4, caseIds: [world.box.id, world.box.id] })).body;
  assert.deepEqual(
    created.botSeats.map(({ seat, serverSeedHashes }: Answer) => [seat, serverSeedHashes.length]),
    [2, 3, 4].map((seat) => [seat, 2]),
  );
  const seen = (await world.get(carla, created.id)).body;
  assert.deepEqual(seen.botSeats, created.botSeats, 'also for who has not paid');
  for (const { committedAt } of [...created.botSeats, created.tieBreak]) {
    assert.ok(Date.parse(committedAt) <= Date.parse(created.seats[0].takenAt));
  }
  await world.addBots(ana, created.id, 1);
  await world.join(bia, created.id);
  const over = (await world.addBots(ana, created.id, 1, {}, { clientSeed: 'given later' })).body;
  assert.deepEqual(over.botSeats, created.botSeats);
  const bots = over.seats.filter(({ isBot }: Answer) => isBot);
  assert.deepEqual(hashesOf(bots), hashesOf(created.botSeats.filter(({ seat }: Answer) => seat !== 3)));
  for (const { rolls } of over.rounds) {
    for (const { serverSeed, serverSeedHash } of rolls) assert.equal(seedHash(serverSeed), serverSeedHash);
  }
  assert.notDeepEqual(over.seats[2].serverSeedHashes, created.botSeats[1].serverSeedHashes, 'a person has others');
  const { valid, parts } = verifyBattle(battleFrom(over), savedBattleFrom(created));
  assert.deepEqual([valid, wrongIn(parts)], [true, []]);
});

test('of a seat that a person takes, what the bot would have played by is never shown', async () => {
  const [ana, bia] = [await world.player(), await world.player()];
  const { id } = (await world.create(ana)).body;
  const { text } = await world.join(bia, id);
  const unplayed = await world.db.query<{ rolls: string }>(sql`
    select count(*) as rolls from battle_rolls join commitments using (server_seed_hash)
    where stream = ${botStream(toId(id), 2)}`);
  assert.deepEqual(unplayed, [{ rolls: '0' }]);
  assert.equal(text.match(/"serverSeed":"/g)?.length, 3, 'two rolls and the tie');
});

test('a client seed that is no text is refused with the bots', async () => {
  const ana = await world.player();
  const { id } = (await world.create(ana)).body;
  assert.equal((await world.addBots(ana, id, 1, {}, { clientSeed: 'a\nb' })).status, 400);
  const { body } = await world.addBots(ana, id, 1, {}, { clientSeed: '' });
  assert.equal(body.seats[1].clientSeed, null, 'an empty one is none');
});

/**
 * A dishonest house makes the seed of its bot when it knows everything else: it picks the seed by which the bot wins,
 * and answers with matching hash, client seed, roll, totals, prizes and hour of creation.
 */
function forgedAnswer(honest: Answer): Answer {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const forged = structuredClone(honest);
    const serverSeed = randomBytes(32).toString('hex');
    const [hash, roll] = [seedHash(serverSeed), forged.rounds[0].rolls[1]];
    forged.botSeats[0].serverSeedHashes = [hash];
    forged.seats[1].serverSeedHashes = [hash];
    const clientSeed = derivedBattleSeed(forged.tieBreak.serverSeedHash, [
      { hashes: forged.seats[0].serverSeedHashes, clientSeed: forged.seats[0].clientSeed },
      { hashes: [hash], clientSeed: forged.seats[1].clientSeed },
    ]);
    const rolled = rollOf({ serverSeed, clientSeed, nonce: roll.nonce });
    const { itemId, valueCents } = pickItem<Answer>(forged.versions[0].items, rolled);
    if (BigInt(valueCents) <= BigInt(forged.seats[0].totalCents)) continue;
    Object.assign(roll, { serverSeed, serverSeedHash: hash, clientSeed, roll: rolled, itemId, valueCents });
    Object.assign(forged.seats[0], { isWinner: false });
    Object.assign(forged.seats[1], { isWinner: true, totalCents: valueCents });
    Object.assign(forged.tieBreak, { contenders: null, clientSeed: null, roll: null, team: null });
    const potCents = (BigInt(valueCents) + BigInt(forged.seats[0].totalCents)).toString();
    const drops = [1, 2].map((seat) => ({ seat, round: 1 }));
    const prizes = [
      { seat: 1, drops: [], paidCents: '0' },
      { seat: 2, drops, paidCents: '0' },
    ];
    return { ...forged, result: { winningTeam: 2, potCents, prizes } };
  }
  return assert.fail('no seed lets the bot win');
}

test('a house that chooses the seeds of its bots when it plays is refused by the verifier', async () => {
  const even = await createEvenCase(world.db);
  // The best that the house could draw against is not the best of all, or no seed would let it win.
  const playOnce = async (): Promise<{ created: Answer; honest: Answer }> => {
    const ana = await world.player();
    const created = (await world.create(ana, { caseIds: [even.id], clientSeed: 'of Ana' })).body;
    const { body: honest } = await world.addBots(ana, created.id, 1, {}, { clientSeed: 'given later' });
    return honest.seats[0].totalCents === '40' ? playOnce() : { created, honest };
  };
  const { created, honest } = await playOnce();
  const saved = savedBattleFrom(created);
  assert.deepEqual(verifyBattle(battleFrom(honest), saved).valid, true);
  const forged = forgedAnswer(honest);

  // By itself the answer is without fault, and is called valid for that no more.
  const alone = verifyBattle(battleFrom(forged), null);
  assert.deepEqual([wrongIn(alone.parts), alone.valid, alone.unchecked.length], [[], false, 1]);
  assert.match(alone.unchecked[0] ?? '', /^Bots played, and nothing that was saved before is compared/);

  // Held against what anybody could see before it is refused.
  const held = verifyBattle(battleFrom(forged), saved);
  assert.deepEqual([wrongIn(held.parts), held.valid], [['The hashes of bots are those shown'], false]);

  // A house that leaves the hour at which its seeds were made, or the hashes of the creation, is refused by the answer alone.
  const late = structuredClone(forged);
  late.startedAt = late.endedAt = new Date(Date.parse(late.startedAt) + 1_000).toISOString();
  late.botSeats[0].committedAt = late.startedAt;
  assert.match(wrongIn(verifyBattle(battleFrom(late), null).parts).join(), /did not choose when it played/);
  const exchanged = { ...forged, botSeats: honest.botSeats };
  assert.ok(
    wrongIn(verifyBattle(battleFrom(exchanged), null).parts).includes(
      'The bot plays by the seeds that were committed to at the creation',
    ),
  );
});

test('a house that chooses the seeds of its bots at the creation is not called valid where nothing came after that', async () => {
  const even = await createEvenCase(world.db);
  const playOnce = async (): Promise<{ created: Answer; honest: Answer }> => {
    const ana = await world.player();
    const created = (await world.create(ana, { caseIds: [even.id], clientSeed: 'of Ana' })).body;
    const { body: honest } = await world.addBots(ana, created.id, 1);
    return honest.seats[0].totalCents === '40' ? playOnce() : { created, honest };
  };
  const { created, honest } = await playOnce();
  const forged = forgedAnswer(honest);
  // It knew what Ana would play with, tried seeds until its bot won, and only then answered her.
  const shown = { ...created, botSeats: forged.botSeats };
  const { parts, valid, unchecked } = verifyBattle(battleFrom(forged), savedBattleFrom(shown));
  assert.deepEqual([wrongIn(parts), valid, unchecked.length], [[], false, 1]);
  assert.match(unchecked[0] ?? '', /^Bots played, and nobody gave a client seed after their hashes were public/);
});

test('a private battle is in no list, and is seen and joined with its code', async () => {
  const [ana, bia, carla] = [await world.player(), await world.player(), await world.player()];
  const created = await world.create(ana, { isPrivate: true, seatCount: 3 });
  const { id, invitationCode, isPrivate } = created.body;
  assert.equal(isPrivate, true);
  assert.match(invitationCode, /^[A-Za-z0-9_-]{16}$/);
  const { data } = (await world.call(null, 'GET', '/battles/list?limit=100')).body;
  assert.ok(!data.some((each: { id: string }) => each.id === id));
  for (const reply of [
    await world.join(bia, id),
    await world.join(bia, id, { invitationCode: 'A'.repeat(16) }),
    await world.get(bia, id),
    await world.get(bia, id, '?code=wrong'),
    await world.addBots(bia, id, 1),
  ]) {
    assert.equal(reply.status, 403, reply.text);
    assert.ok(!reply.text.includes(invitationCode));
  }
  const seen = await world.get(bia, id, `?code=${invitationCode}`);
  assert.deepEqual([seen.status, seen.body.invitationCode], [200, invitationCode]);
  const joined = await world.join(bia, id, { invitationCode });
  assert.deepEqual([joined.status, joined.body.invitationCode], [200, invitationCode]);
  assert.equal((await world.get(bia, id)).status, 200);
  assert.equal((await world.join(carla, id, { invitationCode })).body.status, 'COMPLETED');
  const stranger = await world.player();
  const asked = (await Promise.all([null, stranger].map((who) => world.get(who, id)))).map(({ status }) => status);
  assert.deepEqual(asked, [401, 403], 'it stays private when it is over');
  const isPublic = async (code: string) =>
    (await world.call(null, 'GET', `/battles/${id}/visibility${code}`)).body.isPublic;
  assert.deepEqual(await Promise.all(['', '?code=wrong', `?code=${invitationCode}`].map(isPublic)), [
    false,
    false,
    true,
  ]);
  assert.equal((await world.get(null, id, '?code=wrong')).status, 401);
  const seenOver = await Promise.all([
    ...[ana, bia, carla].map((who) => world.get(who, id)),
    ...[null, stranger].map((who) => world.get(who, id, `?code=${invitationCode}`)),
    world.call(await createAdmin(world.db), 'GET', `/admin/battles/${id}`),
  ]);
  assert.deepEqual(
    seenOver.map(({ status, body }) => [status, body.status, 'invitationCode' in body]),
    [true, true, true, true, true, false].map((knowsCode) => [200, 'COMPLETED', knowsCode]),
  );
  for (const kind of ['BATTLE_TERMS', 'BATTLE_SEATS'] as const) {
    const { leaves } = battleTerms.find((each) => each.kind === kind) ?? assert.fail();
    const [row] = await world.db.query<{ leaf: string }>(sql`select leaf from (${leaves}) logged where id = ${id}`);
    for (const { body } of seenOver.slice(0, -1)) assert.equal(leafOf(kind, body).text, row?.leaf);
    assert.throws(() => leafOf(kind, seenOver.at(-1)?.body), /'invitationCode' must be given/);
  }
  const kindsFor = (body: unknown) => leavesOf('BATTLES', body).map(({ kind }) => kind);
  assert.deepEqual(kindsFor(seenOver[0]?.body), ['BATTLES', 'BATTLE_TERMS', 'BATTLE_SEATS']);
  assert.deepEqual(kindsFor(seenOver.at(-1)?.body), ['BATTLES'], 'who does not know the code');
  for (const status of ['', '&status=COMPLETED']) {
    const listed = (await world.call(null, 'GET', `/battles/list?limit=100${status}`)).body.data;
    assert.ok(!listed.some((each: { id: string }) => each.id === id));
  }
});

const seatsOf = (...numbers: number[]) =>
  numbers.map(
    (seat): BattleSeat => ({
      seat,
      userId: null,
      username: null,
      avatarUrl: null,
      botName: 'Iara',
      clientSeed: null,
      isAccountSeed: false,
      firstNonce: 1,
      takenAt: new Date(0),
      serverSeedHashes: [],
      totalCents: null,
      isWinner: null,
      paidCents: null,
    }),
  );

test('free seats are those that nobody has, the first first', () => {
  assert.deepEqual(freeSeats({ seatCount: 4, seats: seatsOf(1, 3) }), [2, 4]);
  assert.deepEqual(freeSeats({ seatCount: 2, seats: seatsOf(1, 2) }), []);
});

test('no two bots of a battle have a name in common, whatever its id', () => {
  for (const id of ['1', '7', '8', '9223372036854775807']) {
    const names = [1, 2, 3, 4].map((seat) => botName(toId(id), seat));
    assert.equal(new Set(names).size, 4);
  }
});
