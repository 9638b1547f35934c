import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import fc from 'fast-check';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { createCall } from '../../../test/support/calls.ts';
import { createPlayer, type Person } from '../../../test/support/people.ts';
import { openTestDatabase } from '../../../test/support/use-test-database.ts';
import { rollUps, running, wagerGames } from '../../app/modules.ts';
import { transferDays } from '../../modules/assets/wallet/index.ts';
import { caseDays, dropDays } from '../../modules/games/cases/index.ts';
import { listDropsOfCase } from '../../modules/games/cases/openings/recent-openings.ts';
import { createCase } from '../../modules/games/cases/openings/test-support.ts';
import { gameDays, rollUpsOf } from '../../modules/games/statistics/index.ts';
import { insertPlays, type Play } from '../../modules/games/statistics/test-support.ts';
import { findViolations } from '../../verify/find-violations.ts';
import { fixedClock } from '../clock.ts';
import { type Db, type Tx, transaction } from '../database/db.ts';
import { raw, sql } from '../database/sql.ts';
import { addDays, dayOf } from '../days.ts';
import type { Id } from '../ids.ts';
import type { StoredDays } from './kept-days.ts';
import { addRunningPart, clearRunningFigures, rollUpDays } from './roll-up-days.ts';

let app: TestApp;
let players: Person[];
let caseIds: Id<'case'>[];
beforeEach(async () => {
  app = await createTestApp();
  players = [await createPlayer(app.db, 10_000_000), await createPlayer(app.db, 10_000_000)];
  caseIds = [(await createCase(app.db)).id, (await createCase(app.db)).id];
});
afterEach(async () => {
  try {
    assert.deepEqual(await findViolations(app.db), []);
  } finally {
    await app.close();
  }
});

const figures: readonly StoredDays[] = [
  transferDays,
  caseDays,
  dropDays,
  gameDays(wagerGames),
  ...(rollUpsOf(wagerGames) as StoredDays[]).filter((each) => each.running !== undefined),
];

async function readFigures(db: Db | Tx): Promise<unknown[]> {
  const today = dayOf(new Date());
  const read = figures.map(async (each) => {
    // Reports add days, parts and the newest rows in the same way.
    const rows = await db.query<{ row: Record<string, string | number> }>(
      sql`select to_jsonb(figure) as row from (${each.between(addDays(today, -9), addDays(today, 1))}) figure`,
    );
    const sums = new Map<string, Record<string, number>>();
    for (const { row } of rows) {
      const keys = Object.entries(row).filter(([name]) => KEYS.has(name));
      const key = JSON.stringify(keys);
      const sum = sums.get(key) ?? {};
      for (const [name, value] of Object.entries(row)) {
        if (KEYS.has(name)) continue;
        const known = sum[name] ?? 0;
        sum[name] = /^best|^last/.test(name) ? Math.max(known, Number(value)) : known + Number(value);
      }
      sums.set(key, sum);
    }
    return Object.fromEntries([...sums].sort(([one], [other]) => (one < other ? -1 : 1)));
  });
  return Promise.all(read);
}
const KEYS = new Set(['day', 'type', 'case_id', 'item_id', 'game', 'user_id']);

/** Computes figures from the rows alone, in a transaction that is rolled back. */
async function readRaw(db: Db): Promise<unknown[]> {
  let truth: unknown[] = [];
  const forgotten = transaction(db, async (tx) => {
    await tx.query(sql`update figures_until set ends_at = '-infinity'`);
    for (const table of ['transfer', 'case', 'drop', 'game', 'user']) {
      await tx.query(sql`delete from ${raw(`${table}_days`)}`);
      await tx.query(sql`delete from ${raw(`running_${table}_days`)}`);
    }
    await tx.query(sql`delete from rolled_days`);
    truth = await readFigures(tx);
    throw new Error('rolled back');
  });
  await assert.rejects(forgotten, /rolled back/);
  return truth;
}

const secondsSince = (moment: number) => (Date.now() - moment) / 1000;

const step = fc.record({
  hours: fc.integer({ min: 1, max: 14 }),
  plays: fc.array(
    fc.record({ who: fc.nat(1), box: fc.nat(1), cents: fc.integer({ min: 10, max: 5_000 }), kind: fc.nat(2) }),
    { minLength: 1, maxLength: 8 },
  ),
  isAdded: fc.boolean(),
  isRolled: fc.boolean(),
});

