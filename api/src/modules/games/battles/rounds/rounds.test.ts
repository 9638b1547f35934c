import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, test } from 'node:test';
import { battleFrom, savedBattleFrom, verifyBattle } from '@lisura/fairness';
import { readCommittedSeeds } from '../../../../../test/support/committed-seeds.ts';
import { expectedRoll, hmac } from '../../../../../test/support/independent-rolls.ts';
import type { Person } from '../../../../../test/support/people.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { toId } from '../../../../platform/ids.ts';
import type { TestCase } from '../../cases/openings/test-support.ts';
import { tieStream } from '../battles.records.ts';
import { createEvenCase, FORCED_SEED, forceDraws, holdingsOf, useBattles } from '../test-support.ts';

const world = useBattles();
let even: TestCase;
before(async () => {
  even = await createEvenCase(world.db);
});

const START = 1_000_000;

/** People who draw what is given for each, by round; the battle that they have played. */
async function play(places: readonly (readonly number[])[], more: object = {}) {
  const people: Person[] = [];
  for (const draws of places) {
    const person = await world.player();
    await forceDraws(world.db, person, draws);
    people.push(person);
  }
  const [creator, ...others] = people as [Person, ...Person[]];
  const rounds = places[0]?.length ?? 0;
  const caseIds = Array<string>(rounds).fill(even.id);
  const forced = { clientSeed: FORCED_SEED };
  const created = await world.create(creator, { caseIds, seatCount: places.length, ...forced, ...more });
  assert.equal(created.status, 201, created.text);
  let battle = created.body;
  for (const other of others) battle = (await world.join(other, battle.id, forced)).body;
  assert.equal(battle.status, 'COMPLETED');
  // The last player to join was told exactly the stored result.
  assert.deepEqual((await world.get(null, battle.id)).body, battle);
  return { battle, people };
}

const holdings = (people: readonly Person[]) => Promise.all(people.map((person) => holdingsOf(world.db, person)));

test('NORMAL: the highest total takes everything, as items of the battle', async () => {
  const { battle, people } = await play([
    [0, 3],
    [2, 2],
  ]);
  assert.deepEqual(battle.result, {
    winningTeam: 2,
    potCents: '110',
    prizes: [
      { seat: 1, drops: [], paidCents: '0' },
      {
        seat: 2,
        drops: [
          { seat: 1, round: 1 },
          { seat: 1, round: 2 },
          { seat: 2, round: 1 },
          { seat: 2, round: 2 },
        ],
        paidCents: '0',
      },
    ],
  });
  assert.deepEqual(
    battle.seats.map((seat: { totalCents: string; isWinner: boolean }) => [seat.totalCents, seat.isWinner]),
    [
      ['50', false],
      ['60', true],
    ],
  );
  assert.deepEqual(await holdings(people), [
    { balance: START - 200, items: 0 },
    { balance: START - 200, items: 4 },
  ]);
  const items = await world.db.query(sql`
    select item_id, status, acquired_from, source_index from inventory_items
    where source_type = 'BATTLE' and source_id = ${battle.id} order by source_index`);
  const [ten, , thirty, forty] = even.itemIds;
  const won = { status: 'AVAILABLE', acquiredFrom: 'Batalha' };
  assert.deepEqual(
    items,
    [ten, forty, thirty, thirty].map((itemId, sourceIndex) => ({ itemId, ...won, sourceIndex })),
  );
});

test('CRAZY: the lowest total wins', async () => {
  const { battle } = await play([[3], [1], [2]], { mode: 'CRAZY' });
  assert.equal(battle.result.winningTeam, 2);
});

test('TERMINAL: the last round alone decides', async () => {
  const { battle } = await play(
    [
      [3, 0],
      [0, 1],
    ],
    { mode: 'TERMINAL' },
  );
  assert.deepEqual([battle.result.winningTeam, battle.seats[0].totalCents], [2, '50']);
});

