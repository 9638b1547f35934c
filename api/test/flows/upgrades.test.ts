import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { seedHash as hashOfSeed, raffleFrom, verifyRaffle } from '@lisura/fairness';
import { lockAccounts } from '../../src/modules/assets/wallet/index.ts';
import { roundFor } from '../../src/modules/games/beacon/beacon.rules.ts';
import { caseGame } from '../../src/modules/games/cases/index.ts';
import { findLeafText } from '../../src/modules/games/log/log.sql.ts';
import { LEDGER, sourcesOf } from '../../src/modules/games/log/sources.ts';
import { createRaffleCalls } from '../../src/modules/games/raffles/test-support.ts';
import type { Stream } from '../../src/modules/games/rolls/index.ts';
import { bringFacts, createPersonHashes } from '../../src/modules/people/returning-users/index.ts';
import { createAnnouncements } from '../../src/platform/database/announcements.ts';
import { transaction } from '../../src/platform/database/db.ts';
import { raw, sql } from '../../src/platform/database/sql.ts';
import { until } from '../../src/platform/hot-store/test-support.ts';
import { silentLogger as logger } from '../../src/platform/observability/logger.ts';
import { games, personFacts, takeOvers } from '../../src/process/modules.ts';
import { findViolations } from '../../src/verify/find-violations.ts';
import { createTestBeacon, TEST_CHAIN } from '../support/beacon.ts';
import { commitTo, TEST_KEYS } from '../support/committed-seeds.ts';
import { PATIENCE } from '../support/patience.ts';
import { createPerson, createPlayer } from '../support/people.ts';
import { closedLater, openBefore, PEOPLE_AND_ITEMS, run, startApp } from '../support/upgrades.ts';

/** Migrations that meet rows of the version before them: these stay what they were, and the new version goes on with them. */

test('what was kept of who had left leads to their account under 0105', async () => {
  const { db, upgrade } = await openBefore('0105');
  const [gone, back] = ['76561198000000021', '76561198000000022'];
  const hashes = createPersonHashes(TEST_KEYS);
  const later = new Date(Date.now() + 3 * 24 * 3_600_000).toISOString();
  await run(
    db,
    `${PEOPLE_AND_ITEMS}
    insert into users (platform_id, username, status, closed_at)
    values ('closed:2', 'Conta encerrada', 'CLOSED', now()), ('closed:3', 'Conta encerrada', 'CLOSED', now());
    update accounts set play_bar = 'CLOSED', play_barred_until = 'infinity' where user_id in (2, 3);
    insert into users (platform_id, username) values ('${back}', 'Bia');
    insert into audit_entries (action, user_id, actor_id, metadata) values
      ('ACCOUNT_CLOSED', 2, 2, '{}'), ('ACCOUNT_CLOSED', 3, 3, '{}');
    insert into inventory_items (user_id, item_id, status, source_type, source_id)
    values (2, 1, 'WITHDRAWN', 'ADMIN', 'a'), (2, 1, 'WITHDRAWN', 'ADMIN', 'b'), (3, 1, 'WITHDRAWN', 'ADMIN', 'c');
    insert into orders (kind, project_id, ask, status, bought, requested_at, sent_at, settled_at, lease_owner, lease_until)
    select 'WITHDRAWAL', 'wd_' || n, '{}', 'BOUGHT',
      jsonb_build_object('marketId', 'w' || n, 'priceCoins', 0), now(), now(), now(), 'nobody', now()
    from generate_series(1, 3) n;
    insert into market_withdrawals (user_id, inventory_item_id, item_id, order_id, project_id, market_id, max_pay_cents, status,
      auto_approved, created_at, updated_at, completed_at, reversed_at, reversal_reason)
    select case n when 3 then 3 else 2 end, n, 1, n, 'wd_' || n, 'w' || n, 0, 'COMPLETED', true, now(), now(), now(),
      case n when 1 then now() end, case n when 1 then 'x' end from generate_series(1, 3) n;
    insert into withdrawal_suspensions (user_id, since, reason, withdrawal_id) values (2, now(), 'x', 1);`,
  );
  const personHash = hashes.current(gone ?? '');
  await db.query(sql`
    insert into kept_facts (person_hash, key_id, name, value, until) values
      (${personHash}, ${hashes.keyId}, 'suspension', '{"withdrawalId": "1"}', null),
      (${personHash}, ${hashes.keyId}, 'deliveries', jsonb_build_object('2', ${later}::text), ${later})`);
  await db.query(sql`
    insert into brought_facts (user_id, name, value, until) values (4, 'deliveries', jsonb_build_object('3', ${later}::text), ${later})`);
  await upgrade();
  assert.deepEqual(
    await db.query(
      sql`select name, value from kept_facts union all select name, value from brought_facts order by name, value`,
    ),
    [
      { name: 'accounts:closed', value: { 2: later } },
      { name: 'accounts:closed', value: { 3: later } },
      { name: 'accounts:suspension', value: { 2: true } },
    ],
  );
  const person = await createPerson(db, { platformId: gone ?? '' });
  const user = { id: person.userId, platformId: person.platformId };
  const deps = { personHashes: hashes, follows: personFacts, takeOvers, lockAccounts };
  await transaction(db, (tx) => bringFacts(tx, deps, user, new Date()));
  assert.deepEqual(await db.query(sql`select user_id as id from withdrawal_suspensions`), [{ id: person.userId }]);
  assert.deepEqual(await findViolations(db, { keys: TEST_KEYS }), []);
});

