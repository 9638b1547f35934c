import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { afterEach, test } from 'node:test';
import { lockAccounts } from '../../src/modules/assets/wallet/index.ts';
import { caseGame } from '../../src/modules/games/cases/index.ts';
import { findLeafText } from '../../src/modules/games/log/log.sql.ts';
import { LEDGER } from '../../src/modules/games/log/sources.ts';
import { bringFacts, createPersonHashes } from '../../src/modules/people/returning-users/index.ts';
import type { MarketTrade } from '../../src/modules/trade/marketplace/index.ts';
import { followTrades } from '../../src/modules/trade/swaps/deliveries/follow-trades.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createAnnouncements } from '../../src/platform/database/announcements.ts';
import { type Db, openDatabase, transaction } from '../../src/platform/database/db.ts';
import { raw, sql } from '../../src/platform/database/sql.ts';
import { until } from '../../src/platform/hot-store/test-support.ts';
import { silentLogger as logger } from '../../src/platform/observability/logger.ts';
import { personFacts, takeOvers } from '../../src/process/modules.ts';
import { findViolations } from '../../src/verify/find-violations.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createCall } from '../support/calls.ts';
import { TEST_KEYS } from '../support/committed-seeds.ts';
import { createDatabaseBefore, type OldDatabase } from '../support/databases.ts';
import { PATIENCE } from '../support/patience.ts';
import { createAdmin, createPerson } from '../support/people.ts';

/** Migrations that meet rows of the version before them: these stay what they were, and the new version goes on with them. */

let database: OldDatabase | null = null;
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close();
  await database?.drop();
  database = null;
});

async function openBefore(migration: string): Promise<{ db: Db; upgrade(): Promise<void> }> {
  const old = await createDatabaseBefore(migration);
  database = old;
  const db = openDatabase({ patience: PATIENCE, address: old.url, logger });
  opened.push(db);
  return { db, upgrade: old.upgrade };
}
async function startApp(): Promise<TestApp> {
  const app = await createTestApp({ databaseUrl: database?.url ?? assert.fail() });
  opened.push(app);
  return app;
}
/** Several statements, as a migration is sent. */
const run = (db: Db, text: string) => db.query(sql`${raw(`do $do$ begin ${text} end $do$`)}`);

/** Items of 1000 that users gave, and a target that the catalogue has at 1500. */
const PEOPLE_AND_ITEMS = `
  insert into users (platform_id, username) values ('76561198000000011', 'Ana');
  insert into items (name, market_hash_name, image_url, rarity, weapon_category, original_price_cents, value_cents, value_cents_brl)
  values ('Given', 'Given', 'x', 'COVERT', 'RIFLE', 167, 200, 1000), ('Target', 'Target', 'x', 'COVERT', 'RIFLE', 250, 300, 1500);`;

interface OldSwap {
  status: 'COMPLETED' | 'PENDING' | 'FAILED';
  targetCents: number;
  /** What its user was better off by. */
  gainCents: number;
}

/** As a process of the version before 0060 has written it, of the first user. */
const oldSwap = (n: number, { status, targetCents, gainCents }: OldSwap): string => {
  const isBought = status === 'COMPLETED';
  const creditCents = Math.max(1_000 - targetCents, 0);
  const orderStatus = { COMPLETED: 'BOUGHT', PENDING: 'UNKNOWN', FAILED: 'REFUSED' }[status];
  const itemStatus = { COMPLETED: 'SOLD', PENDING: 'IN_SWAP', FAILED: 'AVAILABLE' }[status];
  return `
    insert into inventory_items (user_id, item_id, status, source_type, source_id)
    values (1, 1, '${itemStatus}', 'ADMIN', 'given ${n}');
    insert into orders (kind, project_id, ask, status, bought, refusal, requested_at, sent_at, settled_at, lease_owner, lease_until)
    values ('SITE_SWAP', 'sw_${n}', '{"name": "Target", "maxCoins": 3300}', '${orderStatus}',
      ${isBought ? `'{"marketId": "m${n}", "priceCoins": 3000, "name": "Target"}'` : 'null'},
      ${status === 'FAILED' ? `'Item sold'` : 'null'}, now() - interval '1 day', now() - interval '1 day',
      ${status === 'PENDING' ? 'null' : `now() - interval '1 day'`}, 'nobody', now() - interval '1 day');
    ${
      isBought
        ? `insert into inventory_items (user_id, item_id, source_type, source_id) values (1, 2, 'SITE_SWAP', '${n}');`
        : ''
    }
    insert into site_swaps (user_id, item_id, order_id, project_id, status, given_cents, target_cents, credit_cents, gain_cents,
      quoted_coins, max_coins, paid_coins, market_id, received_id, failure_reason, created_at, settled_at)
    select 1, 2, (select max(id) from orders), 'sw_${n}', '${status}', 1000, ${targetCents}, ${creditCents}, ${gainCents}, 3000, 3300,
      ${isBought ? `3000, 'm${n}', (select id from inventory_items where source_type = 'SITE_SWAP' and source_id = '${n}')` : 'null, null, null'},
      ${status === 'FAILED' ? `'Item sold'` : 'null'}, now() - interval '1 day',
      ${status === 'PENDING' ? 'null' : `(select settled_at from orders order by id desc limit 1)`};
    insert into site_swap_items (site_swap_id, inventory_item_id, item_id, value_cents, is_taken)
    select ${n}, id, 1, 1000, ${status !== 'FAILED'} from inventory_items where source_id = 'given ${n}';
    ${isBought ? `insert into site_swap_trades (site_swap_id, bought_at) select id, settled_at from site_swaps where id = ${n};` : ''}
    ${
      isBought && creditCents > 0
        ? `insert into transfers (user_id, debit_account, credit_account, amount_cents, type, reason, reference_type, reference_id)
           values (1, 'SYSTEM', 'USER', ${creditCents}, 'SWAP_CHANGE', 'x', 'SITE_SWAP', '${n}');
           update accounts set balance_cents = balance_cents + ${creditCents}, transfer_count = transfer_count + 1 where user_id = 1;`
        : ''
    }`;
};

