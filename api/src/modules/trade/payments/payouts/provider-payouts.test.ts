import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { refusal } from '../../../../../test/support/calls.ts';
import { use } from '../../../../../test/support/use-app.ts';
import { join, raw, sql } from '../../../../platform/database/sql.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../platform/durations.ts';
import { until } from '../../../../platform/hot-store/test-support.ts';
import { type Id, toId } from '../../../../platform/ids.ts';
import { silentLogger } from '../../../../platform/observability/logger.ts';
import { createOrders } from '../../orders/index.ts';
import type { Pix } from '../pix/pix.records.ts';
import { approvePayout } from './decide-payout.ts';
import { payoutKind } from './payout-orders.ts';
import { CENTS, createProviderApp, PIX_KEY } from './test-support.ts';

const app = use(createProviderApp, (created) => assertBooksAgree().finally(() => created.end()));
beforeEach(() => app.control({ faults: [], sends: 'automatic' }));

const ERASED_KEY = 'somebody.who.left@example.com';

/** The provider has paid the completed withdrawals and no others. */
async function assertBooksAgree(): Promise<void> {
  const paid = await app.db.query(sql`
    select project_id as id_envio, end_to_end_id, (amount_cents / 100) || '.00' as amount,
      coalesce(pix_key, ${ERASED_KEY}) as to_key
    from money_withdrawals payout join orders on orders.id = order_id where payout.status = 'COMPLETED' order by 1`);
  const sent = (await app.allSends())
    .filter(({ status }) => status === 'REALIZADO')
    .map(({ idEnvio, endToEndId, amount, toKey }) => ({ idEnvio, endToEndId, amount, toKey }))
    .sort((one, other) => (one.idEnvio < other.idEnvio ? -1 : 1));
  assert.deepEqual(sent, paid);
}

test('an approved withdrawal is paid by the provider, once, to the key and of the amount', async () => {
  const ana = await app.saver(CENTS);
  const id = await app.payout(ana, 'PENDING');
  const { body } = await app.decide(id, 'approve');
  assert.deepEqual([body.status, body.isByHand, body.approvedBy], ['APPROVED', false, app.admin.userId]);
  await until(async () => (await app.stateOf(id)).status === 'COMPLETED');
  const [send, ...others] = await app.sendsOf(id);
  assert.deepEqual([send?.amount, send?.toKey, send?.status, others], ['50.00', PIX_KEY.pixKey, 'REALIZADO', []]);
  const { body: own } = await app.call(ana.person, 'GET', '/payment/withdrawals');
  assert.deepEqual([own.data[0].status, own.data[0].endToEndId], ['COMPLETED', send?.endToEndId]);
  assert.deepEqual(await app.stateOf(id), { status: 'COMPLETED', hold: 'SETTLED' });
  assert.match((await app.orderOf(id)).projectId, /^[A-Za-z0-9]{1,35}$/);
  await until(async () => (await app.toldTo(ana)).length === 1);
  assert.equal((await app.toldTo(ana))[0]?.type, 'WITHDRAWAL_COMPLETED');
  assert.deepEqual(await app.actionsOf(id), ['WITHDRAWAL_CONFIRMED', 'WITHDRAWAL_APPROVED', 'WITHDRAWAL_COMPLETED']);
  await app.settleLater(10 * MINUTE_MS);
  assert.equal((await app.sendsOf(id)).length, 1);
});

test('administrators cannot change a withdrawal while its payment is under way', async () => {
  await app.control({ sends: 'manual' });
  const { ana, id } = await app.approved();
  await app.isNoLongerSent(id);
  assert.equal((await app.orderOf(id)).status, 'UNKNOWN');
  const underWay = [409, 'The provider was asked to pay this withdrawal: it ends with the provider’s answer'];
  assert.deepEqual(refusal(await app.decide(id, 'complete')), underWay);
  assert.deepEqual(refusal(await app.decide(id, 'reject', { reason: 'x', notPaid: true })), underWay);
  assert.equal((await app.decide(id, 'approve')).status, 409);
  assert.equal((await app.cancel(ana.person, id)).status, 409);
  await app.settleLater(60 * MINUTE_MS);
  assert.deepEqual(await app.stateOf(id), { status: 'APPROVED', hold: 'HELD' });
  await app.control({ settle: { idEnvio: (await app.orderOf(id)).projectId, status: 'REALIZADO' } });
  await app.settleLater();
  assert.deepEqual(await app.stateOf(id), { status: 'COMPLETED', hold: 'SETTLED' });
});

