import { upgradeThreshold } from '@lisura/fairness';
import type { Tx } from '../platform/database/db.ts';
import { sql } from '../platform/database/sql.ts';
import type { Deeds, HeldItem, OpenedCases, PlayedUpgrade } from './history.types.ts';

/** What was won, as what it has come to since. */
export async function insertItems(tx: Tx, { OPENINGS: batches, UPGRADE: upgrades }: Deeds): Promise<void> {
  const items = [
    ...batches.flatMap(({ opened, openings }) =>
      openings.map(({ id, won }) => ({ held: won, from: `Caixa - ${opened.name}`, sourceType: 'CASE_OPENING', id })),
    ),
    ...upgrades.flatMap(({ id, won }) =>
      won === null ? [] : [{ held: won, from: 'Upgrade', sourceType: 'UPGRADE', id }],
    ),
  ];
  if (items.length === 0) return;
  const held = items.map((item) => item.held);
  await tx.query(sql`
    insert into inventory_items (id, user_id, item_id, status, acquired_at, acquired_from, source_type, source_id, sale_id,
      sold_for_cents)
    overriding system value
    select id, user_id, item_id, status, to_timestamp(at_ms / 1000.0), acquired_from, source_type, source_id, sale_id,
      case when sale_id is not null then value_cents end
    from unnest(
      ${held.map(({ id }) => id)}::bigint[], ${held.map(({ player }) => player.id)}::bigint[],
      ${held.map(({ item }) => item.itemId)}::bigint[], ${held.map(({ status }) => status)}::text[],
      ${held.map(({ acquiredMs }) => acquiredMs)}::bigint[], ${items.map(({ from }) => from)}::text[],
      ${items.map(({ sourceType }) => sourceType)}::text[], ${items.map(({ id }) => id)}::text[],
      ${held.map(({ sale }) => sale?.id ?? null)}::bigint[], ${held.map(({ item }) => item.valueCents)}::bigint[]
    ) as given (id, user_id, item_id, status, at_ms, acquired_from, source_type, source_id, sale_id, value_cents)`);
}

/** Items that were written before, and have been sold or staked since. */
export async function updateItems(tx: Tx, items: readonly HeldItem[]): Promise<void> {
  if (items.length === 0) return;
  await tx.query(sql`
    update inventory_items set status = given.status, sale_id = given.sale_id,
      sold_for_cents = case when given.sale_id is not null then value_cents end
    from unnest(
      ${items.map(({ id }) => id)}::bigint[], ${items.map(({ status }) => status)}::text[],
      ${items.map(({ sale }) => sale?.id ?? null)}::bigint[], ${items.map(({ item }) => item.valueCents)}::bigint[]
    ) as given (id, status, sale_id, value_cents)
    where inventory_items.id = given.id`);
}

export async function insertOpenings(tx: Tx, batches: readonly OpenedCases[]): Promise<void> {
  const all = batches.flatMap((batch) => batch.openings.map((opening) => ({ batch, opening })));
  if (all.length === 0) return;
  await tx.query(sql`
    insert into case_openings (id, user_id, case_id, version_id, item_id, inventory_item_id, transfer_id, price_cents,
      item_value_cents, chance_width, nonce, server_seed, server_seed_hash, client_seed, client_seed_source, roll, is_flip,
      committed_at, created_at)
    overriding system value
    select id, user_id, case_id, version_id, item_id, inventory_item_id, transfer_id, price_cents, item_value_cents,
      chance_width, nonce, server_seed, server_seed_hash, client_seed, client_seed_source, roll, is_flip,
      to_timestamp(at_ms / 1000.0), to_timestamp(at_ms / 1000.0)
    from unnest(
      ${all.map(({ opening }) => opening.id)}::bigint[], ${all.map(({ batch }) => batch.player.id)}::bigint[],
      ${all.map(({ batch }) => batch.opened.id)}::bigint[], ${all.map(({ batch }) => batch.opened.versionId)}::bigint[],
      ${all.map(({ opening }) => opening.won.item.itemId)}::bigint[],
      ${all.map(({ opening }) => opening.won.id)}::bigint[], ${all.map(({ batch }) => batch.transferId)}::bigint[],
      ${all.map(({ batch }) => batch.opened.priceCents)}::bigint[],
      ${all.map(({ opening }) => opening.won.item.valueCents)}::bigint[],
      ${all.map(({ opening }) => opening.width)}::int[], ${all.map(({ opening }) => opening.nonce)}::bigint[],
      ${all.map(({ opening }) => opening.serverSeed)}::text[],
      ${all.map(({ opening }) => opening.serverSeedHash)}::text[],
      ${all.map(({ opening }) => opening.clientSeed)}::text[],
      ${all.map(({ opening }) => opening.clientSeedSource)}::text[], ${all.map(({ opening }) => opening.roll)}::int[],
      ${all.map(({ opening }) => opening.isFlip)}::boolean[], ${all.map(({ batch }) => batch.atMs)}::bigint[]
    ) as given (id, user_id, case_id, version_id, item_id, inventory_item_id, transfer_id, price_cents, item_value_cents,
      chance_width, nonce, server_seed, server_seed_hash, client_seed, client_seed_source, roll, is_flip, at_ms)`);
}

