import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../../../../test/support/app.ts';
import { type Call, createCall, type Reply } from '../../../../test/support/calls.ts';
import { TEST_KEYS } from '../../../../test/support/committed-seeds.ts';
import { createPerson, type Person } from '../../../../test/support/people.ts';
import { enableSecondFactor, setUpApp } from '../../../../test/support/second-factors.ts';
import { fixedClock } from '../../../platform/clock.ts';
import { transaction } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { until } from '../../../platform/hot-store/test-support.ts';
import { findViolations } from '../../../verify/find-violations.ts';

/** The requests go to two processes at once, and time stands still. */
const clock = fixedClock(new Date());
let app: TestApp;
let other: TestApp;
let call: Call;
let callOther: Call;
before(async () => {
  app = await createTestApp({ clock });
  other = await createTestApp({ clock, databaseUrl: app.databaseUrl });
  [call, callOther] = [createCall(app.http), createCall(other.http)];
});
after(async () => {
  try {
    assert.deepEqual(await findViolations(app.db, { keys: TEST_KEYS }), []);
  } finally {
    await other.close();
    await app.close();
  }
});

const AT_ONCE = 50;
type Action = 'enable' | 'verify' | 'disable';

const giveAtOnce = (who: Person, actions: readonly Action[], codeOf: (index: number) => string) =>
  Promise.all(
    actions.map((action, index) =>
      (index % 2 === 0 ? call : callOther)(who, 'POST', `/payment/2fa/${action}`, { code: codeOf(index) }),
    ),
  );
const repeat = (action: Action, count = AT_ONCE) => Array.from({ length: count }, () => action);

function countStatuses(replies: readonly Reply[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Locks the factor until so many wait, so that all have passed the first checks. */
async function whileHeld<Result>({ userId }: Person, waiting: number, work: () => Promise<Result>): Promise<Result> {
  const blocked = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const { result } = await transaction(app.db, async (tx) => {
    await tx.query(sql`select from second_factors where user_id = ${userId} for update`);
    const result = work();
    await until(async () => (await app.db.query(blocked)).length >= waiting);
    return { result };
  });
  return result;
}

test('of the same code 50 times at once one is accepted', async () => {
  const person = await createPerson(app.db);
  const { code } = await enableSecondFactor(call, person, clock);
  const counts = countStatuses(await giveAtOnce(person, repeat('verify'), () => code()));
  assert.equal(counts[200], 1);
  assert.equal((counts[400] ?? 0) + (counts[429] ?? 0), AT_ONCE - 1);
});

test('of the same code one is accepted also where all were let in before any was looked at', async () => {
  const person = await createPerson(app.db);
  const { code } = await enableSecondFactor(call, person, clock);
  const replies = await whileHeld(person, 5, () => giveAtOnce(person, repeat('verify', 5), () => code()));
  assert.deepEqual(countStatuses(replies), { 200: 1, 400: 4 });
});

test('of the same recovery code 50 times at once one is accepted', async () => {
  const person = await createPerson(app.db);
  const { recoveryCodes } = await enableSecondFactor(call, person, clock);
  const counts = countStatuses(await giveAtOnce(person, repeat('verify'), () => recoveryCodes[0] as string));
  assert.equal(counts[200], 1);
  assert.equal((await call(person, 'GET', '/payment/2fa')).body.recoveryCodesLeft, 9);
});

test('of 50 wrong codes at once 5 are looked at', async () => {
  const person = await createPerson(app.db);
  const { code } = await enableSecondFactor(call, person, clock);
  const good = new Set([code(-1), code(), code(1)]);
  const wrong = Array.from({ length: AT_ONCE + 3 }, (_, index) => String(100_000 + index)).filter(
    (each) => !good.has(each),
  );
  const replies = await giveAtOnce(person, repeat('verify'), (index) => wrong[index] as string);
  assert.deepEqual(countStatuses(replies), { 400: 5, 429: AT_ONCE - 5 });
  const locked = await app.db.query(sql`
    select from audit_entries where user_id = ${person.userId} and action = 'TWO_FACTOR_LOCKED'`);
  assert.equal(locked.length, 1);
  assert.equal((await call(person, 'POST', '/payment/2fa/verify', { code: code() })).status, 429);
});

test('switched on several times at once, it is on once, with the ten codes of that one', async () => {
  const person = await createPerson(app.db);
  const { code } = await setUpApp(call, person, clock);
  const replies = await whileHeld(person, 5, () => giveAtOnce(person, repeat('enable', 5), () => code()));
  assert.deepEqual(countStatuses(replies), { 200: 1, 409: 4 });
  const [{ body }] = replies.filter(({ status }) => status === 200) as [Reply];
  for (const recoveryCode of body.recoveryCodes) {
    assert.equal((await call(person, 'POST', '/payment/2fa/verify', { code: recoveryCode })).status, 200);
  }
});

test('a set-up that meets the switching on does not take its secret away', async () => {
  const person = await createPerson(app.db);
  const first = await setUpApp(call, person, clock);
  const [enabled, setUp] = await whileHeld(person, 2, async () => {
    const enabling = call(person, 'POST', '/payment/2fa/enable', { code: first.code(-1) });
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await until(async () => (await app.db.query(waiting)).length === 1);
    return Promise.all([enabling, callOther(person, 'POST', '/payment/2fa/setup')]);
  });
  assert.deepEqual([enabled.status, setUp.status], [200, 409]);
  assert.equal((await call(person, 'POST', '/payment/2fa/verify', { code: first.code() })).status, 200);
});

test('who switches it off while codes are tried finds it off, and no code is accepted afterwards', async () => {
  const person = await createPerson(app.db);
  const { recoveryCodes } = await enableSecondFactor(call, person, clock);
  const actions: Action[] = ['verify', 'disable', 'verify', 'disable', 'verify'];
  const replies = await whileHeld(person, actions.length, () =>
    giveAtOnce(person, actions, (index) => recoveryCodes[index] as string),
  );
  const done = actions.filter((_, index) => replies[index]?.status === 200);
  assert.equal(done.filter((action) => action === 'disable').length, 1);
  assert.deepEqual(new Set(replies.map(({ status }) => status)).difference(new Set([200, 409])), new Set());
  assert.deepEqual((await call(person, 'GET', '/payment/2fa')).body, {
    enabled: false,
    enabledAt: null,
    recoveryCodesLeft: 0,
    withdrawalsWaitUntil: null,
  });
});
