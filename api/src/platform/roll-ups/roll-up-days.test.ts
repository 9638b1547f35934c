import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { createTestApp } from '../../../test/support/app.ts';
import { HANG_MS } from '../../../test/support/patience.ts';
import { createPerson, type Person } from '../../../test/support/people.ts';
import { openTestDatabase } from '../../../test/support/use-test-database.ts';
import { rollUps } from '../../app/modules.ts';
import { addUp, readDays } from '../../backfill/add-up.ts';
import { createCase } from '../../modules/games/cases/openings/test-support.ts';
import {
  insertPlays,
  type Play,
  readRolledDays,
  readStoredDays,
  storedDaysOf,
  type UpgradePlay,
} from '../../modules/games/statistics/test-support.ts';
import { findViolations } from '../../verify/find-violations.ts';
import { type FixedClock, fixedClock } from '../clock.ts';
import { transaction } from '../database/db.ts';
import { sql } from '../database/sql.ts';
import { parseDay } from '../days.ts';
import type { Id } from '../ids.ts';
import { refillDays, rollUpDays } from './roll-up-days.ts';

// A day that is added up takes no more plays, so every test has a database of its own.
let db: Awaited<ReturnType<typeof openTestDatabase>>;
let clock: FixedClock;
let ana: Person;
let bia: Person;
let caseIds: Id<'case'>[];
beforeEach(async () => {
  db = await openTestDatabase();
  clock = fixedClock('2025-11-20T12:00:00Z');
  [ana, bia] = [await createPerson(db), await createPerson(db)];
  caseIds = [(await createCase(db)).id, (await createCase(db)).id];
});
afterEach(async () => {
  try {
    assert.deepEqual(await findViolations(db), []);
  } finally {
    await db.close();
  }
});

const roll = () => rollUpDays({ db, clock, rollUps });
const deposit = (who: Person, at: string, cents = 1_000_000): Play => ({ kind: 'deposit', who, at, cents });
const opening = (who: Person, at: string, priceCents = 100, valueCents = 40, caseId = caseIds[0]): Play => ({
  kind: 'opening',
  who,
  at,
  caseId: caseId as Id<'case'>,
  priceCents,
  valueCents,
});
const upgrade = (who: Person, at: string, more: Partial<UpgradePlay> = {}): Play => ({
  kind: 'upgrade',
  who,
  at,
  itemsCents: 300,
  balanceCents: 50,
  targetCents: 900,
  won: true,
  ...more,
});

async function assertKept(plays: readonly Play[]): Promise<void> {
  assert.deepEqual(await readStoredDays(db), storedDaysOf(plays));
}

const someDays = () => [
  deposit(ana, '2025-11-10T10:00:00Z'),
  deposit(bia, '2025-11-10T11:00:00Z'),
  opening(ana, '2025-11-10T12:00:00Z', 100, 5_000),
  opening(ana, '2025-11-10T12:00:01Z', 250, 0, caseIds[1]),
  opening(bia, '2025-11-10T15:00:00Z', 100, 80),
  upgrade(ana, '2025-11-10T16:00:00Z'),
  upgrade(bia, '2025-11-10T16:00:00Z', { won: false }),
  upgrade(bia, '2025-11-12T16:00:00Z', { balanceCents: 0, targetCents: 70_000 }),
  upgrade(bia, '2025-11-12T17:00:00Z', { itemsCents: 0, balanceCents: 20, won: false }),
  opening(ana, '2025-11-12T18:00:00Z', 77, 12),
];

test('the figures of closed days are those of their plays', async () => {
  const plays = someDays();
  await insertPlays(db, plays);
  await roll();
  await assertKept(plays);
  const kept = await readStoredDays(db);
  assert.deepEqual(kept[`user 2025-11-10 ${ana.userId} CASES`], ['2', '2', '350', '5000', '5000']);
  assert.deepEqual(kept[`user 2025-11-10 ${ana.userId} UPGRADES`], ['1', '1', '350', '900', '900']);
  assert.deepEqual(kept['game 2025-11-10 UPGRADES'], ['2', '1', '2', '700', '900']);
  assert.deepEqual(kept[`case 2025-11-10 ${caseIds[0]}`], ['2', '200', '5080']);
  assert.deepEqual(kept['transfer 2025-11-10 CASE_OPEN'], ['3', '450']);
});

