import type { Db } from '../../../platform/database/db.ts';
import { join, type Sql, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { containing } from '../../../platform/lists.ts';
import { type FoundRecord, type FoundThing, RECORD_KINDS } from './search.records.ts';

/** The list of each kind has the others. */
const MOST = 5;

/** Each selects id, status and user_id by a primary key. */
const RECORDS: Readonly<Record<FoundRecord['kind'], Sql>> = {
  DEPOSIT: sql`select id, status, user_id from deposits`,
  MONEY_WITHDRAWAL: sql`select id, status, user_id from money_withdrawals`,
  ITEM_WITHDRAWAL: sql`select id, status, user_id from market_withdrawals`,
  ORDER: sql`select id, status, null::bigint as user_id from orders`,
  SITE_SWAP: sql`select id, status, user_id from site_swaps`,
  BATTLE: sql`select id, status, creator_id as user_id from battles`,
  RAFFLE: sql`select id, status, null::bigint as user_id from raffles`,
};

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

/** Active ones come first. */
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
