import assert from 'node:assert/strict';
import { afterEach } from 'node:test';
import { type Db, openDatabase } from '../../src/platform/database/db.ts';
import { raw, sql } from '../../src/platform/database/sql.ts';
import { silentLogger as logger } from '../../src/platform/observability/logger.ts';
import { createTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { createDatabaseBefore, type OldDatabase } from './databases.ts';
import { PATIENCE } from './patience.ts';

// Databases of a version before, for tests of migrations that meet its rows. All is closed when the test is over.

let database: OldDatabase | null = null;
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close();
  await database?.drop();
  database = null;
});

export async function openBefore(migration: string): Promise<{ db: Db; url: string; upgrade(): Promise<void> }> {
  const old = await createDatabaseBefore(migration);
  database = old;
  return {
    db: closedLater(openDatabase({ patience: PATIENCE, address: old.url, logger })),
    url: old.url,
    upgrade: old.upgrade,
  };
}

/** The new version on the database that was upgraded. */
export const startApp = async (options: TestAppOptions = {}): Promise<TestApp> =>
  closedLater(await createTestApp({ databaseUrl: database?.url ?? assert.fail(), ...options }));

export function closedLater<One extends { close(): Promise<void> }>(one: One): One {
  opened.push(one);
  return one;
}

/** Several statements, as a migration is sent. */
export const run = (db: Db, text: string) => db.query(sql`${raw(`do $do$ begin ${text} end $do$`)}`);

/** Items of 1000 that users gave, and a target that the catalogue has at 1500. */
export const PEOPLE_AND_ITEMS = `
  insert into users (platform_id, username) values ('76561198000000011', 'Ana');
  insert into items (name, market_hash_name, image_url, rarity, weapon_category, original_price_cents, value_cents, value_cents_brl)
  values ('Given', 'Given', 'x', 'COVERT', 'RIFLE', 167, 200, 1000), ('Target', 'Target', 'x', 'COVERT', 'RIFLE', 250, 300, 1500);`;
