import assert from 'node:assert/strict';
import { createPerson, type Person } from '../../../../test/support/people.ts';
import type { Db } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { findViolations } from '../../../verify/find-violations.ts';
import type { InventoryStatus } from './inventory.rules.ts';

let nextName = 1;

export interface ItemSample {
  name?: string;
  valueCents?: bigint | number;
  exterior?: string | null;
}

export async function insertItem(db: Db, sample: ItemSample = {}): Promise<Id<'item'>> {
  nextName += 1;
  const { name = `Item ${nextName}`, valueCents = 1_000, exterior = null } = sample;
  const rows = await db.query<{ id: Id<'item'> }>(sql`
    insert into items (name, market_hash_name, image_url, rarity, weapon_category, exterior, value_cents_brl)
    values (${name}, ${`${name} #${nextName}`}, 'https://items.example/a.png', 'CLASSIFIED', 'RIFLE', ${exterior},
      ${String(valueCents)}::bigint)
    returning id`);
  return rows[0]?.id as Id<'item'>;
}

export interface HeldSample {
  status?: InventoryStatus;
  acquiredAt?: string;
  acquiredFrom?: string | null;
  lockedUntil?: string | null;
  count?: number;
}

let nextSource = 1;

export async function insertHeld(
  db: Db,
  userId: Id<'user'>,
  itemId: Id<'item'> | null,
  sample: HeldSample = {},
): Promise<Id<'inventoryItem'>[]> {
  nextSource += 1;
  const { status = 'AVAILABLE', acquiredAt = null, acquiredFrom = null, lockedUntil = null, count = 1 } = sample;
  const rows = await db.query<{ id: Id<'inventoryItem'> }>(sql`
    with added as (
      insert into inventory_items
        (user_id, item_id, status, acquired_at, acquired_from, locked_until, source_type, source_id, source_index)
      select ${userId}, ${itemId}, ${status}, coalesce(${acquiredAt}::timestamptz, now()), ${acquiredFrom},
        ${lockedUntil}::timestamptz, 'TEST', ${`${process.pid}-${nextSource}`}, n
      from generate_series(1, ${count}::int) n
      returning id)
    select id from added order by id`);
  return rows.map(({ id }) => id);
}

export async function insertOneHeld(...args: Parameters<typeof insertHeld>): Promise<Id<'inventoryItem'>> {
  return (await insertHeld(...args))[0] as Id<'inventoryItem'>;
}

export async function personWithItems(
  db: Db,
  count: number,
  sample: ItemSample = {},
): Promise<{ person: Person; ids: Id<'inventoryItem'>[]; itemId: Id<'item'> }> {
  const [person, itemId] = [await createPerson(db), await insertItem(db, sample)];
  return { person, itemId, ids: await insertHeld(db, person.userId, itemId, { count }) };
}

export async function balanceOf(db: Db, { userId }: Person): Promise<bigint> {
  const rows = await db.query<{ cents: bigint }>(
    sql`select balance_cents as cents from accounts where user_id = ${userId}`,
  );
  return BigInt(rows[0]?.cents ?? -1);
}

export const salesOf = (db: Db, { userId }: Person) =>
  db.query<{ amount: string; reason: string; debit: string; credit: string }>(sql`
    select amount_cents as amount, reason, debit_account as debit, credit_account as credit
    from transfers where user_id = ${userId} and type = 'ITEM_SALE' order by id`);

export async function statusesOf(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ status: string }>(
    sql`select status from inventory_items where id = any(${ids}::bigint[]) order by id`,
  );
  return rows.map(({ status }) => status);
}

export async function assertInvariants(db: Db): Promise<void> {
  assert.deepEqual(await findViolations(db), []);
}
