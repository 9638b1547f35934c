import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { lobbyOf } from '../../../../../test/support/kills/battle-flows.ts';
import { createPlayer, type Person } from '../../../../../test/support/people.ts';
import { createRecordingApp, type RecordingApp } from '../../../../../test/support/recording-app.ts';
import { transaction } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { AppError } from '../../../../platform/errors.ts';
import { type Id, toId } from '../../../../platform/ids.ts';
import { isRefused, type Refused } from '../../../../platform/refusals.ts';
import type { ChangedBattle } from '../battles.types.ts';
import { assertBattlesHold, type BattlesWorld, holdingsOf, worldOf } from '../test-support.ts';
import { createBattles } from './create-battles.ts';
import { createLobby } from './create-lobby.ts';
import { joinBattles } from './join-battles.ts';
import type { BattleRequest, JoinRequest } from './lobby.types.ts';

/** Requests that arrive together are done in one transaction; here it is known which. */
let world: BattlesWorld & RecordingApp;
before(async () => {
  world = await worldOf(await createRecordingApp());
});
afterEach(() => assertBattlesHold(world.db));
after(() => world.close());

const ASKED = { ip: '127.0.0.1', clientSeed: null };
const NO_BATTLE = toId<'battle'>('999999');

const joining = ({ userId }: Person, battleId: Id<'battle'>, invitationCode: string | null = null): JoinRequest => ({
  ...{ ...ASKED, userId, battleId, invitationCode },
});

const creating = ({ userId }: Person, more: Partial<BattleRequest> = {}): BattleRequest => ({
  ...{ ...ASKED, userId, mode: 'NORMAL', isTeams: false, seatCount: 2, caseIds: [world.box.id] },
  ...{ isPrivate: false, randomness: 'server', expectedEntryCents: null },
  ...more,
});

const joinTogether = (requests: readonly JoinRequest[]) =>
  transaction(world.db, (tx) => joinBattles(lobbyOf(world.db), tx, requests));
const createTogether = (requests: readonly BattleRequest[]) =>
  transaction(world.db, (tx) => createBattles(lobbyOf(world.db), tx, requests));

/** In a word for each what came of it. */
const told = (outcomes: readonly (ChangedBattle | Refused)[]) =>
  outcomes.map((each) => (isRefused(each) ? each.refused.message : each.battle.status));

const create = async (who: Person, more: object = {}): Promise<Id<'battle'>> => (await world.create(who, more)).body.id;
const players = (count: number) => Promise.all(Array.from({ length: count }, () => world.player()));

test('of battles that are joined together each goes its own way, and who is refused has lost nothing', async () => {
  const [ana, bia, cai, dea, eva, fia] = (await players(6)) as [Person, Person, Person, Person, Person, Person];
  const poor = await createPlayer(world.db, 99);
  const [two, four, hidden, dear] = [
    await create(ana),
    await create(ana, { seatCount: 4 }),
    await create(ana, { isPrivate: true }),
    await create(ana, { mode: 'SHARED' }),
  ];
  const outcomes = await joinTogether([
    joining(eva, NO_BATTLE),
    joining(bia, two),
    joining(poor, dear),
    joining(cai, hidden, 'a wrong code'),
    joining(dea, four),
  ]);
  assert.deepEqual(told(outcomes), [
    'Batalha não encontrada.',
    'COMPLETED',
    'Insufficient balance',
    'Esta batalha é privada: informe o código de convite.',
    'WAITING',
  ]);
  const [, ended, , , joined] = outcomes as ChangedBattle[];
  assert.deepEqual(
    ended?.battle.seats.map(({ userId }) => userId),
    [ana.userId, bia.userId],
  );
  assert.deepEqual([ended?.battle.id, ended?.battle.rolls.length, joined?.battle.id], [two, 2, four]);
  assert.deepEqual([...(joined?.balances ?? [])], [[dea.userId, 999_900n]]);
  for (const [who, balance] of [
    [eva, 1_000_000],
    [bia, 999_900],
    [poor, 99],
    [cai, 1_000_000],
    [dea, 999_900],
  ] as const) {
    assert.equal((await holdingsOf(world.db, who)).balance, balance);
  }
  assert.deepEqual(told(await joinTogether([joining(fia, two), joining(bia, dear), joining(ana, four)])), [
    'Esta batalha não tem mais lugares livres.',
    'COMPLETED',
    'Você já está nesta batalha.',
  ]);
  assert.equal((await holdingsOf(world.db, fia)).balance, 1_000_000);
});

