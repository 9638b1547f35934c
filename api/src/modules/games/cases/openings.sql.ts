import type { Db, Tx } from '../../../platform/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { PageRequest } from '../../../platform/schemas.ts';
import { raw, type Sql, sql } from '../../../platform/sql.ts';
import type { Drop, StoredOpening } from './openings.types.ts';

type Text<Row, Columns extends keyof Row> = Omit<Row, Columns> & Record<Columns, string>;
type OpeningRow = Text<StoredOpening, 'itemValueCents' | 'priceCents' | 'nonce'>;
type DropRow = Text<Drop, 'itemValueCents'>;

/** A page of a user's openings; `before` is the opening that it starts after on a keyset walk. */
export type OpeningsPage = PageRequest & { before: Id<'case-opening'> | undefined };

/** Lateral, so that a row is looked up by its key whatever the statistics say: a hash of all users would grow with them. */
const lookUp = (table: 'users' | 'cases' | 'items' | 'case_versions', key: string): Sql =>
  raw(`cross join lateral (select * from ${table} where id = ${key} limit 1) ${table}`);

/** The openings are cut before anything is joined, so that skipped rows cost no look-up. */
async function readOpenings(db: Db | Tx, openings: Sql): Promise<StoredOpening[]> {
  const rows = await db.query<OpeningRow>(sql`
    select opening.id, opening.user_id as "userId", opening.case_id as "caseId", cases.name as "caseName",
      version_id as "versionId", case_versions.number as "versionNumber", case_versions.flip_threshold as "flipThreshold",
      opening.item_id as "itemId", items.name as "itemName", items.image_url as "itemImageUrl",
      items.rarity as "itemRarity", item_value_cents as "itemValueCents", inventory_item_id as "inventoryItemId",
      opening.price_cents as "priceCents", chance_width as "chanceWidth", nonce, server_seed as "serverSeed",
      server_seed_hash as "serverSeedHash", client_seed as "clientSeed", roll, is_flip as "isFlip",
      committed_at as "committedAt", opening.created_at as "createdAt"
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
export function listUserOpenings(
  db: Db | Tx,
  userId: Id<'user'>,
  { limit, offset, before }: OpeningsPage,
): Promise<StoredOpening[]> {
  const after =
    before === undefined
      ? sql``
      : sql`and nonce < (select last.nonce from case_openings last where last.id = ${before} and last.user_id = ${userId})`;
  return readOpenings(
    db,
    sql`select * from case_openings where user_id = ${userId} ${after}
      order by nonce desc limit ${limit} offset ${offset}`,
  );
}

/** Kept on the account, so that no page has to count; null where there is no such user. */
export async function countUserOpenings(db: Db | Tx, userId: Id<'user'>): Promise<number | null> {
  const rows = await db.query<{ count: string }>(
    sql`select cases_opened as count from accounts where user_id = ${userId}`,
  );
  return rows[0] === undefined ? null : Number(rows[0].count);
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

async function readDrops(db: Db | Tx, openings: Sql): Promise<Drop[]> {
  const rows = await db.query<DropRow>(sql`
    select opening.id, username, avatar_url as "avatarUrl", case_id as "caseId", cases.name as "caseName",
      item_id as "itemId", items.name as "itemName", items.image_url as "itemImageUrl", items.rarity as "itemRarity",
      item_value_cents as "itemValueCents", chance_width as "chanceWidth", opening.created_at as "createdAt"
    from (${openings}) opening
    ${lookUp('users', 'opening.user_id')} ${lookUp('cases', 'opening.case_id')} ${lookUp('items', 'opening.item_id')}
    order by opening.id desc`);
  return rows.map((row) => ({ ...row, itemValueCents: BigInt(row.itemValueCents) }));
}

/** Everybody's, newest first. */
export const listRecentDrops = (db: Db | Tx, limit: number) =>
  readDrops(db, sql`select * from case_openings order by id desc limit ${limit}`);

/** Those of at most 2 percent, newest first. The bound is spelt out, or the index made for it could not be used. */
export const listRareDrops = (db: Db | Tx, limit: number) =>
  readDrops(db, sql`select * from case_openings where chance_width <= 200000 order by id desc limit ${limit}`);

export const findDrops = (db: Db | Tx, ids: readonly Id<'case-opening'>[]) =>
  readDrops(db, sql`select * from case_openings where id = any(${ids}::bigint[])`);