test('a refused payment rejects the withdrawal: the money is back, and owner and administrators are notified', async () => {
  await app.control({
    faults: [{ fault: 'refusal', call: 'send', status: 422, message: 'Chave inexistente', times: 1 }],
  });
  const { ana, id } = await app.approved();
  await until(async () => (await app.stateOf(id)).status === 'REJECTED');
  assert.deepEqual([(await app.stateOf(id)).hold, await app.balanceOf(ana)], ['RELEASED', CENTS]);
  assert.equal((await app.orderOf(id)).refusal, 'Chave inexistente');
  await until(async () => (await app.toldTo(ana)).length === 1);
  const [told] = await app.toldTo(ana);
  assert.deepEqual(
    [told?.type, told?.message],
    ['WITHDRAWAL_FAILED', 'Não foi possível concluir seu saque. Motivo: o Pix foi recusado pelo banco'],
  );
  const { body } = await app.call(app.admin, 'GET', '/admin/dashboard/alerts');
  const alert = body.alerts.find(({ message }: { message: string }) => message.includes(`withdrawal ${id} `));
  assert.match(alert.message, /Chave inexistente/);
  assert.ok(!JSON.stringify(alert).includes(PIX_KEY.pixKey));
});

test('closing the account erases every Pix key, and the books keep amount, state and payment', async () => {
  const ana = await app.saver(2 * CENTS);
  const send = async () => {
    const { body } = await app.request(
      ana.person,
      { pixKey: ERASED_KEY },
      { 'idempotency-key': `erased ${Math.random()}` },
    );
    assert.equal((await app.confirm(ana, body.id)).status, 200);
    const approval = await app.decide(body.id, 'approve', {}, { 'idempotency-key': `approved ${body.id}` });
    assert.equal(approval.status, 200);
    await until(async () => (await app.stateOf(body.id)).hold !== 'HELD');
    return body.id;
  };
  const detail = `A chave ${ERASED_KEY} não existe`;
  await app.control({ faults: [{ fault: 'refusal', call: 'send', status: 422, message: detail, times: 1 }] });
  const ids = [await send(), await send()];
  const taken = { amountCents: -CENTS, reason: 'x' };
  assert.equal((await app.call(app.admin, 'POST', `/admin/users/${ana.person.userId}/balance`, taken)).status, 200);
  // Stored answers are compressed.
  assert.deepEqual(await tablesWith(ERASED_KEY), ['money_withdrawals']);
  const keptAnswers = () => app.db.query(sql`select from idempotency_keys where owner_id = ${ana.person.userId}`);
  assert.notDeepEqual(await keptAnswers(), []);
  const closed = await app.call(ana.person, 'POST', '/user/close-account', { confirm: true });
  assert.equal(closed.status, 200, closed.text);
  assert.deepEqual([await tablesWith(ERASED_KEY), await keptAnswers()], [[], []]);
  const { body } = await app.call(app.admin, 'GET', `/admin/withdrawals?userId=${ana.person.userId}`);
  const [paid, refused] = body.data;
  const [sent] = await app.sendsOf(ids[1]);
  assert.deepEqual([paid.status, paid.amountCents, paid.endToEndId], ['COMPLETED', String(CENTS), sent?.endToEndId]);
  assert.deepEqual([refused.status, refused.providerReason], ['REJECTED', 'A chave … não existe']);
  assert.deepEqual([paid.pixKey, refused.pixKey], [null, null]);
  await assert.rejects(app.db.query(sql`update money_withdrawals set amount_cents = 1 where id = ${ids[1]}`));
});

/** Finds every table with the text in a row. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await app.db.query<{ name: string }>(sql`
    select tablename as name from pg_tables where schemaname = 'public'`);
  const asked = tables.map(
    ({ name }) => sql`
      select ${name}::text as name where exists (
        select from ${raw(name)} where strpos(${raw(name)}::text, ${text}) > 0)`,
  );
  return (await app.db.query<{ name: string }>(join(asked, ' union all '))).map(({ name }) => name);
}

test('a payment that fails at the bank after it was taken gives the money back', async () => {
  await app.control({ sends: 'manual' });
  const { ana, id } = await app.approved();
  await app.isNoLongerSent(id);
  const { projectId: idEnvio } = await app.orderOf(id);
  await app.control({ settle: { idEnvio, status: 'NAO_REALIZADO', reason: 'Conta encerrada' } });
  await app.settleLater();
  assert.deepEqual(
    [await app.stateOf(id), await app.balanceOf(ana)],
    [{ status: 'REJECTED', hold: 'RELEASED' }, CENTS],
  );
});

/** A time-out looks like a broken connection and takes longer. */
const FAULTS = ['cut-off', 'server-error', 'malformed', 'incomplete', 'wrong-amount'] as const;

