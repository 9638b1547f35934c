import assert from 'node:assert/strict';
import type { Db } from '../../src/platform/database/db.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { findViolations } from '../../src/verify/find-violations.ts';
import { TEST_KEYS } from './committed-seeds.ts';
import type { Answered, Kind } from './games-load.ts';
import type { Person } from './people.ts';

const DOCUMENTED = [200, 400, 404, 409];

interface Played {
  people: readonly Person[];
  balanceCents: number;
  tierCents: ReadonlyMap<string, number>;
  answered: readonly Answered[];
}

/** All invariants hold, every told effect is there exactly once, and no refused one is. */
export async function assertAnswersHold(db: Db, played: Played, where: string): Promise<void> {
  for (const { kind, statuses, bodies } of played.answered) {
    const told = `${where}: ${kind} ${bodies.join(' ')}`;
    for (const status of statuses) assert.ok(DOCUMENTED.includes(status), told);
    const done = bodies.filter((_, index) => statuses[index] === 200);
    assert.equal(new Set(done).size, Math.min(done.length, 1), `${told}: a repeat is answered as the first`);
  }
  assert.deepEqual(await findViolations(db, { keys: TEST_KEYS }), [], where);
  await assertRolls(db, played, where);
  await assertItems(db, played, where);
  for (const person of played.people) await assertAccount(db, played, person, where);
}

const idsOf: Partial<Record<Kind, (done: Answered['done']) => string[]>> = {
  open: ({ openings }) => openings.map(({ id }: { id: string }) => id),
  upgrade: ({ id }) => [id],
  shoot: ({ id }) => [id],
};

const itemsOf: Partial<Record<Kind, (done: Answered['done']) => (string | null)[]>> = {
  open: ({ openings }) => openings.map(({ inventoryItemId }: { inventoryItemId: string }) => inventoryItemId),
  upgrade: ({ wonItem }) => [wonItem?.inventoryItemId ?? null],
  shoot: ({ inventoryItemId }) => [inventoryItemId],
  claim: ({ inventoryItemId }) => [inventoryItemId],
};

async function assertRolls(db: Db, { answered }: Played, where: string): Promise<void> {
  const rows = await db.query<{ seed: string; ids: string[] }>(sql`
    select client_seed as seed, array_agg(id order by nonce) as ids
    from (
      select coalesce(client_seed, encode(drawn_client_seed, 'hex')) as client_seed, id::text, nonce from case_openings
      union all select client_seed, id::text, nonce from upgrades
      union all select client_seed, id::text, nonce from event_shots) roll
    group by client_seed`);
  const stored = new Map(rows.map(({ seed, ids }) => [seed, ids]));
  for (const { kind, seed, done } of answered) {
    if (seed === null) continue;
    const told = done === null ? [] : (idsOf[kind]?.(done) ?? []);
    assert.deepEqual(stored.get(seed) ?? [], told, `${where}: the rolls of one ${kind}`);
    stored.delete(seed);
  }
  assert.deepEqual([...stored.keys()], [], `${where}: a roll that nobody asked for`);
}

async function assertItems(db: Db, { answered }: Played, where: string): Promise<void> {
  const rows = await db.query<{ id: string; userId: string; status: string }>(sql`
    select id, user_id, status from inventory_items`);
  const held = new Map(rows.map((row) => [row.id, row]));
  const taken = new Set<string>();
  const given = new Set<string>();
  for (const { kind, person, itemIds, done } of answered) {
    if (done === null) continue;
    for (const id of itemIds) {
      assert.ok(!taken.has(id), `${where}: item ${id} was taken twice, at last by ${kind}`);
      taken.add(id);
      assert.deepEqual(held.get(id), {
        id,
        userId: person.userId,
        status: kind === 'upgrade' ? 'USED_IN_UPGRADE' : 'SOLD',
      });
    }
    for (const id of itemsOf[kind]?.(done) ?? []) {
      if (id === null) continue;
      assert.ok(!given.has(id), `${where}: item ${id} was given twice`);
      given.add(id);
      assert.equal(held.get(id)?.userId, person.userId, `${where}: item ${id} of ${kind}`);
    }
  }
}

/** The answers must add up to the account: money, items and rewards. */
async function assertAccount(db: Db, played: Played, { userId }: Person, where: string): Promise<void> {
  const done = played.answered.filter((each) => each.done !== null && each.person.userId === userId);
  const sum = (kinds: readonly Kind[], amount: (answered: Answered) => number | string) =>
    done.filter(({ kind }) => kinds.includes(kind)).reduce((total, each) => total + Number(amount(each)), 0);
  const sales = ['sellOne', 'sellSeveral', 'sellAll'] as const;
  const soldCents = sum(sales, (each) => each.done.totalValueCents);
  const claimed = done.flatMap(({ tierId }) => tierId ?? []);
  const told = {
    balance:
      played.balanceCents +
      soldCents +
      claimed.reduce((total, tierId) => total + (played.tierCents.get(tierId) ?? 0), 0) -
      sum(['open'], (each) => each.done.totalCostCents) -
      sum(['upgrade'], (each) => each.done.stakedBalanceCents),
    sold: sum(sales, (each) => each.done.itemsSold),
    soldCents,
    used: sum(['upgrade'], ({ itemIds }) => itemIds.length),
    claimed: claimed.toSorted(),
  };
  const [kept] = await db.query<typeof told>(sql`
    select balance_cents::int as balance, sold, sold_cents, used,
      array(select tier_id::text from event_claims where user_id = ${userId} order by 1) as claimed
    from accounts, (
      select count(*) filter (where status = 'SOLD')::int as sold, coalesce(sum(sold_for_cents), 0)::int as sold_cents,
        count(*) filter (where status = 'USED_IN_UPGRADE')::int as used
      from inventory_items where user_id = ${userId}) items
    where accounts.user_id = ${userId}`);
  assert.deepEqual(kept, told, `${where}: user ${userId}`);
}
