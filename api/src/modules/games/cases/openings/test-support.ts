import assert from 'node:assert/strict';
import type { TestApp } from '../../../../../test/support/app.ts';
import { TEST_KEYS } from '../../../../../test/support/committed-seeds.ts';
import type { Person } from '../../../../../test/support/people.ts';
import { announce } from '../../../../platform/database/announcements.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { findViolations } from '../../../../verify/find-violations.ts';

export { expectedRoll, hmac } from '../../../../../test/support/independent-rolls.ts';

export interface CaseSample {
  priceCents?: number;
  /** The widths sum to 10000000. */
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

/** Does what an edit of an administrator does, and tells every process. */
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
  assert.deepEqual(await findViolations(db, { keys: TEST_KEYS }), []);
}
