import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultFields, refusal } from '../../../../../test/support/calls.ts';
import { createPlayer } from '../../../../../test/support/people.ts';
import { countOfRequests } from '../../../../../test/support/recording-app.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { MINUTE_MS } from '../../../../platform/durations.ts';
import { until } from '../../../../platform/hot-store/test-support.ts';
import { CENTS, type PayoutsApp, PIX_KEY, usePayoutsApp } from './test-support.ts';

const app = usePayoutsApp();

test('a requested amount is held at once, and paid once it is confirmed, approved and completed', async () => {
  const ana = await app.saver(20_000);
  const { status, body } = await app.request(ana.person, { pixKeyType: 'CPF', pixKey: '529.982.247-25' });
  assert.equal(status, 201);
  const createdAt = app.clock.now();
  const expected = {
    id: body.id,
    status: 'AWAITING_CONFIRMATION',
    amountCents: '5000',
    amountFormatted: 'R$ 50,00',
    pixKeyType: 'CPF',
    pixKey: '52998224725',
    createdAt: createdAt.toISOString(),
    expiresAt: new Date(createdAt.getTime() + 30 * MINUTE_MS).toISOString(),
    confirmedAt: null,
    approvedAt: null,
    endedAt: null,
    endToEndId: null,
    failureReason: null,
  };
  assert.deepEqual(body, expected);
  assert.deepEqual(app.balancesTold(ana), ['15000']);
  assert.equal(await app.balanceOf(ana), 15_000);

  app.clock.advance(MINUTE_MS);
  const confirmed = await app.confirm(ana, body.id, { code: ana.factor.code() });
  const now = app.clock.now().toISOString();
  assert.deepEqual(confirmed.body, { ...expected, status: 'PENDING', confirmedAt: now });

  const approved = await app.decide(body.id, 'approve');
  const { userId } = ana.person;
  const byHand = { isByHand: true, orderId: null, sendId: null, providerReason: null };
  const debt = { debtCents: '0', openReturnCents: '0' };
  const { username, risk } = approved.body;
  const reviewed = { userId, username, risk, ...byHand, ...debt, approvedBy: app.admin.userId };
  const { pixKey: _pixKey, ...withoutKey } = expected;
  const times = { confirmedAt: now, approvedAt: now };
  const asApproved = { ...withoutKey, ...reviewed, status: 'APPROVED', ...times, endedBy: null };
  assert.deepEqual(approved.body, asApproved);
  assert.equal((await app.stateOf(body.id)).hold, 'HELD');

  const endToEndId = 'E1234567820261115130000000000001';
  const { body: completed } = await app.decide(body.id, 'complete', { endToEndId });
  const ended = { status: 'COMPLETED', endedAt: now, endedBy: app.admin.userId, endToEndId };
  assert.deepEqual(completed, { ...asApproved, ...ended });
  assert.deepEqual(await app.stateOf(body.id), { status: 'COMPLETED', hold: 'SETTLED' });
  assert.equal(await app.balanceOf(ana), 15_000);
  assert.deepEqual(await app.actionsOf(body.id), [
    'WITHDRAWAL_CONFIRMED',
    'WITHDRAWAL_APPROVED',
    'WITHDRAWAL_COMPLETED',
  ]);
  await until(async () => (await app.toldTo(ana)).length === 1);
  const [told] = await app.toldTo(ana);
  const en = { title: 'Your withdrawal was paid', message: 'Your withdrawal of R$50.00 was paid.' };
  assert.deepEqual([told?.type, told?.metadata], ['WITHDRAWAL_COMPLETED', { amountCents: '5000', en }]);
});

test('nobody withdraws without a second factor, more than the balance, or beyond the limits', async () => {
  const bare = await createPlayer(app.db, 20_000);
  assert.deepEqual(refusal(await app.request(bare)), [
    403,
    'Ative a verificação em duas etapas antes de sacar dinheiro.',
  ]);
  const ana = await app.saver(1_200_000);
  for (const amountCents of [1_999, '1999', 500_001]) {
    const answer = await app.request(ana.person, { amountCents });
    assert.deepEqual(refusal(answer), [422, 'Um saque deve ser de R$ 20,00 a R$ 5.000,00.']);
  }
  for (const amountCents of [500_000, '499999']) {
    assert.equal((await app.request(ana.person, { amountCents })).status, 201);
  }
  assert.deepEqual(refusal(await app.request(ana.person)), [422, 'Hoje você ainda pode sacar R$ 0,01.']);
  const poor = await app.saver(4_999);
  assert.deepEqual(refusal(await app.request(poor.person)), [400, 'Insufficient balance']);
  assert.equal(await app.balanceOf(poor), 4_999);
});

