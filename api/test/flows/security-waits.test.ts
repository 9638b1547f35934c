import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import {
  openWithdrawals,
  resetMarket,
  type WithdrawalsBench,
  withdraw,
  withdrawalsOf,
  withItem,
} from '../../src/modules/trade/item-withdrawals/test-support.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { HOUR_MS } from '../../src/platform/durations.ts';
import { refusal } from '../support/calls.ts';
import { createAdmin, createPerson, createPlayer, type Person } from '../support/people.ts';
import { type EnabledSecondFactor, enableSecondFactor } from '../support/second-factors.ts';

/** With the defaults of production a thief's first steps are told to the owner, and nothing leaves for a day. */
const CENTS = 5_000;

let bench: WithdrawalsBench;
let admin: Person;
beforeEach(async () => {
  // Administrators need no factor of their own here: own-decisions.test.ts is about that.
  bench = await openWithdrawals({
    isSandbox: false,
    otherDefaults: { liveNotifications: false, decisionFactorMinutes: 0 },
  });
  admin = await createAdmin(bench.app.db);
  await resetMarket(bench);
});
afterEach(() => bench.close());

const titlesOf = async ({ userId }: Person) => {
  const rows = await bench.app.db.query<{ title: string; type: string }>(
    sql`select title, type from notifications where user_id = ${userId} order by id`,
  );
  assert.ok(rows.every(({ type }) => type === 'SYSTEM'));
  return rows.map(({ title }) => title);
};
const pushedTo = ({ userId }: Person) =>
  bench.app.sent
    .filter((sent) => sent.userId === userId && sent.event === 'notification')
    .map(({ payload }) => payload);
const enable = (who: Person) => enableSecondFactor(bench.call, who, bench.clock);
const waitOf = async (who: Person) => (await bench.call(who, 'GET', '/payment/2fa')).body.withdrawalsWaitUntil;
const inHours = (hours: number) => new Date(bench.clock.now().getTime() + hours * HOUR_MS).toISOString();

async function confirmed(who: Person, factor: EnabledSecondFactor, pixKey: string): Promise<string> {
  const asked = { amountCents: CENTS, pixKeyType: 'EMAIL', pixKey };
  const requested = await bench.call(who, 'POST', '/payment/withdraw/request', asked);
  assert.equal(requested.status, 201, requested.text);
  const body = { code: factor.recoveryCodes.pop(), amountCents: CENTS };
  const { id } = requested.body;
  assert.equal((await bench.call(who, 'POST', `/payment/withdraw/${id}/confirm`, body)).status, 200);
  return id;
}
const approve = (id: string) => bench.call(admin, 'POST', `/admin/withdrawals/${id}/approve`);

test('a second factor enrolled on another’s session is reported to the owner, and gets no money for a day', async () => {
  const victim = await createPlayer(bench.app.db, 20_000);
  const enrolledAt = bench.clock.now();
  const factor = await enable(victim);
  assert.deepEqual(await titlesOf(victim), ['Verificação em duas etapas ativada']);
  assert.equal(pushedTo(victim).length, 1, 'though live notifications are off');
  const id = await confirmed(victim, factor, 'thief@example.com');
  assert.deepEqual((await titlesOf(victim)).slice(1), ['Nova chave Pix', 'Código de recuperação usado']);
  const until = inHours(24);
  assert.equal(await waitOf(victim), until);
  assert.deepEqual(refusal(await approve(id)), [409, `Withdrawals of this user wait until ${until}`]);
  bench.clock.advance(24 * HOUR_MS - 1);
  assert.equal((await approve(id)).body.code, 'WITHDRAWALS_WAIT');
  bench.clock.advance(1);
  assert.equal(bench.clock.now().getTime() - enrolledAt.getTime(), 24 * HOUR_MS);
  assert.equal(await waitOf(victim), null);
  assert.equal((await approve(id)).status, 200);
});

test('a Pix key that is new makes withdrawals wait again, one that was confirmed before does not', async () => {
  const player = await createPlayer(bench.app.db, 50_000);
  const factor = await enable(player);
  bench.clock.advance(30 * HOUR_MS);
  const first = await confirmed(player, factor, 'first@example.com');
  assert.equal((await approve(first)).body.code, 'WITHDRAWALS_WAIT');
  bench.clock.advance(24 * HOUR_MS);
  assert.equal((await approve(first)).status, 200);
  assert.equal((await approve(await confirmed(player, factor, 'first@example.com'))).status, 200);
  const other = await confirmed(player, factor, 'second@example.com');
  assert.equal(await waitOf(player), inHours(24), 'to wherever');
  assert.equal((await bench.call(player, 'POST', `/payment/withdraw/${other}/cancel`)).status, 200);
  bench.clock.advance(30 * HOUR_MS);
  const again = await confirmed(player, factor, 'second@example.com');
  assert.equal((await approve(again)).body.code, 'WITHDRAWALS_WAIT', 'what was stopped has not made the key known');
  const keys = (await titlesOf(player)).filter((title) => title === 'Nova chave Pix');
  assert.equal(keys.length, 2, 'each key is told once');
});

