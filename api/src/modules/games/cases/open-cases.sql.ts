import type { Tx } from '../../../platform/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import { sql } from '../../../platform/sql.ts';
import type { NewOpening } from './openings.types.ts';

/** Ids for openings that are about to be written, ascending, so that items can name them without waiting. */
export async function takeOpeningIds(tx: Tx, count: number): Promise<Id<'case-opening'>[]> {
  // One row with all of them: a row for each would cost more to read than the ids to make.
  const rows = await tx.query<{ ids: string }>(sql`
    select string_agg(nextval('case_openings_id_seq')::text, ',') as ids from generate_series(1, ${count}::int)`);
  return (rows[0]?.ids ?? '').split(',') as Id<'case-opening'>[];
}

/**
 * Writes any number of openings in one statement and gives what each kind of item among them is worth at this moment,
 * which is what the openings keep. The time is that of the statement: the transaction may have begun before a commitment
 * that it had to wait for. Nor is it before the commitment where the database's clock was set back.
 */
export async function insertOpenings(tx: Tx, openings: readonly NewOpening[]): Promise<Map<Id<'item'>, Cents>> {
  const itemIds = [...new Set(openings.map(({ item }) => item.itemId))];
  const rows = await tx.query<{ itemId: Id<'item'>; valueCents: string }>(sql`
    with item as materialized (
      select id, value_cents_brl from items where id = any(${itemIds}::bigint[])
    ), written as (
      insert into case_openings (id, user_id, case_id, version_id, item_id, inventory_item_id, transfer_id, price_cents,
        item_value_cents, chance_width, nonce, server_seed, server_seed_hash, client_seed, roll, is_flip, committed_at, created_at)
      overriding system value
      select given.id, user_id, case_id, version_id, item_id, inventory_item_id, transfer_id, price_cents,
        item.value_cents_brl, chance_width, nonce, server_seed, server_seed_hash, client_seed, roll, is_flip,
        coalesce(committed_at, now()), greatest(statement_timestamp(), committed_at)
      from unnest(
        ${openings.map(({ id }) => id)}::bigint[], ${openings.map(({ userId }) => userId)}::bigint[],
        ${openings.map(({ playable }) => playable.id)}::bigint[],
        ${openings.map(({ playable }) => playable.versionId)}::bigint[],
        ${openings.map(({ item }) => item.itemId)}::bigint[],
        ${openings.map(({ inventoryItemId }) => inventoryItemId)}::bigint[],
        ${openings.map(({ transferId }) => transferId)}::bigint[],
        ${openings.map(({ playable }) => playable.priceCents)}::bigint[],
        ${openings.map(({ item }) => item.hashRangeEnd - item.hashRangeStart + 1)}::integer[],
        ${openings.map(({ nonce }) => nonce)}::bigint[], ${openings.map(({ serverSeed }) => serverSeed)}::text[],
        ${openings.map(({ serverSeedHash }) => serverSeedHash)}::text[],
        ${openings.map(({ clientSeed }) => clientSeed)}::text[], ${openings.map(({ roll }) => roll)}::integer[],
        ${openings.map(({ isFlip }) => isFlip)}::boolean[],
        ${openings.map(({ committedAt }) => committedAt)}::timestamptz[]
      ) as given (id, user_id, case_id, version_id, item_id, inventory_item_id, transfer_id, price_cents, chance_width,
        nonce, server_seed, server_seed_hash, client_seed, roll, is_flip, committed_at)
      join item on item.id = given.item_id
    )
    select id as "itemId", value_cents_brl as "valueCents" from item`);
  return new Map(rows.map(({ itemId, valueCents }) => [itemId, BigInt(valueCents)]));
}
