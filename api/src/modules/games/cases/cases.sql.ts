import type { Db, Tx } from '../../../platform/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { PageRequest } from '../../../platform/schemas.ts';
import { join, type Sql, sql } from '../../../platform/sql.ts';
import type { Case, CaseFields, CaseFilter, CaseOrder } from './cases.types.ts';

type Row<Record extends { priceCents: bigint }> = Omit<Record, 'priceCents'> & { priceCents: string };

const withCents = <Record extends { priceCents: bigint }>(row: Row<Record>) =>
  ({ ...row, priceCents: BigInt(row.priceCents) }) as unknown as Record;

const CASE = sql`
  cases.id, name, image_url as "imageUrl", category, price_cents as "priceCents", status,
  version.id as "versionId", version.number as "versionNumber", version.flip_threshold as "flipThreshold",
  (select count(*)::int from case_version_items where version_id = version.id) as "itemsCount",
  cases.created_at as "createdAt", cases.updated_at as "updatedAt"`;
const CASES_WITH_VERSION = sql`cases left join case_versions version on version.id = current_version_id`;

export async function findCase(db: Db | Tx, id: Id<'case'>): Promise<Case | null> {
  const rows = await db.query<Row<Case>>(sql`select ${CASE} from ${CASES_WITH_VERSION} where cases.id = ${id}`);
  return rows[0] === undefined ? null : withCents<Case>(rows[0]);
}

export async function listCases(db: Db, filter: CaseFilter, order: CaseOrder, page: PageRequest): Promise<Case[]> {
  const rows = await db.query<Row<Case>>(sql`
    select ${CASE} from ${CASES_WITH_VERSION} where ${conditions(filter)}
    order by ${orderSql(order)} limit ${page.limit} offset ${page.offset}`);
  return rows.map((row) => withCents<Case>(row));
}

export async function countCases(db: Db, filter: CaseFilter): Promise<number> {
  const rows = await db.query<{ total: number }>(
    sql`select count(*)::int as total from cases where ${conditions(filter)}`,
  );
  return rows[0]?.total ?? 0;
}

export async function countCasesByCategory(db: Db): Promise<{ name: string; casesCount: number }[]> {
  return db.query(sql`
    select category as name, count(*)::int as "casesCount" from cases where status = 'ACTIVE'
    group by category order by category`);
}

function conditions({ status, category, search, minPriceCents, maxPriceCents }: CaseFilter): Sql {
  const all: Sql[] = [sql`true`];
  if (status !== undefined) all.push(sql`status = ${status}`);
  if (category !== undefined) all.push(sql`category = ${category}`);
  if (search !== undefined) all.push(sql`name ilike ${`%${search.replaceAll(/[\\%_]/g, '\\$&')}%`}`);
  if (minPriceCents !== undefined) all.push(sql`price_cents >= ${minPriceCents}`);
  if (maxPriceCents !== undefined) all.push(sql`price_cents <= ${maxPriceCents}`);
  return join(all, ' and ');
}

const ORDERS: Readonly<Record<CaseOrder['sortBy'], Readonly<Record<CaseOrder['sortOrder'], Sql>>>> = {
  price: { asc: sql`price_cents, cases.id`, desc: sql`price_cents desc, cases.id desc` },
  name: { asc: sql`name, cases.id`, desc: sql`name desc, cases.id desc` },
  createdAt: { asc: sql`cases.created_at, cases.id`, desc: sql`cases.created_at desc, cases.id desc` },
};
const orderSql = ({ sortBy, sortOrder }: CaseOrder): Sql => ORDERS[sortBy][sortOrder];

export interface LockedCase extends CaseFields {
  id: Id<'case'>;
  versionId: Id<'case-version'> | null;
}

/**
 * Edits of one case follow each other; openings, which only refer to the case, go on. The table alone: what was joined
 * would be as it stood before the wait for the lock.
 */
export async function lockCase(tx: Tx, id: Id<'case'>): Promise<LockedCase | null> {
  const rows = await tx.query<Row<LockedCase>>(sql`
    select id, name, image_url as "imageUrl", category, price_cents as "priceCents", status,
      current_version_id as "versionId"
    from cases where id = ${id} for no key update`);
  return rows[0] === undefined ? null : withCents<LockedCase>(rows[0]);
}

export async function insertCase(tx: Tx, fields: Omit<CaseFields, 'status'>): Promise<Id<'case'>> {
  const { name, imageUrl, category, priceCents } = fields;
  const rows = await tx.query<{ id: Id<'case'> }>(sql`
    insert into cases (name, image_url, category, price_cents)
    values (${name}, ${imageUrl}, ${category}, ${priceCents}) returning id`);
  return rows[0]?.id as Id<'case'>;
}

export async function updateCase(tx: Tx, id: Id<'case'>, fields: CaseFields): Promise<void> {
  const { name, imageUrl, category, priceCents, status } = fields;
  await tx.query(sql`
    update cases set name = ${name}, image_url = ${imageUrl}, category = ${category}, price_cents = ${priceCents},
      status = ${status}, updated_at = now()
    where id = ${id}`);
}
