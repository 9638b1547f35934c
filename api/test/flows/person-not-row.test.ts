import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { type Sandbox, startSandbox } from '@lisura/sandbox';
import { follows, takeOvers } from '../../src/app/modules.ts';
import { assertMayDeposit } from '../../src/modules/assets/limits/index.ts';
import { lockAccounts } from '../../src/modules/assets/wallet/index.ts';
import { createCase } from '../../src/modules/games/cases/openings/test-support.ts';
import { startEvent, tierAt, wager } from '../../src/modules/games/events/test-support.ts';
import { recordAudit } from '../../src/modules/people/audit/index.ts';
import { bringFacts, createPersonHashes } from '../../src/modules/people/person-facts/index.ts';
import { type FixedClock, fixedClock } from '../../src/platform/clock.ts';
import { transaction } from '../../src/platform/database/db.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { dayOf } from '../../src/platform/days.ts';
import { MINUTE_MS } from '../../src/platform/durations.ts';
import { findViolations } from '../../src/verify/find-violations.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type Call, createCall } from '../support/calls.ts';
import { TEST_KEYS } from '../support/committed-seeds.ts';
import { logInAs } from '../support/login.ts';
import { createAdmin, createPerson, type Person } from '../support/people.ts';
import { enableSecondFactor } from '../support/second-factors.ts';

/** A person who closes an account and logs in again keeps limits, caps and bars. */

/** Close to midnight it is some minutes before, because the used part of a day is compared as minutes go by. */
function withinTheDay(): Date {
  const now = new Date();
  const isSameDay = dayOf(now) === dayOf(new Date(now.getTime() + 4 * MINUTE_MS));
  return isSameDay ? now : new Date(now.getTime() - 4 * MINUTE_MS);
}

let sandbox: Sandbox;
let app: TestApp;
let call: Call;
let admin: Person;
let clock: FixedClock;
let account = 500;
before(async () => {
  clock = fixedClock(withinTheDay());
  sandbox = await startSandbox({ port: 0, now: () => clock.now() });
  app = await createTestApp({ identityUrl: sandbox.identityUrl, clock });
  call = createCall(app.http);
  admin = await createAdmin(app.db);
});
beforeEach(() => clock.set(withinTheDay()));
afterEach(async () => assert.deepEqual(await findViolations(app.db, { keys: TEST_KEYS }), []));
after(async () => {
  await app?.close();
  await sandbox?.close();
});

const newcomer = () => {
  account += 1;
  return logInAs(app.http, `76561198000000${account}`);
};
async function leave(who: Person): Promise<void> {
  await call(who, 'POST', '/inventory/sell-all');
  const { balanceCents } = (await call(who, 'GET', '/user/balance')).body;
  if (balanceCents !== '0') await adjust(who, `-${balanceCents}`);
  const { status, text } = await call(who, 'POST', '/user/close-account', { confirm: true });
  assert.equal(status, 200, text);
}
async function comeBack(who: Person): Promise<Person> {
  await leave(who);
  const back = await logInAs(app.http, who.platformId);
  assert.notEqual(back.userId, who.userId);
  return back;
}
async function adjust(who: Person, amountCents: string): Promise<void> {
  const body = { amountCents, reason: 'test' };
  const { status, text } = await call(admin, 'POST', `/admin/users/${who.userId}/balance`, body);
  assert.equal(status, 200, text);
}
const deposit = ({ userId }: Person, cents: number) =>
  app.db.query(sql`
    with paid as (
      insert into transfers (user_id, debit_account, credit_account, amount_cents, type, reason, created_at)
      values (${userId}, 'SYSTEM', 'USER', ${cents}, 'DEPOSIT', 'test', ${clock.now()}))
    update accounts set balance_cents = balance_cents + ${cents}, transfer_count = transfer_count + 1
    where user_id = ${userId}`);
const protectionOf = async (who: Person) => (await call(who, 'GET', '/user/limits')).body;
const keptOf = () => app.db.query<{ text: string }>(sql`select kept::text as text from kept_facts kept`);

test('limits follow with what is used of them and what waits to raise them, however often an account is closed', async () => {
  const box = await createCase(app.db);
  const open = (who: Person) => call(who, 'POST', `/cases/${box.id}/open`, { quantity: 1 });
  let who = await newcomer();
  await adjust(who, '100000');
  const limits = { wager: { dayCents: '250' }, loss: { weekCents: '90000' }, deposit: { monthCents: '700' } };
  assert.equal((await call(who, 'PUT', '/user/limits', limits)).status, 200);
  assert.equal((await call(who, 'PUT', '/user/limits', { wager: { dayCents: '9000' } })).status, 200);
  assert.equal((await open(who)).status, 200);
  const before = await protectionOf(who);
  for (let round = 0; round < 3; round += 1) {
    clock.advance(60_000);
    who = await comeBack(who);
    assert.deepEqual(await protectionOf(who), before);
  }
  await adjust(who, '100000');
  // The case costs 100, of 250 that may be staked on a day.
  assert.deepEqual([(await open(who)).status, (await open(who)).body.code], [200, 'WAGER_LIMIT_REACHED']);
});

test('the limit of deposits counts all deposits of a person, whichever account they came to', async () => {
  const first = await newcomer();
  await call(first, 'PUT', '/user/age-confirmation', { confirm: true });
  assert.equal((await call(first, 'PUT', '/user/limits', { deposit: { dayCents: '1000' } })).status, 200);
  await deposit(first, 600);
  const second = await comeBack(first);
  await deposit(second, 300);
  const third = await comeBack(second);
  assert.equal((await protectionOf(third)).deposit.day.usedCents, '900');
  await app.db.query(sql`insert into age_confirmations (user_id, confirmed_at) values (${third.userId}, now())`);
  const wants = (amountCents: bigint) =>
    transaction(app.db, (tx) => assertMayDeposit(tx, { userId: third.userId, amountCents, now: clock.now() }));
  await assert.rejects(wants(101n), { code: 'DEPOSIT_LIMIT_REACHED' });
  await wants(100n);
});

