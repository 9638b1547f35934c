import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { toId } from '../../../../platform/ids.ts';
import { NotSent } from '../../orders/index.ts';
import type { Pix } from '../pix/index.ts';
import type { PayoutDeps } from './payout-deps.ts';
import { payoutKind } from './payout-orders.ts';
import { createProviderApp, HOUR_MS, type ProviderApp } from './test-support.ts';

let app: ProviderApp;
before(async () => {
  app = await createProviderApp();
});
beforeEach(() => app.control({ faults: [], sends: 'automatic' }));
after(() => app?.end());

/** Together less than the seven days that sessions last. */
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

test('a payment whose key cannot be read is not sent, which is certain', async () => {
  const db = { query: async () => Promise.reject(new Error('the database is away')) };
  const pix = { send: () => assert.fail('sent'), findSend: () => assert.fail('asked for') };
  const { send } = payoutKind({ db } as unknown as PayoutDeps, pix as unknown as Pix);
  const ask = { payoutId: toId<'money-withdrawal'>('1'), amountCents: '100' };
  await assert.rejects(async () => send({ id: toId('1'), projectId: 'unread', ask }), NotSent);
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
