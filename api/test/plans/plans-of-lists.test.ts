import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from '../../src/platform/database/sql.ts';
import { createSoundDatabase } from '../invariants/sound-database.ts';
import { createCall } from '../support/calls.ts';
import type { OpenApi } from '../support/openapi.ts';
import { createAdmin, createPerson, type Person } from '../support/people.ts';
import { useApp } from '../support/use-app.ts';
import { addUpAgain, multiplyRows } from './multiplied-rows.ts';
import { ALLOWED_READS, SMALL_TABLES, UNANSWERED } from './reads-allowed.ts';
import { countRowsRead, hearReads, type Statement } from './rows-read.ts';

/**
 * Asks every list of the OpenAPI document on large tables, and reads the plan of each statement. One that reads more
 * rows of a growing table than the bound would take longer each day. Rows are counted, not time, so the answer is the
 * same on every machine.
 */
const ROWS = 3_000;
const BOUND = 1_000;

const app = useApp(createSoundDatabase);
let people: { admin: Person; player: Person };
before(async () => {
  const { db } = app;
  const small = new Set(Object.values(SMALL_TABLES).flat());
  await multiplyRows(db, { tables: (await listTables()).filter((table) => !small.has(table)), rows: ROWS });
  await addUpAgain(db);
  await multiplyRows(db, { tables: ['odds_days', 'user_days'], rows: ROWS });
  await db.pool.query('vacuum analyze odds_days, user_days');
  people = { admin: await createAdmin(db), player: await createPerson(db, { platformId: await busiestPlayer() }) };
});

async function listTables(): Promise<string[]> {
  const rows = await app.db.query<{ name: string }>(sql`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`);
  return rows.map(({ name }) => name);
}

async function busiestPlayer(): Promise<string> {
  const [row] = await app.db.query<{ platformId: string }>(sql`
    select platform_id from users join case_openings on user_id = users.id
    group by platform_id order by count(*) desc limit 1`);
  return row?.platformId ?? assert.fail();
}

test('each table is large or is named as one that stays small', async () => {
  const small = new Set(Object.values(SMALL_TABLES).flat());
  const tables = await listTables();
  assert.deepEqual(
    [...small].filter((table) => !tables.includes(table)),
    [],
    'named, and not there',
  );
  const growing = await listGrowing();
  assert.deepEqual(
    tables.filter((table) => !growing.has(table) && !small.has(table)),
    [],
    'neither filled nor named',
  );
});

