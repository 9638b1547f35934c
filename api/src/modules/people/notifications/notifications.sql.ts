import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { type ListPart, orderBy, partOf, type RowList } from '../../../platform/lists.ts';
import type {
  Notification,
  NotificationContent,
  NotificationStatus,
  SystemNotification,
  Words,
} from './notifications.records.ts';

const NOTIFICATION_COLUMNS = sql`
  id, type, title, message, metadata, status, created_at, read_at`;

type ListRequest = ListPart & { status: NotificationStatus | undefined };

/** Notifications of one transaction share their time, so the id keeps pages from overlapping. */
export function listNotifications(db: Db | Tx, userId: Id<'user'>, { status, ...part }: ListRequest) {
  const list: RowList = {
    from: 'notifications',
    of: sql`user_id = ${userId}`,
    where: status === undefined ? [] : [sql`status = ${status}`],
    order: { by: ['created_at', 'id'], way: 'desc' },
  };
  return db.query<Notification>(sql`
    select ${NOTIFICATION_COLUMNS} from (${partOf(list, part)}) notification ${orderBy(list.order)}`);
}

export async function countUnread(db: Db | Tx, userId: Id<'user'>): Promise<number> {
  const rows = await db.query<{ count: number }>(
    sql`select count(*)::int as count from notifications where user_id = ${userId} and status = 'UNREAD'`,
  );
  return rows[0]?.count ?? 0;
}

/** Changes only the user's own unread notification. Returns null where there is none. */
export async function updateToRead(
  tx: Tx,
  id: Id<'notification'>,
  userId: Id<'user'>,
): Promise<{ isOwn: boolean } | null> {
  const rows = await tx.query<{ isOwn: boolean }>(sql`
    with changed as (
      update notifications set status = 'READ', read_at = now()
      where id = ${id} and user_id = ${userId} and status = 'UNREAD'
    )
    select user_id = ${userId} as is_own from notifications where id = ${id}`);
  return rows[0] ?? null;
}

/** Locks rows in the order of their ids, so that two calls cannot deadlock. */
export async function updateAllToRead(tx: Tx, userId: Id<'user'>): Promise<number> {
  const rows = await tx.query<{ count: number }>(sql`
    with unread as (
      select id from notifications where user_id = ${userId} and status = 'UNREAD' order by id for update
    ), changed as (
      update notifications set status = 'READ', read_at = now()
      from unread where notifications.id = unread.id
      returning notifications.id
    )
    select count(*)::int as count from changed`);
  return rows[0]?.count ?? 0;
}

/**
 * Inserts any number in their order by one statement. A user who has closed the account meanwhile gets none: the status
 * is read under the lock that the foreign key takes anyway.
 */
export async function insertTypedNotifications(
  tx: Tx,
  userId: Id<'user'>,
  contents: readonly NotificationContent[],
): Promise<Notification[]> {
  return tx.query<Notification>(sql`
    with person as materialized (
      select status from users where id = ${userId} for key share
    ), written as (
      insert into notifications (user_id, type, title, message, metadata)
      select ${userId}, type, title, message, metadata::jsonb
      from unnest(
        ${contents.map(({ type }) => type)}::text[], ${contents.map(({ title }) => title)}::text[],
        ${contents.map(({ message }) => message)}::text[],
        ${contents.map(({ metadata, en }) => metadataJson(metadata, en))}::text[]
      ) with ordinality as entry (type, title, message, metadata, place)
      where not exists (select from person where status = 'CLOSED')
      order by place
      returning ${NOTIFICATION_COLUMNS}
    )
    select * from written order by id`);
}

/**
 * Inserts notifications of type SYSTEM without a push, whatever the settings say. Their ids rise in the order given.
 */
export async function insertNotifications(tx: Tx, rows: readonly SystemNotification[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(sql`
    insert into notifications (user_id, type, title, message, metadata)
    select user_id, 'SYSTEM', title, message, metadata::jsonb
    from unnest(
      ${rows.map((row) => row.userId)}::bigint[], ${rows.map((row) => row.title)}::text[],
      ${rows.map((row) => row.message)}::text[], ${rows.map(({ metadata, en }) => metadataJson(metadata, en))}::text[]
    ) with ordinality as entry (user_id, title, message, metadata, place)
    order by place`);
}

/** Missing metadata are SQL null, not the JSON value null. */
function metadataJson(metadata: object | null | undefined, en: Words | null): string | null {
  if (en !== null) return JSON.stringify({ ...metadata, en });
  return metadata ? JSON.stringify(metadata) : null;
}

export async function deleteNotifications(tx: Tx, userId: Id<'user'>): Promise<void> {
  await tx.query(sql`delete from notifications where user_id = ${userId}`);
}
