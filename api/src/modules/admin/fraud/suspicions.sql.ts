import type { Db, Tx } from '../../../platform/database/db.ts';
import { lookUp, type Sql, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { countRows, type ListPart, orderBy, partOf, type RowList } from '../../../platform/lists.ts';
import type {
  FoundSuspicion,
  KnownSuspicion,
  Review,
  Suspicion,
  SuspicionReason,
  SuspicionState,
} from './fraud.types.ts';

interface SuspicionRow extends Omit<Suspicion, 'weight' | 'review'> {
  weight: string;
  reviewedAt: Date | null;
  reviewedBy: Id<'user'> | null;
  reviewNote: string | null;
}

/** Of rows called `suspicion`, with their users. */
const selectSuspicions = (suspicions: Sql): Sql => sql`
  select suspicion.id, user_id, username, reason, state, weight, figures, opened_at,
    last_found_at, reviewed_at, reviewed_by, review_note
  from (${suspicions}) suspicion ${lookUp('users', 'suspicion.user_id')}`;

function suspicionOf({ reviewedAt, reviewedBy, reviewNote, ...row }: SuspicionRow): Suspicion {
  const isReviewed = reviewedAt !== null && reviewedBy !== null && reviewNote !== null;
  const review: Review | null = isReviewed ? { at: reviewedAt, by: reviewedBy, note: reviewNote } : null;
  return { ...row, weight: BigInt(row.weight), review };
}

export interface SuspicionFilter {
  state: SuspicionState;
  reason?: SuspicionReason | undefined;
}

/** What was opened last comes first. */
export async function listSuspicions(
  db: Db,
  { state, reason }: SuspicionFilter,
  part: ListPart,
): Promise<{ suspicions: Suspicion[]; total: number }> {
  const list: RowList = {
    from: 'suspicions',
    where: [sql`state = ${state}`, ...(reason === undefined ? [] : [sql`reason = ${reason}`])],
    order: { by: ['opened_at', 'id'], way: 'desc' },
  };
  const [rows, total] = await Promise.all([
    db.query<SuspicionRow>(sql`${selectSuspicions(partOf(list, part))} ${orderBy(list.order, 'suspicion')}`),
    countRows(db, list),
  ]);
  return { suspicions: rows.map(suspicionOf), total };
}

/** All of a user's: one for each reason at most. */
export async function listSuspicionsOf(db: Db, userId: Id<'user'>): Promise<Suspicion[]> {
  const rows = await db.query<SuspicionRow>(sql`
    ${selectSuspicions(sql`select * from suspicions where user_id = ${userId}`)} order by reason`);
  return rows.map(suspicionOf);
}

/** Reasons of those that nobody has looked at, by user. */
export async function findOpenSuspicions(
  db: Db | Tx,
  userIds: readonly Id<'user'>[],
): Promise<ReadonlyMap<Id<'user'>, readonly SuspicionReason[]>> {
  const rows = await db.query<{ userId: Id<'user'>; reasons: SuspicionReason[] }>(sql`
    select user_id, array_agg(reason order by reason) as reasons from suspicions
    where user_id = any(${userIds}::bigint[]) and state = 'OPEN' group by user_id`);
  return new Map(rows.map(({ userId, reasons }) => [userId, reasons]));
}

export async function findSuspicion(tx: Tx, id: Id<'suspicion'>): Promise<Suspicion | null> {
  const rows = await tx.query<SuspicionRow>(selectSuspicions(sql`select * from suspicions where id = ${id}`));
  return rows[0] === undefined ? null : suspicionOf(rows[0]);
}

/** Whether it was open. */
export async function updateToReviewed(tx: Tx, id: Id<'suspicion'>, { at, by, note }: Review): Promise<boolean> {
  const rows = await tx.query(sql`
    update suspicions set state = 'REVIEWED', reviewed_at = ${at}, reviewed_by = ${by}, review_note = ${note},
      reviewed_weight = weight
    where id = ${id} and state = 'OPEN' returning id`);
  return rows.length > 0;
}

/** What is known of those that were found. Nobody reviews them until the end of `tx`. */
export async function lockKnown(tx: Tx, found: readonly FoundSuspicion[]): Promise<KnownSuspicion[]> {
  const rows = await tx.query<Omit<KnownSuspicion, 'reviewedWeight'> & { reviewedWeight: string | null }>(sql`
    select user_id, reason, last_found_at, reviewed_weight
    from suspicions
    where (user_id, reason) in (
      select * from unnest(${found.map(({ userId }) => userId)}::bigint[], ${found.map(({ reason }) => reason)}::text[]))
    order by id for update`);
  return rows.map((row) => ({
    ...row,
    reviewedWeight: row.reviewedWeight === null ? null : BigInt(row.reviewedWeight),
  }));
}

/**
 * Who may not come in any more is not worth looking at. What is opened forgets what was looked at, so that it waits for
 * somebody to look at it anew.
 */
export async function saveFound(
  tx: Tx,
  found: readonly (FoundSuspicion & { state: SuspicionState })[],
  now: Date,
): Promise<void> {
  await tx.query(sql`
    insert into suspicions (user_id, reason, state, weight, figures, opened_at, last_found_at)
    select user_id, reason, state, weight, figures::jsonb, ${now}, ${now}
    from unnest(
      ${found.map(({ userId }) => userId)}::bigint[], ${found.map(({ reason }) => reason)}::text[],
      ${found.map(({ state }) => state)}::text[], ${found.map(({ weight }) => weight)}::bigint[],
      ${found.map(({ figures }) => JSON.stringify(figures))}::text[]
    ) as found (user_id, reason, state, weight, figures)
    where exists (select from users where users.id = user_id and status not in ('BANNED', 'CLOSED'))
    order by user_id, reason
    on conflict (user_id, reason) do update
    set state = excluded.state, weight = excluded.weight, figures = excluded.figures,
      last_found_at = excluded.last_found_at,
      reviewed_weight = case when excluded.state <> 'OPEN' then suspicions.reviewed_weight end,
      opened_at = case when excluded.state = 'OPEN' and suspicions.state <> 'OPEN' then excluded.opened_at
        else suspicions.opened_at end`);
}

/** What was not found `now` is over. */
export async function endOthers(tx: Tx, now: Date): Promise<void> {
  await tx.query(sql`update suspicions set state = 'OVER' where state <> 'OVER' and last_found_at < ${now}`);
}

export async function deleteSuspicionsOf(tx: Tx, userId: Id<'user'>): Promise<void> {
  await tx.query(sql`delete from suspicions where user_id = ${userId}`);
}