test('limits are settings, each day has its own, and returned withdrawals do not count', async () => {
  const limits = { withdrawMinCents: 100, withdrawMaxCents: 6_000, withdrawDailyMaxCents: 6_000 };
  assert.equal((await app.call(app.admin, 'PATCH', '/admin/settings', limits)).status, 200);
  const ana = await app.saver(50_000);
  const first = await app.payout(ana);
  assert.equal((await app.request(ana.person)).status, 422);
  await app.cancel(ana.person, first);
  const second = await app.payout(ana);
  assert.equal((await app.request(ana.person)).status, 422);
  app.clock.advance(24 * 60 * MINUTE_MS);
  assert.equal((await app.request(ana.person)).status, 201);
  await app.expire();
  assert.equal((await app.stateOf(second)).status, 'EXPIRED');
  const back = { withdrawMinCents: 2_000, withdrawMaxCents: 500_000, withdrawDailyMaxCents: 1_000_000 };
  await app.call(app.admin, 'PATCH', '/admin/settings', back);
});

test('malformed requests are 400 with the field, and nothing is held', async () => {
  const ana = await app.saver(20_000);
  for (const [more, fields] of [
    [{ amountCents: 0 }, ['amountCents']],
    [{ amountCents: '-5000' }, ['amountCents']],
    [{ amountCents: 50.5 }, ['amountCents']],
    [{ amountCents: '9'.repeat(30) }, ['amountCents']],
    [{ pixKeyType: 'IBAN' }, ['pixKeyType']],
    [{ pixKey: 'ana' }, ['pixKey']],
    [{ pixKeyType: 'CPF', pixKey: '52998224724' }, ['pixKey']],
    [{ pixKeyType: 'PHONE', pixKey: '11987654321' }, ['pixKey']],
    [{ pixKey: 'a'.repeat(101) }, ['pixKey']],
  ] as const) {
    const answer = await app.request(ana.person, more);
    assert.deepEqual([answer.status, faultFields(answer)], [400, fields], JSON.stringify(more));
  }
  const { body } = await app.request(ana.person, { userId: '1', status: 'APPROVED', holdId: '1' });
  assert.equal(body.status, 'AWAITING_CONFIRMATION');
  assert.equal(await app.balanceOf(ana), 15_000);
});

test('a confirmation is for its withdrawal, its amount and its owner', async () => {
  const [ana, bia] = [await app.saver(20_000), await app.saver(20_000)];
  const id = await app.payout(ana);
  const other = await app.confirm(ana, id, { amountCents: 5_001 });
  assert.deepEqual(other.body.errors, [{ field: 'amountCents', message: 'must be the amount of the withdrawal' }]);
  assert.equal((await app.confirm(bia, id)).status, 404);
  assert.equal((await app.cancel(bia.person, id)).status, 404);
  assert.deepEqual(refusal(await app.confirm(ana, id, { code: '000000' })), [400, 'O código está errado ou expirou.']);
  assert.equal((await app.stateOf(id)).status, 'AWAITING_CONFIRMATION');
  // A refusal of the amount does not use up the code.
  const code = ana.factor.code();
  assert.equal((await app.confirm(ana, id, { code, amountCents: '4999' })).status, 400);
  assert.equal((await app.confirm(ana, id, { code })).body.status, 'PENDING');
  const second = await app.payout(ana);
  assert.deepEqual(refusal(await app.confirm(ana, second, { code })), [
    400,
    'Este código já foi usado: espere o próximo.',
  ]);
});

