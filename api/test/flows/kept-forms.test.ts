import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { afterEach, beforeEach, test } from 'node:test';
import { seedHash as hashOfSeed, raffleFrom, verifyRaffle } from '@lisura/fairness';
import { games } from '../../src/app/modules.ts';
import { roundFor } from '../../src/modules/games/beacon/beacon.records.ts';
import { findLeafText } from '../../src/modules/games/log/log.sql.ts';
import { LEDGER, sourcesOf } from '../../src/modules/games/log/sources.ts';
import { createRaffleCalls } from '../../src/modules/games/raffles/test-support.ts';
import type { Stream } from '../../src/modules/games/rolls/index.ts';
import { raw, sql } from '../../src/platform/database/sql.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTestBeacon, TEST_CHAIN } from '../support/beacon.ts';
import { commitTo } from '../support/committed-seeds.ts';
import { createPlayer } from '../support/people.ts';

/** Old forms of rows keep their meaning although they are no longer written, and the database refuses others. */

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp({ beacon: createTestBeacon() });
});
afterEach(() => app.close());

const run = (text: string) => app.db.pool.query(text);

const PEOPLE_AND_ITEMS = `
  insert into users (platform_id, username) values ('76561198000000011', 'Ana');
  insert into items (name, market_hash_name, image_url, rarity, weapon_category, original_price_cents, value_cents, value_cents_brl)
  values ('Given', 'Given', 'x', 'COVERT', 'RIFLE', 167, 200, 1000), ('Target', 'Target', 'x', 'COVERT', 'RIFLE', 250, 300, 1500);`;

test('an item names the opening or the other cause that it came of, and not both', async () => {
  await run(`${PEOPLE_AND_ITEMS}
    insert into inventory_items (user_id, item_id, source_type, source_id, source_index) values (1, 2, 'BATTLE', '7', 3);`);
  for (const cause of [
    'opening_id = 1',
    'source_id = null',
    'opening_id = 1, source_type = null',
    `source_type = 'CASE_OPENING'`,
  ]) {
    await assert.rejects(
      app.db.query(sql`update inventory_items set ${raw(cause)} where source_type = 'BATTLE'`),
      /inventory_items_source/,
      cause,
    );
  }
});

test('no site swap that raises the value of what its user owns can be written, whoever writes it', async () => {
  await run(PEOPLE_AND_ITEMS);
  const another = (targetCents: number, worthCents: number) =>
    app.db.query(sql`
      with placed as (
        insert into orders (kind, project_id, ask, requested_at, lease_owner, lease_until)
        values ('SITE_SWAP', ${`sw_${targetCents}`}, '{}', now(), 'nobody', now()) returning id)
      insert into site_swaps (user_id, item_id, order_id, project_id, given_cents, target_cents, credit_cents, worth_cents,
        quoted_coins, max_coins, created_at)
      select 1, 2, id, ${`sw_${targetCents}`}, 1000, ${targetCents}, greatest(1000 - ${targetCents}::bigint, 0), ${worthCents},
        3000, 3000, now() from placed`);
  await assert.rejects(another(900, 901), /site_swaps_no_gain/);
  await assert.rejects(another(1_001, 1_000), /site_swaps_no_gain/);
  await another(900, 900);
});

test('games that a beacon decides without a delay keep their leaves and the rule of their round', async () => {
  const { db } = app;
  const serverSeed = '6c'.repeat(32);
  const seedHash = hashOfSeed(serverSeed);
  await run(
    `${PEOPLE_AND_ITEMS}
    insert into raffles (name, description, image_url, ticket_price_cents, max_tickets, randomness)
    values ('Antes', '', 'x', 100, 3, 'drand');
    insert into raffle_prizes (raffle_id, display_order, item_id, server_seed_hash) values (1, 0, 1, '${seedHash}');
    insert into battles (creator_id, mode, is_teams, seat_count, round_count, entry_cents, randomness, expires_at, status,
      cancelled_at, cancel_reason)
    values (1, 'NORMAL', false, 2, 1, 100, 'drand', now(), 'CANCELLED', now(), 'x');`,
  );
  await commitTo(db, { stream: 'raffle:1' as Stream, nonce: 1, serverSeed });
  const calls = await createRaffleCalls(app);
  const buyer = await createPlayer(db, 1_000);
  assert.equal((await calls.buy(buyer, '1', 3)).status, 200);
  await calls.runJob('fix-ticket-list', '1');
  const { body: closed } = await calls.get('1');
  const named = roundFor(TEST_CHAIN, new Date(closed.closedAt), null);
  assert.ok(closed.beacon.round >= named.round && new Date(closed.beacon.dueAt) > new Date(closed.closedAt));
  const leaf = (kind: string) =>
    findLeafText(db, sourcesOf(games).find((source) => source.kind === kind) ?? assert.fail(), 1n);
  assert.equal(
    await leaf('RAFFLE_TERMS'),
    JSON.stringify(['RAFFLE_TERMS', '1', '100', 3, null, 'drand', [[0, '1', seedHash]]]),
  );
  assert.equal(await leaf('TICKET_LISTS'), JSON.stringify(['TICKET_LISTS', '1', closed.ticketListHash]));
  assert.equal(
    await leaf('BATTLE_TERMS'),
    JSON.stringify(['BATTLE_TERMS', '1', null, 'NORMAL', false, 2, 'drand', '100', null, [], []]),
  );
  assert.equal((await calls.draw('1')).status, 200);
  const { body: drawn } = await calls.get('1');
  assert.deepEqual(
    [drawn.status, drawn.beaconDelaySeconds, drawn.prizes[0].winner.id],
    ['COMPLETED', null, buyer.userId],
  );
  const { verdict, unchecked } = verifyRaffle(raffleFrom(drawn), (await calls.tickets('1')).text, null);
  assert.equal(verdict, 'NOT CHECKED');
  assert.ok(unchecked.some((words) => words.startsWith('The terms of this game have no delay')));
});

test('heads of the ledger have the leaves of their format', async () => {
  await run(
    `insert into users (platform_id, username) values ('76561198000000011', 'Ana');
    insert into transfers (user_id, debit_account, credit_account, amount_cents, type, reason, created_at)
    values (1, 'SYSTEM', 'USER', 25000, 'DEPOSIT', 'Pix', '2026-01-02T03:04:05.678901Z');
    insert into ledger_heads (first_transfer, last_transfer, format) values (1, 1, 1), (1, 1, 2);`,
  );
  const lines = [
    '1|1|SYSTEM|USER|25000|DEPOSIT|Pix|1767323045678901',
    '[1, 1, "SYSTEM", "USER", 25000, "DEPOSIT", "Pix", null, null, 1767323045678901]',
  ];
  for (const [index, line] of lines.entries()) {
    const id = String(index + 1);
    assert.equal(
      await findLeafText(app.db, LEDGER, BigInt(id)),
      JSON.stringify(['LEDGER', id, '1', '1', hash('sha256', line)]),
    );
  }
});