test('whatever is played and whenever parts are added and days closed, figures are those of the rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const own = await openTestDatabase({ poolSize: 3 });
      try {
        const people = [await createPlayer(own, 0), await createPlayer(own, 0)];
        const boxes = [await createCase(own), await createCase(own)];
        let nowMs = Date.now() - 8 * 24 * 3_600_000;
        for (const { hours, plays, isAdded, isRolled } of steps) {
          const at = new Date(nowMs + 1_000).toISOString();
          nowMs += hours * 3_600_000;
          await insertPlays(
            own,
            plays.flatMap(({ who, box, cents, kind }): Play[] => {
              const by = { who: people[who] as Person, at };
              const deposit: Play = { ...by, kind: 'deposit', cents: 10_000 };
              if (kind === 0) return [deposit];
              if (kind === 1) {
                const caseId = boxes[box]?.id as Id<'case'>;
                return [deposit, { ...by, kind: 'opening', caseId, priceCents: cents, valueCents: cents * 2 }];
              }
              const stake = { itemsCents: cents, balanceCents: 7, targetCents: (cents + 7) * 3 };
              return [deposit, { ...by, kind: 'upgrade', ...stake, won: cents % 2 === 0 }];
            }),
          );
          if (isAdded) await addRunningPart({ db: own, running, behindSeconds: secondsSince(nowMs) });
          if (isRolled) await rollUpDays({ db: own, clock: fixedClock(new Date(nowMs)), rollUps });
          assert.deepEqual(await readFigures(own), await readRaw(own));
        }
        assert.deepEqual(await findViolations(own), []);
      } finally {
        await own.close();
      }
    }),
    { numRuns: 8, endOnFailure: true },
  );
});

const deposit = (tx: Tx) =>
  tx.query(sql`
    with paid as (update accounts set balance_cents = balance_cents + 5, transfer_count = transfer_count + 1
      where user_id = ${players[0]?.userId as string})
    insert into transfers (user_id, debit_account, credit_account, amount_cents, type, reason)
    values (${players[0]?.userId as string}, 'SYSTEM', 'USER', 5, 'DEPOSIT', 'Late')`);

const readEnd = async () => {
  const rows = await app.db.query<{ end: string }>(sql`select ends_at::text as end from figures_until`);
  return rows[0]?.end;
};
const addPart = () => addRunningPart({ db: app.db, running, behindSeconds: 0 });

test('a part ends before a transaction that is open, whose rows are counted when they come', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: begun, resolve: hasBegun } = Promise.withResolvers<string>();
  const late = transaction(app.db, async (tx) => {
    const [row] = await tx.query<{ at: string }>(sql`select now()::text as at`);
    hasBegun(row?.at as string);
    await held;
    await deposit(tx);
  });
  const begunAt = await begun;
  await createPlayer(app.db, 500);
  await addPart();
  const ends = [await readEnd()];
  await addPart();
  ends.push(await readEnd());
  release();
  await late;
  assert.deepEqual(ends, [begunAt, begunAt], 'the part ends where the open transaction began');
  await addPart();
  assert.notEqual(await readEnd(), begunAt);
  assert.deepEqual(await readFigures(app.db), await readRaw(app.db));
});

test('nothing is counted twice or left out while parts are added beside plays', async () => {
  const call = createCall(app.http);
  const play = async (index: number) => {
    const { status } = await call(players[index % 2] as Person, 'POST', `/cases/${caseIds[index % 2]}/open`, {
      quantity: 3,
    });
    assert.equal(status, 200);
  };
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([play(0), addPart(), play(1), addPart(), play(2), play(3), addPart()]);
    assert.deepEqual(await readFigures(app.db), await readRaw(app.db));
  }
  await clearRunningFigures({ db: app.db, running });
  assert.deepEqual(await readFigures(app.db), await readRaw(app.db));
  await addPart();
  assert.deepEqual(await readFigures(app.db), await readRaw(app.db));
});

test('a part leaves the last seconds out, for transactions that are not seen yet', async () => {
  await addRunningPart({ db: app.db, running });
  const [row] = await app.db.query<{ isBehind: boolean }>(
    sql`select ends_at <= clock_timestamp() - interval '10 seconds' as is_behind from figures_until`,
  );
  assert.equal(row?.isBehind, true);
});

test('the newest drops of a case are found wherever they stand among those of others', async () => {
  const call = createCall(app.http);
  const [rare, popular] = caseIds as [Id<'case'>, Id<'case'>];
  const open = async (caseId: Id<'case'>, quantity: number) =>
    assert.equal((await call(players[0] as Person, 'POST', `/cases/${caseId}/open`, { quantity })).status, 200);
  const newest = async (caseId: Id<'case'>) => {
    const rows = await app.db.query<{ id: string }>(
      sql`select id from case_openings where case_id = ${caseId} order by id desc limit 50`,
    );
    return rows.map(({ id }) => id);
  };
  const assertListed = async () => {
    for (const caseId of caseIds) {
      const listed = (await listDropsOfCase(app.db, caseId)).map(({ id }) => id);
      assert.deepEqual(listed, await newest(caseId));
    }
  };
  await open(rare, 3);
  await open(popular, 70);
  await assertListed();
  await addPart();
  await assertListed();
  await open(rare, 2);
  await open(popular, 30);
  await assertListed();
  await addPart();
  const kept = await app.db.query<{ count: number }>(
    sql`select count(*)::int as count from recent_case_drops group by case_id order by 1`,
  );
  assert.deepEqual(kept, [{ count: 5 }, { count: 50 }]);
  await assertListed();
  const { body } = await call(null, 'GET', `/cases/${rare}/drops`);
  assert.equal(body.meta.total, 5);
});
