import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { buildApp } from '../../src/app/app.ts';
import { type FixedClock, fixedClock } from '../../src/platform/clock.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { MINUTE_MS } from '../../src/platform/durations.ts';
import { findViolations } from '../../src/verify/find-violations.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type Call, createCall } from '../support/calls.ts';
import { TEST_KEYS } from '../support/committed-seeds.ts';
import { createPerson, createPlayer, type Person } from '../support/people.ts';
import { type EnabledSecondFactor, enableSecondFactor } from '../support/second-factors.ts';

/** The defaults of production let nobody decide alone on their own money, or on a large sum. */
const [ANA, BIA, CARLA] = ['76561198000000001', '76561198000000002', '76561198000000003'];

let app: TestApp;
let call: Call;
let clock: FixedClock;
let ana: Person;
let bia: Person;
const factors = new Map<string, EnabledSecondFactor>();
beforeEach(async () => {
  clock = fixedClock(new Date());
  app = await createTestApp({ clock, isSandbox: false, environment: { ADMIN_PLATFORM_IDS: [ANA, BIA, CARLA].join() } });
  call = createCall(app.http);
  [ana, bia] = [await createPerson(app.db, { platformId: ANA }), await createPerson(app.db, { platformId: BIA })];
  for (const who of [ana, bia]) factors.set(who.userId, await enableSecondFactor(call, who, clock));
  clock.advance(25 * 60 * MINUTE_MS);
});
afterEach(async () => {
  try {
    assert.deepEqual(await findViolations(app.db, { keys: TEST_KEYS }), []);
  } finally {
    await app.close();
  }
});

async function verify(who: Person): Promise<void> {
  const code = factors.get(who.userId)?.recoveryCodes.pop();
  assert.equal((await call(who, 'POST', '/payment/2fa/verify', { code })).status, 200);
}
const answerOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const adjust = (who: Person, of: Person, amountCents: number) =>
  call(who, 'POST', `/admin/users/${of.userId}/balance`, { amountCents, reason: 'A test' });
const set = (who: Person, values: object) => call(who, 'PATCH', '/admin/settings', values);
const balanceOf = async ({ userId }: Person) =>
  (
    await app.db.query<{ cents: string }>(
      sql`select balance_cents::text as cents from accounts where user_id = ${userId}`,
    )
  )[0]?.cents;

async function confirmedPayout(who: Person, factor: EnabledSecondFactor | undefined, amountCents: number) {
  const asked = { amountCents, pixKeyType: 'EMAIL', pixKey: 'own@example.com' };
  const { body, status, text } = await call(who, 'POST', '/payment/withdraw/request', asked);
  assert.equal(status, 201, text);
  const given = { code: factor?.recoveryCodes.pop(), amountCents };
  assert.equal((await call(who, 'POST', `/payment/withdraw/${body.id}/confirm`, given)).status, 200);
  return body.id as string;
}

test('one administrator’s session neither makes money of its own nor pays it out', async () => {
  await verify(ana);
  assert.deepEqual(answerOf(await adjust(ana, ana, 50_000)), [403, 'OWN_RECORD']);
  const [deposit] = await app.db.query<{ id: string }>(sql`
    insert into deposits (user_id, provider, txid, amount_cents, status, created_at, expires_at)
    values (${ana.userId}, 'pix', ${'a'.repeat(32)}, 20000, 'PENDING', ${clock.now()},
      ${clock.now()}::timestamptz + interval '30 minutes') returning id`);
  for (const step of ['confirm', 'reject']) {
    const answer = await call(ana, 'POST', `/admin/deposits/${deposit?.id}/${step}`, { reason: 'Mine' });
    assert.deepEqual(answerOf(answer), [403, 'OWN_RECORD'], step);
  }
  assert.equal(await balanceOf(ana), '0');
  await verify(bia);
  assert.equal((await adjust(bia, ana, 20_000)).status, 200, 'another may');
  const id = await confirmedPayout(ana, factors.get(ana.userId), 5_000);
  clock.advance(25 * 60 * MINUTE_MS);
  await Promise.all([verify(ana), verify(bia)]);
  for (const [step, body] of [
    ['approve', {}],
    ['reject', { reason: 'Mine' }],
  ] as const) {
    assert.deepEqual(answerOf(await call(ana, 'POST', `/admin/withdrawals/${id}/${step}`, body)), [403, 'OWN_RECORD']);
  }
  assert.equal((await call(bia, 'POST', `/admin/withdrawals/${id}/approve`)).status, 200);
  assert.deepEqual(answerOf(await call(ana, 'POST', `/admin/withdrawals/${id}/complete`, {})), [403, 'OWN_RECORD']);
  assert.equal((await call(bia, 'POST', `/admin/withdrawals/${id}/complete`, {})).status, 200);
});

