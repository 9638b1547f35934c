import type { Db, Tx } from '../../../platform/database/db.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { containing, countRows, type ListPart, orderBy, partOf, type RowList } from '../../../platform/lists.ts';
import type { Cents } from '../../../platform/money.ts';
import type { FoundStake, PerformedUpgrade, StakeRequest, StoredUpgrade, ValuedItem } from './upgrades.records.ts';

export interface TargetFilter {
  /** At least 1, because an item without a price is no target. */
  minValueCents: Cents;
  maxValueCents: Cents;
  search: string | null;
  rarity: string | null;
  weaponCategory: string | null;
  sortOrder: 'asc' | 'desc';
}

const targetsOf = ({ search, rarity, weaponCategory, sortOrder, ...values }: TargetFilter): RowList => ({
  from: 'items',
  where: [
    sql`archived_at is null and value_cents_brl between ${values.minValueCents}::bigint
      and ${values.maxValueCents}::bigint`,
    ...(rarity === null ? [] : [sql`rarity = ${rarity}`]),
    ...(weaponCategory === null ? [] : [sql`weapon_category = ${weaponCategory}`]),
    ...(search === null ? [] : [sql`name ilike ${containing(search)}`]),
  ],
  order: { by: ['value_cents_brl', 'id'], way: sortOrder },
});

interface Target extends ValuedItem {
  weaponCategory: string;
  exterior: string | null;
  isStatTrak: boolean;
}

export async function findTargets(
  db: Db | Tx,
  filter: TargetFilter,
  part: ListPart,
): Promise<{ targets: Target[]; total: number }> {
  const list = targetsOf(filter);
  const [targets, total] = await Promise.all([
    db.query<Target>(sql`
      select id as item_id, name, image_url, rarity, weapon_category, exterior, is_stat_trak, value_cents_brl as value_cents
      from (${partOf(list, part)}) target ${orderBy(list.order)}`),
    countRows(db, list),
  ]);
  return { targets, total };
}

/** Cents in JSON are text. */
type ItemText = Omit<ValuedItem, 'valueCents'> & { valueCents: string };
interface UpgradeRow extends Omit<StoredUpgrade, 'inputs' | 'target' | 'totalCents' | 'nonce'> {
  nonce: string;
  inputs: { inventoryItemId: Id<'inventoryItem'>; item: ItemText }[];
  target: ItemText;
}

/** The value is that of the upgrade; name and picture are the present ones. */
const itemJson = (valueCents: Sql): Sql => sql`
  json_build_object('itemId', item.id::text, 'name', item.name, 'imageUrl', item.image_url, 'rarity', item.rarity,
    'valueCents', ${valueCents}::text)`;

/**
 * The upgrades are cut before the joins, so that skipped rows cost no look-up. Each lateral look-up is one by the key,
 * whatever the statistics say.
 */