test('those who join one battle together take its seats in their order, and who comes too late is refused', async () => {
  const [ana, bia, cai, dea, eva] = (await players(5)) as [Person, Person, Person, Person, Person];
  const poor = await createPlayer(world.db, 99);
  const [one, other] = [await create(ana, { seatCount: 3, mode: 'SHARED' }), await create(eva)];
  const outcomes = await joinTogether([
    joining(poor, one),
    joining(bia, one),
    joining(ana, other),
    joining(cai, one),
    joining(dea, one),
  ]);
  assert.deepEqual(told(outcomes), [
    'Insufficient balance',
    'WAITING',
    'COMPLETED',
    'COMPLETED',
    'Esta batalha não tem mais lugares livres.',
  ]);
  const seatsOf = (outcome: ChangedBattle | Refused | undefined) =>
    (outcome as ChangedBattle).battle.seats.map(({ userId }) => userId);
  assert.deepEqual(seatsOf(outcomes[1]), [ana.userId, bia.userId], 'as it was then');
  assert.deepEqual(seatsOf(outcomes[3]), [ana.userId, bia.userId, cai.userId]);
  for (const [who, balance] of [
    [poor, 99],
    [dea, 1_000_000],
  ] as const) {
    assert.equal((await holdingsOf(world.db, who)).balance, balance);
  }
  const told3 = outcomes[3] as ChangedBattle;
  for (const each of [ana, bia, cai]) {
    assert.equal(told3.balances.get(each.userId), BigInt((await holdingsOf(world.db, each)).balance));
  }
});

test('who is paid in one battle and pays for another is told what is left after both', async () => {
  for (const isPaidFirst of [true, false]) {
    const [ana, bia, cai] = (await players(3)) as [Person, Person, Person];
    const [shared, other] = [await create(ana, { mode: 'SHARED' }), await create(cai, { seatCount: 3 })];
    const requests = [joining(bia, shared), joining(ana, other)];
    const outcomes = (await joinTogether(isPaidFirst ? requests : requests.toReversed())) as ChangedBattle[];
    assert.deepEqual(told(outcomes).sort(), ['COMPLETED', 'WAITING']);
    const { balance } = await holdingsOf(world.db, ana);
    for (const { balances } of outcomes) assert.equal(balances.get(ana.userId), BigInt(balance));
  }
});

test('of battles that are created together each goes its own way, and who is refused has lost nothing', async () => {
  const [ana, bia, cai] = (await players(3)) as [Person, Person, Person];
  const poor = await createPlayer(world.db, 99);
  for (let made = 0; made < 20; made += 1) await create(cai);
  const outcomes = await createTogether([
    creating(ana, { seatCount: 4, caseIds: [world.box.id, world.box.id] }),
    creating(poor),
    creating(cai),
    creating(bia, { isPrivate: true, clientSeed: 'mine' }),
  ]);
  assert.deepEqual(told(outcomes), [
    'WAITING',
    'Insufficient balance',
    'Você pode ter no máximo 20 batalhas à espera de jogadores: aguarde até que uma comece ou seja cancelada.',
    'WAITING',
  ]);
  const [ofAna, , , ofBia] = outcomes as ChangedBattle[];
  assert.deepEqual([ofAna?.battle.creatorId, ofAna?.battle.seatCount, ofAna?.battle.cases.length], [ana.userId, 4, 2]);
  assert.deepEqual([ofBia?.battle.creatorId, ofBia?.battle.seats[0]?.clientSeed], [bia.userId, 'mine']);
  assert.notEqual(ofBia?.battle.invitationCode, null);
  assert.deepEqual([...(ofAna?.balances ?? [])], [[ana.userId, 999_800n]]);
  assert.deepEqual((await holdingsOf(world.db, poor)).balance, 99);
  const jobs = await world.db.query<{ key: string }>(
    sql`select key from graphile_worker.jobs where key like 'expire-battle:%'`,
  );
  for (const created of [ofAna, ofBia]) {
    assert.ok(
      jobs.some(({ key }) => key === `expire-battle:${created?.battle.id}`),
      'it ends in its time',
    );
  }
});

