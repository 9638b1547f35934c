import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createTestApp } from '../../../../test/support/app.ts';
import { createPerson, type Person } from '../../../../test/support/people.ts';
import { rollUps, wagerGames } from '../../../app/modules.ts';
import { fixedClock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import { join, type Sql, sql } from '../../../platform/database/sql.ts';
import { addDays, type Day, dayStart, parseDay } from '../../../platform/days.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import type { Id } from '../../../platform/ids.ts';
import { rollUpDays } from '../../../platform/roll-ups/roll-up-days.ts';
import { findViolations } from '../../../verify/find-violations.ts';
import { createCase } from '../cases/openings/test-support.ts';
import { playsFrom, readUserFigures } from './statistics.sql.ts';
import { figuresOf, insertPlays, type Play, readStoredDays, storedDaysOf } from './test-support.ts';

const at = (ms: number) => new Date(ms).toISOString();

async function createWorld(people: number) {
  const app = await createTestApp();
  const persons: Person[] = [];
  for (let count = 0; count < people; count += 1) persons.push(await createPerson(app.db));
  const caseIds = [(await createCase(app.db)).id, (await createCase(app.db)).id];
  return { app, persons, caseIds };
}

const randomPlay = fc.record({
  who: fc.nat(2),
  caseIndex: fc.nat(1),
  // Many moments are at the edge of a day, or of the 15 minutes after it.
  atMs: fc.oneof(
    fc.nat(4 * 24 * HOUR_MS),
    fc.tuple(fc.nat(4), fc.integer({ min: -1, max: 1 })).map(([day, step]) => Math.max(0, day * 24 * HOUR_MS + step)),
  ),
  isUpgrade: fc.boolean(),
  won: fc.boolean(),
  itemsCents: fc.nat(5_000),
  balanceCents: fc.nat(5_000),
  valueCents: fc.nat(50_000),
});
const randomPlays = fc.array(randomPlay, { maxLength: 25 });

test('stored days and later plays are together all plays, at any moment', async () => {
  const { app, persons, caseIds } = await createWorld(3);
  const clock = fixedClock('2018-02-10T12:00:00Z');
  // The history continues from run to run, over days of 25 and of 23 hours.
  let nextMs = Date.parse('2018-02-10T02:00:00Z');
  const history: Play[] = persons.map((who) => ({ kind: 'deposit', who, at: at(nextMs), cents: 1_000_000_000 }));
  await insertPlays(app.db, history);

  const assertTruth = async () => {
    for (const who of persons) {
      const own = history.filter((play) => play.who === who);
      assert.deepEqual(await readUserFigures(app.db, who.userId, wagerGames), figuresOf(own));
    }
  };
  const rollAt = async (ms: number) => {
    clock.set(at(ms));
    await rollUpDays({ db: app.db, clock, rollUps });
    await assertTruth();
  };
  try {
    await fc.assert(
      fc.asyncProperty(randomPlays, fc.array(fc.nat(5 * 24 * HOUR_MS), { maxLength: 3 }), async (given, rollTimes) => {
        const startMs = nextMs;
        nextMs += 6 * 24 * HOUR_MS;
        const plays = given.map((play) => playOf(play, startMs)).sort((a, b) => (a.at < b.at ? -1 : 1));
        for (const rollTime of rollTimes.sort((a, b) => a - b)) {
          const rollMs = startMs + rollTime;
          const due = plays.splice(0, plays.filter((play) => Date.parse(play.at) <= rollMs).length);
          await insertPlays(app.db, due);
          history.push(...due);
          await assertTruth();
          await rollAt(rollMs);
        }
        await insertPlays(app.db, plays);
        history.push(...plays);
        await assertTruth();
        await rollAt(nextMs);
        assert.deepEqual(await readStoredDays(app.db), storedDaysOf(history));
      }),
      { numRuns: 50 },
    );
    assert.deepEqual(await findViolations(app.db), []);
  } finally {
    await app.close();
  }

  function playOf(given: typeof randomPlay extends fc.Arbitrary<infer Given> ? Given : never, startMs: number): Play {
    const { itemsCents, balanceCents, valueCents, won } = given;
    const moment = { who: persons[given.who] as Person, at: at(startMs + given.atMs) };
    const stakeCents = itemsCents + balanceCents;
    if (!given.isUpgrade || stakeCents === 0) {
      const caseId = caseIds[given.caseIndex] as Id<'case'>;
      return { kind: 'opening', ...moment, caseId, priceCents: stakeCents + 1, valueCents };
    }
    const targetCents = stakeCents + valueCents + 1;
    return { kind: 'upgrade', ...moment, itemsCents, balanceCents, targetCents, won };
  }
});

test('of a long history only the plays after the stored days are read', async () => {
  const { app, persons, caseIds } = await createWorld(5);
  const startMs = Date.parse('2025-10-01T12:00:00Z');
  const played = (who: Person, first: number, count: number): Play[] =>
    Array.from({ length: count }, (_, index) => {
      const moment = { who, at: at(startMs + (first + index) * 60_000) };
      if (index % 5 === 0) {
        return { kind: 'upgrade', ...moment, itemsCents: 100, balanceCents: 5, targetCents: 300, won: index % 2 === 0 };
      }
      return { kind: 'opening', ...moment, caseId: caseIds[0] as Id<'case'>, priceCents: 10, valueCents: index };
    });
  try {
    // The first player has most of the plays, which would tempt PostgreSQL to read the whole table.
    const [heavy] = persons as [Person, ...Person[]];
    const old = persons.flatMap((who, index): Play[] => [
      { kind: 'deposit', who, at: at(startMs), cents: 1_000_000 },
      ...played(who, 1, index === 0 ? 3_000 : 200),
    ]);
    await insertPlays(app.db, old);
    await app.db.query(sql`analyze`);
    await rollUpDays({ db: app.db, clock: fixedClock('2025-10-05T12:00:00Z'), rollUps });
    const since = played(heavy, 10_000, 10);
    await insertPlays(app.db, since);

    const own = [...old, ...since].filter(({ who }) => who === heavy);
    const { answer, rowsRead } = await readWatched(app.db, (db) => readUserFigures(db, heavy.userId, wagerGames));
    assert.deepEqual(answer, figuresOf(own));
    assert.deepEqual(rowsRead, { case_openings: 8, upgrades: 2 });

    for (let day = parseDay('2025-09-30'); day < '2025-10-10'; day = addDays(day, 1)) {
      const { answer: count, rowsRead: read } = await readWatched(app.db, (db) => countFrom(db, heavy.userId, day));
      const truth = own.filter((play) => play.kind !== 'deposit' && play.at >= dayStart(day).toISOString());
      assert.equal(count, truth.length, day);
      // The long history ends on the 3rd, and one more day is read.
      if (day >= '2025-10-05') assert.deepEqual(read, { case_openings: 8, upgrades: 2 }, day);
    }
    assert.deepEqual(await findViolations(app.db), []);
  } finally {
    await app.close();
  }
});

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

async function countFrom(db: Db, userId: Id<'user'>, first: Day): Promise<number> {
  const played = wagerGames.map((each) => sql`select created_at from (${playsFrom(each)(userId, first)}) play`);
  return (await db.query(join(played, ' union all '))).length;
}

/** Returns the answer, and how many rows of each game's history the statement read. */
async function readWatched<Answer>(db: Db, read: (watched: Db) => Promise<Answer>) {
  const statements: Sql[] = [];
  const watched = {
    query: (statement: Sql) => {
      statements.push(statement);
      return db.query(statement);
    },
  } as Db;
  const answer = await read(watched);
  assert.equal(statements.length, 1);
  const plans = await db.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    sql`explain (analyze, format json) ${statements[0] as Sql}`,
  );
  const rowsRead = { case_openings: 0, upgrades: 0 };
  const count = (node: PlanNode): void => {
    const table = node['Relation Name'];
    if (table === 'case_openings' || table === 'upgrades') {
      const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
      rowsRead[table] += (node['Actual Rows'] + removed) * node['Actual Loops'];
    }
    node.Plans?.forEach(count);
  };
  count((plans[0] as (typeof plans)[0])['QUERY PLAN'][0].Plan);
  return { answer, rowsRead };
}
