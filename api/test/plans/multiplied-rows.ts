import { rollUps, running } from '../../src/app/modules.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/database/db.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { addRunningPart, rollUpDays } from '../../src/platform/roll-ups/roll-up-days.ts';

/**
 * Makes the tables of a small database large by copies of their rows, each older than the one before, with ids of their
 * own. One copy in twenty keeps its user, so that one user has a long history. Guards, checks and foreign keys are off
 * meanwhile: a plan depends on the number and the place of rows, not on whether they could exist.
 */
export async function multiplyRows(
  db: Db,
  { tables, rows }: { tables: readonly string[]; rows: number },
): Promise<void> {
  const client = await db.pool.connect();
  try {
    await client.query(`set session_replication_role = replica; ${DROP_CHECKS}`);
    const columns = Map.groupBy(await columnsOf(db, tables), ({ table }) => table);
    for (const [table, own] of columns) {
      const { rows: counted } = await client.query<{ count: number }>(`select count(*)::int as count from ${table}`);
      const count = counted[0]?.count ?? 0;
      if (count === 0) await client.query(FIRST_ROW(table), [JSON.stringify(firstRow(own))]);
      const names = own.map(({ name }) => `"${name}"`).join(', ');
      // With fewer openings PostgreSQL takes a walk along the index of players for as cheap as a look at the newest.
      const wanted = table === 'case_openings' ? 2 * rows : rows;
      const copies = Math.ceil(wanted / Math.max(count, 1));
      const isOver = own.some(({ name }) => name === 'status') ? `copy = 0 or ${IS_OVER}` : 'true';
      await client.query(`
        with first as (delete from ${table} returning *)
        insert into ${table} (${names}) overriding system value
        select ${own.map((column) => copied(column, copies, rows)).join(', ')}
        from first row, generate_series(${copies}, 0, -1) copy where ${isOver} order by copy desc
        on conflict do nothing`);
    }
    await client.query('reset session_replication_role');
  } finally {
    client.release();
  }
}

/** Adds the days and the running figures up from the rows that are there now, as if it had been done when the days were over. */
export async function addUpAgain(db: Db): Promise<void> {
  const tables = await db.query<{ name: string }>(sql`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname ~ '_days$|^recent_case_drops$'`);
  for (const { name } of tables) await db.pool.query(`delete from ${name}`);
  await db.query(sql`update figures_until set ends_at = '-infinity'`);
  await db.pool.query(SMALL_RANGES);
  await db.pool.query('vacuum analyze');
  await rollUpDays({ db, clock: systemClock, rollUps });
  await addRunningPart({ db, running, behindSeconds: 0 });
  await db.pool.query('vacuum analyze');
}

interface Column {
  table: string;
  name: string;
  type: string;
  isNeeded: boolean;
  isUnique: boolean;
  /** Tells whether it names a user; or what an operator has few of. */
  isOfUser: boolean;
  isOfFew: boolean;
}

const columnsOf = (db: Db, tables: readonly string[]): Promise<Column[]> =>
  db.query<Column>(sql`
    select relname as "table", attname as name, format_type(atttypid, null) as type, attnotnull as is_needed,
      exists (
        select from pg_index where indrelid = pg_class.oid and (indisunique or indisexclusion) and attnum = any(indkey)) as is_unique,
      attname = 'user_id' or exists (
        select from pg_constraint where contype = 'f' and conrelid = pg_class.oid and conkey = array[attnum]
          and confrelid = 'users'::regclass) as is_of_user,
      attname = any(${['case_id', 'version_id', 'item_id', 'target_item_id', 'event_id', 'tier_id', 'key_id']}::text[])
        or exists (
          select from pg_constraint where contype = 'f' and conrelid = pg_class.oid and attnum = any(conkey)
            and confrelid <> 'users'::regclass and confrelid::regclass::text <> all(${[...tables]}::text[])) as is_of_few
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relname = any(${[...tables]}::text[]) and relnamespace = 'public'::regnamespace and attnum > 0
      and not attisdropped and attgenerated = '' order by relname, attnum`);

/** It is above every id of the small database, and all copies still have ids of 32 bits. */
const SHIFT = 100_000;