test('every day from the first play is marked, also those on which nobody played', async () => {
  clock.set('2025-11-15T03:15:00Z');
  await insertPlays(db, someDays());
  await roll();
  const days = ['2025-11-10', '2025-11-11', '2025-11-12', '2025-11-13', '2025-11-14'];
  assert.deepEqual(await readRolledDays(db), days);
  assert.ok(Object.keys(await readStoredDays(db)).every((key) => !/2025-11-1[134]/.test(key)));
});

test('without any play there is no day to add up', async () => {
  await roll();
  assert.deepEqual(await readRolledDays(db), []);
});

for (const [first, play] of [
  ['a transfer', () => deposit(ana, '2025-11-18T12:00:00Z')],
  ['an upgrade of items alone', () => upgrade(ana, '2025-11-18T12:00:00Z', { balanceCents: 0 })],
] as const) {
  test(`the first day may be that of ${first}`, async () => {
    await insertPlays(db, [play(), deposit(ana, '2025-11-19T12:00:00Z')]);
    await roll();
    assert.deepEqual(await readRolledDays(db), ['2025-11-18', '2025-11-19']);
  });
}

test('a day is added up once it has ended 15 minutes ago, and not a moment before', async () => {
  const plays = [deposit(ana, '2025-11-18T12:00:00Z'), opening(ana, '2025-11-18T12:00:00Z')];
  await insertPlays(db, plays);
  for (const early of ['2025-11-18T12:00:01Z', '2025-11-19T03:00:00Z', '2025-11-19T03:14:59.999Z']) {
    clock.set(early);
    await roll();
    assert.deepEqual(await readRolledDays(db), [], early);
    assert.deepEqual(await readStoredDays(db), {});
  }
  clock.set('2025-11-19T03:15:00Z');
  await roll();
  assert.deepEqual(await readRolledDays(db), ['2025-11-18']);
  await assertKept(plays);
});

test('a play belongs to the day of São Paulo, to the millisecond', async () => {
  const edges = [
    '2025-11-16T02:59:59.999Z',
    '2025-11-16T03:00:00.000Z',
    '2025-11-17T02:59:59.999Z',
    '2025-11-17T03:00:00Z',
  ];
  const plays = [deposit(ana, '2025-11-15T12:00:00Z'), ...edges.flatMap((at) => [opening(ana, at), upgrade(ana, at)])];
  await insertPlays(db, plays);
  await roll();
  await assertKept(plays);
  const kept = await readStoredDays(db);
  const counts = ['2025-11-15', '2025-11-16', '2025-11-17'].map((day) =>
    ['CASES', 'UPGRADES'].map((game) => kept[`user ${day} ${ana.userId} ${game}`]?.[0]),
  );
  assert.deepEqual(counts, [
    ['1', '1'],
    ['2', '2'],
    ['1', '1'],
  ]);
});

test('days of 23 and of 25 hours hold their own plays and no others', async () => {
  const hourly = (from: string, hours: number) =>
    Array.from({ length: hours }, (_, hour) => new Date(Date.parse(from) + hour * 3_600_000).toISOString());
  // Summer time ended in the night after 2018-02-17 and began in the night before 2018-11-04.
  const around = [...hourly('2018-02-16T02:00:00Z', 96), ...hourly('2018-11-03T03:00:00Z', 96)];
  const edges = ['2018-02-18T02:59:59.999Z', '2018-11-05T01:59:59.999Z'];
  const plays = [deposit(ana, '2018-02-16T02:00:00Z'), ...[...around, ...edges].map((at) => opening(ana, at))];
  await insertPlays(db, plays);
  clock.set('2018-11-10T12:00:00Z');
  await roll();
  await assertKept(plays);
  const kept = await readStoredDays(db);
  assert.equal(kept[`user 2018-02-16 ${ana.userId} CASES`]?.[0], '24');
  assert.equal(kept[`user 2018-02-17 ${ana.userId} CASES`]?.[0], String(25 + 1));
  assert.equal(kept[`user 2018-11-03 ${ana.userId} CASES`]?.[0], '24');
  assert.equal(kept[`user 2018-11-04 ${ana.userId} CASES`]?.[0], String(23 + 1));
});

test('adding up again changes nothing, and goes on where it stopped', async () => {
  const plays = someDays();
  await insertPlays(db, plays);
  clock.set('2025-11-11T12:00:00Z');
  for (let times = 0; times < 3; times += 1) await roll();
  assert.deepEqual(await readRolledDays(db), ['2025-11-10']);
  await assertKept(plays.filter(({ at }) => at < '2025-11-11'));
  clock.set('2025-11-13T12:00:00Z');
  for (let times = 0; times < 3; times += 1) await roll();
  await assertKept(plays);
});