test('a bar follows, and is as long as it was', async () => {
  const excluded = await newcomer();
  const asked = await call(excluded, 'POST', '/user/self-exclusion', { kind: 'EXCLUSION', months: 6, confirm: true });
  const back = await comeBack(await comeBack(excluded));
  assert.deepEqual((await protectionOf(back)).exclusion, asked.body);
  const box = await createCase(app.db);
  const refused = await call(back, 'POST', `/cases/${box.id}/open`, { quantity: 1 });
  assert.deepEqual([refused.status, refused.body.code], [403, 'SELF_EXCLUDED']);
});

test('a withdrawal of money counts for the person on its day, and not on the next', async () => {
  const first = await newcomer();
  const request = (who: Person, amountCents: number) =>
    call(who, 'POST', '/payment/withdraw/request', { amountCents, pixKeyType: 'EMAIL', pixKey: 'ana@example.com' });
  const factor = await enableSecondFactor(call, first, clock);
  await adjust(first, '1000000');
  const { body } = await request(first, 300_000);
  const code = factor.recoveryCodes.pop();
  assert.equal(
    (await call(first, 'POST', `/payment/withdraw/${body.id}/confirm`, { code, amountCents: 300_000 })).status,
    200,
  );
  for (const step of ['approve', 'complete']) {
    assert.equal((await call(admin, 'POST', `/admin/withdrawals/${body.id}/${step}`, {})).status, 200);
  }
  const back = await comeBack(await comeBack(first));
  await adjust(back, '2000000');
  await enableSecondFactor(call, back, clock);
  // R$ 10.000,00 may be withdrawn on a day.
  for (const expected of [201, 201, 422]) assert.equal((await request(back, 300_000)).status, expected);
  clock.advance(24 * 3_600_000);
  assert.equal((await request(back, 300_000)).status, 201);
});

test('a closed account without anything that matters is known for a while, and its data goes when it matters no more', async () => {
  const hoursLater = async (hours: number) => {
    clock.advance(hours * 3_600_000);
    await app.jobSets.find(({ tasks }) => 'forget-persons' in tasks)?.tasks['forget-persons']?.({});
    return keptOf();
  };
  const plain = await newcomer();
  const before = (await keptOf()).length;
  await leave(plain);
  const kept = await keptOf();
  assert.equal(kept.length, before + 1);
  assert.ok(kept.every(({ text }) => !text.includes(plain.platformId)));
  const paused = await newcomer();
  await call(paused, 'POST', '/user/self-exclusion', { kind: 'PAUSE', days: 1, confirm: true });
  await leave(paused);
  assert.equal((await keptOf()).length, before + 3);
  assert.equal((await hoursLater(25)).length, before + 2);
  assert.equal((await hoursLater(100 * 24)).length, before);
});

test('a person is known again under a new key as long as the former one is there', async () => {
  const first = await newcomer();
  await call(first, 'PUT', '/user/limits', { deposit: { dayCents: '5' } });
  await leave(first);
  const rotated = createPersonHashes({ current: Buffer.alloc(32, 9), former: [TEST_KEYS.current] });
  const back = await createPerson(app.db, { platformId: first.platformId });
  const user = { id: back.userId, platformId: back.platformId };
  const deps = { personHashes: rotated, follows, takeOvers, lockAccounts };
  await transaction(app.db, (tx) => bringFacts(tx, deps, user, clock.now()));
  assert.equal((await protectionOf(back)).deposit.day.limitCents, '5');
});

test('a tier of an event is claimed once by a person, however often they close their account', async () => {
  const tier = tierAt(100, { type: 'BALANCE', balanceCents: 500n });
  const { id, tiers } = await startEvent(app, { tiers: [tier] }, { ticketsPerReal: 1 });
  const claim = (who: Person) => call(who, 'POST', `/event/${id}/claim`, { tierId: tiers[0]?.id });
  let who = await newcomer();
  await wager(app.db, who, 100);
  assert.equal((await claim(who)).status, 200);
  for (let round = 0; round < 2; round += 1) {
    who = await comeBack(who);
    await wager(app.db, who, 100);
    assert.equal((await claim(who)).body.code, 'TIER_ALREADY_CLAIMED');
  }
  const other = await comeBack(await newcomer());
  await wager(app.db, other, 100);
  assert.equal((await claim(other)).status, 200, 'who has not claimed it may');
});

test('a suspicion follows its person, and no longer than it would have lasted', async () => {
  const first = await newcomer();
  const entry = {
    action: 'DEVICE_MISMATCH',
    userId: first.userId,
    actorId: first.userId,
    metadata: {},
    ip: '127.0.0.1',
  } as const;
  await transaction(app.db, (tx) => recordAudit(tx, [entry]));
  const back = await comeBack(await comeBack(first));
  const [fact] = await app.db.query<{ at: string; until: Date }>(sql`
    select value ->> 'at' as at, until from brought_facts where user_id = ${back.userId} and name = 'securityEntry'`);
  const [written] = await app.db.query<{ at: Date }>(sql`
    select created_at as at from audit_entries where user_id = ${first.userId} and action = 'DEVICE_MISMATCH'`);
  assert.equal(fact?.at, written?.at.toISOString());
  assert.equal(fact?.until.getTime(), (written?.at.getTime() ?? 0) + 8_760 * 3_600_000);
});
