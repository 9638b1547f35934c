import type { Db, Tx } from '../../../platform/database/db.ts';
import { raw, type Sql, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { LeafBatch, LogSource, SignedHead, Span, Tile, TreeState } from './log.records.ts';

/** One process writes at a time; the others do not wait. */
export async function tryLock(tx: Tx): Promise<boolean> {
  const rows = await tx.query<{ isTaken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('lisura public log')) as is_taken`,
  );
  return rows[0]?.isTaken ?? false;
}

export async function lastIds(db: Db, tables: readonly string[]): Promise<bigint[]> {
  const ids = tables.map((table) => `coalesce((select max(id) from ${table}), 0)`);
  const rows = await db.query<{ ids: string[] }>(sql`select array[${raw(ids.join(', '))}]::text[] as ids`);
  return (rows[0]?.ids ?? []).map(BigInt);
}

/**
 * A sequence stays locked by the transaction that used it. An id below a committed one is committed, given up, or held
 * by one of these.
 */
export async function idHolders(db: Db, tables: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ holder: string }>(sql`
    select distinct virtualtransaction as holder from pg_locks
    where locktype = 'relation' and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())
      and relation in (select pg_get_serial_sequence(name, 'id')::regclass from unnest(${[...tables]}::text[]) name)`);
  return rows.map(({ holder }) => holder);
}

export async function stillRunning(db: Db, holders: readonly string[]): Promise<string[]> {
  if (holders.length === 0) return [];
  const rows = await db.query<{ holder: string }>(sql`
    select distinct virtualtransaction as holder from pg_locks where virtualtransaction = any(${[...holders]}::text[])`);
  return rows.map(({ holder }) => holder);
}

/** A new kind begins at 0. */
export async function readSeen(tx: Tx, kinds: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  const rows = await tx.query<{ kind: string; seenId: string }>(sql`
    with added as (
      insert into log_sources (kind, seen_id) select kind, 0 from unnest(${[...kinds]}::text[]) kind
      on conflict do nothing returning kind, seen_id)
    select kind, seen_id from added
    union all select kind, seen_id from log_sources where kind = any(${[...kinds]}::text[])`);
  return new Map(rows.map(({ kind, seenId }) => [kind, BigInt(seenId)]));
}

export async function updateSeen(tx: Tx, kind: string, seenId: bigint): Promise<void> {
  await tx.query(sql`update log_sources set seen_id = ${seenId} where kind = ${kind}`);
}

const readBatch = async (db: Db | Tx, { leaves }: LogSource, condition: Sql): Promise<LeafBatch> => {
  const [row] = await db.query<{ ids: string[] | null; hashes: Buffer | null; waiting: string[] | null }>(sql`
    select array_agg(id::text order by id) filter (where leaf is not null) as ids,
      string_agg(sha256('\\x00'::bytea || convert_to(leaf, 'UTF8')), ''::bytea order by id)
        filter (where leaf is not null) as hashes,
      array_agg(id::text) filter (where leaf is null and may_come) as waiting
    from (select * from (${leaves}) logged where ${condition} offset 0) computed_once`);
  return {
    ids: (row?.ids ?? []).map(BigInt),
    hashes: row?.hashes ?? Buffer.alloc(0),
    waiting: (row?.waiting ?? []).map(BigInt),
  };
};

export const readRows = (tx: Tx, source: LogSource, after: bigint, upTo: bigint): Promise<LeafBatch> =>
  readBatch(tx, source, sql`id > ${after} and id <= ${upTo}`);

export const readRowsOf = (tx: Db | Tx, source: LogSource, ids: readonly bigint[]): Promise<LeafBatch> =>
  readBatch(tx, source, sql`id = any(${ids.map(String)}::bigint[])`);

export async function listWaiting(tx: Tx): Promise<ReadonlyMap<string, bigint[]>> {
  const rows = await tx.query<{ kind: string; id: string }>(sql`select kind, id from log_waiting order by kind, id`);
  const byKind = Map.groupBy(rows, ({ kind }) => kind);
  return new Map([...byKind].map(([kind, own]) => [kind, own.map(({ id }) => BigInt(id))]));
}

export async function addWaiting(tx: Tx, kind: string, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(sql`insert into log_waiting (kind, id) select ${kind}, unnest(${ids.map(String)}::bigint[])`);
}

export async function removeWaiting(tx: Tx, kind: string, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(sql`delete from log_waiting where kind = ${kind} and id = any(${ids.map(String)}::bigint[])`);
}

export async function insertSpans(tx: Tx, spans: readonly Span[]): Promise<void> {
  await tx.query(sql`
    insert into log_spans (kind, first_id, last_id, first_leaf) select * from unnest(
      ${spans.map(({ kind }) => kind)}::text[], ${spans.map(({ firstId }) => firstId)}::bigint[],
      ${spans.map(({ lastId }) => lastId)}::bigint[], ${spans.map(({ firstLeaf }) => firstLeaf)}::bigint[])`);
}

export async function findLeaf(db: Db, kind: string, id: bigint): Promise<bigint | null> {
  const rows = await db.query<{ leaf: string }>(sql`
    select first_leaf + ${id} - first_id as leaf
    from (
      select first_leaf, first_id from log_spans where kind = ${kind} and last_id >= ${id} order by last_id limit 1) span
    where first_id <= ${id}`);
  return rows[0] === undefined ? null : BigInt(rows[0].leaf);
}

export async function listSpans(db: Db, start: bigint, end: bigint): Promise<Span[]> {
  const rows = await db.query<Record<'firstId' | 'lastId' | 'firstLeaf', string> & { kind: string }>(sql`
    select kind, first_id, last_id, first_leaf from log_spans
    where first_leaf >= (select max(first_leaf) from log_spans where first_leaf <= ${start}) and first_leaf < ${end}
    order by first_leaf`);
  return rows.map(({ kind, firstId, lastId, firstLeaf }) => ({
    kind,
    firstId: BigInt(firstId),
    lastId: BigInt(lastId),
    firstLeaf: BigInt(firstLeaf),
  }));
}

export async function countLeaves(db: Db | Tx): Promise<bigint> {
  const rows = await db.query<{ size: string }>(sql`
    select first_leaf + last_id - first_id + 1 as size from log_spans order by first_leaf desc limit 1`);
  return BigInt(rows[0]?.size ?? 0);
}

export async function readTiles(db: Db | Tx, places: readonly Pick<Tile, 'level' | 'tile'>[]): Promise<Tile[]> {
  if (places.length === 0) return [];
  const rows = await db.query<{ level: number; tile: string; hashes: Buffer }>(sql`
    select level, tile, hashes from log_tiles
    join unnest(${places.map(({ level }) => level)}::smallint[], ${places.map(({ tile }) => tile)}::bigint[])
      as wanted (level, tile) using (level, tile)`);
  return rows.map(({ level, tile, hashes }) => ({ level, tile: BigInt(tile), hashes }));
}

export async function upsertTiles(tx: Tx, tiles: readonly Tile[]): Promise<void> {
  await tx.query(sql`
    insert into log_tiles (level, tile, hashes) select * from unnest(
      ${tiles.map(({ level }) => level)}::smallint[], ${tiles.map(({ tile }) => tile)}::bigint[],
      ${tiles.map(({ hashes }) => hashes)}::bytea[])
    on conflict (level, tile) do update set hashes = excluded.hashes`);
}

async function oneHead(db: Db | Tx, chosen: Sql): Promise<SignedHead | null> {
  const [row] = await db.query<Omit<SignedHead, 'size'> & { size: string }>(
    sql`select size, root, at, public_key, signature from log_heads ${chosen}`,
  );
  return row === undefined ? null : { ...row, size: BigInt(row.size) };
}

export const findNewestHead = (db: Db | Tx): Promise<SignedHead | null> => oneHead(db, sql`order by size desc limit 1`);

/** The first head identifies a log. */
export const findFirstHead = (db: Db): Promise<SignedHead | null> => oneHead(db, sql`order by size limit 1`);

export const findHead = (db: Db, size: bigint): Promise<SignedHead | null> => oneHead(db, sql`where size = ${size}`);

export const findFirstHeadWith = (db: Db, leaf: bigint): Promise<SignedHead | null> =>
  oneHead(db, sql`where size > ${leaf} order by size limit 1`);

export async function insertHead(tx: Tx, { size, root, at, publicKey, signature }: SignedHead): Promise<void> {
  await tx.query(sql`
    insert into log_heads (size, root, at, public_key, signature)
    values (${size}, ${root}, ${at}, ${publicKey}, ${signature})`);
}

export async function findLeafText(db: Db, { leaves }: LogSource, id: bigint): Promise<string | null> {
  const rows = await db.query<{ leaf: string | null }>(sql`select leaf from (${leaves}) logged where id = ${id}`);
  return rows[0]?.leaf ?? null;
}

export async function findRunId(db: Db, stream: string, nonce: number): Promise<bigint | null> {
  const rows = await db.query<{ id: string }>(sql`
    select id from (
      select id, first_nonce from commitment_runs where stream = ${stream} and last_nonce >= ${nonce}
      order by last_nonce limit 1) run
    where first_nonce <= ${nonce}`);
  return rows[0] === undefined ? null : BigInt(rows[0].id);
}

export async function findSkippedId(db: Db, stream: string, nonce: number): Promise<bigint | null> {
  const rows = await db.query<{ id: string }>(sql`
    select id from (
      select id, last_nonce from skipped_nonces where stream = ${stream} and first_nonce <= ${nonce}
      order by first_nonce desc limit 1) skipped
    where last_nonce >= ${nonce}`);
  return rows[0] === undefined ? null : BigInt(rows[0].id);
}

/** These limits keep each head, and each read of heads, short. */
const MAX_TRANSFERS = 10_000;
const MAX_HEADS = 10;

/** `more` says whether transfers remain for the next turn. */
export async function insertLedgerHeads(tx: Tx, lastTransfer: bigint): Promise<{ lastId: bigint; more: boolean }> {
  const [row] = await tx.query<{ lastId: string; count: number }>(sql`
    with added as (
      insert into ledger_heads (first_transfer, last_transfer, salt)
      select first, least(first + ${MAX_TRANSFERS - 1}, ${lastTransfer}), gen_random_bytes(32)
      from (select coalesce(max(last_transfer), 0) + 1 as next from ledger_heads) begun,
        generate_series(next, ${lastTransfer}::bigint, ${MAX_TRANSFERS}) first
      order by first limit ${MAX_HEADS}
      returning id)
    select greatest((select max(id) from ledger_heads), (select max(id) from added), 0) as last_id,
      (select count(*)::int from added) as count`);
  return { lastId: BigInt(row?.lastId ?? 0), more: row?.count === MAX_HEADS };
}

/** Answers null where the format has no salt, and undefined without such a head. */
export async function findSalt(db: Db, id: string): Promise<Buffer | null | undefined> {
  const rows = await db.query<{ salt: Buffer | null }>(sql`select salt from ledger_heads where id = ${id}`);
  return rows[0]?.salt;
}

export async function isResumed(db: Db, { size, root }: TreeState): Promise<boolean> {
  const rows = await db.query(
    sql`select 1 from log_interruptions where lost_size = ${size} and lost_root = ${root} limit 1`,
  );
  return rows.length > 0;
}

export async function insertInterruption(
  tx: Tx,
  { lost, resumedBy, reason, at }: { lost: TreeState; resumedBy: Id<'user'>; reason: string; at: Date },
): Promise<void> {
  await tx.query(sql`
    insert into log_interruptions (lost_size, lost_root, resumed_by, reason, at)
    values (${lost.size}, ${lost.root}, ${resumedBy}, ${reason}, ${at})`);
}