test('of battles that are filled together some wait for a beacon, and the others end', async () => {
  const people = await players(6);
  const [one, two, three, ...guests] = people as [Person, Person, Person, Person, Person, Person];
  const at = new Date(Date.now() + 3_600_000);
  const beacon = { roundAfter: () => ({ round: 77, at }), read: () => assert.fail('not out yet') };
  const deps = { ...lobbyOf(world.db), beacon };
  const created = (await createTogether([
    creating(one, { randomness: 'drand' }),
    creating(two),
    creating(three, { randomness: 'drand' }),
  ])) as ChangedBattle[];
  const ids = created.map(({ battle }) => battle.id);
  const outcomes = (await transaction(world.db, (tx) =>
    joinBattles(
      deps,
      tx,
      ids.map((id, index) => joining(guests[index] as Person, id)),
    ),
  )) as ChangedBattle[];
  assert.deepEqual(
    outcomes.map(({ battle }) => [battle.id, battle.status, battle.beacon?.round ?? null, battle.rolls.length]),
    [
      [ids[0], 'IN_PROGRESS', 77, 0],
      [ids[1], 'COMPLETED', null, 2],
      [ids[2], 'IN_PROGRESS', 77, 0],
    ],
  );
  const jobs = await world.db.query<{ key: string }>(
    sql`select key from graphile_worker.jobs where key like 'finish-battle:%' order by id`,
  );
  assert.deepEqual(
    jobs.map(({ key }) => key),
    [`finish-battle:${ids[0]}`, `finish-battle:${ids[2]}`],
  );
  const kept = await world.db.query<{ id: string; items: number }>(sql`
    select battle_id as id, (select count(*)::int from jsonb_object_keys(item_values)) as items
    from battle_version_values where battle_id = any(${ids}::bigint[]) order by battle_id`);
  assert.deepEqual(
    kept.map(({ id, items }) => [id, items]),
    ids.map((id) => [id, 4]),
  );
});

test('the number of statements does not depend on how many battles are created, joined and ended together', async () => {
  const counted = async (work: () => Promise<(ChangedBattle | Refused)[]>, status: string) => {
    world.statements.length = 0;
    const outcomes = await work();
    assert.deepEqual(new Set(told(outcomes)), new Set([status]));
    return { outcomes, statements: world.statements.length };
  };
  const statementsOf = async (battles: number) => {
    const creators = await players(battles);
    const guests = await players(battles);
    const created = await counted(
      () => createTogether(creators.map((each) => creating(each, { mode: 'SHARED' }))),
      'WAITING',
    );
    const joined = await counted(
      () =>
        joinTogether(
          created.outcomes.map((each, index) => joining(guests[index] as Person, (each as ChangedBattle).battle.id)),
        ),
      'COMPLETED',
    );
    return [created.statements, joined.statements];
  };
  await statementsOf(1);
  assert.deepEqual(await statementsOf(8), await statementsOf(1));
});

test('two processes whose people join each other’s battles in batches never block each other', async () => {
  const people = await players(12);
  const lobbies = [createLobby(lobbyOf(world.db)), createLobby(lobbyOf(world.db))];
  const battles = await Promise.all(people.map((each) => create(each, { mode: 'SHARED', seatCount: 4 })));
  const outcomes = await Promise.all(
    people.flatMap((each, place) =>
      battles.map(async (battleId, battle) => {
        try {
          return (await lobbies[(place + battle) % 2]?.join(joining(each, battleId), null))?.battle.status;
        } catch (error) {
          assert.ok(error instanceof AppError && error.status === 409, String(error));
          return 'refused';
        }
      }),
    ),
  );
  const count = (outcome: string) => outcomes.filter((each) => each === outcome).length;
  assert.deepEqual([count('WAITING'), count('COMPLETED'), count('refused')], [24, 12, 108]);
  const [row] = await world.db.query<{ deadlocks: string }>(
    sql`select pg_stat_get_db_deadlocks(oid) as deadlocks from pg_database where datname = current_database()`,
  );
  assert.equal(row?.deadlocks, '0');
});