test('openings have the seeds, the times and the leaves under 0230 that they had before', async () => {
  const { db, upgrade } = await openBefore('0230');
  const [drawn, hexOfPlayer, unknown] = ['0a', '1b', '2c'].map((byte) => byte.repeat(32));
  const at = '2026-11-01T12:00:00Z';
  await run(
    db,
    `${PEOPLE_AND_ITEMS}
    alter table case_openings drop constraint case_openings_client_seed_source;
    insert into case_openings (user_id, case_id, version_id, item_id, inventory_item_id, transfer_id, price_cents,
      item_value_cents, chance_width, nonce, server_seed, client_seed, client_seed_source, roll, is_flip, committed_at, created_at)
    select 1, 1, 1, 1, nonce, nonce, 100, 1000, 10000000, nonce, repeat('5' || nonce, 32), client_seed, source, 7, false,
      '${at}'::timestamptz - nonce * interval '1 hour', '${at}'
    from (values (1, '${drawn}', 'SERVER'), (2, '${hexOfPlayer}', 'ACCOUNT'), (3, 'sorte é tudo ✓', 'REQUEST'),
      (4, '${unknown}', null)) played (nonce, client_seed, source);`,
  );
  const hashes = await db.query(sql`select hash_of_seed(server_seed) as hash from case_openings order by nonce`);
  await upgrade();
  const rolls = await db.query(sql`select * from (${caseGame.rolls}) rolled order by nonce`);
  const expected = [drawn, hexOfPlayer, 'sorte é tudo ✓', unknown].map((clientSeed, index) => ({
    stream: 'user:1',
    nonce: `${index + 1}`,
    serverSeed: `5${index + 1}`.repeat(32),
    serverSeedHash: (hashes[index] as { hash: string }).hash,
    clientSeed: clientSeed,
    clientSeedSource: ['SERVER', 'ACCOUNT', 'REQUEST', null][index],
    committedAt: new Date(Date.parse(at) - (index + 1) * 3_600_000),
    createdAt: new Date(at),
  }));
  assert.deepEqual(rolls, expected);
  const leaves = await db.query<{ leaf: string }>(
    sql`select leaf from (${caseGame.results.leaves}) logged order by id`,
  );
  for (const [index, { leaf }] of leaves.entries()) {
    const { serverSeedHash, serverSeed, clientSeed } = expected[index] as (typeof expected)[0];
    assert.equal(
      leaf,
      JSON.stringify(['CASES', `${index + 1}`, index + 1, serverSeedHash, serverSeed, clientSeed, 7, '1', '1']),
    );
  }
});

test('items keep the opening or what else they came of under 0231', async () => {
  const { db, upgrade } = await openBefore('0231');
  await run(
    db,
    `${PEOPLE_AND_ITEMS}
    insert into inventory_items (user_id, item_id, source_type, source_id, source_index)
    values (1, 1, 'CASE_OPENING', '12345678901', 0), (1, 2, 'BATTLE', '7', 3), (1, null, 'SITE_SWAP', '12', 0);`,
  );
  await upgrade();
  assert.deepEqual(
    await db.query(sql`
      select opening_id as opening, source_type as type, source_id as source, source_index as place
      from inventory_items order by id`),
    [
      { opening: '12345678901', type: null, source: null, place: null },
      { opening: null, type: 'BATTLE', source: '7', place: 3 },
      { opening: null, type: 'SITE_SWAP', source: '12', place: 0 },
    ],
  );
  const counts = sql`select item_id as item, status, count from inventory_counts order by item_id`;
  assert.deepEqual(await db.query(counts), [
    { item: '0', status: 'AVAILABLE', count: '1' },
    { item: '1', status: 'AVAILABLE', count: '1' },
    { item: '2', status: 'AVAILABLE', count: '1' },
  ]);
  for (const cause of [
    'opening_id = 1',
    'source_id = null',
    'opening_id = 1, source_type = null',
    `source_type = 'CASE_OPENING'`,
  ]) {
    await assert.rejects(
      db.query(sql`update inventory_items set ${raw(cause)} where source_type = 'BATTLE'`),
      /inventory_items_source/,
      cause,
    );
  }
});

