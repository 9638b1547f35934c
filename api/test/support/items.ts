import type { Db } from '../../src/platform/database/db.ts';
import { sql } from '../../src/platform/database/sql.ts';
import type { Id } from '../../src/platform/ids.ts';

let itemsCreated = 0;

/** One of rarity COVERT; the name is that of the market as well. */
export async function createItem(db: Db, valueCents: bigint | number = 1_000): Promise<Id<'item'>> {
  itemsCreated += 1;
  const name = `Item ${itemsCreated}`;
  const rows = await db.query<{ id: Id<'item'> }>(sql`
    insert into items (name, market_hash_name, image_url, rarity, weapon_category, value_cents_brl)
    values (${name}, ${name}, 'https://items.example/1.png', 'COVERT', 'RIFLE', ${valueCents}) returning id`);
  return rows[0]?.id as Id<'item'>;
}

export const archiveItem = (db: Db, id: Id<'item'>) =>
  db.query(sql`update items set archived_at = now() where id = ${id}`);