/** All ids move by the same, so that the rows of a copy belong together. */
function copied({ table, name, type, isUnique, isOfUser, isOfFew }: Column, copies: number, rows: number): string {
  const own = `row."${name}"`;
  if (type === 'timestamp with time zone' || type === 'date') {
    // All rows of a copy are of one moment. Half of everything is of the last 24 hours.
    const isEnd = /^(carried_out|resolved)_at$/.test(name);
    const isThere = isEnd ? 'true' : `${own} is not null`;
    return `case when copy = 0 then ${own} when ${isThere}
      then (now() - interval '40 days' * power(copy::float8 / ${copies}, 6))::${type} end`;
  }
  if (type === 'text' && name === 'outcome')
    return `case when copy = 0 or ${own} not in ('CAME_TO_NOTHING', 'NEVER_ENDED') then ${own} end`;
  if (isOfFew) return own;
  // The newest head of the log has to stay as it was signed.
  const newest = /^log_|^ledger_/.test(table) ? 0 : rows;
  const shift =
    isOfUser && table !== 'accounts'
      ? `case when copy % 20 = 0 then ${newest} else ${newest} - copy end`
      : `${newest} - copy`;
  const shifted = (id: string) => `${id} + (${shift})::bigint * ${SHIFT}`;
  const isId = isOfUser || /(^|_)(id|nonce|leaf|tile|size|position|place|transfer)$/.test(name);
  if (name === 'stream') {
    const [kind, id] = [`split_part(${own}, ':', 1)`, `split_part(${own}, ':', 2)`];
    return `case when ${own} ~ '^[a-z]+:[0-9]+$' then ${kind} || ':' || ${shifted(`${id}::bigint`)} else ${own} || ':' || copy end`;
  }
  if (type === 'bigint' && (isUnique || isId)) return shifted(own);
  if (type === 'text' && /_id$/.test(name) && !/^platform/.test(name)) {
    return `case when ${own} ~ '^[0-9]{1,9}$' then (${shifted(`${own}::bigint`)})::text when copy = 0 then ${own} else ${own} || '-' || copy end`;
  }
  if (type === 'text' && name === 'ip')
    return `case when copy % 20 = 0 then ${own} else '10.0.' || copy / 250 || '.' || copy % 250 end`;
  if (type === 'text' && (isUnique || name === 'username')) {
    return `case when copy = 0 then ${own} else ${own} || '-' || copy end`;
  }
  if (type === 'bytea' && isUnique) return `case when copy = 0 then ${own} else ${own} || int4send(copy) end`;
  return own;
}

/** Few rows are under way, wait for somebody or went wrong, however long a platform runs. */
const IS_OVER = `row.status::text not in ('WAITING', 'IN_PROGRESS', 'ACTIVE', 'DRAWING', 'QUEUED', 'RUNNING', 'PENDING',
  'PENDING_APPROVAL', 'AWAITING_CONFIRMATION', 'REQUESTED', 'SENT', 'UNKNOWN', 'WAITING_SELLER', 'TRADE_SENT', 'APPROVED', 'OPEN')
  or to_jsonb(row) ?| array['platform_id', 'acquired_at']`;

const FIRST_ROW = (table: string) =>
  `insert into ${table} overriding system value select * from jsonb_populate_record(null::${table}, $1)`;
const SOMETHING: Readonly<Record<string, unknown>> = {
  text: 'x',
  boolean: false,
  'timestamp with time zone': new Date().toISOString(),
  date: '2026-01-01',
  jsonb: {},
  inet: '127.0.0.1',
  bytea: '\\x00',
};
const firstRow = (columns: readonly Column[]) =>
  Object.fromEntries(columns.flatMap(({ name, type, isNeeded }) => (isNeeded ? [[name, SOMETHING[type] ?? 1]] : [])));

const DROP_CHECKS = `
  do $do$ declare checked record; begin
    for checked in select conrelid::regclass as name, conname from pg_constraint
      where contype = 'c' and connamespace = 'public'::regnamespace
    loop execute format('alter table %s drop constraint %I', checked.name, checked.conname); end loop;
  end $do$`;

/** A range of a BRIN index has as many rows as one of these tables, which are small beside those of an operator. */
const SMALL_RANGES = `
  do $do$ declare brin record; begin
    for brin in select indexrelid::regclass as name from pg_index join pg_class on pg_class.oid = indexrelid
      join pg_am on pg_am.oid = relam where amname = 'brin' and relnamespace = 'public'::regnamespace
    loop
      execute format('alter index %s set (pages_per_range = 4)', brin.name);
      execute format('reindex index %s', brin.name);
    end loop;
  end $do$`;
