import type { Db, Tx } from '../../../platform/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import type { PageRequest } from '../../../platform/schemas.ts';
import { type Sql, sql } from '../../../platform/sql.ts';
import type { StoredUpgrade, UpgradeTarget, ValuedItem } from './upgrades.types.ts';

export interface TargetFilter {
  /** At least 1: what has no price is no target. */
  minValueCents: Cents;
  maxValueCents: Cents;
  /** Part of the name, in any case. */
  search: string | null;
  sortOrder: 'asc' | 'desc';
}

const TARGET_ORDERS = {
  asc: sql`value_cents_brl, id`,
  desc: sql`value_cents_brl desc, id desc`,
};

/** A substring is looked for as it is, so no character of it is a wildcard. */
const isTarget = ({ minValueCents, maxValueCents, search }: TargetFilter): Sql => sql`
  archived_at is null and value_cents_brl between ${minValueCents}::bigint and ${maxValueCents}::bigint
  and (${search}::text is null or strpos(lower(name), lower(${search}::text)) > 0)`;

export async function listTargets(
  db: Db | Tx,
  filter: TargetFilter,
  { limit, offset }: PageRequest,
): Promise<{ targets: UpgradeTarget[]; total: number }> {
  const [rows, counted] = await Promise.all([
    db.query<Omit<UpgradeTarget, 'valueCents'> & { valueCents: string }>(sql`
      select id, name, image_url as "imageUrl", rarity, weapon_category as "weaponCategory", exterior,
        is_stat_trak as "isStatTrak", value_cents_brl as "valueCents"
      from items where ${isTarget(filter)}
      order by ${TARGET_ORDERS[filter.sortOrder]} limit ${limit} offset ${offset}`),
    db.query<{ total: number }>(sql`select count(*)::int as total from items where ${isTarget(filter)}`),
  ]);
  return {
    targets: rows.map((row) => ({ ...row, valueCents: BigInt(row.valueCents) })),
    total: counted[0]?.total ?? 0,
  };
}

type Text<Row, Columns extends keyof Row> = Omit<Row, Columns> & Record<Columns, string>;
type ItemText = Text<ValuedItem, 'valueCents'>;
interface UpgradeRow
  extends Text<Omit<StoredUpgrade, 'inputs' | 'target' | 'totalCents'>, 'itemsValueCents' | 'balanceCents' | 'nonce'> {
  inputs: { inventoryItemId: Id<'inventoryItem'>; item: ItemText }[];
  target: ItemText;
}

/** With the value given, which is that of the upgrade; what the item is called and looks like is as of now. */
const itemJson = (valueCents: Sql): Sql => sql`
  json_build_object('id', item.id::text, 'name', item.name, 'imageUrl', item.image_url, 'rarity', item.rarity,
    'valueCents', ${valueCents}::text)`;

/**
 * The upgrades are cut before anything is joined, so that skipped rows cost no look-up; each look-up is lateral, so that
 * it is one by the key whatever the statistics say.
 */
async function readUpgrades(db: Db | Tx, upgrades: Sql): Promise<StoredUpgrade[]> {
  const rows = await db.query<UpgradeRow>(sql`
    select upgrade.id, user_id as "userId", status, items_value_cents as "itemsValueCents",
      balance_cents as "balanceCents", edge_units as "edgeUnits", chance_units as "chanceUnits",
      success_threshold as "successThreshold", inventory_item_id as "wonInventoryItemId", nonce,
      server_seed as "serverSeed", server_seed_hash as "serverSeedHash", client_seed as "clientSeed", roll,
      committed_at as "committedAt", created_at as "createdAt", target.item as target, staked.inputs
    from (${upgrades}) upgrade
    cross join lateral (
      select ${itemJson(sql`upgrade.target_value_cents`)} as item from items item
      where item.id = upgrade.target_item_id limit 1) target
    cross join lateral (
      select json_agg(
        json_build_object('inventoryItemId', inventory_item_id::text, 'item', ${itemJson(sql`input.value_cents`)})
        order by inventory_item_id) as inputs
      from upgrade_inputs input
      cross join lateral (select * from items where items.id = input.item_id limit 1) item
      where input.upgrade_id = upgrade.id) staked
    order by nonce desc`);
  return rows.map((row) => ({
    ...row,
    itemsValueCents: BigInt(row.itemsValueCents),
    balanceCents: BigInt(row.balanceCents),
    totalCents: BigInt(row.itemsValueCents) + BigInt(row.balanceCents),
    nonce: Number(row.nonce),
    target: valuedItem(row.target),
    inputs: row.inputs.map(({ inventoryItemId, item }) => ({ inventoryItemId, item: valuedItem(item) })),
  }));
}

const valuedItem = (item: ItemText): ValuedItem => ({ ...item, valueCents: BigInt(item.valueCents) });

/** A page of a user's upgrades; `before` is the upgrade that it starts after on a keyset walk. */
export type UpgradesPage = PageRequest & { before: Id<'upgrade'> | undefined };

/** Newest first. By nonce, which rises with a user's upgrades and has an index with the user. */
export function listUserUpgrades(
  db: Db | Tx,
  userId: Id<'user'>,
  { limit, offset, before }: UpgradesPage,
): Promise<StoredUpgrade[]> {
  const after =
    before === undefined
      ? sql``
      : sql`and nonce < (select last.nonce from upgrades last where last.id = ${before} and last.user_id = ${userId})`;
  return readUpgrades(
    db,
    sql`select * from upgrades where user_id = ${userId} ${after} order by nonce desc limit ${limit} offset ${offset}`,
  );
}

/** Kept on the account, so that no page has to count. */
export async function countUserUpgrades(db: Db | Tx, userId: Id<'user'>): Promise<number> {
  const rows = await db.query<{ count: string }>(
    sql`select upgrades_made as count from accounts where user_id = ${userId}`,
  );
  return Number(rows[0]?.count ?? 0);
}

/** Null where it is not the user's. */
export async function findUserUpgrade(
  db: Db | Tx,
  userId: Id<'user'>,
  id: Id<'upgrade'>,
): Promise<StoredUpgrade | null> {
  const rows = await readUpgrades(db, sql`select * from upgrades where id = ${id} and user_id = ${userId}`);
  return rows[0] ?? null;
}
