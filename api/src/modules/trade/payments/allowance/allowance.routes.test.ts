import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPerson, type Person } from '../../../../../test/support/people.ts';
import { enableSecondFactor } from '../../../../../test/support/second-factors.ts';
import { MINUTE_MS } from '../../../../platform/durations.ts';
import { usePaymentsApp } from '../test-support.ts';

const app = usePaymentsApp();

const allowanceOf = async (who: Person) => {
  const { status, body, text } = await app.call(who, 'GET', '/payment/allowance');
  assert.equal(status, 200, text);
  return body;
};

test('the deposit allowance is what limits and open charges leave, and exactly that is accepted', async () => {
  const player = await app.person();
  const none = { mostCents: '1000000', leftCents: null, openCharges: 0, openCents: '0', hindrance: null };
  assert.deepEqual((await allowanceOf(player)).deposit, none);
  await app.call(player, 'PUT', '/user/limits', { deposit: { dayCents: '20000', monthCents: '17000' } });
  await app.control({ pay: { txid: (await app.initiate(player)).txid } });
  await app.initiate(player);
  const left = { mostCents: '7000', leftCents: '7000', openCharges: 1, openCents: '5000', hindrance: null };
  assert.deepEqual((await allowanceOf(player)).deposit, left);
  const ask = (amountCents: string) => app.call(player, 'POST', '/payment/deposit/initiate', { amountCents });
  assert.deepEqual([(await ask('7001')).status, (await ask('6001')).status], [403, 201]);
  const { mostCents, leftCents, hindrance } = (await allowanceOf(player)).deposit;
  assert.deepEqual([mostCents, leftCents, hindrance], ['0', '999', 'LIMIT']);
});

test('a user who may not deposit gets the reason', async () => {
  const hindranceOf = async (who: Person) => (await allowanceOf(who)).deposit.hindrance;
  const young = await createPerson(app.db);
  assert.equal(await hindranceOf(young), 'AGE_NOT_CONFIRMED');
  const busy = await app.person();
  for (let open = 0; open < 5; open += 1) await app.initiate(busy);
  assert.equal(await hindranceOf(busy), 'OPEN_CHARGES');
  app.clock.advance(30 * MINUTE_MS);
  await app.job('expire-deposits');
  assert.equal(await hindranceOf(busy), null);
  await app.call(busy, 'POST', '/user/self-exclusion', { kind: 'PAUSE', days: 1, confirm: true });
  assert.equal(await hindranceOf(busy), 'EXCLUDED');
});

test('the withdrawal allowance is what the day, the balance and the rules leave', async () => {
  const player = await app.person();
  const withdrawalOf = async () => (await allowanceOf(player)).withdrawal;
  assert.equal((await withdrawalOf()).hindrance, 'SECOND_FACTOR');
  await enableSecondFactor(app.call, player, app.clock);
  assert.equal((await withdrawalOf()).hindrance, 'BALANCE');
  await app.control({ pay: { txid: (await app.initiate(player, '9000')).txid } });
  assert.deepEqual(await withdrawalOf(), {
    mostCents: '9000',
    askedTodayCents: '0',
    leftTodayCents: '1000000',
    hindrance: null,
  });
  const key = { pixKeyType: 'EMAIL', pixKey: 'ana@example.com' };
  const asked = await app.call(player, 'POST', '/payment/withdraw/request', { amountCents: '4000', ...key });
  assert.equal(asked.status, 201, asked.text);
  assert.deepEqual(await withdrawalOf(), {
    mostCents: '5000',
    askedTodayCents: '4000',
    leftTodayCents: '996000',
    hindrance: null,
  });
  assert.equal((await allowanceOf(player)).dayEndsAt, '2026-11-17T03:00:00.000Z');
});