test('a decision on money takes a second factor of the session that is at most 15 minutes old', async () => {
  const player = await createPlayer(app.db, 0);
  assert.deepEqual(answerOf(await adjust(ana, player, 100)), [403, 'SECOND_FACTOR_NOT_FRESH']);
  await verify(ana);
  assert.equal((await adjust(ana, player, 100)).status, 200);
  const otherSession = await createPerson(app.db, { platformId: ANA });
  assert.deepEqual(answerOf(await adjust(otherSession, player, 100)), [403, 'SECOND_FACTOR_NOT_FRESH']);
  assert.deepEqual(answerOf(await adjust(bia, player, 100)), [403, 'SECOND_FACTOR_NOT_FRESH']);
  clock.advance(15 * MINUTE_MS);
  assert.deepEqual(answerOf(await adjust(ana, player, 100)), [403, 'SECOND_FACTOR_NOT_FRESH']);
  assert.equal(await balanceOf(player), '100');
});

test('a second factor that was switched off or enrolled anew since does not count', async () => {
  const player = await createPlayer(app.db, 0);
  await verify(ana);
  const code = factors.get(ana.userId)?.recoveryCodes.pop();
  assert.equal((await call(ana, 'POST', '/payment/2fa/disable', { code })).status, 200);
  assert.deepEqual(answerOf(await adjust(ana, player, 100)), [403, 'SECOND_FACTOR_NOT_FRESH'], 'off');
  clock.advance(MINUTE_MS);
  factors.set(ana.userId, await enableSecondFactor(call, ana, clock));
  assert.deepEqual(answerOf(await adjust(ana, player, 100)), [403, 'SECOND_FACTOR_NOT_FRESH'], 'another one');
  clock.advance(24 * 60 * MINUTE_MS);
  await verify(ana);
  assert.equal((await adjust(ana, player, 100)).status, 200);
});

test('a second factor enrolled on an administrator’s session decides nothing for a day', async () => {
  const player = await createPlayer(app.db, 0);
  const carla = await createPerson(app.db, { platformId: CARLA });
  factors.set(carla.userId, await enableSecondFactor(call, carla, clock));
  await verify(carla);
  assert.deepEqual(answerOf(await adjust(carla, player, 100)), [403, 'SECOND_FACTOR_TOO_NEW']);
  const reset = await call(carla, 'POST', `/admin/users/${bia.userId}/reset-second-factor`, { reason: 'Mine now' });
  assert.deepEqual(answerOf(reset), [403, 'SECOND_FACTOR_TOO_NEW']);
  assert.deepEqual(answerOf(await set(carla, { withdrawalWaitHours: 0 })), [403, 'SECOND_FACTOR_TOO_NEW']);
  clock.advance(24 * 60 * MINUTE_MS - 1);
  await verify(carla);
  assert.deepEqual(answerOf(await adjust(carla, player, 100)), [403, 'SECOND_FACTOR_TOO_NEW']);
  clock.advance(1);
  assert.equal((await adjust(carla, player, 100)).status, 200);
});