test('with any lost answer, a payment that was made is completed and one that is not found waits for an administrator', async () => {
  for (const fault of FAULTS) {
    for (const moment of ['before', 'after'] as const) {
      // This fault changes the answer alone, so the payment was made.
      const isPaid = moment === 'after' || fault === 'wrong-amount';
      await app.control({ faults: [{ fault, moment, call: 'send', times: 1 }] });
      const { ana, id } = await app.approved();
      await app.isNoLongerSent(id);
      const where = `${fault} ${moment}`;
      assert.equal((await app.orderOf(id)).status, 'UNKNOWN', where);
      await app.settleLater();
      assert.equal((await app.stateOf(id)).hold, isPaid ? 'SETTLED' : 'HELD', where);
      for (let hour = 0; hour < 3; hour += 1) await app.settleLater(HOUR_MS);
      assert.equal((await app.stateOf(id)).hold, isPaid ? 'SETTLED' : 'HELD', where);
      assert.equal(await app.isCalledFor(id), !isPaid, where);
      if (!isPaid) assert.equal((await app.endManually(id, { outcome: 'NOT_BOUGHT' })).status, 200);
      assert.deepEqual(
        [(await app.stateOf(id)).status, await app.balanceOf(ana), (await app.sendsOf(id)).length],
        isPaid ? ['COMPLETED', 0, 1] : ['REJECTED', CENTS, 0],
        where,
      );
    }
  }
});

test('a refusal is not believed if the payment was made', async () => {
  await app.control({ faults: [{ fault: 'refusal', call: 'send', moment: 'after', times: 1 }] });
  const { id } = await app.approved();
  await until(async () => (await app.stateOf(id)).status === 'COMPLETED');
  assert.equal((await app.sendsOf(id)).length, 1);
});

test('nothing is concluded while the provider cannot be asked', async () => {
  await app.control({
    faults: [
      { fault: 'cut-off', call: 'send', moment: 'after' },
      { fault: 'server-error', call: 'read-send' },
    ],
  });
  const { id } = await app.approved();
  await app.isNoLongerSent(id);
  await app.settleLater(5 * MINUTE_MS);
  await app.settleLater(5 * MINUTE_MS);
  assert.deepEqual(await app.stateOf(id), { status: 'APPROVED', hold: 'HELD' });
  await app.control({ faults: [] });
  await app.settleLater();
  assert.deepEqual(await app.stateOf(id), { status: 'COMPLETED', hold: 'SETTLED' });
});

test('a payment that the provider took is not given back when it later finds none', async () => {
  for (const seenFirst of ['by the answer', 'by a look']) {
    await app.control({ sends: 'manual', faults: [{ fault: 'not-found', call: 'read-send' }] });
    if (seenFirst === 'by a look') await app.control({ faults: [{ fault: 'cut-off', call: 'send', moment: 'after' }] });
    const { ana, id } = await app.approved();
    await app.isNoLongerSent(id);
    await app.settleLater();
    await app.control({ faults: [{ fault: 'not-found', call: 'read-send' }] });
    for (let count = 0; count < 4; count += 1) await app.settleLater(5 * MINUTE_MS);
    assert.deepEqual(
      [await app.stateOf(id), await app.balanceOf(ana)],
      [{ status: 'APPROVED', hold: 'HELD' }, 0],
      seenFirst,
    );
    assert.ok(await app.isCalledFor(id), seenFirst);
    await app.control({ faults: [], sends: 'automatic' });
    await app.settleLater();
    assert.deepEqual(await app.stateOf(id), { status: 'COMPLETED', hold: 'SETTLED' });
  }
});

test('a 404 that is not the provider’s own word gives nothing back', async () => {
  await app.control({
    faults: [
      { fault: 'cut-off', call: 'send', moment: 'after', times: 1 },
      { fault: 'refusal', status: 404, call: 'read-send' },
    ],
  });
  const { id } = await app.approved();
  await app.isNoLongerSent(id);
  await app.settleLater(5 * MINUTE_MS);
  assert.deepEqual(await app.stateOf(id), { status: 'APPROVED', hold: 'HELD' });
  await app.control({ faults: [] });
  await app.settleLater();
  assert.deepEqual(await app.stateOf(id), { status: 'COMPLETED', hold: 'SETTLED' });
});

/** Makes a withdrawal whose payment is unreadable for more than an hour. */
async function unreadable(moment: 'before' | 'after') {
  await app.control({
    faults: [
      { fault: 'cut-off', call: 'send', moment, times: 1 },
      { fault: 'incomplete', call: 'read-send' },
    ],
  });
  const { ana, id } = await app.approved();
  await app.isNoLongerSent(id);
  await app.settleLater(59 * MINUTE_MS);
  const end = (found: object) => app.endManually(id, found);
  assert.equal((await end({ outcome: 'NOT_BOUGHT' })).status, 409, 'it is too young');
  await app.settleLater(2 * MINUTE_MS);
  assert.deepEqual(await app.stateOf(id), { status: 'APPROVED', hold: 'HELD' });
  return { ana, id, end };
}

