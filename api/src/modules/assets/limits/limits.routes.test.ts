import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { createTestApp } from '../../../../test/support/app.ts';
import { type Call, faultFields, type Reply } from '../../../../test/support/calls.ts';
import { createPerson, createPlayer, type Person } from '../../../../test/support/people.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { fixedClock } from '../../../platform/clock.ts';
import { transaction } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { findViolations } from '../../../verify/find-violations.ts';
import { creditBalances } from '../wallet/index.ts';
import { assertMayDeposit } from './index.ts';
import { periodsAt } from './limits.rules.ts';
import { beginCounting, findCounts } from './limits.sql.ts';

const clock = fixedClock(new Date());
const app = useApp(() => createTestApp({ clock }));
const call: Call = (...request) => app.call(...request);
afterEach(async () => assert.deepEqual(await findViolations(app.db), []));

const codeOf = ({ status, body }: Reply): [number, string] => [status, body.code];
const confirmAge = (who: Person) => call(who, 'PUT', '/user/age-confirmation', { isAdult: true });
const exclude = (who: Person, body: object) => call(who, 'POST', '/user/self-exclusion', { confirm: true, ...body });
const setLimits = (who: Person, body: object) => call(who, 'PUT', '/user/limits', body);

/** Deposits ask first, too, and are credited later. */
const deposit = ({ userId }: Person, amountCents: bigint, openCents = 0n) =>
  transaction(app.db, async (tx) => {
    await assertMayDeposit(tx, { userId, amountCents, openCents, now: clock.now() });
    await creditBalances(tx, [{ userId, amountCents, type: 'DEPOSIT', reason: 'Pix' }]);
  });

test('who has set nothing has no limits, no exclusion, and has not said to be of age', async () => {
  const { status, body } = await call(await createPerson(app.db), 'GET', '/user/limits');
  assert.equal(status, 200);
  assert.deepEqual([body.exclusion, body.ageConfirmedAt], [null, null]);
  for (const kind of ['deposit', 'loss', 'wager']) {
    for (const period of ['day', 'week', 'month']) {
      const { limitCents, usedCents, next } = body[kind][period];
      assert.deepEqual([limitCents, usedCents, next], [null, kind === 'deposit' ? '0' : null, null]);
    }
  }
});

test('a limit is set for each kind and period by itself, and the trail has it', async () => {
  const player = await createPerson(app.db);
  const first = await setLimits(player, { loss: { weekCents: '700' }, deposit: { dayCents: '5' } });
  assert.deepEqual([first.body.loss.week.limitCents, first.body.deposit.day.limitCents], ['700', '5']);
  const second = await setLimits(player, { loss: { weekCents: '800', monthCents: '0' } });
  const { week, month } = second.body.loss;
  const from = new Date(clock.now().getTime() + DAY_MS).toISOString();
  assert.deepEqual([week.limitCents, week.next, month.limitCents], ['700', { limitCents: '800', from }, '0']);
  assert.equal(second.body.deposit.day.limitCents, '5');
  assert.deepEqual(second.body, (await call(player, 'GET', '/user/limits')).body);
  const entries = await app.db.query(sql`
    select from audit_entries where action = 'LIMITS_CHANGED' and user_id = ${player.userId}`);
  assert.equal(entries.length, 2);
});

test('what is no limit is refused with its field, and nothing is set', async () => {
  const player = await createPerson(app.db);
  for (const dayCents of ['-1', '1.5', '', 5, '1'.repeat(16)]) {
    const answer = await setLimits(player, { wager: { dayCents } });
    assert.deepEqual([answer.status, faultFields(answer)], [400, ['wager.dayCents']], String(dayCents));
  }
  const misspelt = [
    await setLimits(player, { wager: { dayCents: '1', yearCents: '1' } }),
    await setLimits(player, { wager: { dayCents: '1' }, losses: { dayCents: '1' } }),
    await exclude(player, { kind: 'PAUSE', day: 30 }),
  ];
  assert.deepEqual(
    misspelt.map((answer) => [answer.status, faultFields(answer)]),
    [
      [400, ['wager.yearCents']],
      [400, ['losses']],
      [400, ['day']],
    ],
  );
  assert.equal((await call(player, 'GET', '/user/limits')).body.wager.day.limitCents, null);
  const unconfirmed = [
    await call(player, 'POST', '/user/self-exclusion', { kind: 'PAUSE', days: 1 }),
    await exclude(player, { kind: 'PAUSE', days: 31 }),
    await exclude(player, { kind: 'EXCLUSION', months: 0 }),
    await exclude(player, { kind: 'HOLIDAY' }),
    await call(player, 'PUT', '/user/age-confirmation', { isAdult: false }),
  ];
  assert.deepEqual(unconfirmed.map(faultFields), [['confirm'], ['days'], ['months'], ['kind'], ['isAdult']]);
});

test('limits that are changed 20 times at once are as the last one left them', async () => {
  const player = await createPerson(app.db);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => setLimits(player, { wager: { dayCents: String(1_000 - index) } })),
  );
  assert.ok(answers.every(({ status }) => status === 200));
  // Whatever the order, the lowest holds at once and nothing above it does.
  assert.equal((await call(player, 'GET', '/user/limits')).body.wager.day.limitCents, '981');
});

