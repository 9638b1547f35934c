import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { type Sandbox, startSandbox } from '@lisura/sandbox';
import { personalRows } from '../../src/app/modules.ts';
import { creditBalances, holdBalance, releaseHold } from '../../src/modules/assets/wallet/index.ts';
import { createCase } from '../../src/modules/games/cases/openings/test-support.ts';
import { createRaffleCalls } from '../../src/modules/games/raffles/test-support.ts';
import { userStream } from '../../src/modules/games/rolls/index.ts';
import { createNotifier, insertNotifications } from '../../src/modules/people/notifications/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { transaction } from '../../src/platform/database/db.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { type Id, toId } from '../../src/platform/ids.ts';
import { findViolations } from '../../src/verify/find-violations.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type Call, createCall, type Reply } from '../support/calls.ts';
import { readCommittedSeeds, TEST_KEYS } from '../support/committed-seeds.ts';
import { logInAs } from '../support/login.ts';
import { createAdmin, createPerson, createPlayer, type Person } from '../support/people.ts';
import { enableSecondFactor } from '../support/second-factors.ts';

let sandbox: Sandbox;
let app: TestApp;
let call: Call;
before(async () => {
  sandbox = await startSandbox({ port: 0 });
  app = await createTestApp({ identityUrl: sandbox.identityUrl });
  call = createCall(app.http);
});
afterEach(async () => assert.deepEqual(await findViolations(app.db, { keys: TEST_KEYS }), []));
after(async () => {
  await app?.close();
  await sandbox?.close();
});

const close = (who: Person) => call(who, 'POST', '/user/close-account', { confirm: true });
const open = async (who: Person, quantity = 1) => {
  const box = await createCase(app.db);
  const answer = await call(who, 'POST', `/cases/${box.id}/open`, { quantity });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const openFields = ({ body }: Reply) => body.errors.map(({ field }: { field: string }) => field);
async function empty(who: Person): Promise<void> {
  await call(who, 'POST', '/inventory/sell-all');
  const { balanceCents } = (await call(who, 'GET', '/user/balance')).body;
  if (balanceCents === '0') return;
  const taken = { amountCents: `-${balanceCents}`, reason: 'test' };
  const { status, text } = await call(await createAdmin(app.db), 'POST', `/admin/users/${who.userId}/balance`, taken);
  assert.equal(status, 200, text);
}

const logIn = (account: string) => logInAs(app.http, account);

test('a download has everything about the caller and of nobody else, and no seed that is not revealed', async () => {
  const [player, other] = [await createPlayer(app.db, 100_000), await createPlayer(app.db, 100_000)];
  const [opened, foreign] = [await open(player, 3), await open(other)];
  await call(player, 'GET', '/provably-fair/commitments?count=5');
  await call(player, 'PUT', '/user/limits', { wager: { dayCents: '90000' } });
  const calls = await createRaffleCalls(app);
  const raffle = await calls.create();
  assert.equal((await calls.buy(player, raffle.id, 2)).status, 200);
  const answer = await app.http.inject({ url: '/api/user/data', headers: player.headers });
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['content-disposition'], `attachment; filename="lisura-${player.userId}.json"`);
  const data = answer.json();
  assert.deepEqual([data.userId, data.profile[0].platformId], [player.userId, player.platformId]);
  assert.deepEqual(
    data.openings.map(({ id }: { id: string }) => id),
    opened.openings.map(({ id }: { id: string }) => id),
  );
  assert.equal(data.openings[0].serverSeed, opened.openings[0].serverSeed);
  assert.equal(data.openings[0].serverSeedHash, opened.openings[0].serverSeedHash);
  const named = [
    'sessions',
    'transfers',
    'inventory',
    'commitments',
    'raffleTickets',
    'limits',
    'auditEntries',
    'activeDays',
  ];
  const counts: Record<string, number> = Object.fromEntries(named.map((name) => [name, data[name].length]));
  assert.ok((counts.commitments ?? 0) >= 1 && (counts.auditEntries ?? 0) >= 1);
  assert.deepEqual(counts, {
    ...counts,
    sessions: 1,
    transfers: 3,
    inventory: 3,
    raffleTickets: 1,
    limits: 1,
    activeDays: 1,
  });
  const { body: limits } = await call(player, 'GET', '/user/limits');
  const [counters, ...more] = data.playCounters;
  assert.deepEqual(
    [counters.dayWageredCents, counters.monthLostCents, more],
    [limits.wager.day.usedCents, limits.loss.month.usedCents, []],
  );
  const seeds = await readCommittedSeeds(app.db, userStream(player.userId));
  const hidden = seeds.filter(({ nonce }) => nonce > 3);
  assert.equal(hidden.length, 5);
  for (const { seed } of hidden) assert.ok(!answer.body.includes(seed));
  assert.ok(!answer.body.includes(foreign.openings[0].serverSeed));
  assert.ok(!answer.body.includes(player.sessionId), 'who reads the file is not in');
  await calls.act(raffle.id, 'cancel');
});

