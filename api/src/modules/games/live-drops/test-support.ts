import assert from 'node:assert/strict';
import { findViolations } from '../../../../test/invariants/check-invariants.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../../../../test/support/app.ts';
import { createPerson, type Person } from '../../../../test/support/people.ts';
import { announce } from '../../../platform/announcements.ts';
import { type Db, type Tx, transaction } from '../../../platform/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { sql } from '../../../platform/sql.ts';

export { expectedRoll, hmac } from '../../../../test/support/independent-rolls.ts';

/** For everything about openings: people with money and cases to play. */

export interface OpeningsApp extends TestApp {
  /** Texts of the statements sent to the database, begin and commit among them. */
  statements: string[];
}

export async function createOpeningsApp(options: TestAppOptions = {}): Promise<OpeningsApp> {
  const app = await createTestApp(options);
  const statements: string[] = [];
  app.db.pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    Object.assign(client, {
      query: (...args: [string | { text: string }, ...unknown[]]) => {
        statements.push(typeof args[0] === 'string' ? args[0] : args[0].text);
        return query(...args);
      },
    });
  });
  return { ...app, statements };
}

/** With money that the books know of. */
export async function createPlayer(db: Db, balanceCents: number): Promise<Person> {
  const person = await createPerson(db);
  if (balanceCents > 0) {
    await db.query(sql`
      with paid as (
        insert into transfers (user_id, debit_account, credit_account, amount_cents, type, reason)
        values (${person.userId}, 'SYSTEM', 'USER', ${balanceCents}, 'DEPOSIT', 'test'))
      update accounts set balance_cents = balance_cents + ${balanceCents}, transfer_count = transfer_count + 1
      where user_id = ${person.userId}`);
  }
  return person;
}

export interface CaseSample {
  priceCents?: number;
  /** Rolls for each item; together 10000000. */
  widths?: readonly number[];
  flipThreshold?: number | null;
}

let nextNumber = 0;

export interface TestCase {
  id: Id<'case'>;
  name: string;
  itemIds: Id<'item'>[];
}

export async function createCase(db: Db, sample: CaseSample = {}): Promise<TestCase> {
  const { priceCents = 100, widths = [9_000_000, 900_000, 90_000, 10_000], flipThreshold = null } = sample;
  nextNumber += 1;
  const name = `Case ${nextNumber}`;
  return transaction(db, async (tx) => {
    const items = await tx.query<{ id: Id<'item'> }>(sql`
      insert into items (name, market_hash_name, image_url, rarity, weapon_category, value_cents_brl)
      select 'Item ' || n, ${name} || ' item ' || n, 'https://items.example/a.png', 'CLASSIFIED', 'RIFLE', n * 10
      from generate_series(1, ${widths.length}::int) n returning id`);
    const itemIds = items.map(({ id }) => id);
    const cases = await tx.query<{ id: Id<'case'> }>(sql`
      insert into cases (name, image_url, category, price_cents)
      values (${name}, 'https://cases.example/a.png', 'Test', ${priceCents}) returning id`);
    const id = cases[0]?.id as Id<'case'>;
    await addVersion(tx, id, { itemIds, widths, flipThreshold });
    return { id, name, itemIds };
  });
}

/** Makes it the version that is played, as an administrator's edit would, and tells every process. */
export async function addVersion(
  tx: Tx,
  caseId: Id<'case'>,
  contents: { itemIds: readonly Id<'item'>[]; widths: readonly number[]; flipThreshold: number | null },
): Promise<void> {
  const { itemIds, widths, flipThreshold } = contents;
  assert.equal(
    widths.reduce((sum, width) => sum + width, 0),
    10_000_000,
  );
  const ends = widths.map((_, index) => widths.slice(0, index + 1).reduce((sum, width) => sum + width, 0));
  await tx.query(sql`
    with version as (
      insert into case_versions (case_id, number, flip_threshold)
      select ${caseId}, coalesce(max(number), 0) + 1, ${flipThreshold}::int from case_versions where case_id = ${caseId}
      returning id)
    insert into case_version_items (version_id, item_id, hash_range_start, hash_range_end)
    select version.id, item_id, range_end - width + 1, range_end
    from version, unnest(${itemIds}::bigint[], ${widths}::int[], ${ends}::int[]) as line (item_id, width, range_end)`);
  await tx.query(sql`
    update cases set status = 'ACTIVE',
      current_version_id = (select id from case_versions where case_id = ${caseId} order by number desc limit 1)
    where id = ${caseId}`);
  await announce(tx, 'cases-changed', {});
}

export const open = (app: TestApp, person: Person, caseId: string, payload: object = {}, headers: object = {}) =>
  app.http.inject({
    method: 'POST',
    url: `/api/cases/${caseId}/open`,
    headers: { ...person.headers, ...headers },
    payload,
  });

export const get = (app: TestApp, url: string, person?: Person) =>
  app.http.inject({ url: `/api${url}`, headers: person?.headers ?? {} });

export async function assertOpeningsHold(db: Db): Promise<void> {
  assert.deepEqual(await findViolations(db), []);
}