test('of processes that add up at once each day is added up by one', async () => {
  const plays = someDays();
  await insertPlays(db, plays);
  await Promise.all(Array.from({ length: 5 }, roll));
  assert.equal((await readRolledDays(db)).length, 10);
  await assertKept(plays);
});

test('a day whose adding up fails is not added up at all, nor is any after it', async () => {
  const plays = someDays();
  await insertPlays(db, plays);
  await db.query(sql`alter table user_days add constraint broken check (day <> '2025-11-12')`);
  await assert.rejects(roll());
  assert.deepEqual(await readRolledDays(db), ['2025-11-10', '2025-11-11']);
  await assertKept(plays.filter(({ at }) => at < '2025-11-12'));
  await db.query(sql`alter table user_days drop constraint broken`);
  await roll();
  await assertKept(plays);
});

test('a process waits for another that is at a day, and takes it over where that fails', async () => {
  const plays = someDays();
  await insertPlays(db, plays);
  let waiting = Promise.resolve();
  const failed = transaction(db, async (tx) => {
    await tx.query(sql`insert into rolled_days (day) values ('2025-11-10')`);
    waiting = roll();
    await untilSomebodyWaits();
    throw new Error('the other process has failed');
  });
  await assert.rejects(failed, /has failed/);
  await waiting;
  await assertKept(plays);
});

async function untilSomebodyWaits(): Promise<void> {
  for (const deadlineMs = performance.now() + HANG_MS; performance.now() < deadlineMs; ) {
    const waiting = await db.query(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    if (waiting.length > 0) return;
  }
  throw new Error('nobody has come to wait');
}

test('the job adds up what is due, on a schedule that names it', async () => {
  const plays = someDays();
  await insertPlays(db, plays);
  // By the system's clock all of these days are over.
  const app = await createTestApp({ databaseUrl: db.url });
  const set = app.jobSets.find(({ tasks }) => 'roll-up-days' in tasks);
  assert.ok(set?.schedule?.some((line) => line.endsWith(' roll-up-days')));
  await set?.tasks['roll-up-days']?.({});
  await app.close();
  await assertKept(plays);
});

test('a clock that runs ahead closes no day that is still being played', async () => {
  const now = Date.now();
  const at = (days: number) => new Date(now + days * 24 * 60 * 60 * 1000).toISOString();
  await insertPlays(db, [deposit(ana, at(-3)), deposit(ana, at(0))]);
  await rollUpDays({ db, clock: fixedClock(at(3)), rollUps });
  const rolled = await db.query<{ isOver: boolean }>(
    sql`select day < (now() at time zone 'America/Sao_Paulo')::date as is_over from rolled_days`,
  );
  assert.ok(rolled.length >= 2);
  assert.ok(rolled.every(({ isOver }) => isOver));
});

test('figures that were lost or spoilt are added up anew, of the days that are named alone', async () => {
  const plays = someDays();
  await insertPlays(db, plays);
  await roll();
  await db.query(sql`update case_days set won_cents = won_cents + 1`);
  await db.query(sql`delete from user_days`);
  await db.query(sql`delete from transfer_days where day = '2025-11-12'`);
  const refill = (from: string, to: string) => refillDays({ db, rollUps }, { from: parseDay(from), to: parseDay(to) });
  assert.deepEqual(await refill('2025-11-01', '2025-11-11'), ['2025-11-10', '2025-11-11']);
  const spoilt = (await findViolations(db)).map(({ invariant }) => invariant);
  assert.equal(spoilt.filter((invariant) => invariant.startsWith('the kept figures')).length, 3);
  await Promise.all([refill('2025-11-12', '2025-12-31'), refill('2025-11-12', '2025-12-31')]);
  await assertKept(plays);
  assert.deepEqual(await refill('2025-12-01', '2025-12-31'), []);
  const command = (...days: string[]) => addUp(db, readDays(days));
  assert.deepEqual(await command('2025-11-10', '2025-11-10'), ['added up anew: 2025-11-10']);
  await assert.rejects(command('2025-12-01', '2025-12-31'), /no day from 2025-12-01 to 2025-12-31 was added up before/);
  assert.throws(() => readDays(['2025-11-12', '2025-11-10']), /2025-11-12 is after 2025-11-10/);
  assert.throws(() => readDays(['2025-11-12']), /name no day, or the first and the last/);
  assert.equal(readDays([]), null);
});
