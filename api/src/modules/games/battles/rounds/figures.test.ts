import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAdmin, type Person } from '../../../../../test/support/people.ts';
import { rollUps } from '../../../../app/modules.ts';
import { systemClock } from '../../../../platform/clock.ts';
import { raw, sql } from '../../../../platform/database/sql.ts';
import { addDays, type Day, dayOf } from '../../../../platform/days.ts';
import { refillDays, rollUpDays } from '../../../../platform/roll-ups/roll-up-days.ts';
import { assertBattlesHold, createEvenCase, FORCED_SEED, forceDraws, useBattles } from '../test-support.ts';

const world = useBattles();

/** As if all of it had happened some days ago. */
async function moveBack(days: number): Promise<void> {
  const { db } = world;
  const tables = ['battles', 'battle_seats', 'battle_rolls', 'case_openings', 'commitment_runs', 'transfers'];
  for (const table of tables) {
    const columns = await db.query<{ name: string }>(sql`
      select column_name as name from information_schema.columns
      where table_name = ${table} and data_type = 'timestamp with time zone'`);
    const moved = columns.map(({ name }) => `${name} = ${name} - interval '${days} days'`).join(', ');
    await db.query(sql`alter table ${raw(table)} disable trigger user`);
    await db.query(sql`update ${raw(table)} set ${raw(moved)}`);
    await db.query(sql`alter table ${raw(table)} enable trigger user`);
  }
}

/** How often was played, by the revenue of each day and by that of each user. */
async function playsOfRevenue(): Promise<number[]> {
  const admin = await createAdmin(world.db);
  const today = dayOf(systemClock.now());
  const days = `?from=${addDays(today, -10)}&to=${today}`;
  const reports = await Promise.all(
    ['ggr', 'ggr-by-user'].map((path) => world.call(admin, 'GET', `/admin/analytics/${path}${days}`)),
  );
  return reports.map(({ body }) => body.data.reduce((sum: number, { plays }: { plays: number }) => sum + plays, 0));
}

/** All, and by each thing that the list is asked by. */
async function listTotals(who: Person): Promise<number[]> {
  const queries = ['', 'status=COMPLETED', 'status=WAITING', 'mode=NORMAL', 'mode=SHARED&seatCount=2'];
  const prices = ['maxPriceCents=100', 'minPriceCents=201'];
  const lists = [...queries, ...prices].map((query) => world.call(who, 'GET', `/battles/list?${query}`));
  return (await Promise.all(lists)).map(({ body }) => body.meta.total);
}

test('battles count when they are over, for their players and for the house, before and after a day is added up', async () => {
  const even = await createEvenCase(world.db);
  const [ana, bia] = [await world.player(), await world.player()];
  await forceDraws(world.db, ana, [3, 2]);
  await forceDraws(world.db, bia, [0, 1]);
  const fight = { caseIds: [even.id, even.id], clientSeed: FORCED_SEED };
  const { id } = (await world.create(ana, fight)).body;
  // Nonces that are taken after those of the battle, and rolled before them.
  await world.call(ana, 'POST', `/cases/${even.id}/open`);
  const statsOf = async (who: typeof ana) => {
    const { body } = await world.call(who, 'GET', '/user/stats');
    return [body.casesOpened, body.battlesPlayed, body.battlesWon, body.wageredCents];
  };
  assert.deepEqual(await statsOf(ana), [1, 0, 0, '100']);
  await world.join(bia, id, { clientSeed: FORCED_SEED });
  const bots = (await world.create(bia, { caseIds: [even.id], mode: 'SHARED' })).body.id;
  const shared = (await world.addBots(bia, bots, 1)).body;
  // One that waits while the day is added up.
  await world.create(ana, { caseIds: [even.id] });
  const truth = async () => [await statsOf(ana), await statsOf(bia)];
  const expected = [
    [1, 1, 1, '300'],
    [0, 2, 1, '300'],
  ];
  assert.deepEqual(await truth(), expected);
  const totals = await listTotals(ana);
  assert.deepEqual(totals, [3, 2, 1, 2, 1, 2, 0]);
  // An opening, two seats of one battle and a seat beside a bot's: the same by day as by user.
  assert.deepEqual(await playsOfRevenue(), [4, 4]);
  await moveBack(3);
  await rollUpDays({ db: world.db, clock: systemClock, rollUps });
  assert.deepEqual(await truth(), expected);
  assert.deepEqual(await playsOfRevenue(), [4, 4]);
  assert.deepEqual(await listTotals(ana), totals);
  const kept = await world.db.query(sql`
    select mode, battles::int, wagered_cents::int as wagered, won_cents::int as won, bot_seats::int as bots,
      bot_wagered_cents::int as bots_wagered, bot_won_cents::int as bots_won,
      plays::int
    from battle_days order by mode`);
  const [own, botsWon] = shared.seats.map(({ paidCents }: { paidCents: string }) => Number(paidCents));
  assert.deepEqual(kept, [
    { mode: 'NORMAL', battles: 1, wagered: 400, won: 100, bots: 0, botsWagered: 0, botsWon: 0, plays: 2 },
    { mode: 'SHARED', battles: 1, wagered: 100, won: own, bots: 1, botsWagered: 100, botsWon, plays: 1 },
  ]);
  const [{ from, to }] = (await world.db.query<{ from: Day; to: Day }>(sql`
    select min(day)::text as from, max(day)::text as to from rolled_days`)) as [{ from: Day; to: Day }];
  await refillDays({ db: world.db, rollUps }, { from, to });
  assert.deepEqual(await listTotals(ana), totals);
  await assertBattlesHold(world.db);
});
