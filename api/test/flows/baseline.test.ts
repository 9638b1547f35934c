import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { openDatabase } from '../../src/platform/database/db.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { raw, sql } from '../../src/platform/database/sql.ts';
import { silentLogger } from '../../src/platform/observability/logger.ts';
import { createTestDatabase } from '../support/databases.ts';
import { PATIENCE } from '../support/patience.ts';

// The baseline and the chain that it replaces give the same schema and the same first rows. Columns are compared in their
// order. Checks of the chain that were added without reading old rows are validated in both.

const MIGRATIONS = path.resolve(import.meta.dirname, '../../migrations');

const OURS = `namespace.nspname = 'public'
  and not exists (select from pg_depend where pg_depend.objid = object.oid and deptype = 'e')`;

const DESCRIPTIONS = [
  `select 'column ' || object.relname || ' ' || lpad(row_number() over (partition by object.oid order by attnum)::text, 3, '0')
    || concat_ws(' ', '', attname, format_type(atttypid, atttypmod), pg_collation.collname, attnotnull, attidentity, attgenerated,
      attstorage, pg_get_expr(adbin, adrelid))
  from pg_class object join pg_namespace namespace on namespace.oid = relnamespace join pg_attribute on attrelid = object.oid
  left join pg_collation on pg_collation.oid = attcollation left join pg_attrdef on adrelid = object.oid and adnum = attnum
  where ${OURS} and attnum > 0 and not attisdropped`,
  `select concat_ws(' ', 'relation', object.relname, object.relkind, object.relpersistence, object.reloptions::text)
  from pg_class object join pg_namespace namespace on namespace.oid = relnamespace where ${OURS}`,
  `select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(object.oid), convalidated)
  from pg_constraint object join pg_namespace namespace on namespace.oid = connamespace where ${OURS} and contype <> 'n'`,
  `select 'index ' || pg_get_indexdef(object.oid) from pg_class object join pg_namespace namespace on namespace.oid = relnamespace
  where ${OURS} and relkind = 'i'`,
  `select 'trigger ' || pg_get_triggerdef(pg_trigger.oid) || tgenabled::text from pg_trigger join pg_class object on object.oid = tgrelid
  join pg_namespace namespace on namespace.oid = relnamespace where ${OURS} and not tgisinternal`,
  `select 'function ' || pg_get_functiondef(object.oid) from pg_proc object join pg_namespace namespace on namespace.oid = pronamespace
  where ${OURS}`,
  `select 'view ' || object.relname || pg_get_viewdef(object.oid) from pg_class object
  join pg_namespace namespace on namespace.oid = relnamespace where ${OURS} and relkind = 'v'`,
  `select 'extension ' || extname from pg_extension`,
];

async function describe(folder: string): Promise<string[]> {
  const { url, drop } = await createTestDatabase({ empty: true });
  const db = openDatabase({ patience: PATIENCE, address: url, logger: silentLogger });
  try {
    await migrate(url, folder, silentLogger);
    const run = async (text: string) =>
      (await db.query<Record<string, string>>(sql`${raw(text)}`)).map((row) => Object.values(row).join(' '));
    for (const statement of await run(
      `select format('alter table %s validate constraint %I', conrelid::regclass, conname) from pg_constraint where not convalidated`,
    ))
      await run(statement);
    const tables = await run(
      `select tablename from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' order by 1`,
    );
    const rows = tables.map(
      (name) => `select '${name} has ' || (to_jsonb(kept) - 'updated_at')::text from ${name} kept`,
    );
    const lines = [];
    for (const text of [...DESCRIPTIONS, ...rows]) lines.push(...(await run(text)));
    return lines.sort();
  } finally {
    await db.close();
    await drop();
  }
}

test('the baseline gives the schema and the rows of the chain that it replaces', async () => {
  const [chain, baseline] = [await describe(MIGRATIONS), await describe(path.join(MIGRATIONS, 'baseline'))];
  assert.ok(chain.length > 2000, `only ${chain.length} lines were compared`);
  assert.deepEqual(baseline, chain);
});
