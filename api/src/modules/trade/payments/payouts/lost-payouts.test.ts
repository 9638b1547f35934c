import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { createCall } from '../../../../../test/support/calls.ts';
import { until } from '../../../../../test/support/until.ts';
import { buildApp } from '../../../../app/app.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';
import { silentLogger } from '../../../../platform/observability/logger.ts';
import { NotSent } from '../../orders/index.ts';
import { createPix } from '../pix/create-pix.ts';
import type { Pix } from '../pix/pix.records.ts';
import { payByPix } from './payout-orders.ts';
import { CENTS, useProviderApp } from './test-support.ts';

const app = useProviderApp();
beforeEach(() => app.control({ faults: [], sends: 'automatic' }));

/** Where nothing listens. */
const NOBODY = { url: 'http://127.0.0.1:1', clientId: 'a', clientSecret: 'b', key: 'c' };
/** Sessions last seven days. */
const DAYS = 4;

test('a send that the provider does not find for days while it is under way is not given back, and is paid once', async () => {
  await app.control({
    sends: 'manual',
    faults: [
      { fault: 'cut-off', call: 'send', moment: 'after', times: 1 },
      { fault: 'not-found', call: 'read-send' },
    ],
  });
  const { ana, id } = await app.approved();
  await app.isNoLongerSent(id);
  for (let hour = 0; hour < DAYS * 24; hour += 1) await app.settleLater(HOUR_MS);
  assert.deepEqual([await app.stateOf(id), await app.balanceOf(ana)], [{ status: 'APPROVED', hold: 'HELD' }, 0]);
  assert.ok(await app.isCalledFor(id));
  await app.control({ faults: [], settle: { idEnvio: (await app.orderOf(id)).projectId, status: 'REALIZADO' } });
  await app.settleLater();
  assert.deepEqual(await app.stateOf(id), { status: 'COMPLETED', hold: 'SETTLED' });
  assert.ok(!(await app.isCalledFor(id)));
  assert.equal((await app.sendsOf(id)).length, 1);
});

test('a payment that certainly did not leave is sent again every minute and paid once', async () => {
  const requests = async (): Promise<Record<string, number>> =>
    (await app.control({ sends: 'automatic' })).requests.asked;
  // The old token expires.
  app.clock.advance(HOUR_MS);
  await app.control({ faults: [{ fault: 'server-error', call: 'token' }] });
  const { token: before = 0, send: sendsBefore } = await requests();
  const timesAsked = async () => ((await requests()).token ?? 0) - before;
  const isRequestedAfter = (times: number) =>
    until(async () => (await timesAsked()) === times && (await app.orderOf(id)).status === 'REQUESTED');
  const { id } = await app.approved();
  await isRequestedAfter(1);
  await app.orders.settleDue();
  assert.equal(await timesAsked(), 1);
  for (let minute = 2; minute <= 12; minute += 1) {
    await app.settleLater();
    await isRequestedAfter(minute);
  }
  assert.deepEqual([await app.stateOf(id), await app.isCalledFor(id)], [{ status: 'APPROVED', hold: 'HELD' }, true]);
  assert.equal((await requests()).send, sendsBefore);
  await app.control({ faults: [] });
  await app.settleLater();
  assert.deepEqual(await app.stateOf(id), { status: 'COMPLETED', hold: 'SETTLED' });
  assert.equal(await app.isCalledFor(id), false);
  assert.equal((await app.sendsOf(id)).length, 1);
});

test('only a failure of the send itself proves that nothing left', async () => {
  const nowhere = createPix({ ...NOBODY, clock: app.clock, logger: silentLogger });
  const payment = { sendId: 'a'.repeat(32), amountCents: 100n, toKey: 'ana@example.com' };
  await assert.rejects(payByPix(nowhere, payment), NotSent);
  // After the refusal the provider cannot be asked whether it paid.
  await app.control({
    faults: [{ fault: 'refusal', call: 'send', status: 422, message: 'Chave inexistente', times: 1 }],
  });
  const silent = { ...app.provider, findSend: nowhere.findSend };
  await assert.rejects(payByPix(silent, payment), { name: 'OutsideError', fault: 'NOT_SENT' });
});

test('a process that stops waits for the payment that it sends', async (t) => {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  t.after(() => released.resolve());
  const send: Pix['send'] = async (payment) => {
    asked.resolve();
    await released.promise;
    return app.provider.send(payment);
  };
  const stopping = await buildApp({ ...app.deps, pix: { ...app.provider, send } });
  const id = await app.payout(await app.saver(CENTS), 'PENDING');
  const approval = await createCall(stopping.http)(app.admin, 'POST', `/admin/withdrawals/${id}/approve`, {});
  assert.equal(approval.status, 200, approval.text);
  await asked.promise;
  let isClosed = false;
  const closed = stopping.close(HOUR_MS).then(() => {
    isClosed = true;
  });
  // A stop that waits for nothing would be over long before.
  for (let look = 0; look < 100; look += 1) assert.equal((await app.orderOf(id)).status, 'SENT');
  assert.equal(isClosed, false);
  released.resolve();
  await closed;
  assert.deepEqual(await app.stateOf(id), { status: 'COMPLETED', hold: 'SETTLED' });
});

test('a 404 to the send itself, or a refusal without the provider’s words, gives nothing back', async () => {
  for (const refused of [
    { status: 404, message: 'Não encontrado' },
    { status: 422, message: '' },
  ]) {
    await app.control({ faults: [{ fault: 'refusal', call: 'send', times: 1, ...refused }] });
    const { ana, id } = await app.approved();
    await app.isNoLongerSent(id);
    await app.settleLater(24 * HOUR_MS);
    assert.deepEqual(await app.stateOf(id), { status: 'APPROVED', hold: 'HELD' }, JSON.stringify(refused));
    assert.ok(await app.isCalledFor(id));
    assert.equal((await app.endManually(id, { outcome: 'NOT_BOUGHT' })).status, 200);
    assert.equal(await app.balanceOf(ana), 5_000);
  }
});