const WEAKER: readonly Record<string, number>[] = [
  { decisionFactorMinutes: 0 },
  { decisionFactorMinutes: 16 },
  { twoPersonCents: 0 },
  { twoPersonCents: 100_001 },
  { withdrawalWaitHours: 23 },
  { autoApprovalDailyLimitCents: 10_001 },
  { autoApprovalMinAccountHours: 23 },
  { autoApprovalQuietHours: 23 },
];

test('a session alone does not weaken what guards money, nor does one administrator', async () => {
  for (const values of WEAKER) {
    assert.deepEqual(answerOf(await set(ana, values)), [403, 'SECOND_FACTOR_NOT_FRESH'], JSON.stringify(values));
    assert.deepEqual(answerOf(await set(ana, { ...values, openDeposits: 3 })), [403, 'SECOND_FACTOR_NOT_FRESH']);
  }
  await verify(ana);
  for (const values of WEAKER) {
    for (let times = 0; times < 2; times += 1) {
      assert.deepEqual(answerOf(await set(ana, values)), [409, 'SECOND_ADMINISTRATOR_NEEDED'], JSON.stringify(values));
    }
  }
  assert.deepEqual(await app.db.query(sql`select from settings`), [], 'nothing has changed');
  const player = await createPlayer(app.db, 0);
  assert.deepEqual(answerOf(await adjust(ana, player, 100_001)), [409, 'SECOND_ADMINISTRATOR_NEEDED']);
});

test('two administrators weaken what guards money by asking for the same, several settings at once', async () => {
  const values = { twoPersonCents: 0, withdrawalWaitHours: 0, decisionFactorMinutes: 0, openDeposits: 3 };
  await Promise.all([verify(ana), verify(bia)]);
  assert.deepEqual(answerOf(await set(ana, values)), [409, 'SECOND_ADMINISTRATOR_NEEDED']);
  assert.deepEqual(answerOf(await set(bia, { ...values, withdrawalWaitHours: 1 })), [
    409,
    'SECOND_ADMINISTRATOR_NEEDED',
  ]);
  assert.deepEqual(answerOf(await set(ana, values)), [409, 'SECOND_ADMINISTRATOR_NEEDED'], 'in the place of hers');
  assert.equal((await set(bia, values)).status, 200);
  const player = await createPlayer(app.db, 0);
  clock.advance(60 * MINUTE_MS);
  assert.equal((await adjust(ana, player, 100_001)).status, 200, 'nothing is asked for any more');
});

test('a change that guards money more needs no proof, and neither does one that guards no money', async () => {
  const stronger = {
    decisionFactorMinutes: 14,
    twoPersonCents: 99_999,
    withdrawalWaitHours: 25,
    autoApprovalDailyLimitCents: 0,
    autoApprovalMinAccountHours: 25,
    autoApprovalQuietHours: 25,
    openDeposits: 3,
  };
  assert.equal((await set(ana, stronger)).status, 200);
  assert.equal((await set(ana, stronger)).status, 200, 'the same again');
});

test('a house with one administrator says that one is enough', async () => {
  const alone = await buildApp({ ...app.deps, config: { ...app.deps.config, adminPlatformIds: [ANA] } });
  try {
    await verify(ana);
    const asked = () => createCall(alone.http)(ana, 'PATCH', '/admin/settings', { twoPersonCents: 0 });
    assert.equal((await asked()).status, 200);
  } finally {
    await alone.close();
  }
});

