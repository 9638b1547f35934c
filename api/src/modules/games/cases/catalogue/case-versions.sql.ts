import type { Db, Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { CaseContents, CaseVersion, DescribedCaseItem, VersionContents } from '../cases.types.ts';

/** An item of a version as the database returns it, in a row or in JSON. */
export type ItemRow = Omit<DescribedCaseItem, 'valueCentsBrl'> & { valueCentsBrl: string };

/** Ids and values are texts: in JSON they would be numbers, which are not exact. */
export const ITEM_COLUMNS = sql`
  items.id::text as item_id, items.name, market_hash_name, items.image_url, rarity,
  value_cents_brl::text as value_cents_brl, hash_range_start, hash_range_end`;

export const itemOf = (row: ItemRow): DescribedCaseItem => ({ ...row, valueCentsBrl: BigInt(row.valueCentsBrl) });

export async function listVersionItems(db: Db | Tx, versionId: Id<'case-version'>): Promise<DescribedCaseItem[]> {
  const rows = await db.query<ItemRow>(sql`
    select ${ITEM_COLUMNS} from case_version_items join items on items.id = item_id
    where version_id = ${versionId} order by hash_range_start`);
  return rows.map(itemOf);
}

/** Newest first. */
export async function listVersions(db: Db | Tx, caseId: Id<'case'>): Promise<CaseVersion[]> {
  return db.query<CaseVersion>(sql`
    select number, created_by, created_at
    from case_versions where case_id = ${caseId} order by number desc`);
}

/** Who looks at a version: a case that is a draft, and that nobody has ever opened, is nobody's yet. */
export type VersionReader = 'ANYBODY' | 'ADMINISTRATOR';

/** Null where there is none that the reader may see. */
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

/** The number of a case's version, under the lock of the case. */
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

/** Makes it the version that is played. The row of the case is locked, so that the next number is certain. */
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
