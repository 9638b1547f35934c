import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { refusal } from '../../../../../test/support/calls.ts';
import { givenBack, paid } from '../../../../../test/support/pix-messages.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { usePaymentsApp } from '../test-support.ts';

const app = usePaymentsApp();
beforeEach(() => app.control({ webhooks: { hold: false, copies: 1, lose: false, forge: null } }));

const returnAlertsOf = async (depositId: string) =>
  app.db.query<{ level: string; count: number }>(sql`
    select level, count from alerts
    where kind = 'DEPOSIT_RETURNED' and details ->> 'depositId' = ${depositId} and resolved_at is null`);

test('a returned deposit is recorded once, raises an alert and is taken from the balance', async () => {
  const player = await app.person();
  const { id, txid } = await app.initiate(player);
  const { payment } = await app.control({ pay: { txid } });
  await app.control({ webhooks: { copies: 3 }, giveBack: { txid, amount: '20.00' } });
  await app.control({ webhooks: { copies: 1, resend: true } });
  await app.applied();
  assert.equal(await app.balanceOf(player), '3000');
  assert.deepEqual(await returnAlertsOf(id), [{ level: 'WARNING', count: 1 }]);
  const { body } = await app.call(app.admin, 'GET', `/admin/deposits?txid=${txid}`);
  const [{ status, returns }] = body.data;
  const [{ returnId }] = returns;
  const returnedAt = app.clock.now().toISOString();
  assert.deepEqual(
    [status, returns],
    [
      'CONFIRMED',
      [
        {
          endToEndId: payment.endToEndId,
          returnId,
          status: 'DONE',
          amountCents: '2000',
          owedCents: '2000',
          owedBy: null,
          returnedAt,
        },
      ],
    ],
  );
  const { depositReturns } = (await app.call(player, 'GET', '/user/data')).body;
  assert.deepEqual(
    depositReturns.map((each: { returnId: string }) => each.returnId),
    [returnId],
  );
  await app.control({ giveBack: { txid, amount: '30.00' } });
  assert.equal((await returnAlertsOf(id)).length, 2);
  assert.equal(await app.balanceOf(player), '0');
});

test('money that was returned before it was reported is not credited and cannot be confirmed', async () => {
  const player = await app.person();
  const { id, txid } = await app.initiate(player);
  await app.control({ webhooks: { lose: true } });
  await app.control({ pay: { txid } });
  await app.control({ giveBack: { txid } });
  app.clock.advance(3 * 60_000);
  await app.job('reconcile-deposits');
  assert.deepEqual(await app.depositOf(id), { status: 'PENDING', creditedCents: null, faults: ['RETURNED'] });
  assert.deepEqual(await returnAlertsOf(id), [{ level: 'WARNING', count: 1 }]);
  const decide = (step: string) => app.call(app.admin, 'POST', `/admin/deposits/${id}/${step}`, { reason: 'A test' });
  assert.deepEqual(refusal(await decide('confirm')), [409, 'The money of this deposit was given back']);
  assert.equal(await app.balanceOf(player), '0');
  assert.equal((await decide('reject')).body.payments[0].status, 'DISMISSED');
});

test('a failed return does not count, and an unreadable one raises an alert', async () => {
  const player = await app.person();
  const [first, second] = [await app.initiate(player), await app.initiate(player)];
  const before = (await app.alertsOf('PROVIDER_EVENT_NOT_TAKEN')).length;
  const devolucoes = [givenBack('50.00', { status: 'NAO_REALIZADO' })];
  await app.webhook({ pix: [{ ...paid(first.txid, '50.00'), devolucoes }] });
  assert.equal((await app.depositOf(first.id)).status, 'CONFIRMED');
  assert.deepEqual(await returnAlertsOf(first.id), []);
  const strange = ['all of it', givenBack('5,00'), givenBack('0.00'), givenBack('5.00', { status: 'PERHAPS' })];
  await app.webhook({ pix: [{ ...paid(second.txid, '50.00'), devolucoes: strange }] });
  assert.equal((await app.depositOf(second.id)).status, 'CONFIRMED');
  assert.equal((await app.alertsOf('PROVIDER_EVENT_NOT_TAKEN')).length - before, strange.length);
  assert.deepEqual(await returnAlertsOf(second.id), []);
});

test('a return that names no charge belongs to the charge of its payment', async () => {
  const player = await app.person();
  const { id, txid } = await app.initiate(player);
  const payment = paid(txid, '50.00');
  await app.webhook({ pix: [payment] });
  await app.webhook({ pix: [{ ...payment, txid: undefined, devolucoes: [givenBack('50.00')] }] });
  assert.deepEqual(await returnAlertsOf(id), [{ level: 'WARNING', count: 1 }]);
  assert.equal(await app.balanceOf(player), '0');
});

test('a payment is neither credited nor confirmed if a return without a charge came before it', async () => {
  const player = await app.person();
  const { id, txid } = await app.initiate(player);
  const payment = paid(txid, '50.00');
  const content = { endToEndId: payment.endToEndId, txid: null, returnId: 'return1', amountCents: '5000' };
  await app.db.query(sql`
    insert into provider_events (provider, event_key, kind, content, source, received_at)
    values ('pix', ${`${payment.endToEndId}:return:return1`}, 'PIX_RETURN', ${JSON.stringify(content)}, 'WEBHOOK', now())`);
  await app.job('apply-provider-events');
  await app.webhook({ pix: [payment] });
  assert.deepEqual(await app.depositOf(id), { status: 'PENDING', creditedCents: null, faults: ['RETURNED'] });
  const confirmed = await app.call(app.admin, 'POST', `/admin/deposits/${id}/confirm`, { reason: 'A test' });
  assert.deepEqual(refusal(confirmed), [409, 'The money of this deposit was given back']);
});

test('a return for an unknown charge raises an alert', async () => {
  const payment = paid('0'.repeat(32), '50.00');
  await app.webhook({ pix: [{ ...payment, devolucoes: [givenBack('50.00')] }] });
  const told = await app.alertsOf('RETURN_OF_NO_DEPOSIT');
  assert.deepEqual(told.at(-1), { key: `${payment.endToEndId}:return1`, isOpen: true });
});