test('a pause or an exclusion is only lengthened, and nobody else can end it', async () => {
  const player = await createPerson(app.db);
  const paused = await exclude(player, { kind: 'PAUSE', days: 7 });
  const until = new Date(clock.now().getTime() + 7 * DAY_MS).toISOString();
  assert.deepEqual([paused.status, paused.body], [200, { kind: 'PAUSE', until }]);
  assert.deepEqual(codeOf(await exclude(player, { kind: 'PAUSE', days: 6 })), [409, 'EXCLUSION_ONLY_LENGTHENS']);
  const excluded = await exclude(player, { kind: 'EXCLUSION', months: 2 });
  assert.equal(excluded.body.kind, 'EXCLUSION');
  assert.ok(excluded.body.until > until);
  assert.equal((await exclude(player, { kind: 'EXCLUSION', months: 1 })).status, 409);
  assert.deepEqual((await call(player, 'GET', '/user/limits')).body.exclusion, excluded.body);
  const lift = sql`update accounts set play_bar = null, play_barred_until = null where user_id = ${player.userId}`;
  await assert.rejects(app.db.query(lift), { code: '23000' });
  await assert.rejects(app.db.query(sql`delete from exclusions where user_id = ${player.userId}`), { code: '23000' });
});

test('of exclusions at once the longest stays', async () => {
  const player = await createPerson(app.db);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => exclude(player, { kind: 'PAUSE', days: index + 1 })),
  );
  assert.ok(answers.every(({ status }) => status === 200 || status === 409));
  const { exclusion } = (await call(player, 'GET', '/user/limits')).body;
  assert.equal(exclusion.until, new Date(clock.now().getTime() + 10 * DAY_MS).toISOString());
});

test('the first deposit waits for the confirmation of age, which is said once', async () => {
  const player = await createPerson(app.db);
  await assert.rejects(deposit(player, 100n), { status: 403, code: 'AGE_NOT_CONFIRMED' });
  const first = await confirmAge(player);
  assert.equal(first.status, 200, first.text);
  clock.advance(1_000);
  assert.deepEqual((await confirmAge(player)).body, first.body);
  await deposit(player, 100n);
  assert.equal((await call(player, 'GET', '/user/limits')).body.ageConfirmedAt, first.body.ageConfirmedAt);
});

test('of 20 deposits at once with a limit for 3, 3 are let in; what comes in by itself is credited all the same', async () => {
  const player = await createPerson(app.db);
  await confirmAge(player);
  await setLimits(player, { deposit: { weekCents: '350' } });
  const settled = await Promise.allSettled(Array.from({ length: 20 }, () => deposit(player, 100n)));
  const refused = settled.filter((each) => each.status === 'rejected').map(({ reason }) => reason);
  assert.equal(refused.length, 17);
  assert.ok(refused.every(({ status, code }) => status === 403 && code === 'DEPOSIT_LIMIT_REACHED'));
  assert.match(refused[0].message, /^Seu limite semanal de depósitos é de R\$ 3,50: restam R\$ 0,50 até /);
  await assert.rejects(deposit(player, 50n, 1n), { code: 'DEPOSIT_LIMIT_REACHED' }, 'one that is begun counts');
  await deposit(player, 50n);
  await transaction(app.db, (tx) =>
    creditBalances(tx, [{ userId: player.userId, amountCents: 900n, type: 'DEPOSIT', reason: 'Late Pix' }]),
  );
  assert.equal((await call(player, 'GET', '/user/limits')).body.deposit.week.usedCents, '1250');
  clock.advance(14 * DAY_MS);
  await deposit(player, 350n);
  clock.set(new Date());
});

test('who has excluded themselves deposits nothing and sees a balance that is theirs', async () => {
  const player = await createPlayer(app.db, 500);
  await confirmAge(player);
  await exclude(player, { kind: 'EXCLUSION', months: 1 });
  await assert.rejects(deposit(player, 100n), {
    status: 403,
    code: 'SELF_EXCLUDED',
    message: /^Você se autoexcluiu até /,
  });
  assert.equal((await call(player, 'GET', '/user/balance')).body.balanceCents, '500');
});

test('what was given back before the first limit takes off what was wagered since, and no more of the losses', async () => {
  const player = await createPlayer(app.db, 0);
  const past = {
    plays: [
      // The second is of tickets of the month before.
      () => sql`
        select ${clock.now()}::timestamptz as created_at, wagered_cents, won_cents
        from (values (100, 30), (-300, 0)) play (wagered_cents, won_cents)`,
    ],
    unplayedStakes: [],
    readInAll: async () => ({ wageredCents: 100n, wonCents: 30n }),
  };
  const counted: unknown[] = [];
  // Nothing of it was played, so nothing of it stays.
  const undone = transaction(app.db, async (tx) => {
    await beginCounting(tx, past, player.userId, periodsAt(clock.now()));
    for (const { wageredCents, lostCents } of Object.values((await findCounts(tx, player.userId)) ?? {})) {
      counted.push([wageredCents, lostCents]);
    }
    throw new Error('undone');
  });
  await assert.rejects(undone, { message: 'undone' });
  assert.deepEqual(counted, Array(3).fill([0n, -30n]));
});
