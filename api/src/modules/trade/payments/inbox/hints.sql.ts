import type { Db, Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Hint } from './inbox.records.ts';

export interface TakenHint extends Hint {
  tries: number;
  turn: string;
}

/**
 * A stranger's hints count only for charges of ours, each once in the pause. A bank is heard at once. The order of the
 * subjects prevents deadlocks.
 */
export async function insertHints(
  db: Db | Tx,
  hints: readonly Hint[],
  { now, pauseMs }: { now: Date; pauseMs: number },
): Promise<number> {
  const rows = await db.query(sql`
    insert into pix_hints (subject, is_charge, is_trusted, hinted_at, ask_at)
    select distinct on (subject) subject, is_charge, is_trusted, ${now}::timestamptz, ${now}::timestamptz
    from unnest(
      ${hints.map(({ subject }) => subject)}::text[], ${hints.map(({ isCharge }) => isCharge)}::boolean[],
      ${hints.map(({ isTrusted }) => isTrusted)}::boolean[]
    ) as given (subject, is_charge, is_trusted)
    where is_trusted or (is_charge and exists (select from deposits where txid = subject))
    order by subject
    on conflict (subject) do update set
      is_trusted = pix_hints.is_trusted or excluded.is_trusted, hinted_at = excluded.hinted_at,
      turn = pix_hints.turn + 1,
      tries = case when pix_hints.ask_at is null then 0 else pix_hints.tries end,
      leased_until = case when excluded.is_trusted then null else pix_hints.leased_until end,
      ask_at = case when excluded.is_trusted then excluded.ask_at else coalesce(
        pix_hints.ask_at, greatest(excluded.ask_at, pix_hints.asked_at + make_interval(secs => ${pauseMs / 1000}))) end
    returning subject`);
  return rows.length;
}

/** The bank's come first, then what was never asked for, so that repeats wait and delay nobody. */
export function takeDueHints(
  db: Db | Tx,
  { now, leaseMs, limit }: { now: Date; leaseMs: number; limit: number },
): Promise<TakenHint[]> {
  return db.query<TakenHint>(sql`
    with due as (
      select subject from pix_hints where ask_at <= ${now} and (leased_until is null or leased_until <= ${now})
      order by is_trusted desc, asked_at nulls first, ask_at, subject limit ${limit} for update skip locked)
    update pix_hints hint set leased_until = ${new Date(now.getTime() + leaseMs)}, tries = tries + 1
    from due where hint.subject = due.subject
    returning hint.subject, is_charge, is_trusted, tries, hint.turn::text as turn`);
}

/** A hint that came meanwhile has another turn, and is asked for again. */
export async function endHints(
  db: Db | Tx,
  ended: readonly { subject: string; turn: string; askAt: Date | null }[],
  { now, pauseMs }: { now: Date; pauseMs: number },
): Promise<void> {
  await db.query(sql`
    update pix_hints hint set asked_at = ${now}, leased_until = null,
      ask_at = case when hint.turn = given.turn then given.ask_at
        when hint.is_trusted then hint.ask_at else ${new Date(now.getTime() + pauseMs)}::timestamptz end
    from unnest(
      ${ended.map(({ subject }) => subject)}::text[], ${ended.map(({ turn }) => turn)}::bigint[],
      ${ended.map(({ askAt }) => askAt?.toISOString() ?? null)}::timestamptz[]
    ) as given (subject, turn, ask_at)
    where hint.subject = given.subject`);
}

export async function sweepHints(db: Db, before: Date): Promise<void> {
  await db.query(sql`delete from pix_hints where ask_at is null and asked_at < ${before}`);
}
