import type { Db, Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { countRows, type ListPart, orderBy, partOf, type RowList } from '../../../../platform/lists.ts';
import { columnsOf } from '../../../../platform/record.ts';
import { ItemSync, type SyncKind } from './item-syncs.records.ts';

const SYNC_COLUMNS = columnsOf(ItemSync);

/** Null: another sync of this kind is under way. */
export async function insertSync(tx: Tx, kind: SyncKind, requestedBy: Id<'user'> | null): Promise<ItemSync | null> {
  const rows = await tx.query<ItemSync>(sql`
    insert into item_syncs (kind, requested_by) values (${kind}, ${requestedBy})
    on conflict (kind) where status in ('QUEUED', 'RUNNING') do nothing returning ${SYNC_COLUMNS}`);
  return rows[0] ?? null;
}

export async function findSyncUnderWay(db: Db | Tx, kind: SyncKind): Promise<ItemSync | null> {
  const rows = await db.query<ItemSync>(
    sql`select ${SYNC_COLUMNS} from item_syncs where kind = ${kind} and status in ('QUEUED', 'RUNNING')`,
  );
  return rows[0] ?? null;
}

/** A sync whose process has died would block all later ones. */
export async function failSilentSyncs(tx: Tx, kind: SyncKind): Promise<void> {
  await tx.query(sql`
    update item_syncs set status = 'FAILED', message = 'It gave no sign of life for 10 minutes', finished_at = now()
    where kind = ${kind} and status in ('QUEUED', 'RUNNING') and updated_at < now() - interval '10 minutes'`);
}

/** A job may run again after its process has died. Null: the sync has ended. */
export async function beginSync(db: Db, id: Id<'item-sync'>): Promise<ItemSync | null> {
  const rows = await db.query<ItemSync>(sql`
    update item_syncs set status = 'RUNNING', processed = 0, updated_at = now()
    where id = ${id} and status in ('QUEUED', 'RUNNING') returning ${SYNC_COLUMNS}`);
  return rows[0] ?? null;
}

/** Returns false if the sync has ended meanwhile. */
export async function advanceSync(tx: Tx, id: Id<'item-sync'>, processed: number, total: number): Promise<boolean> {
  const rows = await tx.query(sql`
    update item_syncs set processed = ${processed}, total = ${total}, updated_at = now()
    where id = ${id} and status = 'RUNNING' returning id`);
  return rows.length > 0;
}

export async function endSync(db: Db, id: Id<'item-sync'>, status: 'DONE' | 'FAILED', message: string): Promise<void> {
  await db.query(sql`
    update item_syncs set status = ${status}, message = ${message}, updated_at = now(), finished_at = now()
    where id = ${id} and status = 'RUNNING'`);
}

export async function findSync(db: Db | Tx, id: Id<'item-sync'>): Promise<ItemSync | null> {
  const rows = await db.query<ItemSync>(sql`select ${SYNC_COLUMNS} from item_syncs where id = ${id}`);
  return rows[0] ?? null;
}

/** Newest first. */
export async function listSyncs(db: Db | Tx, part: ListPart): Promise<{ syncs: ItemSync[]; total: number }> {
  const list: RowList = { from: 'item_syncs', order: { by: ['id'], way: 'desc' } };
  const [syncs, total] = await Promise.all([
    db.query<ItemSync>(sql`select ${SYNC_COLUMNS} from (${partOf(list, part)}) item_syncs ${orderBy(list.order)}`),
    countRows(db, list),
  ]);
  return { syncs, total };
}
