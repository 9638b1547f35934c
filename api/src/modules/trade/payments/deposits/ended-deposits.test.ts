import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { refusal } from '../../../../../test/support/calls.ts';
import type { Person } from '../../../../../test/support/people.ts';
import { paid } from '../../../../../test/support/pix-messages.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';
import { usePaymentsApp } from '../test-support.ts';
import { CANCEL_CHARGES } from './charges.ts';

const app = usePaymentsApp();
beforeEach(() => app.control({ faults: [] }));

const reason = 'The receipt of the bank was checked';
const decide = (id: string, step: 'confirm' | 'reject', headers: Record<string, string> = {}) =>
  app.call(app.admin, 'POST', `/admin/deposits/${id}/${step}`, { reason }, headers);
const auditOf = (id: string) =>
  app.db.query<{ action: string; actor: string }>(sql`
    select action, actor_id as actor from audit_entries where entity_type = 'deposit' and entity_id = ${id} order by id`);

test('a deposit is confirmed by hand once, with an entry on the trail, and its money is not credited again', async () => {
  const player = await app.person();
  const { id, txid } = await app.initiate(player);
  const { status, body } = await decide(id, 'confirm');
  assert.equal(status, 200);
  assert.deepEqual(
    [body.status, body.creditedCents, body.decidedBy, body.decisionReason, body.userId, body.txid],
    ['CONFIRMED', '5000', app.admin.userId, reason, player.userId, txid],
  );
  assert.deepEqual(refusal(await decide(id, 'confirm')), [409, 'The deposit cannot be confirmed (status: CONFIRMED)']);
  assert.deepEqual(refusal(await decide(id, 'reject')), [409, 'The deposit cannot be rejected (status: CONFIRMED)']);
  assert.deepEqual(await auditOf(id), [{ action: 'DEPOSIT_CONFIRMED', actor: app.admin.userId }]);
  // The first payment belongs to the confirmation.
  await app.webhook({ pix: [paid(txid, '50.00')] });
  assert.deepEqual(await app.depositOf(id), { status: 'CONFIRMED', creditedCents: '5000', faults: [] });
  assert.equal(await app.balanceOf(player), '5000');
  await app.webhook({ pix: [paid(txid, '50.00')] });
  assert.deepEqual((await app.depositOf(id)).faults, ['PAID_BEFORE']);
  assert.equal(await app.balanceOf(player), '5000');
  const dismissed = await decide(id, 'reject');
  assert.deepEqual([dismissed.status, dismissed.body.status], [200, 'CONFIRMED']);
  assert.deepEqual(
    dismissed.body.payments.map((payment: { status: string }) => payment.status),
    ['CREDITED', 'DISMISSED'],
  );
  assert.deepEqual(
    (await app.alertsOf('DEPOSIT_NEEDS_DECISION')).filter(({ key }) => key === id),
    [{ key: id, isOpen: false }],
  );
});

test('confirming a payment of another amount credits what arrived', async () => {
  const player = await app.person();
  const { id, txid } = await app.initiate(player);
  await app.webhook({ pix: [paid(txid, '49.00')] });
  const { body } = await decide(id, 'confirm');
  assert.deepEqual([body.status, body.amountCents, body.creditedCents], ['CONFIRMED', '5000', '4900']);
  assert.equal(await app.balanceOf(player), '4900');
  const alerts = (await app.alertsOf('DEPOSIT_NEEDS_DECISION')).filter(({ key }) => key === id);
  assert.deepEqual(alerts, [{ key: id, isOpen: false }]);
});

test('a rejected deposit is not credited, and later money waits', async () => {
  const player = await app.person();
  const { id, txid } = await app.initiate(player);
  const { body } = await decide(id, 'reject');
  assert.equal(body.status, 'REJECTED');
  assert.deepEqual(refusal(await decide(id, 'reject')), [409, 'The deposit cannot be rejected (status: REJECTED)']);
  assert.deepEqual(refusal(await decide(id, 'confirm')), [409, 'The deposit cannot be confirmed (status: REJECTED)']);
  await app.webhook({ pix: [paid(txid, '50.00')] });
  assert.deepEqual(await app.depositOf(id), { status: 'REJECTED', creditedCents: null, faults: ['DEPOSIT_REJECTED'] });
  assert.equal(await app.balanceOf(player), '0');
  assert.equal((await decide(id, 'confirm')).body.status, 'CONFIRMED');
  assert.equal(await app.balanceOf(player), '5000');
  assert.deepEqual(
    (await auditOf(id)).map(({ action }) => action),
    ['DEPOSIT_REJECTED', 'DEPOSIT_CONFIRMED'],
  );
});