test('an administrator settles an unreadable payment as paid or not paid, once', async () => {
  for (const isPaid of [true, false]) {
    const { ana, id, end } = await unreadable(isPaid ? 'after' : 'before');
    const [sent] = await app.sendsOf(id);
    if (isPaid) await app.control({ settle: { idEnvio: sent?.idEnvio, status: 'REALIZADO' } });
    const found = isPaid ? { outcome: 'BOUGHT', reference: sent?.endToEndId } : { outcome: 'NOT_BOUGHT' };
    const [replies] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => end(found))),
      app.orders.settleDue(),
    ]);
    assert.deepEqual(
      replies.map(({ status }) => status).sort(),
      [200, ...Array(9).fill(409)],
      JSON.stringify(replies[0]?.body),
    );
    assert.deepEqual(
      [await app.stateOf(id), await app.balanceOf(ana)],
      isPaid ? [{ status: 'COMPLETED', hold: 'SETTLED' }, 0] : [{ status: 'REJECTED', hold: 'RELEASED' }, CENTS],
    );
    const ended = sql`
      select from audit_entries where action = 'ORDER_ENDED_BY_HAND'
        and entity_id = (select order_id::text from money_withdrawals where id = ${id})`;
    assert.equal((await app.db.query(ended)).length, 1);
  }
});

test('of 20 concurrent approvals one pays, and concurrent looks settle it once', async () => {
  await app.control({ sends: 'manual' });
  const ana = await app.saver(CENTS);
  const id = await app.payout(ana, 'PENDING');
  const replies = await Promise.all(Array.from({ length: 20 }, () => app.decide(id, 'approve')));
  assert.equal(replies.filter(({ status }) => status === 200).length, 1);
  await app.isNoLongerSent(id);
  assert.equal((await app.sendsOf(id)).length, 1);
  await app.control({ sends: 'automatic' });
  app.clock.advance(MINUTE_MS);
  await Promise.all(Array.from({ length: 5 }, () => app.orders.settleDue()));
  assert.deepEqual(await app.stateOf(id), { status: 'COMPLETED', hold: 'SETTLED' });
});

test('a process that dies before, during or after its call is replaced by the job, and money leaves once', async () => {
  const never = () => new Promise<never>(() => undefined);
  for (const [dies, pix, isPaid] of [
    ['before it is sent', null, true],
    ['before the provider hears of it', { ...app.provider, send: never }, false],
    ['before the answer comes', { ...app.provider, send: (send) => app.provider.send(send).then(never) }, true],
  ] satisfies [string, Pix | null, boolean][]) {
    const ana = await app.saver(CENTS);
    const id = await app.payout(ana, 'PENDING');
    await approveAndDie(toId(id), pix);
    await until(async () => (await app.orderOf(id)).status === (pix === null ? 'REQUESTED' : 'SENT'));
    if (isPaid && pix !== null) await until(async () => (await app.sendsOf(id)).length === 1);
    // The lease is still valid.
    await app.orders.settleDue();
    assert.equal((await app.stateOf(id)).status, 'APPROVED', dies);
    await app.settleLater(2 * MINUTE_MS);
    await app.settleLater(2 * MINUTE_MS);
    // A payment that was never sent looks like one that is not found.
    assert.deepEqual(
      [(await app.stateOf(id)).status, await app.balanceOf(ana), (await app.sendsOf(id)).length],
      isPaid ? ['COMPLETED', 0, 1] : ['APPROVED', 0, 0],
      dies,
    );
  }
});

/** Another process approves and dies at its call of the provider, or before it if `pix` is null. */
async function approveAndDie(id: Id<'money-withdrawal'>, pix: Pix | null): Promise<void> {
  const { db, clock } = app;
  const desk = { db, clock, logger: silentLogger, push: { toUser: () => undefined }, notifyUser: () => undefined };
  const orders = createOrders({ ...desk, settings: app.settings }).handle(payoutKind(desk, pix ?? app.provider));
  const payoutOrders = pix === null ? { ...orders, send: () => Promise.resolve('UNKNOWN' as const) } : orders;
  await approvePayout(
    { ...desk, settings: app.settings, openSuspicions: async () => new Map(), payoutOrders },
    id,
    { actorId: app.admin.userId, ip: null, reason: null },
    null,
  );
}
