import type { Db } from '../../../../platform/database/db.ts';
import { join, type Sql, sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { containing } from '../../../../platform/lists.ts';

/** Of one kind; who wants more searches the list of that kind. */
const MOST = 5;

export const RECORD_KINDS = [
  'DEPOSIT',
  'MONEY_WITHDRAWAL',
  'ITEM_WITHDRAWAL',
  'ORDER',
  'SITE_SWAP',
  'BATTLE',
  'RAFFLE',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** Something with an id, and whose it is. */
export interface FoundRecord {
  kind: RecordKind;
  id: string;
  status: string;
  userId: Id<'user'> | null;
  username: string | null;
}

/** Something with a name. */
export interface FoundThing {
  id: string;
  name: string;
  status: string;
}

/** Each selects id, status and user_id by a primary key. */
const RECORDS: Readonly<Record<RecordKind, Sql>> = {
  DEPOSIT: sql`select id, status, user_id from deposits`,
  MONEY_WITHDRAWAL: sql`select id, status, user_id from money_withdrawals`,
  ITEM_WITHDRAWAL: sql`select id, status, user_id from market_withdrawals`,
  ORDER: sql`select id, status, null::bigint as user_id from orders`,
  SITE_SWAP: sql`select id, status, user_id from site_swaps`,
  BATTLE: sql`select id, status, creator_id as user_id from battles`,
  RAFFLE: sql`select id, status, null::bigint as user_id from raffles`,
};

/** At most one of each kind: ids are counted by kind. */
export function findRecords(db: Db, id: Id<string>): Promise<FoundRecord[]> {
  const parts = RECORD_KINDS.map(
    (kind, place) => sql`
      select ${place}::int as place, ${kind}::text as kind, id, status::text as status, user_id
      from (${RECORDS[kind]}) record where id = ${id}`,
  );
  return db.query<FoundRecord>(sql`
    select kind, record.id, record.status, record.user_id, users.username
    from (${join(parts, ' union all ')}) record left join users on users.id = record.user_id order by place`);
}

/** By a part of the name, or by the id; those that are in use come first. */
export function findCases(db: Db, text: string, id: Id<string> | null): Promise<FoundThing[]> {
  return db.query<FoundThing>(sql`
    select id, name, status::text as status from cases where name ilike ${containing(text)} or id = ${id}
    order by status <> 'ACTIVE', name, id limit ${MOST}`);
}

export function findItems(db: Db, text: string, id: Id<string> | null): Promise<FoundThing[]> {
  return db.query<FoundThing>(sql`
    select id, name, case when archived_at is null then 'ACTIVE' else 'ARCHIVED' end as status from items
    where name ilike ${containing(text)} or id = ${id}
    order by archived_at is not null, name, id limit ${MOST}`);
}