test('a repeat of a decision with the same key gets the first answer', async () => {
  const player = await app.person();
  const { id } = await app.initiate(player);
  const first = await decide(id, 'confirm', { 'idempotency-key': id });
  const second = await decide(id, 'confirm', { 'idempotency-key': id });
  assert.deepEqual([second.status, second.text, second.replayed], [200, first.text, true]);
  assert.equal(await app.balanceOf(player), '5000');
});

test('a decision needs an administrator, a reason and a deposit', async () => {
  const player = await app.person();
  const { id } = await app.initiate(player);
  for (const step of ['confirm', 'reject']) {
    assert.equal((await app.call(player, 'POST', `/admin/deposits/${id}/${step}`, { reason })).status, 403);
    assert.equal((await app.call(app.admin, 'POST', `/admin/deposits/${id}/${step}`, { reason: ' ' })).status, 400);
    const unknown = await app.call(app.admin, 'POST', `/admin/deposits/987654321/${step}`, { reason });
    assert.deepEqual(refusal(unknown), [404, 'Depósito não encontrado.']);
  }
  assert.equal((await app.depositOf(id)).status, 'PENDING');
});

test('deposits are listed by status, user, txid and whether they need a decision', async () => {
  const [player, other] = [await app.person(), await app.person()];
  const [first, second, third] = [await app.initiate(player), await app.initiate(player), await app.initiate(other)];
  await app.webhook({ pix: [paid(second.txid, '1.00'), paid(third.txid, '50.00')] });
  const ids = async (query: string) =>
    (await app.call(app.admin, 'GET', `/admin/deposits?${query}`)).body.data.map(({ id }: { id: string }) => id);
  assert.deepEqual(await ids(`userId=${player.userId}`), [second.id, first.id]);
  assert.deepEqual(await ids(`userId=${player.userId}&needsDecision=true`), [second.id]);
  assert.deepEqual(await ids(`userId=${other.userId}&status=CONFIRMED`), [third.id]);
  assert.deepEqual(await ids(`txid=${first.txid}`), [first.id]);
  assert.deepEqual(await ids(`userId=${player.userId}&before=${second.id}`), [first.id]);
  const { body } = await app.call(app.admin, 'GET', `/admin/deposits?txid=${second.txid}`);
  const one = await app.call(app.admin, 'GET', `/admin/deposits/${body.data[0].id}`);
  assert.deepEqual(one.body, body.data[0]);
  assert.equal((await app.call(app.admin, 'GET', '/admin/deposits/999999')).status, 404);
  const [{ payments }] = body.data;
  assert.deepEqual(
    [payments[0].amountCents, payments[0].status, payments[0].fault],
    ['100', 'WAITING', 'AMOUNT_DIFFERS'],
  );
});

const jobsOf = ({ userId }: Person) =>
  app.db.query<{ payload: object }>(sql`
    select payload from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = task_id
    where tasks.identifier = ${CANCEL_CHARGES} and payload ->> 'userId' = ${userId}`);

async function runJobs(who: Person): Promise<void> {
  const jobs = await jobsOf(who);
  const task = app.jobSets.find(({ tasks }) => CANCEL_CHARGES in tasks)?.tasks[CANCEL_CHARGES];
  assert.ok(task !== undefined && jobs.length > 0);
  for (const { payload } of jobs) await task(payload);
}

const statusAtProvider = async (txid: string) => {
  const { charges } = (await (await fetch(`${app.sandbox.url}/control/pix`)).json()) as {
    charges: { txid: string; status: string }[];
  };
  return charges.find((charge) => charge.txid === txid)?.status;
};
const lowerLimit = (who: Person, dailyCents: string | null) =>
  app.call(who, 'PUT', '/user/limits', { deposit: { dayCents: dailyCents } });
const pauses = (who: Person) =>
  app.call(who, 'POST', '/user/self-exclusion', { kind: 'PAUSE', days: 7, confirm: true });