test('the owner can cancel a withdrawal until it is approved', async () => {
  const ana = await app.saver(20_000);
  for (const status of ['AWAITING_CONFIRMATION', 'PENDING'] as const) {
    const id = await app.payout(ana, status);
    app.balancesTold(ana);
    const { body } = await app.cancel(ana.person, id);
    assert.equal(body.status, 'CANCELLED');
    assert.deepEqual(app.balancesTold(ana), ['20000']);
    assert.deepEqual(await app.stateOf(id), { status: 'CANCELLED', hold: 'RELEASED' });
    assert.deepEqual(refusal(await app.cancel(ana.person, id)), [
      409,
      'Isto não pode ser feito com um saque neste estado (status: CANCELLED).',
    ]);
  }
  const id = await app.payout(ana, 'APPROVED');
  assert.equal((await app.cancel(ana.person, id)).status, 409);
});

test('a withdrawal that is not confirmed in time comes back and cannot be confirmed', async () => {
  const ana = await app.saver(20_000);
  const [late, confirmed] = [await app.payout(ana), await app.payout(ana, 'PENDING')];
  app.clock.advance(30 * MINUTE_MS - 1);
  await app.expire();
  assert.equal((await app.stateOf(late)).status, 'AWAITING_CONFIRMATION');
  app.clock.advance(1);
  assert.deepEqual(refusal(await app.confirm(ana, late)), [409, 'Este saque expirou. Peça de novo.']);
  app.balancesTold(ana);
  await app.expire();
  assert.deepEqual(await app.stateOf(late), { status: 'EXPIRED', hold: 'RELEASED' });
  assert.equal((await app.stateOf(confirmed)).status, 'PENDING');
  assert.deepEqual(app.balancesTold(ana), ['15000']);
  await until(async () => (await app.toldTo(ana)).length === 1);
  assert.equal((await app.toldTo(ana))[0]?.type, 'WITHDRAWAL_FAILED');
});

test('an administrator rejects with a reason, and the money is back', async () => {
  const ana = await app.saver(20_000);
  const id = await app.payout(ana, 'PENDING');
  assert.deepEqual(faultFields(await app.decide(id, 'reject', { reason: ' ' })), ['reason']);
  app.balancesTold(ana);
  const { body } = await app.decide(id, 'reject', { reason: 'A chave Pix não é sua' });
  assert.deepEqual(
    [body.status, body.failureReason, body.endedBy],
    ['REJECTED', 'A chave Pix não é sua', app.admin.userId],
  );
  assert.deepEqual(app.balancesTold(ana), ['20000']);
  assert.equal(await app.balanceOf(ana), 20_000);
  await until(async () => (await app.toldTo(ana)).length === 1);
  const [told] = await app.toldTo(ana);
  assert.deepEqual([told?.type, told?.metadata], ['WITHDRAWAL_FAILED', null]);
  assert.match(told?.message ?? '', /A chave Pix não é sua/);
});

test('the audit trail has the reason of an approval or completion', async () => {
  const ana = await app.saver(20_000);
  const id = await app.payout(ana, 'PENDING');
  assert.deepEqual(faultFields(await app.decide(id, 'approve', { reason: ' ' })), ['reason']);
  await app.decide(id, 'approve', { reason: 'Known since March' });
  await app.decide(id, 'complete', { reason: 'Paid at the bank' });
  const entries = await app.db.query<{ action: string; reason: string | null }>(sql`
    select action, metadata ->> 'reason' as reason from audit_entries
    where entity_type = 'money-withdrawal' and entity_id = ${id} and actor_id = ${app.admin.userId} order by id`);
  assert.deepEqual(entries, [
    { action: 'WITHDRAWAL_APPROVED', reason: 'Known since March' },
    { action: 'WITHDRAWAL_COMPLETED', reason: 'Paid at the bank' },
  ]);
});

