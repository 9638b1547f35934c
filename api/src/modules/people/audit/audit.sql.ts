import type { Db, Tx } from '../../../platform/database/db.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { countRows, type ListPart, orderBy, partOf, type RowList } from '../../../platform/lists.ts';
import type { ChainHead, Link, LinkedEntry, Patience, TrailEntry } from './audit.types.ts';

/** An entry that is about to be written; `metadata` is JSON. */
export interface NewEntry {
  action: string;
  userId: string | null;
  actorId: string | null;
  entityType: string | null;
  entityId: string | null;
  metadata: string;
  ip: string | null;
}

/** In the order given: the ids rise with it. */
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

export interface EntryRow {
  id: string;
  action: string;
  userId: string | null;
  actorId: string | null;
  entityType: string | null;
  entityId: string | null;
  metadata: Record<string, unknown>;
  ip: string | null;
  createdAt: Date;
  /** Of what is counted by the hour: how often, and when last. */
  times: string | null;
  lastAt: Date | null;
}

/** Of an entry and how often it was repeated. */
const ENTRY_COLUMNS = sql`
  id, entry.action, user_id, actor_id, entity_type, entity_id,
  metadata, ip, created_at, times, last_at`;

export const listUserEntries = (db: Db | Tx, userId: Id<'user'>, part: ListPart) =>
  listEntries(db, sql`user_id = ${userId}`, part);

export const listEntityEntries = (db: Db | Tx, type: string, id: string, part: ListPart) =>
  listEntries(db, sql`entity_type = ${type} and entity_id = ${id}`, part);

/** What speaks of a stolen account, the newest first. The actions are those of the index audit_entries_security. */
export const listSecurityEntries = (db: Db | Tx, userId: Id<'user'>, limit: number) =>
  db.query<EntryRow>(sql`
    select ${ENTRY_COLUMNS} from (
      select * from audit_entries where user_id = ${userId} and action in
        ('DEVICE_MISMATCH', 'RECOVERY_CODE_USED', 'SUSPICIOUS_IP_CHANGE', 'TWO_FACTOR_DISABLED', 'TWO_FACTOR_LOCKED')
      order by created_at desc, id desc limit ${limit}) entry
    left join audit_repeats on entry_id = id order by created_at desc, id desc`);

/** Newest first, with how many there are in all. */
async function listEntries(db: Db | Tx, of: Sql, part: ListPart) {
  const list: RowList = { from: 'audit_entries', of, order: { by: ['id'], way: 'desc' } };
  const [rows, total] = await Promise.all([
    db.query<EntryRow>(sql`
      select ${ENTRY_COLUMNS} from (${partOf(list, part)}) entry left join audit_repeats on entry_id = id ${orderBy(list.order)}`),
    countRows(db, list),
  ]);
  return { rows, total };
}

/** What the hash of an entry covers. Microseconds as a whole number: no time zone or date style changes their text. */
const TRAIL_COLUMNS = sql`id, action, user_id, actor_id, entity_type,
  entity_id, metadata::text as metadata, ip,
  trunc(extract(epoch from created_at) * 1000000)::text as created_at_micros`;

/** Any numbers that nothing else on the database uses as advisory locks. */
const LOCKS = { linking: '7316871003', anchoring: '7316871004' };

/** One process at a time, until its transaction ends. False where it was only tried and another has the lock. */
export async function takeLock(tx: Tx, name: keyof typeof LOCKS, patience: Patience): Promise<boolean> {
  const key = LOCKS[name];
  if (patience === 'wait') {
    await tx.query(sql`select pg_advisory_xact_lock(${key}::bigint)`);
    return true;
  }
  const rows = await tx.query<{ taken: boolean }>(sql`select pg_try_advisory_xact_lock(${key}::bigint) as taken`);
  return rows[0]?.taken === true;
}

/** Committed and not linked yet, oldest first. */
export const listPending = (tx: Tx, limit: number) =>
  tx.query<TrailEntry>(
    sql`select ${TRAIL_COLUMNS} from audit_entries where position is null order by id limit ${limit}`,
  );

export async function findHead(db: Db | Tx): Promise<(ChainHead & { readAt: Date }) | null> {
  const rows = await db.query<{ position: string; hash: string; readAt: Date }>(sql`
    select position, encode(hash, 'hex') as hash, now() as read_at
    from audit_entries where position is not null order by position desc limit 1`);
  const row = rows[0];
  return row === undefined ? null : { ...row, position: Number(row.position) };
}

/** The hash of the entry at a position, or null where there is none. */
export async function findHashAt(db: Db | Tx, position: number): Promise<string | null> {
  const rows = await db.query<{ hash: string }>(
    sql`select encode(hash, 'hex') as hash from audit_entries where position = ${position}`,
  );
  return rows[0]?.hash ?? null;
}

/** How far the chain goes, and how many entries wait to be linked. */
export async function measureTrail(db: Db | Tx): Promise<{ lastPosition: string; pending: number }> {
  const rows = await db.query<{ lastPosition: string; pending: string }>(sql`
    select (select coalesce(max(position), 0) from audit_entries) as last_position,
      (select count(*) from audit_entries where position is null) as pending`);
  return { lastPosition: rows[0]?.lastPosition ?? '0', pending: Number(rows[0]?.pending ?? 0) };
}

/**
 * Tells how many entries were linked. The links are those of the first pending entries, in the order of their ids; the
 * bound on the id keeps a long backlog behind them from being read with every batch.
 */
export async function writeLinks(tx: Tx, links: readonly Link[]): Promise<number> {
  const rows = await tx.query<{ linked: string }>(sql`
    with linked as (
      update audit_entries entry
      set position = link.position, previous_hash = decode(link.previous_hash, 'hex'), hash = decode(link.hash, 'hex')
      from unnest(
        ${links.map((link) => link.id)}::bigint[], ${links.map((link) => link.position)}::bigint[],
        ${links.map((link) => link.previousHash)}::text[], ${links.map((link) => link.hash)}::text[]
      ) as link (id, position, previous_hash, hash)
      where entry.id = link.id and entry.position is null and entry.id <= ${links.at(-1)?.id ?? null}::bigint
      returning entry.id
    )
    select count(*) as linked from linked`);
  return Number(rows[0]?.linked ?? 0);
}

/** A place in the trail. With the id as well, so that a position given twice is not skipped between two pages. */
export type TrailCursor = Pick<LinkedEntry, 'position' | 'id'>;

const INT64_MIN = '-9223372036854775808';
/** Before every position that a row can have, the impossible ones too. */
export const TRAIL_START: TrailCursor = { position: INT64_MIN, id: INT64_MIN };

const INT64_MAX = '9223372036854775807';
/** After every entry that a position can have. */
export const afterPosition = (position: number): TrailCursor => ({ position: String(position), id: INT64_MAX });

/** One page of the chain in the order of its positions, after a place and up to a position. */
export const listLinked = (db: Db | Tx, after: TrailCursor, upTo: string, limit: number) =>
  db.query<LinkedEntry>(sql`
    select position, encode(previous_hash, 'hex') as previous_hash, encode(hash, 'hex') as hash, ${TRAIL_COLUMNS}
    from audit_entries
    where (position, id) > (${after.position}::bigint, ${after.id}::bigint) and position <= ${upTo}
    order by position, id limit ${limit}`);
