import type { Db } from '../platform/database/db.ts';
import { sql } from '../platform/database/sql.ts';

/** `CUT` means that a start was interrupted during the fill. */
export type FirstFillState = 'EMPTY' | 'CUT' | 'DONE';

/**
 * A database that has items without our record belongs to somebody else. Before the record existed, an interrupted
 * start left a sync without a requester.
 */
export async function firstFillState(db: Db): Promise<FirstFillState> {
  const [row] = await db.query<{ state: FirstFillState }>(sql`
    select case
      when exists (select from first_fill where ended_at is not null) then 'DONE'
      when exists (select from first_fill) or exists (
        select from item_syncs
        where kind = 'ITEMS' and requested_by is null and status in ('QUEUED', 'RUNNING')) then 'CUT'
      when exists (select from items) then 'DONE'
      else 'EMPTY' end as state`);
  return row?.state ?? 'DONE';
}

export async function beginFirstFill(db: Db): Promise<void> {
  await db.query(sql`insert into first_fill (begun_at) values (now()) on conflict do nothing`);
}

export async function endFirstFill(db: Db): Promise<void> {
  await db.query(sql`update first_fill set ended_at = now()`);
}

export async function forgetFruitlessFill(db: Db): Promise<void> {
  await db.query(sql`delete from first_fill where not exists (select from items)`);
}
