import type { Clock } from '../clock.ts';
import { type Db, type Tx, transaction } from '../database/db.ts';
import { sql } from '../database/sql.ts';
import { addDays, DAY_TIME_ZONE, type Day, dayOf } from '../days.ts';
import { type DailyRollUp, type RunningFigures, spanOf } from './roll-ups.ts';
import {
  allowLongStatements,
  claimDay,
  findBeginning,
  findRolledDays,
  findUnrolledDays,
  lockRolledDay,
} from './rolled-days.sql.ts';

/** This exceeds any transaction and any difference of clocks, so every row of the day is committed. */
const SETTLING_MS = 15 * 60 * 1000;

export interface RollUpDeps {
  db: Db;
  clock: Clock;
  rollUps: readonly DailyRollUp[];
}

/** The oldest day is first, so that added days have no gap: a failure ends the run, and the next continues. */
export async function rollUpDays({ db, clock, rollUps }: RollUpDeps): Promise<void> {
  const { rolledDay, firstMoment, now } = await readBeginning(db, rollUps);
  const firstDay = rolledDay ?? (firstMoment === null ? null : dayOf(firstMoment));
  if (firstDay === null) return;
  // The earlier of two clocks decides, because a day that still runs must not be closed.
  const settledMs = Math.min(clock.now().getTime(), now.getTime()) - SETTLING_MS;
  const lastDay = addDays(dayOf(new Date(settledMs)), -1);
  for (const day of await findUnrolledDays(db, firstDay, lastDay)) await rollUpDay(db, day, rollUps);
}

const readBeginning = (db: Db, rollUps: readonly DailyRollUp[]) =>
  transaction(db, async (tx) => {
    const [, beginning] = await Promise.all([allowLongStatements(tx), findBeginning(tx, rollUps)]);
    return beginning;
  });

async function rollUpDay(db: Db, day: Day, rollUps: readonly DailyRollUp[]): Promise<void> {
  await transaction(db, async (tx) => {
    const [, isOurs] = await Promise.all([allowLongStatements(tx), claimDay(tx, day)]);
    if (!isOurs) return;
    await Promise.all(rollUps.map((rollUp) => rollUp.fill(tx, spanOf(day))));
  });
}

/**
 * Restores lost or wrong figures. A transaction for each day shows callers old or new figures, never a part. Returns
 * the days.
 */
export async function refillDays(
  { db, rollUps }: { db: Db; rollUps: readonly DailyRollUp[] },
  { from, to }: { from: Day; to: Day },
): Promise<Day[]> {
  const days = await findRolledDays(db, from, to);
  for (const day of days) {
    await transaction(db, async (tx) => {
      // Two at once would write twice.
      await Promise.all([allowLongStatements(tx), lockRolledDay(tx, day)]);
      await Promise.all(rollUps.map((rollUp) => rollUp.clear(tx, day)));
      await Promise.all(rollUps.map((rollUp) => rollUp.fill(tx, spanOf(day))));
    });
  }
  return days;
}

interface RunningDeps {
  db: Db;
  running: readonly RunningFigures[];
}

/** Another process at the same time finds nothing left. */
export const addRunningPart = ({
  db,
  running,
  behindSeconds = 10,
}: RunningDeps & { behindSeconds?: number }): Promise<void> =>
  transaction(db, async (tx) => {
    await allowLongStatements(tx);
    const addedUntil = await lockFigures(tx);
    const { start, end, isEmpty } = await nextPart(tx, behindSeconds);
    if (isEmpty) return;
    const part = {
      addedUntil: sql`${addedUntil}::timestamptz`,
      start: sql`${start}::timestamptz`,
      end: sql`${end}::timestamptz`,
    };
    for (const figures of running) await figures.add(tx, part);
    await tx.query(sql`update figures_until set ends_at = ${end}::timestamptz`);
  });

/** Call it after changing rows of the past. */
export const clearRunningFigures = ({ db, running }: RunningDeps): Promise<void> =>
  transaction(db, async (tx) => {
    await lockFigures(tx);
    for (const figures of running) await figures.clear(tx);
    await tx.query(sql`update figures_until set ends_at = '-infinity'`);
  });

/** A JavaScript date would lose the microseconds. */
async function lockFigures(tx: Tx): Promise<string> {
  const rows = await tx.query<{ endsAt: string }>(sql`select ends_at::text as ends_at from figures_until for update`);
  return rows[0]?.endsAt ?? '-infinity';
}

/**
 * Rows have the time of their statement or transaction. When all transactions from before a moment have ended, its rows
 * are there. The margin covers a transaction that is not seen yet; very long ones, such as backups, are ignored.
 */
async function nextPart(tx: Tx, behindSeconds: number): Promise<{ start: string; end: string; isEmpty: boolean }> {
  const rows = await tx.query<{ start: string; end: string; isEmpty: boolean }>(sql`
    with part as (
      select greatest(ends_at, (
          select (max(day) + 1)::timestamp at time zone ${DAY_TIME_ZONE}::text from rolled_days)) as starts_at,
        least(clock_timestamp() - make_interval(secs => ${behindSeconds}), (
          select min(xact_start) from pg_stat_activity
          where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
            and xact_start > clock_timestamp() - interval '15 minutes')) as ends_at
      from figures_until)
    select starts_at::text as start, ends_at::text as end, ends_at <= starts_at as is_empty from part`);
  return rows[0] as (typeof rows)[0];
}
