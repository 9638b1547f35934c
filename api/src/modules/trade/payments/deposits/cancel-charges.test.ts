import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Person } from '../../../../../test/support/people.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';
import { createPaymentsApp, type PaymentsApp } from '../test-support.ts';
import { CANCEL_CHARGES } from './charges.ts';

let app: PaymentsApp;
before(async () => {
  app = await createPaymentsApp();
});
beforeEach(() => app.control({ faults: [] }));
after(() => app.end());

const jobsOf = ({ userId }: Person) =>
  app.db.query<{ payload: object }>(sql`
    select payload from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = task_id
    where tasks.identifier = ${CANCEL_CHARGES} and payload ->> 'userId' = ${userId}`);

/** Runs the jobs of a user that wait, as the server's runner would. */
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

test('a provider that does not answer is asked again until it has taken them off', async () => {
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

test('money that arrives all the same is credited, and an administrator hears of it', async () => {
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

test('one that is paid meanwhile stays credited, and raises no alert', async () => {
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

test('a charge is called off that was begun by a process whose clock is ahead, or while the pause waited for its turn', async () => {
  const player = await app.person();
  app.clock.advance(5_000);
  const { id, txid } = await app.initiate(player);
  app.clock.advance(-5_000);
  await pauses(player);
  await runJobs(player);
  assert.equal(await statusAtProvider(txid), 'REMOVIDA_PELO_USUARIO_RECEBEDOR');
  assert.equal((await app.depositOf(id)).status, 'EXPIRED');
});

test('who has no open charge leaves the provider in peace, and what is begun later is nobody’s concern', async () => {
  const player = await app.person();
  assert.equal((await lowerLimit(player, '900000')).status, 200);
  assert.equal((await jobsOf(player)).length, 0);
  await app.initiate(player);
  assert.equal((await lowerLimit(player, '800000')).status, 200);
  const { id } = await app.initiate(player);
  await runJobs(player);
  assert.equal((await app.depositOf(id)).status, 'PENDING');
});
