import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { createPerson, type Person } from '../../../../test/support/people.ts';
import { setMarket } from '../../../../test/support/purchases.ts';
import { use } from '../../../../test/support/use-app.ts';
import { openWithdrawals, partnerOf, resetMarket } from './test-support.ts';

const bench = use(openWithdrawals, (opened) => opened.close());
beforeEach(() => resetMarket(bench));

const setUrl = async (who: Person, token = 'AbCdEf12') => {
  const tradeUrl = `https://steamcommunity.com/tradeoffer/new/?partner=${partnerOf(who)}&token=${token}`;
  const { status, text } = await bench.call(who, 'PATCH', '/user/trade-url', { tradeUrl });
  assert.equal(status, 200, text);
};
const checkOf = async (who: Person) => {
  const { body } = await bench.call(who, 'GET', '/user/profile');
  return [body.tradeUrlCheck, body.tradeUrlCheckedAt !== null];
};
const task = async (name: string, payload: object = {}) => {
  for (const { tasks } of bench.app.jobSets) await tasks[name]?.(payload);
};
const check = (who: Person) => task('check-trade-url', { userId: who.userId });
const fail = (fault: object) => setMarket(bench.sandbox, { faults: [{ path: 'check-tradelink', ...fault }] });

test('a trade URL is unconfirmed until the marketplace was asked, which no change waits for', async () => {
  const person = await createPerson(bench.app.db);
  assert.deepEqual(await checkOf(person), ['UNCONFIRMED', false]);
  await fail({ fault: 'time-out' });
  await setUrl(person);
  assert.deepEqual(await checkOf(person), ['UNCONFIRMED', false]);
  await resetMarket(bench);
  await check(person);
  assert.deepEqual(await checkOf(person), ['CONFIRMED', true]);
});

test('a URL that leads to nobody or another user is NOT_YOURS, and a new URL is checked anew', async () => {
  const { market } = bench;
  const person = await createPerson(bench.app.db);
  await setUrl(person);
  await fail({ fault: 'refusal', message: 'Invalid tradelink' });
  await check(person);
  assert.deepEqual(await checkOf(person), ['NOT_YOURS', true]);
  await setUrl(person, 'Another1');
  assert.deepEqual(await checkOf(person), ['UNCONFIRMED', false]);
  const { ownerOfTradeUrl } = market;
  market.ownerOfTradeUrl = async () => '76561198000000009';
  try {
    await check(person);
  } finally {
    market.ownerOfTradeUrl = ownerOfTradeUrl;
  }
  assert.deepEqual(await checkOf(person), ['NOT_YOURS', true]);
});

test('no answer says nothing about the URL, and it is asked about again by the hour', async () => {
  const person = await createPerson(bench.app.db);
  await setUrl(person);
  for (const fault of ['server-error', 'malformed', 'rate-limited', 'forbidden', 'incomplete', 'cut-off']) {
    await fail({ fault });
    await check(person);
    assert.deepEqual(await checkOf(person), ['UNCONFIRMED', false], fault);
  }
  await fail({ fault: 'refusal', message: 'Try again later' });
  await check(person);
  assert.deepEqual(await checkOf(person), ['UNCONFIRMED', false], 'another refusal');
  await resetMarket(bench);
  await task('check-trade-urls');
  assert.deepEqual(await checkOf(person), ['CONFIRMED', true]);
});

test('it is asked about 24 times at most', async () => {
  const person = await createPerson(bench.app.db);
  await setUrl(person);
  await fail({ fault: 'server-error' });
  for (let tries = 0; tries < 24; tries += 1) await check(person);
  await resetMarket(bench);
  await check(person);
  assert.deepEqual(await checkOf(person), ['UNCONFIRMED', false]);
});

test('an answer about a URL that was replaced meanwhile says nothing about the new one', async () => {
  const { market } = bench;
  const person = await createPerson(bench.app.db);
  await setUrl(person);
  const { ownerOfTradeUrl } = market;
  market.ownerOfTradeUrl = async () => {
    await setUrl(person, 'Another1');
    return null;
  };
  try {
    await check(person);
  } finally {
    market.ownerOfTradeUrl = ownerOfTradeUrl;
  }
  assert.deepEqual(await checkOf(person), ['UNCONFIRMED', false]);
});