test('steps are neither skipped nor repeated', async () => {
  const ana = await app.saver(100_000);
  const awaiting = await app.payout(ana);
  assert.equal((await app.decide(awaiting, 'approve')).status, 409);
  assert.equal((await app.decide(awaiting, 'complete')).status, 409);
  const pending = await app.payout(ana, 'PENDING');
  assert.equal((await app.confirm(ana, pending)).status, 409);
  assert.equal((await app.decide(pending, 'complete')).status, 409);
  const approved = await app.payout(ana, 'APPROVED');
  assert.equal((await app.decide(approved, 'approve')).status, 409);
  assert.equal((await app.decide(approved, 'reject', { reason: 'x' })).body.code, 'WITHDRAWAL_MAY_BE_PAID');
  await app.decide(approved, 'complete');
  for (const step of ['approve', 'reject', 'complete'] as const) {
    assert.deepEqual(refusal(await app.decide(approved, step, { reason: 'x', notPaid: true })), [
      409,
      'Isto não pode ser feito com um saque neste estado (status: COMPLETED).',
    ]);
    assert.equal((await app.decide('999999', step, { reason: 'x' })).status, 404);
  }
});

test('a withdrawal that was given back cannot be completed by hand', async () => {
  const ana = await app.saver(100_000);
  const [unpaid, cancelled, late] = [await app.payout(ana, 'APPROVED'), await app.payout(ana), await app.payout(ana)];
  const { body } = await app.decide(unpaid, 'reject', { reason: 'Devolvido pelo banco', notPaid: true });
  assert.equal(body.status, 'REJECTED');
  assert.equal((await app.cancel(ana.person, cancelled)).status, 200);
  app.clock.advance(31 * 60_000);
  await app.expire();
  const balanceCents = await app.balanceOf(ana);
  for (const id of [unpaid, cancelled, late]) {
    const { status, body: refused } = await app.decide(id, 'complete');
    assert.deepEqual([status, refused.code], [409, 'WITHDRAWAL_GIVEN_BACK']);
    assert.equal((await app.stateOf(id)).hold, 'RELEASED');
  }
  assert.equal(await app.balanceOf(ana), balanceCents);
});

test('one payment pays one withdrawal', async () => {
  const ana = await app.saver(20_000);
  const endToEndId = 'E1234567820261115130000000000002';
  const [first, second] = [await app.payout(ana, 'APPROVED'), await app.payout(ana, 'APPROVED')];
  assert.equal((await app.decide(first, 'complete', { endToEndId })).status, 200);
  assert.deepEqual(refusal(await app.decide(second, 'complete', { endToEndId })), [
    409,
    'Another withdrawal was paid by this payment',
  ]);
  assert.deepEqual(await app.stateOf(second), { status: 'APPROVED', hold: 'HELD' });
  assert.deepEqual(faultFields(await app.decide(second, 'complete', { endToEndId: 'X1' })), ['endToEndId']);
});

test('every step with an Idempotency-Key gives its first answer again', async () => {
  const ana = await app.saver(50_000);
  const key = (name: string) => ({ 'idempotency-key': name });
  const twice = async (send: () => ReturnType<PayoutsApp['request']>) => {
    const [first, second] = [await send(), await send()];
    assert.ok(first.status < 300, first.text);
    assert.deepEqual([second.status, second.text, second.replayed], [first.status, first.text, true]);
    return first.body;
  };
  const { id } = await twice(() => app.request(ana.person, {}, key('request')));
  assert.equal(await app.balanceOf(ana), 45_000);
  const code = ana.factor.code();
  await twice(() => app.confirm(ana, id, { code }, key('confirm')));
  await twice(() => app.decide(id, 'approve', {}, key(`approve ${id}`)));
  await twice(() => app.decide(id, 'complete', {}, key(`complete ${id}`)));
  const cancelled = await app.payout(ana);
  await twice(() => app.cancel(ana.person, cancelled, key('cancel')));
  const rejected = await app.payout(ana, 'PENDING');
  await twice(() => app.decide(rejected, 'reject', { reason: 'x' }, key(`reject ${rejected}`)));
  assert.equal(await app.balanceOf(ana), 45_000);
});