for (const { by, protect } of [
  { by: 'a lower limit', protect: (who: Person) => lowerLimit(who, '1000') },
  { by: 'a pause', protect: pauses },
]) {
  test(`${by} takes open charges off at the provider, and nobody can pay them any more`, async () => {
    const player = await app.person();
    const open = [await app.initiate(player), await app.initiate(player)];
    const { status, text } = await protect(player);
    assert.equal(status, 200, text);
    await runJobs(player);
    for (const { id, txid } of open) {
      assert.equal(await statusAtProvider(txid), 'REMOVIDA_PELO_USUARIO_RECEBEDOR');
      assert.equal((await app.depositOf(id)).status, 'EXPIRED');
    }
    await runJobs(player);
    const heard = app.sent.filter(({ userId, event }) => userId === player.userId && event === 'deposit:expired');
    assert.deepEqual(
      new Set(heard.map(({ payload }) => payload)),
      new Set(open.map(({ id }) => ({ depositId: id, amountCents: '5000' }))),
    );
  });
}

test('a provider that does not answer is asked again until it has removed the charges', async () => {
  const player = await app.person();
  const { txid } = await app.initiate(player);
  await pauses(player);
  await app.control({ faults: [{ fault: 'server-error', call: 'remove-charge' }] });
  await assert.rejects(runJobs(player), { name: 'OutsideError' });
  assert.equal(await statusAtProvider(txid), 'ATIVA');
  await app.control({ faults: [] });
  await runJobs(player);
  assert.equal(await statusAtProvider(txid), 'REMOVIDA_PELO_USUARIO_RECEBEDOR');
});

test('money for a cancelled charge is credited and raises an alert', async () => {
  const player = await app.person();
  const { id, txid } = await app.initiate(player);
  await pauses(player);
  await runJobs(player);
  await app.control({ pay: { txid, force: true } });
  assert.deepEqual(await app.depositOf(id), { status: 'CONFIRMED', creditedCents: '5000', faults: [] });
  assert.equal(await app.balanceOf(player), '5000');
  const told = await app.alertsOf('DEPOSIT_AFTER_PROTECTION');
  assert.deepEqual(
    told.filter(({ key }) => key === id),
    [{ key: id, isOpen: true }],
  );
});

test('a deposit that is paid meanwhile stays credited without an alert', async () => {
  const player = await app.person();
  const { id, txid } = await app.initiate(player);
  await pauses(player);
  await app.control({ pay: { txid } });
  await runJobs(player);
  assert.equal((await app.depositOf(id)).status, 'CONFIRMED');
  assert.ok((await app.alertsOf('DEPOSIT_AFTER_PROTECTION')).every(({ key }) => key !== id));
});

test('a higher limit, or one of losses, leaves open charges alone', async () => {
  const player = await app.person();
  assert.equal((await lowerLimit(player, '900000')).status, 200);
  const { id } = await app.initiate(player);
  assert.equal((await lowerLimit(player, '950000')).status, 200);
  assert.equal((await app.call(player, 'PUT', '/user/limits', { loss: { dayCents: '100' } })).status, 200);
  assert.equal((await jobsOf(player)).length, 0);
  assert.equal((await app.depositOf(id)).status, 'PENDING');
});

for (const { raised, to } of [
  { raised: 'raised', to: '900000' },
  { raised: 'removed', to: null },
]) {
  test(`a limit that was ${raised} a day ago is lower than before, though it is above the one of then`, async () => {
    const player = await app.person();
    assert.equal((await lowerLimit(player, '1000')).status, 200);
    assert.equal((await lowerLimit(player, to)).status, 200);
    app.clock.advance(24 * HOUR_MS);
    const { id, txid } = await app.initiate(player);
    assert.equal((await lowerLimit(player, '2000')).status, 200);
    await runJobs(player);
    assert.equal(await statusAtProvider(txid), 'REMOVIDA_PELO_USUARIO_RECEBEDOR');
    assert.equal((await app.depositOf(id)).status, 'EXPIRED');
  });
}

test('a charge of a process whose clock is ahead, or made while the pause waited, is cancelled', async () => {
  const player = await app.person();
  app.clock.advance(5_000);
  const { id, txid } = await app.initiate(player);
  app.clock.advance(-5_000);
  await pauses(player);
  await runJobs(player);
  assert.equal(await statusAtProvider(txid), 'REMOVIDA_PELO_USUARIO_RECEBEDOR');
  assert.equal((await app.depositOf(id)).status, 'EXPIRED');
});

test('without an open charge the provider is not asked, and later deposits stay open', async () => {
  const player = await app.person();
  assert.equal((await lowerLimit(player, '900000')).status, 200);
  assert.equal((await jobsOf(player)).length, 0);
  await app.initiate(player);
  assert.equal((await lowerLimit(player, '800000')).status, 200);
  const { id } = await app.initiate(player);
  await runJobs(player);
  assert.equal((await app.depositOf(id)).status, 'PENDING');
});
