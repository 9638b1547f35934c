import type { Db, Tx } from '../../../../platform/database/db.ts';
import { lookUp, raw, type Sql, sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { containing, countRows, type ListPart, orderBy, partOf, type RowOrder } from '../../../../platform/lists.ts';
import { storedText } from '../../../../platform/settings/stored-settings.sql.ts';
import {
  type CaseOpenings,
  type CaseReturn,
  caseCategoryOrderSetting,
  caseCategoryPicturesSetting,
  maxCaseRtpSetting,
  type PlayableCase,
} from '../cases.records.ts';
import type { CaseContents } from './case-contents.rules.ts';
import type { Case, CaseCategory, CaseVersion, DescribedCaseItem, VersionContents } from './catalogue.records.ts';
import type { CaseFields, CaseFilter, CaseOrder, NewCaseFields } from './given-cases.records.ts';

export const MAX_RTP_PERCENT: Sql = storedText(maxCaseRtpSetting);

export const PRICE_EPOCH: Sql = sql`(select epoch::text from price_epoch)`;

/** The worth is numeric, since the product may be beyond 64 bits. Null without a version. */
export const worthOfVersion = (versionId: string): Sql => sql`(
  select sum((hash_range_end - hash_range_start + 1)::numeric * value_cents_brl)
  from case_version_items ${lookUp('items', 'item_id')} where version_id = ${raw(versionId)})`;

type ItemRow = Omit<DescribedCaseItem, 'valueCentsBrl'> & { valueCentsBrl: string };

/** Ids and values are texts, because numbers in JSON are not exact. */
const ITEM_COLUMNS = sql`
  items.id::text as item_id, items.name, market_hash_name, items.image_url, rarity,
  value_cents_brl::text as value_cents_brl, hash_range_start, hash_range_end`;

const itemOf = (row: ItemRow): DescribedCaseItem => ({ ...row, valueCentsBrl: BigInt(row.valueCentsBrl) });

export async function listVersionItems(db: Db | Tx, versionId: Id<'case-version'>): Promise<DescribedCaseItem[]> {
  const rows = await db.query<ItemRow>(sql`
    select ${ITEM_COLUMNS} from case_version_items join items on items.id = item_id
    where version_id = ${versionId} order by hash_range_start`);
  return rows.map(itemOf);
}

/** Newest first. */
export const listVersions = (db: Db | Tx, caseId: Id<'case'>): Promise<CaseVersion[]> =>
  db.query(
    sql`select number, created_by, created_at from case_versions where case_id = ${caseId} order by number desc`,
  );

/** Only administrators see a draft that nobody has opened. */
export type VersionReader = 'ANYBODY' | 'ADMINISTRATOR';

export async function findVersion(
  db: Db,
  caseId: Id<'case'>,
  number: number,
  reader: VersionReader,
): Promise<Omit<VersionContents, 'items'> | null> {
  const rows = await db.query<Omit<VersionContents, 'items'>>(sql`
    select version.id, cases.id as case_id, name as case_name, number as version_number,
      version.id = current_version_id as is_current, flip_threshold,
      version.created_at
    from case_versions version join cases on cases.id = case_id
    where case_id = ${caseId} and number = ${number}
      and (${reader === 'ADMINISTRATOR'} or status <> 'DRAFT'
        or exists (select from case_openings where case_openings.case_id = cases.id))`);
  return rows[0] ?? null;
}

export async function findVersionNumber(tx: Tx, id: Id<'case-version'>): Promise<number> {
  const rows = await tx.query<{ number: number }>(sql`select number from case_versions where id = ${id}`);
  return rows[0]?.number ?? 0;
}

export async function findContents(tx: Tx, versionId: Id<'case-version'>): Promise<CaseContents> {
  const rows = await tx.query<CaseContents>(sql`
    select flip_threshold,
      (select json_agg(json_build_object('itemId', item_id::text, 'hashRangeStart', hash_range_start,
          'hashRangeEnd', hash_range_end) order by hash_range_start)
        from case_version_items where version_id = case_versions.id) as items
    from case_versions where id = ${versionId}`);
  return rows[0] as CaseContents;
}

interface NewVersion {
  caseId: Id<'case'>;
  contents: CaseContents;
  createdBy: Id<'user'> | null;
}

/** The lock of the case makes the next number certain. */
export async function insertVersion(
  tx: Tx,
  { caseId, contents, createdBy }: NewVersion,
): Promise<{ id: Id<'case-version'>; number: number }> {
  const { items, flipThreshold } = contents;
  const rows = await tx.query<{ id: Id<'case-version'>; number: number }>(sql`
    insert into case_versions (case_id, number, flip_threshold, created_by)
    select ${caseId}::bigint, coalesce(max(number), 0) + 1, ${flipThreshold}::integer, ${createdBy}::bigint
    from case_versions where case_id = ${caseId}
    returning id, number`);
  const version = rows[0] as { id: Id<'case-version'>; number: number };
  await tx.query(sql`
    insert into case_version_items (version_id, item_id, hash_range_start, hash_range_end)
    select ${version.id}::bigint, item_id, hash_range_start, hash_range_end
    from unnest(${items.map(({ itemId }) => itemId)}::bigint[],
      ${items.map(({ hashRangeStart }) => hashRangeStart)}::integer[],
      ${items.map(({ hashRangeEnd }) => hashRangeEnd)}::integer[]) as line (item_id, hash_range_start, hash_range_end)`);
  await tx.query(sql`
    update cases set current_version_id = ${version.id}, updated_at = now() where id = ${caseId}`);
  return version;
}

type CaseRow = Omit<Case, 'topItems'> & { topItems: ItemRow[] };

const caseOf = (row: CaseRow): Case => ({ ...row, topItems: row.topItems.map(itemOf) });

/** So many fit beside the picture of a case. */
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

/** Categories that the setting does not name come last. */
const CATEGORY_RANK = `coalesce(array_position(array(
  select jsonb_array_elements_text(value) from settings where key = '${caseCategoryOrderSetting.key}'), category), 1000)`;

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

export const listActiveReturns = (db: Db | Tx): Promise<Pick<Case, keyof CaseReturn | 'id' | 'name'>[]> =>
  db.query(sql`
    select id, name, price_cents, ${worthOfVersion('current_version_id')} as worth_cents,
      ${MAX_RTP_PERCENT} as max_rtp_percent
    from cases where status = 'ACTIVE' order by id`);

type PlayableTerms = CaseReturn & { id: Id<'case'>; versionId: Id<'case-version'> };

/** Inactive cases are missing. */
export async function findPlayableTerms(
  tx: Tx,
  caseIds: readonly Id<'case'>[],
): Promise<Map<Id<'case'>, PlayableTerms>> {
  const rows = await tx.query<PlayableTerms>(sql`
    select id, current_version_id as version_id, price_cents,
      ${worthOfVersion('current_version_id')} as worth_cents, ${MAX_RTP_PERCENT} as max_rtp_percent
    from cases where status = 'ACTIVE' and id = any(${caseIds}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** An entry is the name, a space and the address, which has no space. */
const CATEGORY_PICTURE = sql`(
  select substring(entry from '[^ ]+$') from settings, jsonb_array_elements_text(value) entry
  where key = ${caseCategoryPicturesSetting.key} and entry = category || ' ' || substring(entry from '[^ ]+$') limit 1)`;

export const countCasesByCategory = (db: Db): Promise<CaseCategory[]> =>
  db.query(sql`
    select category as name, count(*)::int as cases_count, ${CATEGORY_PICTURE} as image_url
    from cases where status = 'ACTIVE'
    group by category order by ${raw(CATEGORY_RANK)}, category`);

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
 * Edits of one case follow each other, while openings go on. Joined tables would be read as of before the wait for the
 * lock, so there are none.
 */
export async function lockCase(tx: Tx, id: Id<'case'>): Promise<LockedCase | null> {
  const rows = await tx.query<LockedCase>(sql`
    select id, name, slug, description, image_url, category, display_order,
      price_cents, status, current_version_id as version_id
    from cases where id = ${id} for no key update`);
  return rows[0] ?? null;
}

/** The database makes a slug that was not given, since it knows which are free. */
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

/** One statement reads the version and its items at one moment. Null: the case is not active. */
export async function findPlayableCase(db: Db, caseId: Id<'case'>): Promise<PlayableCase | null> {
  const rows = await db.query<PlayableCase>(sql`
    select cases.id, cases.name, cases.image_url, price_cents,
      version.id as version_id, version.number as version_number, version.flip_threshold,
      ${worthOfVersion('version.id')} as worth_cents, ${MAX_RTP_PERCENT} as max_rtp_percent,
      ${PRICE_EPOCH} as price_epoch,
      (select json_agg(json_build_object('itemId', items.id::text, 'name', items.name, 'imageUrl', items.image_url,
          'rarity', items.rarity, 'hashRangeStart', hash_range_start, 'hashRangeEnd', hash_range_end)
          order by hash_range_start)
        from case_version_items join items on items.id = item_id where version_id = version.id) as items
    from cases join case_versions version on version.id = current_version_id
    where cases.id = ${caseId} and status = 'ACTIVE'`);
  return rows[0] ?? null;
}
