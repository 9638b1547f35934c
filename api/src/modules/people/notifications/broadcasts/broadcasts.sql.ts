import type { Db, Tx } from '../../../../platform/database/db.ts';
import { type Sql, sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { countRows, type ListPart, orderBy, partOf, type RowList } from '../../../../platform/lists.ts';
import type { Notification } from '../notifications.records.ts';
import type { Audience, Broadcast, BroadcastContent } from './broadcasts.records.ts';

const selectBroadcasts = (rows: Sql): Sql => sql`
  select broadcast.id, type, title, message, title_en, message_en,
    active_within_days, reason, created_by, users.username as creator_name,
    broadcast.created_at, recipients, sent, finished_at
  from (${rows}) broadcast join users on users.id = created_by`;

/** Active users, or those of them who were there lately. */
const isMeant = (activeWithinDays: Sql, at: Sql): Sql => sql`
  status = 'ACTIVE' and (${activeWithinDays}::int is null
    or last_active_at > ${at}::timestamptz - make_interval(days => ${activeWithinDays}::int))`;

export async function countAudience(db: Db | Tx, { activeWithinDays }: Audience, at: Date): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`
    select count(*)::int as count from users where ${isMeant(sql`${activeWithinDays}`, sql`${at}`)}`);
  return rows[0]?.count ?? 0;
}

export async function insertBroadcast(
  tx: Tx,
  content: BroadcastContent,
  { reason, createdBy, at }: { reason: string; createdBy: Id<'user'>; at: Date },
): Promise<Id<'broadcast'>> {
  const { type, title, message, titleEn, messageEn, activeWithinDays } = content;
  const rows = await tx.query<{ id: Id<'broadcast'> }>(sql`
    insert into broadcasts (type, title, message, title_en, message_en, active_within_days, reason, created_by,
      created_at, last_user_id, recipients)
    select ${type}, ${title}, ${message}, ${titleEn}, ${messageEn}, ${activeWithinDays}, ${reason}, ${createdBy},
      ${at}, coalesce(max(id), 0), count(*) filter (where ${isMeant(sql`${activeWithinDays}`, sql`${at}`)})
    from users returning id`);
  return (rows[0] as { id: Id<'broadcast'> }).id;
}

export async function findBroadcast(db: Db | Tx, id: Id<'broadcast'>): Promise<Broadcast | null> {
  const rows = await db.query<Broadcast>(selectBroadcasts(sql`select * from broadcasts where id = ${id}`));
  return rows[0] ?? null;
}

/** Newest first. */
export async function listBroadcasts(db: Db, part: ListPart): Promise<{ broadcasts: Broadcast[]; total: number }> {
  const list: RowList = { from: 'broadcasts', order: { by: ['id'], way: 'desc' } };
  const [broadcasts, total] = await Promise.all([
    db.query<Broadcast>(sql`${selectBroadcasts(partOf(list, part))} ${orderBy(list.order, 'broadcast')}`),
    countRows(db, list),
  ]);
  return { broadcasts, total };
}

/** Lets one job send it at a time. Returns false where it is finished. */
export async function lockUnfinished(tx: Tx, id: Id<'broadcast'>): Promise<boolean> {
  const rows = await tx.query(sql`select from broadcasts where id = ${id} and finished_at is null for update`);
  return rows.length > 0;
}

export interface SentNotification extends Notification {
  userId: Id<'user'>;
}

/** The broadcast must be locked. Users who close their account meanwhile get none. */
export function insertNextBatch(tx: Tx, id: Id<'broadcast'>, limit: number): Promise<SentNotification[]> {
  return tx.query<SentNotification>(sql`
    with broadcast as (
      select * from broadcasts where id = ${id}
    ), reader as materialized (
      select users.id as user_id from users, broadcast
      where users.id > sent_to_user_id and users.id <= last_user_id
        and ${isMeant(sql`broadcast.active_within_days`, sql`broadcast.created_at`)}
      order by users.id limit ${limit} for key share of users
    ), written as (
      insert into notifications (user_id, type, title, message, metadata)
      select user_id, type, title, message,
        jsonb_build_object('broadcastId', id::text, 'en', jsonb_build_object('title', title_en, 'message', message_en))
      from reader, broadcast order by user_id
      returning id, user_id, type, title, message, metadata, status, created_at, read_at
    ), progress as (
      update broadcasts set sent = least(recipients, sent + (select count(*) from written)),
        sent_to_user_id = coalesce((select max(user_id) from reader), last_user_id)
      where id = ${id}
    )
    select id, user_id, type, title, message, metadata, status, created_at,
      read_at
    from written order by user_id`);
}

export async function updateToFinished(tx: Tx, id: Id<'broadcast'>, at: Date): Promise<void> {
  await tx.query(sql`update broadcasts set finished_at = ${at} where id = ${id}`);
}
