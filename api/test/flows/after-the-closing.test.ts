import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usePaymentsApp } from '../../src/modules/trade/payments/test-support.ts';
import { transaction } from '../../src/platform/database/db.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { DAY_MS } from '../../src/platform/durations.ts';
import { until } from '../../src/platform/hot-store/test-support.ts';
import { createBrowser } from '../support/browser.ts';
import { logInAs } from '../support/login.ts';
import type { Person } from '../support/people.ts';
import { givenBack, paid } from '../support/pix-messages.ts';

/** Returned money of a closed account follows its person into the next account. */

const app = usePaymentsApp();
let account = 700;

const CENTS = 20_000;
const STATUS = { OPEN: 'EM_PROCESSAMENTO', DONE: 'DEVOLVIDO', FAILED: 'NAO_REALIZADO' };
const LOCK_WAITERS = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

const newcomer = async () => {
  account += 1;
  const person = await logInAs(app.http, `76561198000000${account}`);
  await app.call(person, 'PUT', '/user/age-confirmation', { isAdult: true });
  return person;
};
async function comeBack({ userId, platformId }: Person): Promise<Person> {
  const back = await logInAs(app.http, platformId);
  assert.notEqual(back.userId, userId);
  return back;
}
async function close(who: Person): Promise<void> {
  const { status, text } = await app.call(who, 'POST', '/user/close-account', { confirm: true });
  assert.equal(status, 200, text);
}
async function adjust(who: Person, amountCents: number): Promise<void> {
  const body = { amountCents, reason: 'A test' };
  const { status, text } = await app.call(app.admin, 'POST', `/admin/users/${who.userId}/balance`, body);
  assert.equal(status, 200, text);
}
/** The user paid R$ 200,00, which were credited and spent, and then left. */
async function gone() {
  const person = await newcomer();
  const { txid } = await app.initiate(person, String(CENTS));
  const payment = paid(txid, '200.00');
  await app.webhook({ pix: [payment] });
  await adjust(person, -CENTS);
  await close(person);
  const back = async (status: keyof typeof STATUS, valor = '200.00', id = 'return1') => {
    const devolucoes = [givenBack(valor, { id, status: STATUS[status] })];
    assert.equal((await app.webhook({ pix: [{ ...payment, devolucoes }] })).status, 200);
  };
  return { person, back };
}
async function standingOf({ userId }: Person): Promise<[balance: number, debt: number]> {
  const [row] = await app.db.query<{ balance: string; debt: string }>(sql`
    select balance_cents as balance, debt_cents as debt from accounts where user_id = ${userId}`);
  return [Number(row?.balance), Number(row?.debt)];
}
const keptNames = async () =>
  (await app.db.query<{ name: string }>(sql`select name from kept_facts order by name`)).map(({ name }) => name);
/** The job runs this much later; sessions of the test stay. */
async function afterDays(days: number): Promise<void> {
  const now = app.clock.now();
  app.clock.advance(days * DAY_MS);
  await app.job('forget-persons');
  app.clock.set(now);
}

test('a deposit that goes back after its account was closed is owed by the person who comes back, however much later', async () => {
  const { person, back } = await gone();
  await back('DONE');
  assert.deepEqual(await standingOf(person), [0, CENTS]);
  await afterDays(200);
  const second = await comeBack(person);
  assert.deepEqual(await standingOf(person), [0, 0]);
  assert.deepEqual(await standingOf(second), [0, CENTS]);
  await adjust(second, CENTS + 500);
  assert.deepEqual(await standingOf(second), [500, 0]);
  const { body } = await app.call(second, 'GET', '/payment/transactions');
  assert.match(JSON.stringify(body), /Depósito de uma conta encerrada/);
  await adjust(second, -500);
  await close(second);
  // It was paid once, and is not owed again.
  assert.deepEqual(await standingOf(await comeBack(second)), [0, 0]);
});

test('a person who has come back owes the deposit at once, and a return under way holds them as their own would', async () => {
  const { person, back } = await gone();
  const second = await comeBack(person);
  await close(second);
  const third = await comeBack(second);
  await adjust(third, 5_000);
  await back('OPEN');
  assert.deepEqual(
    [await standingOf(person), await standingOf(second)],
    [
      [0, 0],
      [0, 0],
    ],
  );
  assert.deepEqual(await standingOf(third), [0, CENTS - 5_000]);
  const closing = await app.call(third, 'POST', '/user/close-account', { confirm: true });
  assert.equal(closing.status, 409, closing.text);
  await adjust(third, CENTS);
  assert.deepEqual(await standingOf(third), [5_000, 0]);
  assert.equal((await app.call(third, 'POST', '/user/close-account', { confirm: true })).status, 409);
  await back('FAILED');
  assert.deepEqual(await standingOf(third), [CENTS + 5_000, 0]);
});