async function readUpgrades(db: Db | Tx, upgrades: Sql): Promise<StoredUpgrade[]> {
  const rows = await db.query<UpgradeRow>(sql`
    select upgrade.id, user_id, status, items_value_cents, balance_cents, edge_units, chance_units, success_threshold,
      inventory_item_id as won_inventory_item_id, nonce, server_seed, server_seed_hash, client_seed, client_seed_source,
      roll, committed_at, created_at, target.item as target, staked.inputs
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
    totalCents: row.itemsValueCents + row.balanceCents,
    nonce: Number(row.nonce),
    target: valuedItem(row.target),
    inputs: row.inputs.map(({ inventoryItemId, item }) => ({ inventoryItemId, item: valuedItem(item) })),
  }));
}

const valuedItem = (item: ItemText): ValuedItem => ({ ...item, valueCents: BigInt(item.valueCents) });

/** Newest first by nonce, which rises with a user's upgrades and has an index with the user. */
export function listUserUpgrades(db: Db | Tx, userId: Id<'user'>, part: ListPart): Promise<StoredUpgrade[]> {
  const upgrades: RowList = {
    from: 'upgrades',
    of: sql`user_id = ${userId}`,
    order: { by: ['nonce'], way: 'desc' },
    key: ['user_id', 'nonce'],
  };
  return readUpgrades(db, partOf(upgrades, part));
}

export async function findUserUpgrade(
  db: Db | Tx,
  userId: Id<'user'>,
  id: Id<'upgrade'>,
): Promise<StoredUpgrade | null> {
  const rows = await readUpgrades(db, sql`select * from upgrades where id = ${id} and user_id = ${userId}`);
  return rows[0] ?? null;
}

interface StakeRow {
  /** Null on the row of the target. */
  inventoryItemId: Id<'inventoryItem'> | null;
  isOwn: boolean;
  status: string;
  isRestricted: boolean;
  itemId: Id<'item'> | null;
  name: string;
  imageUrl: string;
  rarity: string;
  valueCents: bigint;
  isTarget: boolean;
}

/**
 * One statement reads the items and the target, because all prices may change between two, and old prices for a stake
 * would give a wrong chance against a new price of the target.
 */
export async function findStake(
  db: Db | Tx,
  { userId, inventoryItemIds, targetItemId }: StakeRequest,
): Promise<FoundStake> {
  const rows = await db.query<StakeRow>(sql`
    select wanted.id as inventory_item_id, wanted.user_id = ${userId} as is_own, wanted.status,
      wanted.restricted_to_games as is_restricted, item.id as item_id, item.name, item.image_url,
      item.rarity, item.value_cents_brl as value_cents,
      item.archived_at is null and item.value_cents_brl > 0 as is_target
    from (
      select id, user_id, status, restricted_to_games, item_id from inventory_items
      where id = any(${inventoryItemIds}::bigint[])
      union all select null, null, null, null, ${targetItemId}::bigint
    ) wanted left join items item on item.id = wanted.item_id
    order by wanted.id`);
  const target = rows.find(({ inventoryItemId }) => inventoryItemId === null);
  return {
    items: rows.flatMap((row) => {
      const { inventoryItemId: id, isOwn, status, isRestricted } = row;
      return id === null ? [] : [{ id, isOwn, status, isRestricted, item: itemOf(row) }];
    }),
    target: target?.isTarget === true ? itemOf(target) : null,
  };
}

function itemOf({ itemId, name, imageUrl, rarity, valueCents }: StakeRow) {
  return itemId === null ? null : { itemId, name, imageUrl, rarity, valueCents };
}

export async function findBalance(db: Db | Tx, userId: Id<'user'>): Promise<Cents | null> {
  const rows = await db.query<{ cents: bigint }>(
    sql`select balance_cents as cents from accounts where user_id = ${userId}`,
  );
  return rows[0]?.cents ?? null;
}

/** The debit and the item won name this id before the upgrade is written. */
export async function takeUpgradeId(tx: Tx): Promise<Id<'upgrade'>> {
  const rows = await tx.query<{ id: Id<'upgrade'> }>(sql`select nextval('upgrades_id_seq') as id`);
  return rows[0]?.id as Id<'upgrade'>;
}

/**
 * The upgrade refers to the item won, so it is written after it. Its time is that of the statement, since the
 * transaction may have begun before a commitment that it waited for, and never before the commitment, where the
 * database's clock was set back.
 */
export async function insertUpgrade(tx: Tx, upgrade: PerformedUpgrade): Promise<void> {
  const { id, inputs } = upgrade;
  await tx.query(sql`
    with written as (
      insert into upgrades (id, user_id, target_item_id, status, items_value_cents, balance_cents, target_value_cents,
        edge_units, chance_units, success_threshold, transfer_id, inventory_item_id, nonce, server_seed,
        server_seed_hash, client_seed, client_seed_source, roll, committed_at, created_at)
      overriding system value
      values (${id}, ${upgrade.userId}, ${upgrade.target.itemId}, ${upgrade.status}, ${upgrade.itemsValueCents},
        ${upgrade.balanceCents}, ${upgrade.target.valueCents}, ${upgrade.edgeUnits}, ${upgrade.chanceUnits},
        ${upgrade.successThreshold}, ${upgrade.transferId}, ${upgrade.wonInventoryItemId}, ${upgrade.nonce},
        ${upgrade.serverSeed}, ${upgrade.serverSeedHash}, ${upgrade.clientSeed}, ${upgrade.clientSeedSource},
        ${upgrade.roll},
        coalesce(${upgrade.committedAt}::timestamptz, now()),
        greatest(statement_timestamp(), ${upgrade.committedAt}::timestamptz))
    )
    insert into upgrade_inputs (inventory_item_id, upgrade_id, item_id, value_cents)
    select inventory_item_id, ${id}, item_id, value_cents
    from unnest(
      ${inputs.map(({ inventoryItemId }) => inventoryItemId)}::bigint[], ${inputs.map(({ item }) => item.itemId)}::bigint[],
      ${inputs.map(({ item }) => item.valueCents)}::bigint[]
    ) as input (inventory_item_id, item_id, value_cents)`);
}
