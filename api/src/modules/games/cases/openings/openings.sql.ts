import type { Db, Tx } from '../../../../platform/database/db.ts';
import { lookUp, type Sql, sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { type ListPart, partOf, type RowList } from '../../../../platform/lists.ts';
import type { StoredOpening } from './openings.types.ts';
import { clientSeedOf, serverSeedOf } from './stored-seeds.sql.ts';

type Numbers = 'itemValueCents' | 'priceCents' | 'nonce';
type OpeningRow = Omit<StoredOpening, Numbers> & Record<Numbers, string>;

/** The openings are cut before anything is joined, so that skipped rows cost no look-up. */
async function readOpenings(db: Db | Tx, openings: Sql): Promise<StoredOpening[]> {
  const rows = await db.query<OpeningRow>(sql`
    select opening.id, opening.user_id, opening.case_id, cases.name as case_name,
      version_id, case_versions.number as version_number, case_versions.flip_threshold,
      opening.item_id, items.name as item_name, items.image_url as item_image_url,
      items.rarity as item_rarity, item_value_cents, inventory_item_id,
      opening.price_cents, chance_width, nonce, ${serverSeedOf} as server_seed,
      hash_of_seed(server_seed) as server_seed_hash, ${clientSeedOf} as client_seed,
      client_seed_source, roll, is_flip,
      coalesce(committed_at, opening.created_at) as committed_at, opening.created_at
    from (${openings}) opening
    ${lookUp('cases', 'opening.case_id')} ${lookUp('items', 'opening.item_id')}
    ${lookUp('case_versions', 'opening.version_id')}
    order by opening.nonce desc`);
  return rows.map((row) => ({
    ...row,
    itemValueCents: BigInt(row.itemValueCents),
    priceCents: BigInt(row.priceCents),
    nonce: Number(row.nonce),
  }));
}

/** Newest first. By nonce, which rises with a user's openings and has an index with the user. */
export function listUserOpenings(db: Db | Tx, userId: Id<'user'>, part: ListPart): Promise<StoredOpening[]> {
  const openings: RowList = {
    from: 'case_openings',
    of: sql`user_id = ${userId}`,
    order: { by: ['nonce'], way: 'desc' },
    key: ['user_id', 'nonce'],
  };
  return readOpenings(db, partOf(openings, part));
}

/** Null where it is not the user's. */
export async function findUserOpening(
  db: Db | Tx,
  userId: Id<'user'>,
  id: Id<'case-opening'>,
): Promise<StoredOpening | null> {
  const rows = await readOpenings(db, sql`select * from case_openings where id = ${id} and user_id = ${userId}`);
  return rows[0] ?? null;
}
