import type { Db, Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { ChainHead, Checkpoint, Link, LinkedEntry, Patience, TrailEntry } from './chain.records.ts';

/** The hash covers these columns. No time zone or date style changes whole microseconds. */
const TRAIL_COLUMNS = sql`id, action, user_id, actor_id, entity_type,
  entity_id, metadata::text as metadata, ip,
  trunc(extract(epoch from created_at) * 1000000)::text as created_at_micros`;

/** Nothing else on the database uses these numbers as advisory locks. */
const LOCKS = { linking: '7316871003', anchoring: '7316871004' };

export async function takeLock(tx: Tx, name: keyof typeof LOCKS, patience: Patience): Promise<boolean> {
  const key = LOCKS[name];
  if (patience === 'wait') {
    await tx.query(sql`select pg_advisory_xact_lock(${key}::bigint)`);
    return true;
  }
  const rows = await tx.query<{ taken: boolean }>(sql`select pg_try_advisory_xact_lock(${key}::bigint) as taken`);
  return rows[0]?.taken === true;
}

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

export async function findHashAt(db: Db | Tx, position: number): Promise<string | null> {
  const rows = await db.query<{ hash: string }>(
    sql`select encode(hash, 'hex') as hash from audit_entries where position = ${position}`,
  );
  return rows[0]?.hash ?? null;
}

export async function measureTrail(db: Db | Tx): Promise<{ lastPosition: string; pending: number }> {
  const rows = await db.query<{ lastPosition: string; pending: string }>(sql`
    select (select coalesce(max(position), 0) from audit_entries) as last_position,
      (select count(*) from audit_entries where position is null) as pending`);
  return { lastPosition: rows[0]?.lastPosition ?? '0', pending: Number(rows[0]?.pending ?? 0) };
}

/** Returns how many entries were linked. The bound on the id keeps each batch from reading a long backlog. */
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

/** The id keeps a position that was given twice from being skipped between two pages. */
export type TrailCursor = Pick<LinkedEntry, 'position' | 'id'>;

const INT64_MIN = '-9223372036854775808';
/** Even impossible positions come after it. */
export const TRAIL_START: TrailCursor = { position: INT64_MIN, id: INT64_MIN };

const INT64_MAX = '9223372036854775807';
export const afterPosition = (position: number): TrailCursor => ({ position: String(position), id: INT64_MAX });

export const listLinked = (db: Db | Tx, after: TrailCursor, upTo: string, limit: number) =>
  db.query<LinkedEntry>(sql`
    select position, encode(previous_hash, 'hex') as previous_hash, encode(hash, 'hex') as hash, ${TRAIL_COLUMNS}
    from audit_entries
    where (position, id) > (${after.position}::bigint, ${after.id}::bigint) and position <= ${upTo}
    order by position, id limit ${limit}`);

interface CheckpointRow extends Omit<Checkpoint, 'position'> {
  position: string;
}

const CHECKPOINT_COLUMNS = sql`position, hash, at, previous, signature`;

export async function findWritten(db: Db | Tx, place: string): Promise<Checkpoint | null> {
  const rows = await db.query<CheckpointRow>(
    sql`select ${CHECKPOINT_COLUMNS} from audit_checkpoints where place = ${place}`,
  );
  return rows.map(checkpointOf)[0] ?? null;
}

/** The furthest checkpoint comes first. */
export async function listWritten(db: Db): Promise<Checkpoint[]> {
  const rows = await db.query<CheckpointRow>(
    sql`select ${CHECKPOINT_COLUMNS} from audit_checkpoints order by audit_checkpoints.position desc`,
  );
  return rows.map(checkpointOf);
}

export async function noteWritten(tx: Tx, place: string, checkpoint: Checkpoint): Promise<void> {
  const { position, hash, at, previous, signature } = checkpoint;
  await tx.query(sql`
    insert into audit_checkpoints (place, position, hash, at, previous, signature)
    values (${place}, ${position}, ${hash}, ${at}, ${previous}, ${signature})
    on conflict (place) do update set position = excluded.position, hash = excluded.hash, at = excluded.at,
      previous = excluded.previous, signature = excluded.signature`);
}

const checkpointOf = (row: CheckpointRow): Checkpoint => ({ ...row, position: Number(row.position) });

/** A larger page is hardly faster and would hold up requests. */
const PAGE_SIZE = 1_000;

/** `upTo` is the last position at the beginning; without it a busy platform would keep this running. */
export async function* trailPages(
  db: Db | Tx,
  start: TrailCursor,
  upTo: string,
  pageSize = PAGE_SIZE,
): AsyncGenerator<LinkedEntry[]> {
  let after = start;
  for (;;) {
    const page = await listLinked(db, after, upTo, pageSize);
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = last;
  }
}
