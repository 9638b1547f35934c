import type { Db } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { type Id, toId } from '../../../platform/ids.ts';
import type { NotificationStatus } from './notifications.records.ts';

export const PLAYER = toId<'user'>('7');
export const ADMIN = toId<'user'>('1');

export async function insertUser(db: Db, id: Id<'user'>): Promise<void> {
  await db.query(sql`
    insert into users (id, platform_id, username) overriding system value
    values (${id}, ${`7656119${id.padStart(10, '0')}`}, ${`user ${id}`})`);
}

interface Sample {
  title?: string;
  status?: NotificationStatus;
  createdAt?: string;
}

/** Inserted directly, because no operation archives or backdates. */
export async function insertSample(db: Db, userId: Id<'user'>, sample: Sample = {}): Promise<Id<'notification'>> {
  const { title = 'Aviso', status = 'UNREAD', createdAt = new Date().toISOString() } = sample;
  const rows = await db.query<{ id: Id<'notification'> }>(sql`
    insert into notifications (user_id, type, title, message, status, created_at, read_at)
    values (${userId}, 'SYSTEM', ${title}, 'Uma mensagem', ${status}, ${createdAt}::timestamptz,
      case when ${status} = 'READ' then now() end)
    returning id`);
  return rows[0]?.id as Id<'notification'>;
}

export interface StoredNotification {
  id: Id<'notification'>;
  userId: Id<'user'>;
  type: string;
  title: string;
  message: string;
  metadata: unknown;
  status: string;
  readAt: Date | null;
  createdAt: Date;
}

export const listStored = (db: Db) =>
  db.query<StoredNotification>(sql`
    select id, user_id, type, title, message, metadata, status, read_at,
      created_at
    from notifications order by id`);

export const clearNotifications = (db: Db) => db.query(sql`delete from notifications`);