test('SHARED: every seat wins, no team does, the total is split and paid, and there are no items', async () => {
  const { battle, people } = await play([[3], [0], [1]], { mode: 'SHARED' });
  assert.deepEqual(
    battle.seats.map(({ isWinner }: { isWinner: boolean }) => isWinner),
    [true, true, true],
  );
  assert.deepEqual(battle.result, {
    winningTeam: null,
    potCents: '70',
    prizes: ['24', '23', '23'].map((paidCents, index) => ({ seat: index + 1, drops: [], paidCents })),
  });
  assert.deepEqual(await holdings(people), [
    { balance: START - 76, items: 0 },
    { balance: START - 77, items: 0 },
    { balance: START - 77, items: 0 },
  ]);
});

test('teams: the two of a team win together, each the own drops and those opposite', async () => {
  const { battle, people } = await play([[0], [3], [2], [0]], { isTeams: true });
  assert.deepEqual(
    [battle.result.winningTeam, battle.seats.map(({ team }: { team: number }) => team)],
    [1, [1, 1, 2, 2]],
  );
  assert.deepEqual(
    (await holdings(people)).map(({ items }) => items),
    [2, 2, 0, 0],
  );
  const worth = await world.db.query(sql`
    select seat, won_cents::int as won from battle_seats where battle_id = ${battle.id} order by seat`);
  assert.deepEqual(worth, [
    { seat: 1, won: 40 },
    { seat: 2, won: 50 },
    { seat: 3, won: 0 },
    { seat: 4, won: 0 },
  ]);
});

test('a tie is broken by the roll that was committed to at the creation', async () => {
  const seats = [[2], [0], [2]];
  const { battle } = await play(seats);
  const { tieBreak } = battle;
  assert.deepEqual(tieBreak.contenders, [1, 3]);
  const [committed] = await readCommittedSeeds(world.db, tieStream(toId(battle.id)));
  assert.deepEqual([tieBreak.serverSeed, tieBreak.serverSeedHash], [committed?.seed, hmac(committed?.seed ?? '', '')]);
  const roll = expectedRoll(tieBreak.serverSeed, tieBreak.clientSeed, 1, 2);
  assert.deepEqual([tieBreak.roll, tieBreak.team], [roll, [1, 3][roll % 2]]);
  assert.equal(battle.result.winningTeam, tieBreak.team);
});

test('the seed of a tie that did not come is shown at the end all the same', async () => {
  const { tieBreak } = (await play([[0], [1]])).battle;
  assert.equal(hmac(tieBreak.serverSeed, ''), tieBreak.serverSeedHash);
  const { serverSeed: _, serverSeedHash: __, committedAt: ___, ...rest } = tieBreak;
  assert.deepEqual(rest, { contenders: null, clientSeed: null, nonce: 1, roll: null, team: null });
});

for (const [mode, isTeams] of [
  ['NORMAL', false],
  ['SHARED', false],
  ['CRAZY', true],
] as const) {
  test(`anybody can verify a battle with what was shown before and after: ${mode}`, async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => world.player()));
    const [ana, ...others] = people as [Person, ...Person[]];
    const { id } = (await world.create(ana, { mode, isTeams, seatCount: 4, caseIds: [even.id, world.box.id] })).body;
    for (const other of others) await world.join(other, id, { clientSeed: 'mine' });
    const before = savedBattleFrom((await world.get(ana, id)).body);
    await world.addBots(ana, id, 1);
    const { parts, valid } = verifyBattle(battleFrom((await world.get(null, id)).body), before);
    const wrong = parts.flatMap(({ title, steps }) => steps.flatMap((step) => (step.ok ? [] : [{ title, step }])));
    assert.deepEqual([valid, wrong], [true, []]);
  });
}

test('every roll is made with the seeds that were committed to, and the seed of its player', async () => {
  const { battle, people } = await play([[1], [2]]);
  for (const [index, roll] of battle.rounds[0].rolls.entries()) {
    assert.equal(roll.serverSeedHash, battle.seats[index].serverSeedHashes[0]);
    assert.equal(hmac(roll.serverSeed, ''), roll.serverSeedHash);
    assert.equal(expectedRoll(roll.serverSeed, roll.clientSeed, roll.nonce), roll.roll);
    assert.deepEqual([roll.clientSeed, roll.clientSeedSource], [FORCED_SEED, 'REQUEST']);
    assert.equal(battle.seats[index].user.id, people[index]?.userId);
  }
});

