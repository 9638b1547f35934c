import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createCase } from '../../src/modules/games/cases/openings/test-support.ts';
import { transaction } from '../../src/platform/database/db.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { findViolations } from '../../src/verify/find-violations.ts';
import { createTestApp } from '../support/app.ts';
import { createItem } from '../support/items.ts';
import { createAdmin, createPlayer, type Person } from '../support/people.ts';
import { useApp } from '../support/use-app.ts';

/** Somebody else has an account's row for longer than a request waits for it. */
const app = useApp(createTestApp);
let admin: Person;
before(async () => {
  // The limit is shorter than in production, so that a test need not wait as long as a player would.
  app.db.pool.on('connect', (client) => void client.query("set lock_timeout = '100ms'"));
  admin = await createAdmin(app.db);
});

type Call = readonly ['POST' | 'DELETE', string, Person, object?];
const send = ([method, url, person, payload]: Call, key?: string) =>
  app.http.inject({
    method,
    url: `/api/${url}`,
    headers: { ...person.headers, ...(key === undefined ? {} : { 'idempotency-key': key }) },
    ...(payload === undefined ? {} : { payload }),
  });

async function whileHeld<Result>({ userId }: Person, work: () => Promise<Result>): Promise<Result> {
  return transaction(app.db, async (tx) => {
    await tx.query(sql`select from accounts where user_id = ${userId} for update`);
    return work();
  });
}

async function createOwner(): Promise<{ player: Person; ids: string[] }> {
  const player = await createPlayer(app.db, 10_000);
  const itemId = await createItem(app.db, 500);
  const rows = await app.db.query<{ id: string }>(sql`
    insert into inventory_items (user_id, item_id, status, source_type, source_id, source_index)
    select ${player.userId}, ${itemId}, 'AVAILABLE', 'TEST', ${player.userId}, n from generate_series(1, 4) n
    returning id`);
  return { player, ids: rows.map(({ id }) => id) };
}

test('a request that meets a held account is told to come back, and then works once', async () => {
  const { player, ids } = await createOwner();
  const box = await createCase(app.db, { priceCents: 100 });
  const target = await createItem(app.db, 2_000);
  const [one, two, three, four] = ids;
  const calls: Call[] = [
    ['DELETE', `inventory/${one}/sell`, player],
    ['POST', 'inventory/sell-multiple', player, { inventoryItemIds: [two] }],
    ['POST', `cases/${box.id}/open`, player, { quantity: 2 }],
    ['POST', 'upgrade/perform', player, { inventoryItemIds: [three], targetItemId: target }],
    ['POST', `admin/users/${player.userId}/balance`, admin, { amountCents: '100', reason: 'test' }],
    ['POST', 'swap', player, { inventoryItemIds: [four] }],
    ['POST', 'inventory/sell-all', player],
  ];
  for (const [index, call] of calls.entries()) {
    const key = `held-${index}`;
    const [plain, keyed] = await whileHeld(player, async () => [await send(call), await send(call, key)] as const);
    for (const { statusCode, headers, body } of [plain, keyed]) {
      assert.deepEqual([statusCode, headers['retry-after']], [503, '1'], `${call[1]}: ${body}`);
    }
    const answer = await send(call, key);
    assert.ok([200, 201].includes(answer.statusCode), `${call[1]}: ${answer.body}`);
    assert.equal(answer.headers['idempotent-replayed'], undefined);
  }
  assert.deepEqual(await findViolations(app.db), []);
});

test('openings of others that came together with one of a held account are done', async () => {
  const box = await createCase(app.db, { priceCents: 100 });
  const players = await Promise.all(Array.from({ length: 4 }, () => createPlayer(app.db, 1_000)));
  const [held] = players as [Person, ...Person[]];
  // It makes sessions known, so that all ask in one turn of the event loop.
  await Promise.all(players.map(({ headers }) => app.http.inject({ url: '/api/auth/me', headers })));
  const answers = await whileHeld(held, () =>
    Promise.all(players.map((player) => send(['POST', `cases/${box.id}/open`, player, {}]))),
  );
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [503, 200, 200, 200],
  );
  assert.equal(answers[0]?.headers['retry-after'], '1');
  assert.deepEqual(await findViolations(app.db), []);
});
