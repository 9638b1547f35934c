import { type TProperties, type TSchema, type TSchemaOptions, Type } from 'typebox';
import type { Db, Tx } from './database/db.ts';
import { join, raw, type Sql, sql } from './database/sql.ts';
import { type Id, toId } from './ids.ts';
import { IdText } from './schemas.ts';

/** Lists, from the query that asks for a part of one to the envelope that the part is sent in. */

const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 20;
/** Far beyond any page a person asks for, and small enough that page × limit stays exact. */
const MAX_PAGE = 1_000_000;

const pageProperties = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: 1, description: 'Page, counted from 1' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE, description: 'Entries a page' }),
  ),
};

/** The query of a list: `page` and `limit`, and what else the list takes. */
export const pageQuery = <Properties extends TProperties>(more: Properties) =>
  Type.Object({ ...pageProperties, ...more });

/** That of a list which can also be walked: `before` is the last entry that was seen. `only` says what is left then. */
export const walkQuery = <Properties extends TProperties>(only: string, more: Properties) =>
  pageQuery({
    ...more,
    before: Type.Optional({
      ...IdText,
      description: `${only}: the fast way through a long list. Pages count from it`,
    }),
  });

/** The query of a list that the documents page by `limit` and `offset`, and what else the list takes. */
export const offsetQuery = <Properties extends TProperties>(defaultLimit: number, more: Properties) =>
  Type.Object({
    ...more,
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: defaultLimit, description: 'Entries at most' }),
    ),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        // The database counts in 64 bits, and a number beyond this one is not exact.
        maximum: Number.MAX_SAFE_INTEGER,
        default: 0,
        description: 'Entries to leave out',
      }),
    ),
  });

const PageMeta = Type.Object(
  {
    page: Type.Integer({ description: 'The page that this is, counted from 1', examples: [1] }),
    limit: Type.Integer({ description: 'Entries a page', examples: [DEFAULT_PAGE_SIZE] }),
    total: Type.Integer({ description: 'Entries on all pages', examples: [137] }),
  },
  { title: 'PageMeta', description: 'Where the page stands in the list' },
);

/** The envelope of a list. Where its entries have a name, it is named after them. */
export const listOf = <Entry extends TSchema>(entry: Entry, options: TSchemaOptions = {}) => {
  const { title } = entry as { title?: string };
  return Type.Object(
    { data: Type.Array(entry, { description: 'The entries of the page' }), meta: PageMeta },
    { ...(title === undefined ? {} : { title: `${title}Page` }), ...options },
  );
};

/** A part of a list: so many entries, after those that are left out. */
export interface ListPart {
  limit: number;
  offset: number;
  /** The entry that the list is taken to begin after. */
  before?: Id<string> | undefined;
}

export interface PageRequest extends ListPart {
  page: number;
}

export function pageOf(query: { page?: number; limit?: number }): PageRequest {
  const page = query.page ?? 1;
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  return { page, limit, offset: (page - 1) * limit };
}

/** Apart from `pageOf`, since a `before` that a list does not take is not validated either. */
export function walkOf(query: { page?: number; limit?: number; before?: string }): PageRequest {
  return { ...pageOf(query), before: query.before === undefined ? undefined : toId(query.before) };
}

export function listView<Entry>(data: Entry[], { page, limit }: PageRequest, total: number) {
  return { data, meta: { page, limit, total } };
}

/** A page of a list that is whole in memory. */
export function pageOfAll<Entry>(all: readonly Entry[], page: PageRequest) {
  return listView(all.slice(page.offset, page.offset + page.limit), page, all.length);
}

/** A list in the database: rows of one table in a total order. */
export interface RowList {
  from: string | Sql;
  /** Whose rows they are: the place of somebody else's entry is not looked up. */
  of?: Sql;
  /** Which of them are listed. */
  where?: readonly Sql[];
  order: RowOrder;
  /** Columns that name one row and are in the index of the order; `id` unless said. */
  key?: readonly string[];
}

/** All keys in one direction, so that an index has the order and one comparison finds a place in it. */
export interface RowOrder {
  by: readonly string[];
  way: 'asc' | 'desc';
}

/**
 * Selects the whole rows of a part of a list, for others to be joined to; `orderBy` orders them. Rows that are left out
 * cost an entry of the index each and no more: only the keys are cut, and the rows are fetched by them.
 */
export function partOf(list: RowList, { limit, offset, before }: ListPart): Sql {
  const table = tableOf(list);
  const conditions = [...conditionsOf(list), ...(before === undefined ? [] : [isAfter(list, before)])];
  const rows = sql`from ${table} ${where(conditions)} ${orderBy(list.order)} limit ${limit}`;
  if (offset === 0) return sql`select * ${rows}`;
  const key = list.key ?? ['id'];
  return sql`
    select whole.* from (select ${columns(key)} ${rows} offset ${offset}) cut
    cross join lateral (select * from ${table} where (${columns(key)}) = (${columns(key, 'cut')}) limit 1) whole`;
}

/** A place is found by the entry's id, which where it is the order itself need not be looked up. */
const tableOf = ({ from }: Pick<RowList, 'from'>): Sql => (typeof from === 'string' ? raw(from) : from);

function isAfter({ from, of, order }: RowList, before: Id<string>): Sql {
  const comparison = raw(order.way === 'asc' ? '>' : '<');
  if (order.by.length === 1 && order.by[0] === 'id') return sql`id ${comparison} ${before}`;
  const isEntry = where([sql`id = ${before}`, ...(of === undefined ? [] : [of])]);
  return sql`(${columns(order.by)}) ${comparison} (select ${columns(order.by)} from ${tableOf({ from })} ${isEntry})`;
}

export function orderBy({ by, way }: RowOrder, table?: string): Sql {
  return raw(`order by ${by.map((column) => `${table === undefined ? '' : `${table}.`}${column} ${way}`).join(', ')}`);
}

/** All of a list, however long it is. */
export async function countRows(db: Db | Tx, list: Omit<RowList, 'order'>): Promise<number> {
  const rows = await db.query<{ count: string }>(
    sql`select count(*) as count from ${tableOf(list)} ${where(conditionsOf(list))}`,
  );
  return Number(rows[0]?.count ?? 0);
}

const conditionsOf = ({ of, where = [] }: Omit<RowList, 'order'>) => [...(of === undefined ? [] : [of]), ...where];

const where = (conditions: Sql[]) => (conditions.length === 0 ? sql`` : sql`where ${join(conditions, ' and ')}`);

const columns = (names: readonly string[], table?: string) =>
  raw(names.map((name) => (table === undefined ? name : `${table}.${name}`)).join(', '));

/** The pattern of `ilike` for any text with this one in it; what is a wildcard elsewhere stands for itself. */
export const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