/** These tables name a user and are not in the download, each for a reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  battle_drops: 'a copy, for everybody, of rolls that are among the battle seats',
  battles: 'who makes one sits in it, and the seats tell of the battle',
  decision_proposals: 'who has proposed what is among the entries of the trail',
  giveaways: 'what administrators have decided for a person is among the entries of the trail',
  idempotency_keys: 'copies of answers, kept for a day in case a request is repeated',
  inventory_counts: 'how many there are of the items, which are there themselves',
  inventory_epochs: 'how often the items have changed, which are there themselves',
  odds_days: 'sums of the plays, beside what was to be expected of them',
  publishers: 'what an administrator has published is among the entries of the trail',
  raffle_buyers: 'sums of the tickets, which are there themselves',
  running_user_days: 'sums of the plays, which are there themselves',
  second_factor_tries: 'when codes were tried in the last quarter of an hour, to slow down who guesses',
  suspicions: 'they would tell who is being looked at',
  user_days: 'sums of the plays, which are there themselves',
};

test('every table that names a user is in the download, or left out for a reason', async () => {
  // Columns such as decided_by name an administrator at work, whom the trail has.
  const tables = await app.db.query<{ name: string }>(sql`
    select distinct relname as name from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and attname !~ '_by$'
      and (attname ~ '^(user|owner|actor)_id$' or exists (
        select from pg_constraint where conrelid = attrelid and confrelid = 'users'::regclass and attnum = any(conkey)))
    order by 1`);
  const texts = personalRows.flatMap((each) => Object.values(each)).map(({ rows }) => rows(toId('1')).sql);
  // Joined tables, and those that are only looked up (`select from`), say whose rows they are, or their names.
  const inDownload = new Set(
    texts.flatMap((text) => [...text.matchAll(/(?<!\bselect\s+)\bfrom\s+(\w+)/g)].map(([, name]) => name)),
  );
  const missing = tables.map(({ name }) => name).filter((name) => !inDownload.has(name));
  assert.deepEqual(missing, Object.keys(LEFT_OUT), 'add what is missing to the personalData of its module');
});

test('a list that is longer than a page is whole, and each row of it is there once', async () => {
  const player = await createPerson(app.db);
  const rows = Array.from({ length: 2_500 }, (_, index) => ({
    userId: player.userId,
    title: `${index}`,
    message: 'Oi',
    en: { title: `${index}`, message: 'Hi' },
  }));
  await transaction(app.db, (tx) => insertNotifications(tx, rows));
  const { notifications } = (await call(player, 'GET', '/user/data')).body;
  assert.deepEqual(
    notifications.map(({ title }: { title: string }) => title),
    rows.map(({ title }) => title),
  );
});

test('an account is closed only when nothing is owned or under way, and the answer names what is', async () => {
  const player = await createPlayer(app.db, 10_000);
  await open(player);
  const box = await createCase(app.db);
  const battle = (await call(player, 'POST', '/battles/create', { mode: 'NORMAL', caseIds: [box.id] })).body;
  const calls = await createRaffleCalls(app);
  const raffle = await calls.create();
  await calls.buy(player, raffle.id);
  const item = (await open(player)).openings[0].inventoryItemId;
  const swap = (await call(player, 'POST', '/swap', { inventoryItemIds: [item] })).body;
  const cause = { reason: 'Withdrawal', reference: { type: 'TEST', id: '1' } };
  const holdId = await transaction(app.db, (tx) =>
    holdBalance(tx, { userId: player.userId, amountCents: 100n, ...cause }),
  );
  const refused = await close(player);
  assert.deepEqual([refused.status, refused.body.code], [409, 'ACCOUNT_NOT_SETTLED']);
  assert.deepEqual(openFields(refused).sort(), ['balance', 'battles', 'holds', 'items', 'raffleTickets', 'swaps']);
  assert.equal((await call(player, 'POST', '/user/close-account', { confirm: false })).status, 400);
  await call(calls.admin, 'POST', `/admin/battles/${battle.id}/cancel`, { reason: 'test' });
  await calls.act(raffle.id, 'cancel');
  await call(player, 'PUT', `/swap/${swap.id}/cancel`);
  await transaction(app.db, (tx) => releaseHold(tx, holdId, cause));
  assert.deepEqual(openFields(await close(player)).sort(), ['balance', 'items']);
  await empty(player);
  assert.equal((await close(player)).status, 200);
});

test('all that names the person is erased, sessions end, and books and rolls stay under the bare id', async () => {
  const player = await logIn('76561198000000301');
  await transaction(app.db, (tx) =>
    creditBalances(tx, [{ userId: player.userId, amountCents: 1_000n, type: 'DEPOSIT', reason: 'test' }]),
  );
  await open(player);
  await call(player, 'PUT', '/user/client-seed', { clientSeed: 'mine' });
  await app.db.query(sql`update users set trade_url = 'https://steamcommunity.com/x' where id = ${player.userId}`);
  await enableSecondFactor(call, player, systemClock, 0);
  await empty(player);
  const second = await logIn(player.platformId);
  assert.equal(second.userId, player.userId);
  const kept = async () =>
    app.db.query(sql`
      select (select json_agg(transfers order by id) from transfers where user_id = ${player.userId}) as books,
        (select json_agg(case_openings order by id) from case_openings where user_id = ${player.userId}) as rolls`);
  const before = await kept();
  const closed = await close(player);
  assert.equal(closed.status, 200, closed.text);
  assert.deepEqual(await kept(), before);
  for (const who of [player, second]) assert.equal((await call(who, 'GET', '/user/profile')).status, 401);
  const [row] = await app.db.query(sql`
    select username, platform_id, avatar_url, trade_url, client_seed, status,
      (select count(*)::int from sessions where user_id = users.id) as sessions,
      (select count(*)::int from notifications where user_id = users.id) as notifications,
      (select json_agg(ip) from audit_entries where user_id = users.id and action = 'ACCOUNT_CLOSED') as closings
    from users where id = ${player.userId}`);
  assert.deepEqual(row, {
    username: 'Conta encerrada',
    platformId: `closed:${player.userId}`,
    status: 'CLOSED',
    avatarUrl: null,
    tradeUrl: null,
    clientSeed: null,
    sessions: 0,
    notifications: 0,
    closings: [null],
  });
  const admin = await createAdmin(app.db);
  const shown = await call(admin, 'GET', `/admin/users/${player.userId}`);
  assert.deepEqual([shown.body.status, shown.body.username], ['CLOSED', 'Conta encerrada']);
  const opened = await call(admin, 'PUT', `/admin/users/${player.userId}/status`, { status: 'ACTIVE' });
  assert.equal(opened.status, 404, 'nobody opens it again');
  const again = await logIn(player.platformId);
  assert.notEqual(again.userId, player.userId);
  assert.equal((await call(again, 'GET', '/user/limits')).body.exclusion, null);
});

test('one of several closings at once closes the account', async () => {
  const player = await createPerson(app.db);
  const closings = await Promise.all(Array.from({ length: 10 }, () => close(player)));
  const statuses = closings.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, ...Array(9).fill(401)]);
  const entries = await app.db.query(sql`
    select from audit_entries where user_id = ${player.userId} and action = 'ACCOUNT_CLOSED'`);
  assert.equal(entries.length, 1);
});

test('a credit and closings at once: whoever is first, the books are right', async () => {
  const player = await createPerson(app.db);
  const credit = () =>
    transaction(app.db, (tx) =>
      creditBalances(tx, [{ userId: player.userId, amountCents: 5n, type: 'DEPOSIT', reason: 'test' }]),
    );
  const [credited, ...closings] = await Promise.all([credit(), ...Array.from({ length: 10 }, () => close(player))]);
  assert.equal(credited.transferIds.length, 1);
  const done = closings.filter(({ status }) => status === 200);
  for (const { status } of closings) assert.ok([200, 401, 409].includes(status), String(status));
  assert.ok(done.length <= 1);
  const [user] = await app.db.query<{ status: string }>(sql`select status from users where id = ${player.userId}`);
  assert.equal(user?.status, done.length === 0 ? 'ACTIVE' : 'CLOSED');
});

test('a notification to a closed account is written nowhere', async () => {
  const player = await createPerson(app.db);
  assert.equal((await close(player)).status, 200);
  const push = { toUser: () => assert.fail(), toAll: () => assert.fail() };
  const notifier = createNotifier({ ...app.deps, push, isLive: () => true });
  const en = { title: 'Hi', message: 'Hi' };
  const content = { type: 'SYSTEM', title: 'Oi', message: 'Oi', en, metadata: {} } as const;
  await notifier.notify(player.userId as Id<'user'>, [content]);
  assert.deepEqual(await app.db.query(sql`select from notifications where user_id = ${player.userId}`), []);
});
