import { type Cached, cached } from '../../../../platform/batches/cached.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Db, Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { addDays, dayOf } from '../../../../platform/days.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { RunningFigures } from '../../../../platform/roll-ups/roll-ups.ts';
import { type Drop, readDrops } from '../../drops/index.ts';
import type { CaseOpenings } from '../cases.records.ts';
import { caseDays, caseGame } from './openings.game.ts';

export const MOST_OF_CASE = 50;
const MAX_AGE_MS = 1_000;
/** An operator has fewer cases; the first one asked for is forgotten. */
const MOST_CASES_KEPT = 500;

const newestOfEachCase = sql`
  select case_id, id as opening_id, row_number() over (partition by case_id order by id desc) as place from case_openings`;

/**
 * An index of openings by case would cost every opening. Without one, finding the last openings of an unpopular case
 * would read all openings.
 */
export const recentCaseDrops: RunningFigures = {
  add: async (tx: Tx, { addedUntil, end }) => {
    await tx.query(sql`
      insert into recent_case_drops (case_id, opening_id)
      select case_id, opening_id from (
        ${newestOfEachCase} where created_at >= ${addedUntil} and created_at < ${end}) opened
      where place <= ${MOST_OF_CASE}`);
    await tx.query(sql`
      delete from recent_case_drops where (case_id, opening_id) in (
        select case_id, opening_id from (
          select *, row_number() over (partition by case_id order by opening_id desc) as place from recent_case_drops) kept
        where place > ${MOST_OF_CASE})`);
  },
  clear: async (tx) => {
    await tx.query(sql`delete from recent_case_drops`);
  },
  differences: sql`
    select 'recent_case_drops' as figures, to_jsonb(opening_id) as row
    from (select * from recent_case_drops) kept
    full join (
      select case_id, opening_id
      from (${newestOfEachCase} where created_at < (select ends_at from figures_until)) opened
      where place <= ${MOST_OF_CASE}) truth using (case_id, opening_id)
    where kept is null or truth is null`,
};

/** Kept openings and later ones together. The range has two ends, so that PostgreSQL expects few rows in it. */
export const listDropsOfCase = (db: Db | Tx, caseId: Id<'case'>): Promise<Drop[]> =>
  readDrops(db, [
    sql`
      with since as materialized (
        select id, case_id from case_openings
        where created_at >= (select ends_at from figures_until) and created_at < 'infinity')
      select ${caseGame.name}::text as game, won.* from (${caseGame.drops}) won where id = any(array(
        select id from (
          select opening_id as id from recent_case_drops where case_id = ${caseId}
          union all select id from since where case_id = ${caseId}) newest
        order by id desc limit ${MOST_OF_CASE}))`,
  ]);

/** Newest first. The database is asked at most once a second, however many visitors look at a case. */
export function createReadCaseDrops({ db, clock }: { db: Db; clock: Clock }): (caseId: Id<'case'>) => Promise<Drop[]> {
  const kept = new Map<string, Cached<Drop[]>>();
  return (caseId) => {
    const known = kept.get(caseId);
    if (known !== undefined) return known.get();
    const [first] = kept.keys();
    if (kept.size >= MOST_CASES_KEPT && first !== undefined) kept.delete(first);
    const drops = cached({ clock, maxAgeMs: MAX_AGE_MS }, () => listDropsOfCase(db, caseId));
    kept.set(caseId, drops);
    return drops.get();
  };
}

const DAYS = 30;
const POPULARITY_AGE_MS = 30_000;

/** The database is asked at most twice a minute, however many visitors there are. */
export function createReadOpenings({ db, clock }: { db: Db; clock: Clock }): () => Promise<CaseOpenings> {
  const read = async (): Promise<CaseOpenings> => {
    const today = dayOf(clock.now());
    const rows = await db.query<{ caseId: Id<'case'>; openings: number }>(sql`
      select case_id, sum(openings)::int as openings
      from (${caseDays.between(addDays(today, 1 - DAYS), today)}) counted group by case_id`);
    return new Map(rows.map(({ caseId, openings }) => [caseId, openings]));
  };
  return cached({ clock, maxAgeMs: POPULARITY_AGE_MS }, read).get;
}