test('owners list their own withdrawals, administrators all, by status and by user', async () => {
  const [ana, bia] = [await app.saver(100_000), await app.saver(100_000)];
  const first = await app.payout(ana, 'PENDING');
  const second = await app.payout(ana);
  const ofBia = await app.payout(bia, 'PENDING');
  const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id);
  const own = (query = '') => app.call(ana.person, 'GET', `/payment/withdrawals${query}`);
  const all = (query: string) => app.call(app.admin, 'GET', `/admin/withdrawals?${query}`);
  assert.deepEqual(idsOf(await own()), [second, first]);
  assert.deepEqual((await own()).body.meta, { page: 1, limit: 20, total: 2 });
  assert.deepEqual(idsOf(await own('?status=PENDING')), [first]);
  assert.deepEqual(idsOf(await own(`?before=${second}`)), [first]);
  assert.deepEqual(idsOf(await all('status=PENDING&limit=2')), [ofBia, first]);
  assert.deepEqual(idsOf(await all(`userId=${bia.person.userId}`)), [ofBia]);
  const [listed] = (await all(`userId=${bia.person.userId}`)).body.data;
  assert.deepEqual((await app.call(app.admin, 'GET', `/admin/withdrawals/${ofBia}`)).body, listed);
  assert.equal((await app.call(app.admin, 'GET', '/admin/withdrawals/999999')).status, 404);
  assert.equal((await all('status=PAID')).status, 400);
  assert.equal((await own()).body.data[0].pixKey, PIX_KEY.pixKey);
});

test('the lines of the statement have the status of the withdrawal', async () => {
  const ana = await app.saver(20_000);
  const cancelled = await app.payout(ana);
  await app.cancel(ana.person, cancelled);
  const pending = await app.payout(ana, 'PENDING');
  const { body } = await app.call(ana.person, 'GET', '/payment/transactions');
  const lines: Record<string, string>[] = body.data;
  assert.deepEqual(
    lines
      .slice(0, 3)
      .map(({ type, direction, referenceId, referenceStatus }) => [type, direction, referenceId, referenceStatus]),
    [
      ['WITHDRAWAL_HOLD', 'DEBIT', pending, 'PENDING'],
      ['WITHDRAWAL_RELEASE', 'CREDIT', cancelled, 'CANCELLED'],
      ['WITHDRAWAL_HOLD', 'DEBIT', cancelled, 'CANCELLED'],
    ],
  );
});

test('the trail and the alerts do not hold a key, and neither does the ledger', async () => {
  const ana = await app.saver(20_000);
  const { body } = await app.request(ana.person, { pixKey: 'secreta@example.com' });
  await app.confirm(ana, body.id);
  await app.decide(body.id, 'approve');
  await app.decide(body.id, 'complete');
  const rows = await app.db.query(sql`
    select metadata::text as text from audit_entries union all select details::text from alerts
    union all select reason from transfers union all select message from notifications`);
  assert.ok(rows.length > 0);
  assert.ok(!JSON.stringify(rows).includes('secreta@'));
});

test('an alert is open while withdrawals wait too long for administrators', async () => {
  const watch = async () => {
    const name = 'watch-money-withdrawals';
    await app.jobSets.find(({ tasks }) => name in tasks)?.tasks[name]?.({});
    const { body } = await app.call(app.admin, 'GET', '/admin/dashboard/alerts');
    return body.alerts.filter(({ title }: { title: string }) => title === 'Money withdrawals are waiting').length;
  };
  const open = await app.db.query<{ id: string; status: string }>(sql`
    select id, status from money_withdrawals where status in ('PENDING', 'APPROVED')`);
  for (const { id } of open) await app.decide(id, 'reject', { reason: 'x', notPaid: true });
  const ana = await app.saver(20_000);
  const id = await app.payout(ana, 'PENDING');
  const { body: metrics } = await app.http.inject({ url: '/metrics' });
  assert.match(metrics, /^lisura_money_withdrawals_open\{status="PENDING"\} 1$/m);
  app.clock.advance(24 * 60 * MINUTE_MS);
  assert.equal(await watch(), 0);
  app.clock.advance(1);
  assert.equal(await watch(), 1);
  await app.decide(id, 'approve');
  assert.equal(await watch(), 0);
  app.clock.advance(24 * 60 * MINUTE_MS + 1);
  assert.equal(await watch(), 1);
  await app.decide(id, 'complete');
  assert.equal(await watch(), 0);
});

test('the number of statements of a request does not depend on the user’s past', async () => {
  const ana = await app.saver(100_000);
  const statementsOf = async () => {
    app.statements.length = 0;
    await app.request(ana.person, { amountCents: CENTS });
    return countOfRequests(app);
  };
  await statementsOf();
  assert.equal(await statementsOf(), await statementsOf());
});