test('above a sum two administrators ask for the same; one who asks twice is one', async () => {
  const player = await createPlayer(app.db, 0);
  await Promise.all([verify(ana), verify(bia)]);
  assert.equal((await adjust(ana, player, 100_000)).status, 200);
  for (let times = 0; times < 2; times += 1) {
    assert.deepEqual(answerOf(await adjust(ana, player, 100_001)), [409, 'SECOND_ADMINISTRATOR_NEEDED']);
  }
  assert.deepEqual(answerOf(await adjust(bia, player, -100_001)), [409, 'SECOND_ADMINISTRATOR_NEEDED'], 'another sum');
  assert.equal((await adjust(ana, player, -100_001)).status, 400, 'agreed, and more than there is');
  assert.deepEqual(answerOf(await adjust(ana, player, 100_001)), [409, 'SECOND_ADMINISTRATOR_NEEDED']);
  assert.equal((await adjust(bia, player, 100_001)).status, 200);
  assert.equal(await balanceOf(player), '200001');
  assert.deepEqual(answerOf(await adjust(bia, player, 100_001)), [409, 'SECOND_ADMINISTRATOR_NEEDED'], 'used up');
  const trail = await app.db.query(sql`select from audit_entries where action = 'DECISION_PROPOSED'`);
  assert.equal(trail.length, 5);
});

test('a proposal counts for a day, and only while its author is let in', async () => {
  const player = await createPlayer(app.db, 0);
  const proposed = async () => {
    await Promise.all([verify(ana), verify(bia)]);
    assert.deepEqual(answerOf(await adjust(ana, player, 200_000)), [409, 'SECOND_ADMINISTRATOR_NEEDED']);
  };
  await proposed();
  clock.advance(24 * 60 * MINUTE_MS);
  await verify(bia);
  assert.deepEqual(answerOf(await adjust(bia, player, 200_000)), [409, 'SECOND_ADMINISTRATOR_NEEDED'], 'too late');
  clock.advance(24 * 60 * MINUTE_MS);
  await proposed();
  await app.db.query(sql`delete from sessions where user_id = ${ana.userId}`);
  await app.db.query(sql`update users set status = 'BANNED' where id = ${ana.userId}`);
  assert.deepEqual(answerOf(await adjust(bia, player, 200_000)), [409, 'SECOND_ADMINISTRATOR_NEEDED'], 'of a stranger');
  assert.equal(await balanceOf(player), '0');
});

test('a proposal without an agreement is forgotten after a day, and the trail says so', async () => {
  const [one, other] = [await createPlayer(app.db, 0), await createPlayer(app.db, 0)];
  const sweep = async () => {
    for (const { tasks } of app.jobSets) await tasks['expire-proposals']?.({});
  };
  const waiting = async () =>
    (await app.db.query<{ id: string }>(sql`select entity_id as id from decision_proposals order by id`)).map(
      ({ id }) => id,
    );
  await verify(ana);
  await adjust(ana, one, 200_000);
  clock.advance(24 * 60 * MINUTE_MS - 1);
  await Promise.all([verify(ana), verify(bia)]);
  await adjust(ana, other, 300_000);
  assert.equal((await adjust(bia, other, 300_000)).status, 200);
  await sweep();
  assert.deepEqual(await waiting(), [one.userId, other.userId], 'a day is not over');
  clock.advance(1);
  await Promise.all([sweep(), sweep()]);
  assert.deepEqual(await waiting(), [other.userId], 'what was carried out is kept');
  const trail = await app.db.query(sql`
    select user_id, actor_id, metadata from audit_entries where action = 'DECISION_PROPOSAL_EXPIRED'`);
  assert.deepEqual(trail, [
    { userId: one.userId, actorId: null, metadata: { action: 'adjust', proposedBy: ana.userId } },
  ]);
});

test('the record of who decided cannot be changed by any statement', async () => {
  const player = await createPlayer(app.db, 0);
  await Promise.all([verify(ana), verify(bia)]);
  await adjust(ana, player, 200_000);
  for (const change of [sql`proposed_by = owner_id`, sql`carried_out_by = proposed_by, carried_out_at = now()`]) {
    await assert.rejects(app.db.query(sql`update decision_proposals set ${change}`));
  }
  assert.equal((await adjust(bia, player, 200_000)).status, 200);
  await assert.rejects(app.db.query(sql`update decision_proposals set proposed_by = carried_out_by`));
  await assert.rejects(app.db.query(sql`delete from decision_proposals`));
});
