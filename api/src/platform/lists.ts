import { type TProperties, type TSchema, type TSchemaOptions, Type } from 'typebox';
import type { Db, Tx } from './database/db.ts';
import { join, raw, type Sql, sql } from './database/sql.ts';
import { type Id, toId } from './ids.ts';
import { IdText } from './schemas.ts';

const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 20;
/** Beyond any page that people ask for, and page × limit stays exact. */
const MAX_PAGE = 1_000_000;

const pageProperties = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: 1, description: 'Page, counted from 1' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE, description: 'Entries a page' }),
  ),
};

export const pageQuery = <Properties extends TProperties>(more: Properties) =>
  Type.Object({ ...pageProperties, ...more });

/** `before` is the last entry that was seen; `only` names the following entries. */
export const walkQuery = <Properties extends TProperties>(only: string, more: Properties) =>
  pageQuery({
    ...more,
    before: Type.Optional({
      ...IdText,
      description: `${only}: the fast way through a long list. Pages count from it`,
    }),
  });

/** Some clients page by `limit` and `offset`. */
export const offsetQuery = <Properties extends TProperties>(defaultLimit: number, more: Properties) =>
  Type.Object({
    ...more,
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: defaultLimit, description: 'Entries at most' }),
    ),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        // A larger number is not exact.
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

export const listOf = <Entry extends TSchema>(entry: Entry, options: TSchemaOptions = {}) => {
  const { title, examples: data } = entry as { title?: string; examples?: unknown[] };
  const meta = { page: 1, limit: DEFAULT_PAGE_SIZE, total: 1 };
  return Type.Object(
    { data: Type.Array(entry, { description: 'The entries of the page' }), meta: PageMeta },
    {
      ...(title === undefined ? {} : { title: `${title}Page` }),
      ...(data === undefined ? {} : { examples: [{ data, meta }] }),
      ...options,
    },
  );
};

export interface ListPart {
  limit: number;
  offset: number;
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

/** A list without `before` does not validate it. */
export function walkOf(query: { page?: number; limit?: number; before?: string }): PageRequest {
  return { ...pageOf(query), before: query.before === undefined ? undefined : toId(query.before) };
}

export function listView<Entry>(data: Entry[], { page, limit }: PageRequest, total: number) {
  return { data, meta: { page, limit, total } };
}

export function pageOfAll<Entry>(all: readonly Entry[], page: PageRequest) {
  return listView(all.slice(page.offset, page.offset + page.limit), page, all.length);
}

export interface RowList {
  from: string | Sql;
  /** The place of another owner's entry is not looked up. */
  of?: Sql;
  where?: readonly Sql[];
  order: RowOrder;
  /** They name one row and are in the index of the order; `id` by default. */
  key?: readonly string[];
}

/** One direction lets one index and one comparison find a place. */
export interface RowOrder {
  by: readonly string[];
  way: 'asc' | 'desc';
}

/** Keys are cut before their rows are fetched, so skipped rows cost only index entries. */
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

/** An order by id needs no look-up. */
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

/** Wildcards stand for themselves. */
export const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
