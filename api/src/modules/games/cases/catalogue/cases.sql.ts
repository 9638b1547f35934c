import type { Db, Tx } from '../../../../platform/database/db.ts';
import { raw, type Sql, sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { containing, countRows, type ListPart, orderBy, partOf, type RowOrder } from '../../../../platform/lists.ts';
import { MAX_RTP_PERCENT, worthOfVersion } from '../case-returns.sql.ts';
import {
  CATEGORY_ORDER,
  CATEGORY_PICTURES,
  type Case,
  type CaseFields,
  type CaseFilter,
  type CaseOpenings,
  type CaseOrder,
  type CaseReturn,
  type NewCaseFields,
} from '../cases.types.ts';
import { ITEM_COLUMNS, type ItemRow, itemOf } from './case-versions.sql.ts';

interface CaseRow extends Omit<Case, 'priceCents' | 'worthCents' | 'topItems'> {
  priceCents: bigint;
  worthCents: bigint | null;
  topItems: ItemRow[];
}

const returnOf = ({ priceCents, worthCents }: Pick<CaseRow, 'priceCents' | 'worthCents'>) => ({
  priceCents,
  worthCents,
});

const caseOf = (row: CaseRow): Case => ({ ...row, ...returnOf(row), topItems: row.topItems.map(itemOf) });

/** As many as fit beside the picture of a case. */
const TOP_ITEMS = 4;

const TOP_ITEMS_OF_VERSION = sql`(
  select coalesce(json_agg(json_build_object('itemId', item_id, 'name', name, 'marketHashName', market_hash_name,
      'imageUrl', image_url, 'rarity', rarity, 'valueCentsBrl', value_cents_brl, 'hashRangeStart', hash_range_start,
      'hashRangeEnd', hash_range_end)), '[]') from (
    select ${ITEM_COLUMNS} from case_version_items join items on items.id = item_id
    where version_id = version.id order by items.value_cents_brl desc, items.id limit ${TOP_ITEMS}) top)`;

const CASE = sql`
  cases.id, name, slug, description, image_url, category, display_order,
  price_cents, status, ${TOP_ITEMS_OF_VERSION} as top_items,
  version.id as version_id, version.number as version_number, version.flip_threshold,
  (select count(*)::int from case_version_items where version_id = version.id) as items_count,
  ${worthOfVersion('version.id')} as worth_cents, ${MAX_RTP_PERCENT} as max_rtp_percent,
  cases.created_at, cases.updated_at`;
const WITH_VERSION = sql`left join case_versions version on version.id = current_version_id`;

export async function findCase(db: Db | Tx, id: Id<'case'>): Promise<Case | null> {
  const rows = await db.query<CaseRow>(sql`select ${CASE} from cases ${WITH_VERSION} where cases.id = ${id}`);
  return rows[0] === undefined ? null : caseOf(rows[0]);
}

export async function findCaseBySlug(db: Db, slug: string): Promise<Case | null> {
  const rows = await db.query<CaseRow>(sql`select ${CASE} from cases ${WITH_VERSION} where slug = ${slug}`);
  return rows[0] === undefined ? null : caseOf(rows[0]);
}

export async function listCases(
  db: Db,
  filter: CaseFilter,
  sort: CaseOrder & { openings: CaseOpenings },
  part: ListPart,
): Promise<Case[]> {
  const { from, by } = sort.sortBy === 'popularity' ? byPopularity(sort.openings) : SORTS[sort.sortBy];
  const order: RowOrder = { by: [...by, 'id'], way: sort.sortOrder };
  const cases = partOf({ from, where: conditions(filter), order }, part);
  const rows = await db.query<CaseRow>(sql`
    select ${CASE} from (${cases}) cases ${WITH_VERSION} ${orderBy(order, 'cases')}`);
  return rows.map(caseOf);
}

/** The place of a category; one that the setting does not name comes after those that it does. */
const CATEGORY_RANK = `coalesce(array_position(array(
  select jsonb_array_elements_text(value) from settings where key = '${CATEGORY_ORDER.key}'), category), 1000)`;

const byPopularity = (openings: CaseOpenings) => ({
  from: sql`(
    select cases.*, coalesce(opened.openings, 0) as openings from cases
    left join unnest(${[...openings.keys()]}::bigint[], ${[...openings.values()]}::bigint[]) opened (case_id, openings)
      on opened.case_id = cases.id) cases`,
  by: ['openings'],
});

type StoredOrder = Exclude<CaseOrder['sortBy'], 'popularity'>;
const SORTS: Readonly<Record<StoredOrder, { from: string; by: readonly string[] }>> = {
  display: {
    from: `(select *, ${CATEGORY_RANK} as category_rank from cases) cases`,
    by: ['category_rank', 'category', 'display_order', 'price_cents'],
  },
  price: { from: 'cases', by: ['price_cents'] },
  name: { from: 'cases', by: ['name'] },
  createdAt: { from: 'cases', by: ['created_at'] },
};

export const countCases = (db: Db, filter: CaseFilter) => countRows(db, { from: 'cases', where: conditions(filter) });

/** What each active case pays back and may, by id. */
export async function listActiveReturns(db: Db | Tx): Promise<Pick<Case, keyof CaseReturn | 'id' | 'name'>[]> {
  const rows = await db.query<Pick<CaseRow, keyof CaseReturn | 'id' | 'name'>>(sql`
    select id, name, price_cents, ${worthOfVersion('current_version_id')} as worth_cents,
      ${MAX_RTP_PERCENT} as max_rtp_percent
    from cases where status = 'ACTIVE' order by id`);
  return rows.map((row) => ({ ...row, ...returnOf(row) }));
}

/** What cases are played on at this moment, by id. Those that are not active are not among them. */
export async function findPlayableTerms(
  tx: Tx,
  caseIds: readonly Id<'case'>[],
): Promise<Map<Id<'case'>, CaseReturn & { versionId: Id<'case-version'> }>> {
  const rows = await tx.query<Pick<CaseRow, keyof CaseReturn> & { id: Id<'case'>; versionId: Id<'case-version'> }>(sql`
    select id, current_version_id as version_id, price_cents,
      ${worthOfVersion('current_version_id')} as worth_cents, ${MAX_RTP_PERCENT} as max_rtp_percent
    from cases where status = 'ACTIVE' and id = any(${caseIds}::bigint[])`);
  return new Map(rows.map((row) => [row.id, { ...row, ...returnOf(row) }]));
}

/** An entry of the setting is the name, a space and the address, in which there is none. */
const CATEGORY_PICTURE = sql`(
  select substring(entry from '[^ ]+$') from settings, jsonb_array_elements_text(value) entry
  where key = ${CATEGORY_PICTURES.key} and entry = category || ' ' || substring(entry from '[^ ]+$') limit 1)`;

interface CountedCategory {
  name: string;
  casesCount: number;
  imageUrl: string | null;
}

export async function countCasesByCategory(db: Db): Promise<CountedCategory[]> {
  return db.query(sql`
    select category as name, count(*)::int as cases_count, ${CATEGORY_PICTURE} as image_url
    from cases where status = 'ACTIVE'
    group by category order by ${raw(CATEGORY_RANK)}, category`);
}

function conditions({ status, slug, category, search, minPriceCents, maxPriceCents }: CaseFilter): Sql[] {
  const all: Sql[] = [];
  if (slug !== undefined) all.push(sql`slug = ${slug}`);
  if (status !== undefined) all.push(sql`status = ${status}`);
  if (category !== undefined) all.push(sql`category = ${category}`);
  if (search !== undefined) all.push(sql`name ilike ${containing(search)}`);
  if (minPriceCents !== undefined) all.push(sql`price_cents >= ${minPriceCents}`);
  if (maxPriceCents !== undefined) all.push(sql`price_cents <= ${maxPriceCents}`);
  return all;
}

export interface LockedCase extends CaseFields {
  id: Id<'case'>;
  versionId: Id<'case-version'> | null;
}

/**
 * Edits of one case follow each other; openings, which only refer to the case, go on. The table alone: what was joined
 * would be as it stood before the wait for the lock.
 */
export async function lockCase(tx: Tx, id: Id<'case'>): Promise<LockedCase | null> {
  const rows = await tx.query<Omit<LockedCase, 'priceCents'> & { priceCents: bigint }>(sql`
    select id, name, slug, description, image_url, category, display_order,
      price_cents, status, current_version_id as version_id
    from cases where id = ${id} for no key update`);
  return rows[0] === undefined ? null : { ...rows[0], priceCents: BigInt(rows[0].priceCents) };
}

/** Gives the slug too: one that was not given is made by the database, which knows what is free. */
export async function insertCase(tx: Tx, fields: NewCaseFields): Promise<{ id: Id<'case'>; slug: string }> {
  const { name, slug, description, imageUrl, category, displayOrder, priceCents } = fields;
  const rows = await tx.query<{ id: Id<'case'>; slug: string }>(sql`
    insert into cases (name, slug, description, image_url, category, display_order, price_cents)
    values (${name}, ${slug}, ${description}, ${imageUrl}, ${category}, ${displayOrder}, ${priceCents})
    returning id, slug`);
  return rows[0] as { id: Id<'case'>; slug: string };
}

export async function updateCase(tx: Tx, id: Id<'case'>, fields: CaseFields): Promise<void> {
  const { name, slug, description, imageUrl, category, displayOrder, priceCents, status } = fields;
  await tx.query(sql`
    update cases set name = ${name}, slug = ${slug}, description = ${description}, image_url = ${imageUrl},
      category = ${category}, display_order = ${displayOrder}, price_cents = ${priceCents}, status = ${status},
      updated_at = now()
    where id = ${id}`);
}