export async function insertUpgrades(tx: Tx, upgrades: readonly PlayedUpgrade[]): Promise<void> {
  if (upgrades.length === 0) return;
  await Promise.all([insertPlayed(tx, upgrades), insertInputs(tx, upgrades)]);
}

async function insertPlayed(tx: Tx, upgrades: readonly PlayedUpgrade[]): Promise<void> {
  await tx.query(sql`
    insert into upgrades (id, user_id, target_item_id, status, items_value_cents, balance_cents, target_value_cents,
      edge_units, chance_units, success_threshold, transfer_id, inventory_item_id, nonce, server_seed, server_seed_hash,
      client_seed, client_seed_source, roll, committed_at, created_at)
    overriding system value
    select id, user_id, target_item_id, case when inventory_item_id is null then 'LOST' else 'WON' end, items_value_cents,
      balance_cents, target_value_cents, edge_units, chance_units, success_threshold, transfer_id, inventory_item_id, nonce,
      server_seed, server_seed_hash, client_seed, client_seed_source, roll, to_timestamp(at_ms / 1000.0),
      to_timestamp(at_ms / 1000.0)
    from unnest(
      ${upgrades.map(({ id }) => id)}::bigint[], ${upgrades.map(({ player }) => player.id)}::bigint[],
      ${upgrades.map(({ target }) => target.itemId)}::bigint[], ${upgrades.map(({ itemsCents }) => itemsCents)}::bigint[],
      ${upgrades.map(({ balanceCents }) => balanceCents)}::bigint[],
      ${upgrades.map(({ target }) => target.valueCents)}::bigint[],
      ${upgrades.map(({ edgeUnits }) => edgeUnits)}::int[], ${upgrades.map(({ chanceUnits }) => chanceUnits)}::int[],
      ${upgrades.map(({ chanceUnits }) => upgradeThreshold(chanceUnits))}::int[],
      ${upgrades.map(({ transferId }) => transferId || null)}::bigint[],
      ${upgrades.map(({ won }) => won?.id ?? null)}::bigint[], ${upgrades.map(({ nonce }) => nonce)}::bigint[],
      ${upgrades.map(({ serverSeed }) => serverSeed)}::text[],
      ${upgrades.map(({ serverSeedHash }) => serverSeedHash)}::text[],
      ${upgrades.map(({ clientSeed }) => clientSeed)}::text[],
      ${upgrades.map(({ clientSeedSource }) => clientSeedSource)}::text[], ${upgrades.map(({ roll }) => roll)}::int[],
      ${upgrades.map(({ atMs }) => atMs)}::bigint[]
    ) as given (id, user_id, target_item_id, items_value_cents, balance_cents, target_value_cents, edge_units, chance_units,
      success_threshold, transfer_id, inventory_item_id, nonce, server_seed, server_seed_hash, client_seed,
      client_seed_source, roll, at_ms)`);
}

async function insertInputs(tx: Tx, upgrades: readonly PlayedUpgrade[]): Promise<void> {
  const inputs = upgrades.flatMap(({ id, inputs: staked }) => staked.map((held) => ({ upgradeId: id, held })));
  await tx.query(sql`
    insert into upgrade_inputs (inventory_item_id, upgrade_id, item_id, value_cents)
    select * from unnest(
      ${inputs.map(({ held }) => held.id)}::bigint[], ${inputs.map(({ upgradeId }) => upgradeId)}::bigint[],
      ${inputs.map(({ held }) => held.item.itemId)}::bigint[],
      ${inputs.map(({ held }) => held.item.valueCents)}::bigint[])`);
}
