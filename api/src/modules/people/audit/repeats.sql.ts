import type { Db } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { NewEntry } from './audit.sql.ts';

/** What is counted together. */
export interface RepeatKey {
  subject: string;
  action: string;
  hour: Date;
}

/** The first of its key becomes an entry, every further one a count: in one statement, whoever else does the same. */
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