test('games that a beacon decides have no delay under 0240, and keep their leaves and the rule of their round', async () => {
  const { db, upgrade } = await openBefore('0240');
  const serverSeed = '6c'.repeat(32);
  const seedHash = hashOfSeed(serverSeed);
  await run(
    db,
    `${PEOPLE_AND_ITEMS}
    insert into raffles (name, description, image_url, ticket_price_cents, max_tickets, randomness)
    values ('Antes', '', 'x', 100, 3, 'drand');
    insert into raffle_prizes (raffle_id, display_order, item_id, server_seed_hash) values (1, 0, 1, '${seedHash}');
    insert into battles (creator_id, mode, is_teams, seat_count, round_count, entry_cents, randomness, expires_at, status,
      cancelled_at, cancel_reason)
    values (1, 'NORMAL', false, 2, 1, 100, 'drand', now(), 'CANCELLED', now(), 'x');`,
  );
  await commitTo(db, { stream: 'raffle:1' as Stream, nonce: 1, serverSeed });
  await upgrade();
  const delays = await db.query(sql`
    select beacon_delay_seconds as delay from raffles union all select beacon_delay_seconds from battles`);
  assert.deepEqual(delays, [{ delay: null }, { delay: null }]);

  const app = await startApp({ beacon: createTestBeacon() });
  const calls = await createRaffleCalls(app);
  const buyer = await createPlayer(db, 1_000);
  assert.equal((await calls.buy(buyer, '1', 3)).status, 200);
  await calls.runJob('fix-ticket-list', '1');
  const { body: closed } = await calls.get('1');
  // A round that was still to come, after two periods.
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

test('a session whose own id stands in the trail ends under 0280, and no other does', async () => {
  const { db, url, upgrade } = await openBefore('0280');
  const [named, other] = [await createPerson(db), await createPerson(db)];
  for (const [{ userId }, sessionId] of [
    [named, named.sessionId],
    [other, other.sessionHash],
    [other, named.sessionId],
  ] as const) {
    await db.query(sql`
      insert into audit_entries (action, user_id, metadata)
      values ('SUSPICIOUS_IP_CHANGE', ${userId}, jsonb_build_object('sessionId', ${sessionId}::text))`);
  }
  const announcements = closedLater(createAnnouncements({ address: url, logger, patience: PATIENCE }));
  const announced: unknown[] = [];
  announcements.on('sessions-ended', (payload) => announced.push(payload));
  await announcements.start();
  await upgrade();
  assert.deepEqual(await db.query(sql`select id from sessions`), [{ id: other.sessionHash }]);
  await until(() => announced.length > 0);
  assert.deepEqual(announced, [[named.sessionHash]]);
});

test('heads of the ledger keep the leaves of their format under 0260', async () => {
  const { db, upgrade } = await openBefore('0260');
  await run(
    db,
    `insert into users (platform_id, username) values ('76561198000000011', 'Ana');
    insert into transfers (user_id, debit_account, credit_account, amount_cents, type, reason, created_at)
    values (1, 'SYSTEM', 'USER', 25000, 'DEPOSIT', 'Pix', '2026-01-02T03:04:05.678901Z');
    insert into ledger_heads (first_transfer, last_transfer, format) values (1, 1, 1), (1, 1, 2);`,
  );
  await upgrade();
  const lines = [
    '1|1|SYSTEM|USER|25000|DEPOSIT|Pix|1767323045678901',
    '[1, 1, "SYSTEM", "USER", 25000, "DEPOSIT", "Pix", null, null, 1767323045678901]',
  ];
  for (const [index, line] of lines.entries()) {
    const id = String(index + 1);
    assert.equal(
      await findLeafText(db, LEDGER, BigInt(id)),
      JSON.stringify(['LEDGER', id, '1', '1', hash('sha256', line)]),
    );
  }
});

test('what cannot be turned into bytes or ids is named before anything of it is changed', async () => {
  const { db, upgrade } = await openBefore('0230');
  await run(
    db,
    `${PEOPLE_AND_ITEMS}
    insert into inventory_items (user_id, item_id, source_type, source_id) values (1, 1, 'CASE_OPENING', 'x');
    insert into case_openings (id, user_id, case_id, version_id, item_id, inventory_item_id, transfer_id, price_cents,
      item_value_cents, chance_width, nonce, server_seed, client_seed, client_seed_source, roll, is_flip, committed_at)
    overriding system value
    values (77, 1, 1, 1, 1, 1, 1, 100, 1000, 10000000, 1, repeat('5A', 32), 'mine', 'REQUEST', 7, false, now());
    alter table case_openings disable trigger user;`,
  );
  await assert.rejects(upgrade(), { message: /0230_seeds_as_bytes\.sql failed .*A seed of opening 77 / });
  await db.query(sql`update case_openings set server_seed = lower(server_seed)`);
  await assert.rejects(upgrade(), { message: /0231_items_of_openings\.sql failed .*The item 1 / });
  await db.query(sql`update inventory_items set source_id = '77'`);
  await upgrade();
});
