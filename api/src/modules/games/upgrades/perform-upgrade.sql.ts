import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import type { FoundStake, NewUpgrade, StakeRequest } from './upgrades.types.ts';

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
 * The items that are staked and the target, in one statement: between two of them all prices may change, and a stake of
 * old prices for a target of new ones would be a chance that nobody meant to give.
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

function itemOf({ itemId: id, name, imageUrl, rarity, valueCents }: StakeRow) {
  return id === null ? null : { id, name, imageUrl, rarity, valueCents };
}

/** Null for an unknown user. */
export async function findBalance(db: Db | Tx, userId: Id<'user'>): Promise<Cents | null> {
  const rows = await db.query<{ cents: bigint }>(
    sql`select balance_cents as cents from accounts where user_id = ${userId}`,
  );
  return rows[0] === undefined ? null : BigInt(rows[0].cents);
}

/** For an upgrade that is about to be written, so that its debit and the item won can name it. */
export async function takeUpgradeId(tx: Tx): Promise<Id<'upgrade'>> {
  const rows = await tx.query<{ id: Id<'upgrade'> }>(sql`select nextval('upgrades_id_seq') as id`);
  return rows[0]?.id as Id<'upgrade'>;
}

/**
 * The upgrade and what was staked, in one statement, after the item won, which it refers to. The time is that of the statement: the transaction may have begun before a
 * commitment that it had to wait for. Nor is it before the commitment where the database's clock was set back.
 */
export async function insertUpgrade(tx: Tx, upgrade: NewUpgrade): Promise<void> {
  const { id, inputs } = upgrade;
  await tx.query(sql`
    with written as (
      insert into upgrades (id, user_id, target_item_id, status, items_value_cents, balance_cents, target_value_cents,
        edge_units, chance_units, success_threshold, transfer_id, inventory_item_id, nonce, server_seed,
        server_seed_hash, client_seed, client_seed_source, roll, committed_at, created_at)
      overriding system value
      values (${id}, ${upgrade.userId}, ${upgrade.target.id}, ${upgrade.status}, ${upgrade.itemsValueCents},
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
      ${inputs.map(({ inventoryItemId }) => inventoryItemId)}::bigint[], ${inputs.map(({ item }) => item.id)}::bigint[],
      ${inputs.map(({ item }) => item.valueCents)}::bigint[]
    ) as input (inventory_item_id, item_id, value_cents)`);
}