test('a return that was under way when its person came back ends on their account', async () => {
  const { person, back } = await gone();
  await back('OPEN');
  const second = await comeBack(person);
  assert.deepEqual(await standingOf(second), [0, CENTS]);
  const { body } = await app.call(app.admin, 'GET', `/admin/users/${second.userId}/risk`);
  assert.equal(body.money.debtCents, String(CENTS));
  await afterDays(101);
  await back('FAILED');
  assert.deepEqual(
    [await standingOf(person), await standingOf(second)],
    [
      [0, 0],
      [0, 0],
    ],
  );
});

test('a return that fails before its person comes back leaves nothing to owe and nobody known for it', async () => {
  const { person, back } = await gone();
  await back('OPEN');
  assert.ok((await keptNames()).includes('accounts:debt'));
  await back('FAILED');
  assert.ok(!(await keptNames()).includes('accounts:debt'));
  assert.deepEqual(await standingOf(await comeBack(person)), [0, 0]);
});

test('a return at the moment in which its person comes back is owed once, by them', async () => {
  for (const isToldFirst of [true, false]) {
    const { person, back } = await gone();
    let second: Promise<Person> | null = null;
    const both = [() => back('DONE'), () => (second = comeBack(person))];
    const { ended } = await transaction(app.db, async (tx) => {
      await tx.query(sql`select from accounts where user_id = ${person.userId} for update`);
      const begun: Promise<unknown>[] = [];
      for (const [index, begin] of (isToldFirst ? both : both.toReversed()).entries()) {
        begun.push(begin());
        await until(async () => (await app.db.query(LOCK_WAITERS)).length === index + 1);
      }
      return { ended: Promise.all(begun) };
    });
    await ended;
    assert.deepEqual(await standingOf(person), [0, 0]);
    assert.deepEqual(await standingOf(await (second ?? assert.fail())), [0, CENTS]);
  }
});

const setStatus = (who: Person, status: string) =>
  app.call(app.admin, 'PUT', `/admin/users/${who.userId}/status`, { status, reason: 'A test' });
const barredAs = async ({ userId }: Person) =>
  (await app.call(app.admin, 'GET', `/admin/users/${userId}`)).body.barredAs;
async function refusedLogin({ platformId }: Person): Promise<string> {
  const browser = createBrowser(app.http);
  await assert.rejects(browser.logIn(platformId));
  const rows = await app.db.query(sql`select from users where platform_id = ${platformId}`);
  assert.equal(rows.length, 0, 'nobody was made');
  return platformId;
}

test('whose closed account is banned or suspended is not let in again, until that is lifted', async () => {
  const person = await newcomer();
  await close(person);
  for (const status of ['BANNED', 'SUSPENDED']) {
    const { status: answered, body, text } = await setStatus(person, status);
    assert.deepEqual([answered, body.status], [200, 'CLOSED'], text);
    assert.equal(await barredAs(person), status);
    await afterDays(101);
    await refusedLogin(person);
  }
  assert.equal((await setStatus(person, 'ACTIVE')).status, 200);
  assert.equal(await barredAs(person), null);
  await comeBack(person);
});

test('a person who has come back is banned with the account that they have closed', async () => {
  const person = await newcomer();
  await close(person);
  const second = await comeBack(person);
  const { body } = await setStatus(person, 'BANNED');
  assert.deepEqual([body.id, body.status], [second.userId, 'BANNED']);
  assert.equal((await app.call(second, 'GET', '/user/balance')).status, 401);
  await assert.rejects(logInAs(app.http, person.platformId));
  assert.equal((await setStatus(person, 'ACTIVE')).body.status, 'ACTIVE');
  assert.equal((await logInAs(app.http, person.platformId)).userId, second.userId);
});

test('a closed account is known for a hundred days, and nobody is banned by it afterwards', async () => {
  const person = await newcomer();
  await close(person);
  await afterDays(100);
  const { status, body } = await setStatus(person, 'BANNED');
  assert.deepEqual([status, body.code], [409, 'PERSON_FORGOTTEN']);
  assert.equal(await barredAs(person), null);
  await comeBack(person);
});

test('a ban at the moment in which its person comes back keeps them out', async () => {
  for (const isBannedFirst of [true, false]) {
    const person = await newcomer();
    await close(person);
    const both = [() => setStatus(person, 'BANNED'), () => logInAs(app.http, person.platformId).catch(() => null)];
    const { ended } = await transaction(app.db, async (tx) => {
      await tx.query(sql`select from users where id = ${person.userId} for no key update`);
      const begun: Promise<unknown>[] = [];
      for (const [index, begin] of (isBannedFirst ? both : both.toReversed()).entries()) {
        begun.push(begin());
        await until(async () => (await app.db.query(LOCK_WAITERS)).length === index + 1);
      }
      return { ended: Promise.all(begun) };
    });
    await ended;
    await assert.rejects(logInAs(app.http, person.platformId));
  }
});
