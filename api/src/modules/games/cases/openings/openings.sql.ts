import type { Db, Tx } from '../../../../platform/database/db.ts';
import { lookUp, type Sql, sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { type ListPart, partOf, type RowList } from '../../../../platform/lists.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { CaseTerms } from '../cases.records.ts';
import { MAX_RTP_PERCENT, PRICE_EPOCH } from '../catalogue/cases.sql.ts';
import type { NewOpening, StoredOpening } from './openings.records.ts';

// The table has the bytes of seeds that the server drew; players know them as text.

export const serverSeedOf = sql`encode(server_seed, 'hex')`;
export const clientSeedOf = sql`coalesce(client_seed, encode(drawn_client_seed, 'hex'))`;
/** A seed that nobody asked for is committed to when it is used, so that the time is stored once. */
export const committedAtOf = sql`coalesce(committed_at, created_at)`;

type OpeningRow = Omit<StoredOpening, 'nonce'> & { nonce: string };

/** The openings are cut before the joins, so that skipped rows cost no look-up. */
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
  return rows.map((row) => ({ ...row, nonce: Number(row.nonce) }));
}

/** Newest first by nonce, which rises with a user's openings and has an index with the user. */
export function listUserOpenings(db: Db | Tx, userId: Id<'user'>, part: ListPart): Promise<StoredOpening[]> {
  const openings: RowList = {
    from: 'case_openings',
    of: sql`user_id = ${userId}`,
    order: { by: ['nonce'], way: 'desc' },
    key: ['user_id', 'nonce'],
  };
  return readOpenings(db, partOf(openings, part));
}

export async function findUserOpening(
  db: Db | Tx,
  userId: Id<'user'>,
  id: Id<'case-opening'>,
): Promise<StoredOpening | null> {
  const rows = await readOpenings(db, sql`select * from case_openings where id = ${id} and user_id = ${userId}`);
  return rows[0] ?? null;
}

/** Both ids are taken before the writes, so that the opening and its item name each other without waiting. */
export interface OpeningIds {
  id: Id<'case-opening'>;
  inventoryItemId: Id<'inventoryItem'>;
}

/** Ascending. `nextItemIds` gives the same number of ids of items, as a text. */
export async function takeOpeningIds(tx: Tx, count: number, nextItemIds: Sql): Promise<OpeningIds[]> {
  const rows = await tx.query<{ ids: string; itemIds: string }>(sql`
    select string_agg(nextval('case_openings_id_seq')::text, ',') as ids, ${nextItemIds} as item_ids
    from generate_series(1, ${count}::int)`);
  const { ids = '', itemIds = '' } = rows[0] ?? {};
  const ofItems = itemIds.split(',') as Id<'inventoryItem'>[];
  return ids.split(',').map((id, index) => ({
    id: id as Id<'case-opening'>,
    inventoryItemId: ofItems[index] as Id<'inventoryItem'>,
  }));
}

export type TermsById = ReadonlyMap<Id<'case'>, CaseTerms>;

type TermsRow = Omit<CaseTerms, 'priceCents'> & { priceCents: string };

const termsSql = (caseIds: readonly Id<'case'>[]): Sql => sql`(
  select json_object_agg(id, json_build_object('name', name, 'status', status, 'priceCents', price_cents::text,
    'versionId', current_version_id::text, 'priceEpoch', ${PRICE_EPOCH},
    'maxRtpPercent', ${MAX_RTP_PERCENT}))
  from cases where id = any(${caseIds}::bigint[]))`;

const termsOf = (rows: Record<Id<'case'>, TermsRow>): TermsById =>
  new Map(
    Object.entries<TermsRow>(rows).map(([id, row]) => [
      id as Id<'case'>,
      { ...row, priceCents: BigInt(row.priceCents) },
    ]),
  );

export async function findTerms(tx: Tx, caseIds: readonly Id<'case'>[]): Promise<TermsById> {
  const rows = await tx.query<{ terms: Record<Id<'case'>, TermsRow> }>(sql`select ${termsSql(caseIds)} as terms`);
  return termsOf(rows[0]?.terms ?? {});
}

interface Written {
  /** The value of each kind of item, which the openings keep. */
  values: ReadonlyMap<Id<'item'>, Cents>;
  terms: TermsById;
}

interface WrittenRow {
  values: Record<Id<'item'>, string>;
  terms: Record<Id<'case'>, TermsRow>;
}

/**
 * One statement writes all openings. Values and terms that it returns are of one moment, with the epoch of prices, so
 * that no item is won at prices that pause its case; the caller compares the terms. The time is that of the statement,
 * since the transaction may have begun before a commitment that it waited for, and never before the commitment or the
 * debit.
 */
export async function insertOpenings(tx: Tx, openings: readonly NewOpening[]): Promise<Written> {
  const itemIds = [...new Set(openings.map(({ item }) => item.itemId))];
  const caseIds = [...new Set(openings.map(({ playable }) => playable.id))];
  const rows = await tx.query<WrittenRow>(sql`
    with item as materialized (
      select id, value_cents_brl from items where id = any(${itemIds}::bigint[])
    ), written as (
      insert into case_openings (id, user_id, case_id, version_id, item_id, inventory_item_id, transfer_id, price_cents,
        item_value_cents, chance_width, nonce, server_seed, client_seed, drawn_client_seed, client_seed_source,
        roll, is_flip, committed_at, created_at)
      overriding system value
      select given.id, user_id, case_id, version_id, item_id, inventory_item_id, transfer_id, price_cents,
        item.value_cents_brl, chance_width, nonce, decode(server_seed, 'hex'),
        case when client_seed_source <> 'SERVER' then client_seed end,
        case client_seed_source when 'SERVER' then decode(client_seed, 'hex') end, client_seed_source,
        roll, is_flip, committed_at, greatest(statement_timestamp(), now(), committed_at)
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
        ${openings.map(({ clientSeed }) => clientSeed)}::text[],
        ${openings.map(({ clientSeedSource }) => clientSeedSource)}::text[],
        ${openings.map(({ roll }) => roll)}::integer[],
        ${openings.map(({ isFlip }) => isFlip)}::boolean[],
        ${openings.map(({ committedAt }) => committedAt)}::timestamptz[]
      ) as given (id, user_id, case_id, version_id, item_id, inventory_item_id, transfer_id, price_cents, chance_width,
        nonce, server_seed, client_seed, client_seed_source, roll, is_flip, committed_at)
      join item on item.id = given.item_id
    )
    select (select json_object_agg(id, value_cents_brl::text) from item) as values, ${termsSql(caseIds)} as terms`);
  const { values, terms } = rows[0] as WrittenRow;
  return {
    values: new Map(Object.entries(values).map(([itemId, cents]) => [itemId as Id<'item'>, BigInt(cents)])),
    terms: termsOf(terms),
  };
}