async function listGrowing(): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const table of await listTables()) {
    const { rows } = await app.db.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`);
    if ((rows[0]?.count ?? 0) > BOUND) found.add(table);
  }
  return found;
}

test('no statement of a list reads more of a table that grows than the bound', async () => {
  const growing = await listGrowing();
  const { statements, refusals } = await askEverything();
  assert.deepEqual(
    refusals.filter((each) => !UNANSWERED.some((known) => each.startsWith(known))),
    [],
  );
  const walks = await findWalks(statements, growing);
  const isAllowed = ({ text, table }: Walk) =>
    ALLOWED_READS.some(({ statement, tables }) => tables.includes(table) && statement.test(text));
  const forbidden = walks.filter((walk) => !isAllowed(walk));
  const shown = forbidden.map(
    ({ request, table, rows, text }) => `${request}\n${rows} rows of ${table}\n${text.replace(/\s+/g, ' ')}`,
  );
  assert.deepEqual(shown, []);
  // Fast ones are checked as well, because the number of today's rows depends on the hour.
  const isUsed = ({ statement }: (typeof ALLOWED_READS)[number]) => statements.some(({ text }) => statement.test(text));
  assert.deepEqual(
    ALLOWED_READS.filter((each) => !isUsed(each)),
    [],
    'allowed, and read by nothing',
  );
});

/** Sends each list once with its largest page, and once more with each of its parameters. */
async function askEverything(): Promise<{ statements: Statement[]; refusals: string[] }> {
  const listening = hearReads(app.db);
  const refusals: string[] = [];
  const call = createCall(app.http);
  try {
    const document = (await app.http.inject({ url: '/api/docs-json' })).json() as OpenApi;
    const lists = Object.entries(document.paths).flatMap(([path, { get }]) =>
      get !== undefined && (isList(document, get) || path === OVERVIEW)
        ? [{ path, parameters: get.parameters ?? [] }]
        : [],
    );
    assert.ok(lists.length > 80);
    for (const { path, parameters } of lists) {
      const who = /^\/api\/(admin|audit)\//.test(path) ? people.admin : people.player;
      const url = await withIds(path.replace('/api', ''));
      const ask = async (query: Record<string, string>) => {
        listening.request = `${path}?${new URLSearchParams(query)}`;
        const answer = await call(who, 'GET', `${url}?${new URLSearchParams(query)}`);
        if (answer.status >= 400) refusals.push(`${listening.request}: ${answer.text.slice(0, 300)}`);
        return answer.body;
      };
      const asked = parameters.filter((each) => each.in === 'query');
      const isAlways = ({ name, required }: Parameter) => required || name === 'limit';
      const always = Object.fromEntries(asked.filter(isAlways).map((each) => [each.name, String(exampleOf(each))]));
      const first = await ask(always);
      for (const parameter of asked) {
        const value = parameter.name === 'before' ? first.data?.at(-1)?.id : exampleOf(parameter);
        if (!isAlways(parameter) && value !== undefined) await ask({ ...always, [parameter.name]: String(value) });
      }
    }
  } finally {
    listening.stop();
  }
  return { statements: [...listening.statements.values()], refusals };
}
/** It has no array, and reads as many rows as a list. */
const OVERVIEW = '/api/admin/dashboard/overview';

type Operation = OpenApi['paths'][string][string];
type Parameter = NonNullable<Operation['parameters']>[number];

/** Lists are paged, or answer with an array. */
function isList({ components }: OpenApi, { parameters = [], responses }: Operation): boolean {
  if (parameters.some(({ name }) => ['page', 'limit', 'before'].includes(name))) return true;
  const schema = responses['200']?.content?.['application/json']?.schema as { $ref?: string } | undefined;
  const name = schema?.$ref?.split('/').at(-1);
  const { type, properties = {} } =
    ((name === undefined ? schema : components.schemas[name]) as OpenApi['components']['schemas'][string]) ?? {};
  return type === 'array' || Object.values(properties).some((each) => each.type === 'array');
}

const VALUES: Readonly<Record<string, string>> = { page: '2', limit: '100', offset: '20' };
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
function exampleOf({ name, schema, example }: Parameter): unknown {
  const day = { from: daysAgo(20), to: daysAgo(0) }[name];
  if (day !== undefined) return schema.type === 'integer' ? '1' : day;
  const any = schema.type === 'boolean' ? 'true' : undefined;
  return VALUES[name] ?? example ?? schema.enum?.[0] ?? schema.examples?.[0] ?? any;
}

/** The ids of a path come from these; $1 is the platform's id of the player. */
const IDS: readonly (readonly [path: RegExp, rows: string])[] = [
  [/users\//, 'select id from users where platform_id = $1::text'],
  [/cases\//, 'select min(id) as id from cases where $1::text is not null'],
  [
    /battles\//,
    `select max(id) as id from battles where status = 'COMPLETED' and invitation_code is null and $1::text is not null`,
  ],
  [
    /upgrade\//,
    'select max(upgrades.id) as id from upgrades join users on users.id = user_id where platform_id = $1::text',
  ],
  [/raffles?\//, `select max(id) as id from raffles where status = 'COMPLETED' and $1::text is not null`],
  [/events?\//, `select max(id) as id from events where status = 'PUBLISHED' and $1::text is not null`],
  [/swap\//, 'select max(id) as id from swaps where is_public and $1::text is not null'],
  [/deposits\//, 'select max(id) as id from deposits where $1::text is not null'],
];

async function withIds(path: string): Promise<string> {
  const [, rowsOfIds] = IDS.find(([pattern]) => pattern.test(path)) ?? [];
  if (!path.includes('{id}') && !path.includes('{userId}')) return path.replaceAll(/\{\w+\}/g, '1');
  const found = rowsOfIds === undefined ? null : await app.db.pool.query(rowsOfIds, [people.player.platformId]);
  return path.replaceAll(/\{(id|userId)\}/g, String(found?.rows[0]?.id ?? 1)).replaceAll(/\{\w+\}/g, '1');
}

interface Walk extends Statement {
  table: string;
  rows: number;
}

async function findWalks(statements: readonly Statement[], growing: ReadonlySet<string>): Promise<Walk[]> {
  const client = await app.db.pool.connect();
  const walks: Walk[] = [];
  try {
    // Tables of an operator are a thousand times larger: to walk through one costs so much more there, to look a row up does not.
    await client.query(`set seq_page_cost = 5; set random_page_cost = 1`);
    for (const statement of statements) {
      for (const [table, rows] of await countRowsRead(client, statement)) {
        if (growing.has(table) && rows > BOUND) walks.push({ ...statement, table, rows });
      }
    }
  } finally {
    client.release(true);
  }
  return walks;
}
