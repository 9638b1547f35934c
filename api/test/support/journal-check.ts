import assert from 'node:assert/strict';
import type { Db } from '../../src/platform/database/db.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { findViolations } from '../../src/verify/find-violations.ts';
import type { AskedOpening, AskedSale, Journal } from './load.ts';

/** Everything that was acknowledged is there as it was told, the rest is there whole or not at all, and all holds. */
export async function assertJournalHolds(db: Db, journal: Journal, where: string): Promise<void> {
  assert.deepEqual(await findViolations(db), [], where);
  const stored = Map.groupBy(await readOpenings(db, journal), ({ clientSeed }) => clientSeed);
  for (const asked of journal.openings) assertOpening(asked, stored.get(asked.seed) ?? [], where);
  const held = new Map((await readItems(db, journal)).map((item) => [item.id, item]));
  const heldOf = (ids: readonly string[]) => ids.map((id) => held.get(id) ?? assert.fail(`${where}: no item ${id}`));
  const offered = new Set(journal.sales.flatMap(({ inventoryItemIds }) => inventoryItemIds));
  for (const { userId, answer } of journal.openings) {
    for (const { inventoryItemId, item } of answer?.openings ?? []) {
      const [won] = heldOf([inventoryItemId]);
      assert.deepEqual([won?.userId, won?.itemId], [userId, item.id], where);
      if (!offered.has(inventoryItemId)) assert.equal(won?.status, 'AVAILABLE', where);
    }
  }
  for (const asked of journal.sales) assertSale(asked, heldOf(asked.inventoryItemIds), where);
}

interface Outcome {
  id: string;
  nonce: number;
  roll: number;
  serverSeed: string;
  serverSeedHash: string;
  clientSeed: string;
  isFlip: boolean;
}

interface StoredOpening extends Outcome {
  userId: string;
  itemId: string;
  transferId: string;
  paidBy: string;
  paidCents: string;
}

const readOpenings = (db: Db, { openings }: Journal) =>
  db.query<StoredOpening>(sql`
    select opening.user_id, opening.id, nonce::int, roll, encode(server_seed, 'hex') as server_seed,
      hash_of_seed(server_seed) as server_seed_hash, client_seed, is_flip, item_id,
      transfer_id, transfers.user_id as paid_by, amount_cents::text as paid_cents
    from case_openings opening left join transfers on transfers.id = transfer_id and type = 'CASE_OPEN'
    where client_seed = any(${openings.map(({ seed }) => seed)}::text[]) order by nonce`);

function assertOpening({ userId, quantity, answer }: AskedOpening, stored: StoredOpening[], where: string): void {
  if (answer !== undefined) {
    const told = answer.openings.map((opening) => outcomeOf(opening, opening.item.id));
    const kept = stored.map((opening) => outcomeOf(opening, opening.itemId));
    assert.deepEqual(kept, told, where);
    for (const { paidCents } of stored) assert.equal(paidCents, answer.totalCostCents, where);
  } else if (stored.length === 0) return;
  assert.equal(stored.length, quantity, `${where}: a part of a request`);
  assert.equal(new Set(stored.map(({ transferId }) => transferId)).size, 1, `${where}: one request, one debit`);
  for (const opening of stored) assert.deepEqual([opening.userId, opening.paidBy], [userId, userId], where);
}

function outcomeOf(opening: Outcome, itemId: string): Outcome & { itemId: string } {
  const { id, nonce, roll, serverSeed, serverSeedHash, clientSeed, isFlip } = opening;
  return { id, nonce, roll, serverSeed, serverSeedHash, clientSeed, isFlip, itemId };
}

interface StoredItem {
  id: string;
  userId: string;
  itemId: string;
  status: string;
  saleId: string | null;
  creditedCents: string | null;
}

function readItems(db: Db, { openings, sales }: Journal): Promise<StoredItem[]> {
  const won = openings.flatMap(({ answer }) => answer?.openings.map(({ inventoryItemId }) => inventoryItemId) ?? []);
  const offered = sales.flatMap(({ inventoryItemIds }) => inventoryItemIds);
  return db.query<StoredItem>(sql`
    select held.id, held.user_id, item_id, status, sale_id,
      amount_cents::text as credited_cents
    from inventory_items held left join transfers
      on type = 'ITEM_SALE' and reference_type = 'SALE' and reference_id = sale_id::text and transfers.user_id = held.user_id
    where held.id = any(${[...won, ...offered]}::bigint[])`);
}

function assertSale({ answer }: AskedSale, items: StoredItem[], where: string): void {
  assert.equal(new Set(items.map(({ status, saleId }) => `${status} ${saleId}`)).size, 1, `${where}: a part of a sale`);
  if (answer === undefined) return;
  assert.equal(answer.itemsSold, items.length, where);
  for (const { status, creditedCents } of items) {
    assert.deepEqual([status, creditedCents], ['SOLD', answer.totalValueCents], where);
  }
}