const failedTrade = (marketId: string): MarketTrade => ({
  marketId,
  projectId: null,
  priceCoins: 3_000,
  name: 'Target',
  status: 6,
  tradeId: null,
  done: true,
  isReleased: false,
  releaseDate: null,
  reason: null,
  sellerName: null,
  sendUntil: null,
});

test('site swaps that were priced by the market stay as they were under 0060 and 0061, and go on', async () => {
  const { db, upgrade } = await openBefore('0060');
  await run(
    db,
    PEOPLE_AND_ITEMS +
      oldSwap(1, { status: 'COMPLETED', targetCents: 900, gainCents: 600 }) +
      // A tenth more than what was given, as it was allowed then.
      oldSwap(2, { status: 'COMPLETED', targetCents: 1_100, gainCents: 0 }) +
      oldSwap(3, { status: 'PENDING', targetCents: 950, gainCents: 550 }) +
      oldSwap(4, { status: 'FAILED', targetCents: 1_000, gainCents: 500 }),
  );
  await upgrade();
  assert.deepEqual(
    await db.query(
      sql`select id, worth_cents as worth, over_cents as over, priced_by_market as old from site_swaps order by id`,
    ),
    [
      { id: '1', worth: '1500', over: '0', old: true },
      { id: '2', worth: '1000', over: '0', old: true },
      { id: '3', worth: '1500', over: '0', old: true },
      { id: '4', worth: '1500', over: '0', old: true },
    ],
  );
  assert.deepEqual(await findViolations(db, { keys: TEST_KEYS }), []);

  const app = await startApp();
  const call = createCall(app.http);
  const admin = await createAdmin(db);
  // The purchase of the third is settled by the new version, and the first two turn out not to have arrived.
  const [order] = await db.query<{ id: string }>(sql`select order_id as id from site_swaps where id = 3`);
  const ended = await call(admin, 'POST', `/admin/orders/${order?.id}/end`, {
    outcome: 'BOUGHT',
    reason: 'A test',
    reference: 'm3',
    priceCoins: 3_000,
  });
  assert.equal(ended.status, 200, ended.text);
  await followTrades({
    db,
    clock: systemClock,
    logger,
    push: app.realtime,
    notifyUser: () => undefined,
    marketplace: { isConfigured: true, tradesByMarketId: async () => ['m1', 'm2'].map(failedTrade) },
  });
  assert.deepEqual(
    await db.query(
      sql`select site_swap_id as id, resolution, refund_cents as refund from site_swap_returns order by 1`,
    ),
    [
      { id: '1', resolution: 'TAKEN_BACK', refund: '900' },
      { id: '2', resolution: 'TAKEN_BACK', refund: '1000' },
    ],
  );
  assert.deepEqual(await db.query(sql`select status from site_swaps where id = 3`), [{ status: 'COMPLETED' }]);
  // 100 of the first, 50 of the third, and what the two that were undone have cost.
  assert.deepEqual(await db.query(sql`select balance_cents as balance from accounts where user_id = 1`), [
    { balance: '2050' },
  ]);
  assert.deepEqual(await findViolations(db, { keys: TEST_KEYS }), []);
});

test('after 0060 no swap that raises what its user owns can be written, whoever writes it', async () => {
  const { db, upgrade } = await openBefore('0060');
  await run(db, PEOPLE_AND_ITEMS + oldSwap(1, { status: 'PENDING', targetCents: 900, gainCents: 600 }));
  await upgrade();
  const another = (targetCents: number, worthCents: number) =>
    db.query(sql`
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
    server_seed: `5${index + 1}`.repeat(32),
    server_seed_hash: (hashes[index] as { hash: string }).hash,
    client_seed: clientSeed,
    client_seed_source: ['SERVER', 'ACCOUNT', 'REQUEST', null][index],
    committed_at: new Date(Date.parse(at) - (index + 1) * 3_600_000),
    created_at: new Date(at),
  }));
  assert.deepEqual(rolls, expected);
  const leaves = await db.query<{ leaf: string }>(
    sql`select leaf from (${caseGame.results.leaves}) logged order by id`,
  );
  for (const [index, { leaf }] of leaves.entries()) {
    const { server_seed_hash, server_seed, client_seed } = expected[index] as (typeof expected)[0];
    assert.equal(
      leaf,
      JSON.stringify(['CASES', `${index + 1}`, index + 1, server_seed_hash, server_seed, client_seed, 7, '1', '1']),
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

test('a session whose own id stands in the trail ends under 0280, and no other does', async () => {
  const { db, upgrade } = await openBefore('0280');
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
  const announcements = createAnnouncements({ address: database?.url ?? assert.fail(), logger, patience: PATIENCE });
  opened.push(announcements);
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
