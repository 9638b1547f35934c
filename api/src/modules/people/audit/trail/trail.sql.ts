import type { Db } from '../../../../platform/database/db.ts';
import { join, type Sql, sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { type ListPart, orderBy, partOf, type RowList } from '../../../../platform/lists.ts';
import type { EntryRow } from '../audit.sql.ts';

export interface TrailFilter {
  actorId?: Id<'user'> | undefined;
  /** Whom it concerns. */
  userId?: Id<'user'> | undefined;
  action?: string | undefined;
  entityType?: string | undefined;
  entityId?: string | undefined;
  /** From this moment on. */
  from?: Date | undefined;
  /** Before this moment. */
  until?: Date | undefined;
}

/** An entry with the names of who is named in it, and its place in the chain. */
export interface TrailRow extends EntryRow {
  username: string | null;
  actorName: string | null;
  /** Null until it is linked. */
  position: string | null;
  /** Of the chain up to it, as hex; null until it is linked. */
  hash: string | null;
}

/** Further nobody counts: how many there are of what happens all day says nothing. */
export const MAX_COUNTED = 10_000;

const listThat = (filter: TrailFilter): RowList => ({
  from: 'audit_entries',
  where: conditionsOf(filter),
  order: { by: ['created_at', 'id'], way: 'desc' },
});

function conditionsOf({ actorId, userId, action, entityType, entityId, from, until }: TrailFilter): Sql[] {
  return [
    ...(actorId === undefined ? [] : [sql`actor_id = ${actorId}`]),
    ...(userId === undefined ? [] : [sql`user_id = ${userId}`]),
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(entityType === undefined ? [] : [sql`entity_type = ${entityType}`]),
    ...(entityId === undefined ? [] : [sql`entity_id = ${entityId}`]),
    ...(from === undefined ? [] : [sql`created_at >= ${from}`]),
    ...(until === undefined ? [] : [sql`created_at < ${until}`]),
  ];
}

/** Newest first. */
export function listTrail(db: Db, filter: TrailFilter, part: ListPart): Promise<TrailRow[]> {
  const list = listThat(filter);
  return db.query<TrailRow>(sql`
    select entry.id, entry.action, entry.user_id, entry.actor_id,
      entry.entity_type, entry.entity_id, entry.metadata, entry.ip,
      entry.created_at, entry.position, encode(entry.hash, 'hex') as hash, times, last_at, concerned.username,
      actor.username as actor_name
    from (${partOf(list, part)}) entry
    left join audit_repeats on entry_id = entry.id
    left join users concerned on concerned.id = entry.user_id
    left join users actor on actor.id = entry.actor_id
    ${orderBy(list.order, 'entry')}`);
}

/** Up to `MAX_COUNTED` of them. */
export async function countTrail(db: Db, filter: TrailFilter): Promise<number> {
  const conditions = conditionsOf(filter);
  const where = conditions.length === 0 ? sql`` : sql`where ${join(conditions, ' and ')}`;
  const rows = await db.query<{ count: number }>(sql`
    select count(*)::int as count from (select from audit_entries ${where} limit ${MAX_COUNTED}) counted`);
  return rows[0]?.count ?? 0;
}

/** Every action and kind of record that the trail has: from one to the next in its index, since they are few. */
export async function listTrailWords(db: Db): Promise<{ actions: string[]; entityTypes: string[] }> {
  const [actions, entityTypes] = await Promise.all([
    db.query<{ word: string }>(sql`
      with recursive step as (
        (select min(action) as word from audit_entries)
        union all
        select (select min(action) from audit_entries where action > step.word) from step where step.word is not null
      ) select word from step where word is not null`),
    db.query<{ word: string }>(sql`
      with recursive step as (
        (select min(entity_type) as word from audit_entries where entity_type is not null)
        union all
        select (select min(entity_type) from audit_entries where entity_type > step.word and entity_type is not null)
        from step where step.word is not null
      ) select word from step where word is not null`),
  ]);
  return { actions: actions.map(({ word }) => word), entityTypes: entityTypes.map(({ word }) => word) };
}
