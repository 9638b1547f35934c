import type { Db, Tx } from '../../../../platform/database/db.ts';
import { join, type Sql, sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { countRows, type ListPart, orderBy, partOf, type RowList } from '../../../../platform/lists.ts';
import {
  type EntryRow,
  MAX_COUNTED,
  type NewEntry,
  type RepeatKey,
  type TrailFilter,
  type TrailRow,
} from './trail.records.ts';

export async function insertEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
  await tx.query(sql`
    insert into audit_entries (action, user_id, actor_id, entity_type, entity_id, metadata, ip)
    select action, user_id, actor_id, entity_type, entity_id, metadata::jsonb, ip
    from unnest(
      ${entries.map((entry) => entry.action)}::text[], ${entries.map((entry) => entry.userId)}::bigint[],
      ${entries.map((entry) => entry.actorId)}::bigint[], ${entries.map((entry) => entry.entityType)}::text[],
      ${entries.map((entry) => entry.entityId)}::text[], ${entries.map((entry) => entry.metadata)}::text[],
      ${entries.map((entry) => entry.ip)}::text[]
    ) with ordinality as entry (action, user_id, actor_id, entity_type, entity_id, metadata, ip, place)
    order by place`);
}

const ENTRY_COLUMNS = sql`
  id, entry.action, user_id, actor_id, entity_type, entity_id,
  metadata, ip, created_at, times, last_at`;

export const listUserEntries = (db: Db | Tx, userId: Id<'user'>, part: ListPart) =>
  listEntries(db, sql`user_id = ${userId}`, part);

export const listEntityEntries = (db: Db | Tx, type: string, id: string, part: ListPart) =>
  listEntries(db, sql`entity_type = ${type} and entity_id = ${id}`, part);

/** They may show a stolen account. The index audit_entries_security has the same actions. */
export const listSecurityEntries = (db: Db | Tx, userId: Id<'user'>, limit: number) =>
  db.query<EntryRow>(sql`
    select ${ENTRY_COLUMNS} from (
      select * from audit_entries where user_id = ${userId} and action in
        ('DEVICE_MISMATCH', 'RECOVERY_CODE_USED', 'SUSPICIOUS_IP_CHANGE', 'TWO_FACTOR_DISABLED', 'TWO_FACTOR_LOCKED')
      order by created_at desc, id desc limit ${limit}) entry
    left join audit_repeats on entry_id = id order by created_at desc, id desc`);

async function listEntries(db: Db | Tx, of: Sql, part: ListPart) {
  const list: RowList = { from: 'audit_entries', of, order: { by: ['id'], way: 'desc' } };
  const [rows, total] = await Promise.all([
    db.query<EntryRow>(sql`
      select ${ENTRY_COLUMNS} from (${partOf(list, part)}) entry left join audit_repeats on entry_id = id ${orderBy(list.order)}`),
    countRows(db, list),
  ]);
  return { rows, total };
}

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

export async function countTrail(db: Db, filter: TrailFilter): Promise<number> {
  const conditions = conditionsOf(filter);
  const where = conditions.length === 0 ? sql`` : sql`where ${join(conditions, ' and ')}`;
  const rows = await db.query<{ count: number }>(sql`
    select count(*)::int as count from (select from audit_entries ${where} limit ${MAX_COUNTED}) counted`);
  return rows[0]?.count ?? 0;
}

/** The few words let the statement jump from one to the next in the index. */
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

/** One statement inserts the first event of a key and counts every further one, even for concurrent writers. */
export async function countOrInsertEntry(db: Db, { subject, hour }: RepeatKey, entry: NewEntry): Promise<void> {
  const { action, userId, actorId, entityType, entityId, metadata, ip } = entry;
  await db.query(sql`
    with counted as (
      insert into audit_repeats (entry_id, subject, action, hour)
      values (nextval(pg_get_serial_sequence('audit_entries', 'id')), ${subject}, ${action}, ${hour})
      on conflict (subject, action, hour) do update set times = audit_repeats.times + 1, last_at = now()
      returning entry_id, times)
    insert into audit_entries (id, action, user_id, actor_id, entity_type, entity_id, metadata, ip)
    overriding system value
    select entry_id, ${action}, ${userId}::bigint, ${actorId}::bigint, ${entityType}::text, ${entityId}::text,
      ${metadata}::jsonb, ${ip}::text
    from counted where times = 1`);
}

export async function addRepeats(db: Db, repeats: readonly (RepeatKey & { times: number })[]): Promise<void> {
  await db.query(sql`
    update audit_repeats set times = audit_repeats.times + more.times, last_at = now()
    from unnest(
      ${repeats.map(({ subject }) => subject)}::text[], ${repeats.map(({ action }) => action)}::text[],
      ${repeats.map(({ hour }) => hour)}::timestamptz[], ${repeats.map(({ times }) => times)}::bigint[]
    ) as more (subject, action, hour, times)
    where (audit_repeats.subject, audit_repeats.action, audit_repeats.hour) = (more.subject, more.action, more.hour)`);
}
