import { type Db, type Tx, transaction } from '../database/db.ts';
import { sql } from '../database/sql.ts';
import { DAY_TIME_ZONE } from '../days.ts';
import type { RunningFigures } from './roll-ups.ts';
import { allowLongStatements } from './rolled-days.sql.ts';

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