test('without a seed of the request it is that of the account, and without that one that follows from what is fixed', async () => {
  const [ana, bia, carla] = [await world.player(), await world.player(), await world.player()];
  await world.call(ana, 'PUT', '/user/client-seed', { clientSeed: 'of my account' });
  await world.call(bia, 'PUT', '/user/client-seed', { clientSeed: 'not this one' });
  const created = (await world.create(ana, { caseIds: [even.id, even.id], seatCount: 4 })).body;
  await world.join(bia, created.id, { clientSeed: 'of the request' });
  await world.addBots(ana, created.id, 1, {}, { clientSeed: 'with the bot' });
  const { rounds, seats } = (await world.join(carla, created.id)).body;
  assert.deepEqual(
    seats.map(({ clientSeed, clientSeedSource }: Record<string, string>) => [clientSeed, clientSeedSource]),
    [
      ['of my account', 'ACCOUNT'],
      ['of the request', 'REQUEST'],
      ['with the bot', 'REQUEST'],
      [null, null],
    ],
  );
  const { tieBreak, botSeats } = created;
  const [two, three, four] = botSeats.map(({ serverSeedHashes }: { serverSeedHashes: string[] }) =>
    serverSeedHashes.join(''),
  );
  const lines = [
    `tie:${tieBreak.serverSeedHash}`,
    `1:${created.seats[0].serverSeedHashes.join('')}`,
    `2:${two}`,
    `3:${three}`,
  ];
  const given = ['1:of my account', '2:of the request', '3:with the bot', '4:'];
  const text = [...lines, `4:${four}`, ...given].map((line) => `${line}\n`).join('');
  const derived = createHash('sha256').update(text).digest('hex');
  for (const { rolls } of rounds) {
    assert.deepEqual(
      rolls.map(({ clientSeed, clientSeedSource }: Record<string, string>) => [clientSeed, clientSeedSource]),
      [
        ['of my account', 'ACCOUNT'],
        ['of the request', 'REQUEST'],
        [derived, 'DERIVED'],
        [derived, 'DERIVED'],
      ],
    );
  }
});

test('a flip is told with the roll that made it', async () => {
  const flipping = await createEvenCase(world.db, { flipThreshold: 7_500_001 });
  const [ana, bia] = [await world.player(), await world.player()];
  await forceDraws(world.db, ana, [3]);
  await forceDraws(world.db, bia, [2]);
  const { body } = await world.create(ana, { caseIds: [flipping.id], clientSeed: FORCED_SEED });
  const { rounds } = (await world.join(bia, body.id, { clientSeed: FORCED_SEED })).body;
  assert.deepEqual(
    rounds[0].rolls.map((roll: { isFlip: boolean }) => roll.isFlip),
    [true, false],
  );
});

test('what a bot wins stays with the house: there is no item and no transfer', async () => {
  const [ana, rich] = [await world.player(), await createEvenCase(world.db, { priceCents: 100 })];
  // Whatever the bot draws, the person draws the least, and the most wins.
  await forceDraws(world.db, ana, Array<number>(8).fill(0));
  const caseIds = Array<string>(8).fill(rich.id);
  const { body } = await world.create(ana, { caseIds, clientSeed: FORCED_SEED });
  const { body: battle } = await world.addBots(ana, body.id, 1);
  assert.deepEqual([battle.status, battle.seats[1].isBot, battle.seats[1].user], ['COMPLETED', true, null]);
  assert.equal(typeof battle.seats[1].botName, 'string');
  const isBotsWin = battle.result.winningTeam === 2;
  assert.deepEqual(await holdingsOf(world.db, ana), { balance: START - 800, items: isBotsWin ? 0 : 16 });
  const moved = await world.db.query(sql`
    select type from transfers where reference_type = 'BATTLE' and reference_id = ${battle.id}`);
  assert.deepEqual(moved, [{ type: 'BATTLE_ENTRY' }]);
});

test('a bot’s share of a pot stays with the house', async () => {
  const ana = await world.player();
  const { body } = await world.create(ana, { mode: 'SHARED', caseIds: [even.id] });
  const { body: battle } = await world.addBots(ana, body.id, 1);
  const share = Number(battle.seats[0].paidCents);
  assert.equal(share + Number(battle.seats[1].paidCents), Number(battle.result.potCents));
  assert.equal((await holdingsOf(world.db, ana)).balance, START - 100 + share);
});