test('items wait for a person after a second factor is new, and the person for the end of the wait', async () => {
  const { person, id } = await withItem(bench);
  await enable(person);
  const { body } = await withdraw(bench, person, id);
  assert.equal(body.autoApproved, false);
  const review = () => bench.call(admin, 'POST', `/admin/skin-withdrawals/${body.withdrawalId}/approve`);
  assert.equal((await review()).body.code, 'WITHDRAWALS_WAIT');
  assert.deepEqual(
    (await withdrawalsOf(bench.app.db, id)).map(({ status, itemStatus }) => [status, itemStatus]),
    [['PENDING_APPROVAL', 'LOCKED']],
  );
  const [entry] = await bench.app.db.query<{ reasons: string[] }>(sql`
    select metadata -> 'reviewReasons' as reasons from audit_entries
    where action = 'SKIN_WITHDRAWAL_REQUESTED' and entity_id = ${body.withdrawalId}`);
  assert.deepEqual(entry?.reasons, ['SECURITY_WAIT']);
  bench.clock.advance(24 * HOUR_MS);
  assert.equal((await review()).body.status, 'WAITING_SELLER');
});

test('an administrator resets a lost second factor with a reason: on the trail, told, and waited after', async () => {
  const player = await createPlayer(bench.app.db, 20_000);
  const factor = await enable(player);
  bench.clock.advance(30 * HOUR_MS);
  const id = await confirmed(player, factor, 'own@example.com');
  bench.clock.advance(30 * HOUR_MS);
  const reset = (who: Person, of: string, reason = 'Lost the phone') =>
    bench.call(who, 'POST', `/admin/users/${of}/reset-second-factor`, { reason });
  assert.equal((await reset(player, player.userId)).status, 403);
  assert.equal((await reset(admin, player.userId, ' ')).status, 400);
  assert.equal((await reset(admin, '999999')).status, 404);
  assert.deepEqual((await reset(admin, player.userId)).body, { enabled: false });
  assert.equal((await reset(admin, player.userId)).body.code, 'NO_SECOND_FACTOR_TO_RESET');
  assert.equal((await bench.call(player, 'GET', '/payment/2fa')).body.enabled, false);
  assert.equal((await titlesOf(player)).at(-1), 'Verificação em duas etapas redefinida');
  assert.equal((await approve(id)).body.code, 'WITHDRAWALS_WAIT', 'also what was confirmed before');
  const trail = await bench.app.db.query(sql`
    select actor_id, metadata from audit_entries where user_id = ${player.userId} and action = 'TWO_FACTOR_RESET'`);
  assert.deepEqual(trail, [{ actorId: admin.userId, metadata: { reason: 'Lost the phone' } }]);
  await enable(player);
});

test('nobody resets their own second factor', async () => {
  const factor = await enable(admin);
  const answer = await bench.call(admin, 'POST', `/admin/users/${admin.userId}/reset-second-factor`, {
    reason: 'Mine',
  });
  assert.deepEqual([answer.status, answer.body.code], [403, 'OWN_RECORD']);
  const body = { code: factor.recoveryCodes.pop() };
  assert.equal((await bench.call(admin, 'POST', '/payment/2fa/disable', body)).status, 200);
});

test('every change that concerns the safety of an account is told and pushed, though live notifications are off', async () => {
  const person = await createPerson(bench.app.db);
  const phone = await createPerson(bench.app.db, { platformId: person.platformId });
  const factor = await enable(person);
  const disable = (code?: string) => bench.call(person, 'POST', '/payment/2fa/disable', { code });
  for (let wrong = 0; wrong < 6; wrong += 1) await disable('AAAA-AAAA-AAAA-AAAA');
  bench.clock.advance(HOUR_MS);
  await disable(factor.code());
  const tradeUrl = `https://steamcommunity.com/tradeoffer/new/?partner=${BigInt(person.platformId) - 76_561_197_960_265_728n}&token=AbCdEf12`;
  for (let times = 0; times < 2; times += 1) await bench.call(person, 'PATCH', '/user/trade-url', { tradeUrl });
  await bench.call(person, 'DELETE', `/auth/sessions/${phone.sessionHash}`);
  await bench.app.auth.identify(person.sessionId, { ip: '198.51.100.1' });
  await bench.call(person, 'POST', '/auth/logout-all');
  assert.deepEqual(await titlesOf(person), [
    'Verificação em duas etapas ativada',
    'Muitos códigos incorretos',
    'Verificação em duas etapas desativada',
    'URL de troca alterada',
    'Sessão encerrada',
    'Sessão usada em outro lugar',
    'Todas as sessões encerradas',
  ]);
  assert.equal(pushedTo(person).length, 7);
});

test('a refused change and the person’s own logout are not announced', async () => {
  const person = await createPerson(bench.app.db);
  assert.equal((await bench.call(person, 'DELETE', `/auth/sessions/${'f'.repeat(64)}`)).status, 403);
  await bench.call(person, 'POST', '/auth/logout');
  assert.deepEqual([await titlesOf(person), pushedTo(person)], [[], []]);
});
