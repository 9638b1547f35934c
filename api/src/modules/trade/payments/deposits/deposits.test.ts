import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { decodeBrCode } from '../../../../../test/support/br-code-reader.ts';
import { refusal } from '../../../../../test/support/calls.ts';
import { paid } from '../../../../../test/support/pix-messages.ts';
import { readPicture } from '../../../../../test/support/qr-reader.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { MINUTE_MS } from '../../../../platform/durations.ts';
import { until } from '../../../../platform/hot-store/test-support.ts';
import { createSettings } from '../../../../platform/settings/settings.ts';
import type { Pix } from '../pix/pix.records.ts';
import { usePaymentsApp } from '../test-support.ts';
import { initiateDeposit } from './initiate-deposit.ts';

const app = usePaymentsApp();
beforeEach(() =>
  app.control({ faults: [], webhooks: { hold: false, copies: 1, lose: false, forge: null, release: 'in-order' } }),
);

test('a deposit answers a charge that a bank can read, by its code and by its picture', async () => {
  const player = await app.person();
  const { status, body } = await app.call(player, 'POST', '/payment/deposit/initiate', { amountCents: '12345' });
  assert.equal(status, 201);
  const fields = decodeBrCode(body.pixCode);
  assert.deepEqual([fields['53'], fields['54'], fields['58']], ['986', '123.45', 'BR']);
  assert.equal(readPicture(body.qrCode), body.pixCode);
  assert.deepEqual(
    [body.status, body.amountCents, body.amountFormatted, body.creditedCents, body.expiresAt],
    ['PENDING', '12345', 'R$ 123,45', null, new Date(app.clock.now().getTime() + 30 * MINUTE_MS).toISOString()],
  );
  const { body: again } = await app.call(player, 'GET', `/payment/deposits/${body.id}`);
  assert.deepEqual(again, body);
});

test('a payment is credited, and the player is notified', async () => {
  await app.call(app.admin, 'PATCH', '/admin/settings', { liveNotifications: true });
  await until(async () => {
    const { body } = await app.call(app.admin, 'GET', '/admin/settings');
    return JSON.stringify(body).includes('"key":"liveNotifications","value":true');
  });
  const player = await app.person();
  const { id, txid } = await app.initiate(player);
  await app.control({ pay: { txid } });
  assert.deepEqual(await app.depositOf(id), { status: 'CONFIRMED', creditedCents: '5000', faults: [] });
  assert.equal(await app.balanceOf(player), '5000');
  const heard = app.sent.filter(({ userId, event }) => userId === player.userId && event === 'balance:updated');
  assert.deepEqual(
    heard.map(({ payload }) => payload),
    [{ balanceCents: '5000' }],
  );
  const confirmed = app.sent.filter(({ userId, event }) => userId === player.userId && event === 'deposit:confirmed');
  assert.deepEqual(
    confirmed.map(({ payload }) => payload),
    [{ depositId: id, creditedCents: '5000' }],
  );
  const notified = async () => (await app.call(player, 'GET', '/notifications')).body;
  await until(async () => JSON.stringify(await notified()).includes('DEPOSIT_CONFIRMED'));
  const text = JSON.stringify(await notified());
  assert.match(text, /Seu depósito de R\$ 50,00 foi confirmado\./);
  assert.match(text, /"metadata":\{"en":\{.*?\},"amountCents":"5000"\}/);
  const { body } = await app.call(player, 'GET', '/payment/transactions?type=DEPOSIT');
  assert.deepEqual(
    body.data.map((line: Record<string, string>) => [line.amountCents, line.referenceType, line.referenceStatus]),
    [['5000', 'DEPOSIT', 'CONFIRMED']],
  );
});

test('a download has the payments of the user’s own deposits only', async () => {
  const [player, other] = [await app.person(), await app.person()];
  const { id, txid } = await app.initiate(player);
  await app.control({ pay: { txid } });
  await app.control({ pay: { txid: (await app.initiate(other)).txid } });
  const [payment, ...more] = (await app.call(player, 'GET', '/user/data')).body.depositPayments;
  const { endToEndId, paidAt, receivedAt, ...rest } = payment;
  assert.deepEqual([rest, more], [{ depositId: id, amountCents: '5000', status: 'CREDITED', fault: null }, []]);
  assert.ok(endToEndId && paidAt && receivedAt);
});

test('a charge is paid on the page of the sandbox by the code that was copied', async () => {
  const player = await app.person();
  const { id, pixCode } = await app.initiate(player);
  const page = await fetch(`${app.sandbox.url}/pix`);
  assert.match(await page.text(), /Pay R\$ 50,00/);
  const paid = await fetch(`${app.sandbox.url}/pix`, {
    method: 'POST',
    body: new URLSearchParams({ code: pixCode }),
    redirect: 'manual',
  });
  assert.equal(paid.status, 303);
  await until(async () => (await app.depositOf(id)).status === 'CONFIRMED');
});

test('amounts are whole cents within the limits, which administrators set', async () => {
  const player = await app.person();
  const ask = (amountCents: unknown) => app.call(player, 'POST', '/payment/deposit/initiate', { amountCents });
  for (const amount of ['0', '-5', '1.5', '', 'ten', null, 0, -1, 1.5, '9'.repeat(20)]) {
    assert.equal((await ask(amount)).status, 400, String(amount));
  }
  const limits = 'Um depósito deve ser de R$ 10,00 a R$ 10.000,00.';
  for (const amount of ['999', '1000001', '9223372036854775807']) {
    assert.deepEqual(refusal(await ask(amount)), [422, limits]);
  }
  assert.equal((await ask('1000')).status, 201);
  assert.equal((await ask(1_000_000)).status, 201);
  await app.call(app.admin, 'PATCH', '/admin/settings', { depositMinCents: 2_000 });
  await until(async () => (await ask('1999')).status === 422);
  await app.call(app.admin, 'PATCH', '/admin/settings', { depositMinCents: 1_000 });
  await until(async () => (await ask('1999')).status !== 422);
});

test('a player has at most five open deposits, also with concurrent requests', async () => {
  const player = await app.person();
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => app.call(player, 'POST', '/payment/deposit/initiate', { amountCents: '1000' })),
  );
  assert.equal(replies.filter(({ status }) => status === 201).length, 5);
  for (const reply of replies.filter(({ status }) => status !== 201)) {
    assert.deepEqual(refusal(reply), [409, 'Você já tem 5 depósitos aguardando pagamento.']);
  }
  app.clock.advance(30 * MINUTE_MS);
  await app.job('expire-deposits');
  const expired = app.sent.filter(({ userId, event }) => userId === player.userId && event === 'deposit:expired');
  const asked = replies.flatMap(({ status, body }) => (status === 201 ? [body.id] : []));
  const inOrder = (ids: unknown[]) => ids.sort((one, other) => Number(one) - Number(other));
  assert.deepEqual(inOrder(expired.map(({ payload }) => (payload as { depositId: string }).depositId)), inOrder(asked));
  await app.initiate(player);
});

test('a repeat with the same key gets the same charge, and another body is refused', async () => {
  const player = await app.person();
  const ask = (amountCents: string, key = 'one') =>
    app.call(player, 'POST', '/payment/deposit/initiate', { amountCents }, { 'idempotency-key': key });
  const first = await ask('5000');
  const second = await ask('5000');
  assert.deepEqual([second.status, second.text, second.replayed], [201, first.text, true]);
  assert.equal((await ask('6000')).status, 422);
  const { body } = await app.call(player, 'GET', '/payment/deposits');
  assert.equal(body.meta.total, 1);
  const parallel = await Promise.all(Array.from({ length: 10 }, () => ask('7000', 'two')));
  assert.ok(parallel.every(({ status }) => status === 201 || status === 409));
  assert.equal((await app.call(player, 'GET', '/payment/deposits')).body.meta.total, 2);
});

test('without an answer of the provider nothing is to be paid, and the request may be repeated', async () => {
  const player = await app.person();
  for (const fault of ['server-error', 'cut-off', 'malformed', 'wrong-amount', 'wrong-code', 'refusal']) {
    await app.control({ faults: [{ fault, call: 'make-charge', times: 1 }] });
    const reply = await app.call(player, 'POST', '/payment/deposit/initiate', { amountCents: '5000' });
    assert.deepEqual(refusal(reply), [503, 'O Pix não está disponível no momento. Tente de novo em instantes.'], fault);
  }
  const { body } = await app.call(player, 'GET', '/payment/deposits');
  assert.deepEqual(
    body.data.map(({ status, pixCode }: { status: string; pixCode: null }) => [status, pixCode]),
    Array(6).fill(['EXPIRED', null]),
  );
  // The same key makes one after all.
  await app.control({ faults: [{ fault: 'server-error', call: 'make-charge', times: 1 }] });
  const ask = () =>
    app.call(player, 'POST', '/payment/deposit/initiate', { amountCents: '5000' }, { 'idempotency-key': 'again' });
  assert.equal((await ask()).status, 503);
  assert.equal((await ask()).status, 201);
});

test('a deposit expires, and money that comes late is credited all the same', async () => {
  const player = await app.person();
  const { id, txid } = await app.initiate(player);
  app.clock.advance(30 * MINUTE_MS);
  await app.job('expire-deposits');
  assert.equal((await app.depositOf(id)).status, 'EXPIRED');
  await app.control({ pay: { txid, force: true } });
  assert.deepEqual(await app.depositOf(id), { status: 'CONFIRMED', creditedCents: '5000', faults: [] });
  assert.equal(await app.balanceOf(player), '5000');
});

test('an account is closed once nothing can arrive, and later money is not credited', async () => {
  const player = await app.person();
  const close = () => app.call(player, 'POST', '/user/close-account', { confirm: true });
  const { id, txid } = await app.initiate(player);
  app.clock.advance(30 * MINUTE_MS);
  await app.job('expire-deposits');
  assert.deepEqual((await close()).body.errors?.[0]?.field, 'deposits');
  app.clock.advance(15 * MINUTE_MS);
  await until(async () => {
    await app.job('reconcile-deposits');
    return (await app.db.query(sql`select from deposits where is_watched and id = ${id}`)).length === 0;
  });
  assert.equal((await close()).status, 200);
  await app.control({ pay: { txid, force: true } });
  assert.deepEqual(await app.depositOf(id), { status: 'EXPIRED', creditedCents: null, faults: ['ACCOUNT_CLOSED'] });
  assert.ok((await app.alertsOf('DEPOSIT_NEEDS_DECISION')).some(({ key, isOpen }) => key === id && isOpen));
  const decide = (step: string) => app.call(app.admin, 'POST', `/admin/deposits/${id}/${step}`, { reason: 'test' });
  assert.deepEqual(refusal(await decide('confirm')), [409, 'The owner of the deposit has closed the account']);
  assert.equal((await decide('reject')).status, 200);
  assert.deepEqual(await app.db.query(sql`select from transfers where user_id = ${player.userId}`), []);
});

test('money that waits for a decision keeps its account from being closed', async () => {
  const player = await app.person();
  const { id, txid } = await app.initiate(player);
  await app.db.query(sql`
    update deposits set status = 'EXPIRED', ended_at = ${app.clock.now()}, is_watched = false where id = ${id}`);
  await app.webhook({ pix: [paid(txid, '49.00')] });
  const closed = await app.call(player, 'POST', '/user/close-account', { confirm: true });
  assert.deepEqual([closed.status, closed.body.errors[0].field], [409, 'deposits']);
});

test('the payment of a lost message is found by asking', async () => {
  const player = await app.person();
  const { id, txid } = await app.initiate(player);
  await app.control({ webhooks: { lose: true }, pay: { txid } });
  app.clock.advance(MINUTE_MS);
  await app.job('reconcile-deposits');
  assert.equal((await app.depositOf(id)).status, 'PENDING');
  app.clock.advance(MINUTE_MS);
  await app.job('reconcile-deposits');
  assert.deepEqual(await app.depositOf(id), { status: 'CONFIRMED', creditedCents: '5000', faults: [] });
  await app.job('reconcile-deposits');
  await app.control({ webhooks: { lose: false } });
  assert.equal(await app.balanceOf(player), '5000');
});

test('a last-moment payment is found after the end of the charge, which is then asked about no more', async () => {
  const player = await app.person();
  const [paidLate, unpaid] = [await app.initiate(player), await app.initiate(player)];
  app.clock.advance(29 * MINUTE_MS);
  await app.job('reconcile-deposits');
  await app.control({ webhooks: { lose: true }, pay: { txid: paidLate.txid } });
  app.clock.advance(MINUTE_MS);
  await app.job('expire-deposits');
  app.clock.advance(15 * MINUTE_MS);
  await until(async () => {
    await app.job('reconcile-deposits');
    const watched = sql`select from deposits where is_watched and id = any(${[paidLate.id, unpaid.id]}::bigint[])`;
    return (await app.db.query(watched)).length === 0;
  });
  assert.equal((await app.depositOf(paidLate.id)).status, 'CONFIRMED');
  assert.equal((await app.depositOf(unpaid.id)).status, 'EXPIRED');
});

test('a silent provider is not asked about every charge', async () => {
  const players = [await app.person(), await app.person()];
  for (const player of players) for (let count = 0; count < 3; count += 1) await app.initiate(player);
  app.clock.advance(2 * MINUTE_MS);
  const asked = async (): Promise<number> => (await app.control({ faults: [] })).requests.asked['read-charge'] ?? 0;
  const before = await asked();
  await app.control({ faults: [{ fault: 'server-error', call: 'read-charge' }] });
  await app.job('reconcile-deposits');
  assert.equal((await asked()) - before, 3);
});

test('unreadable charges do not block others and are given up some hours after their end', async () => {
  const player = await app.person();
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1) made.push((await app.initiate(player)).id);
  const watched = async () =>
    (await app.db.query(sql`select from deposits where is_watched and id = any(${made}::bigint[])`)).length;
  const asked = async (): Promise<number> => (await app.control({ faults: [] })).requests.asked['read-charge'] ?? 0;
  app.clock.advance(2 * MINUTE_MS);
  for (const fault of ['incomplete', 'refusal']) {
    const before = await asked();
    await app.control({ faults: [{ fault, call: 'read-charge' }] });
    await app.job('reconcile-deposits');
    assert.ok((await asked()) - before >= 5, fault);
  }
  await app.control({ faults: [{ fault: 'incomplete', call: 'read-charge' }] });
  app.clock.advance(60 * MINUTE_MS);
  await app.job('reconcile-deposits');
  assert.equal(await watched(), 5);
  app.clock.advance(6 * 60 * MINUTE_MS);
  await app.job('expire-deposits');
  assert.deepEqual(await notCheckedOf(made), []);
  await until(async () => {
    await app.job('reconcile-deposits');
    return (await watched()) === 0;
  });
  assert.deepEqual((await notCheckedOf(made)).sort(), made.sort());
});

async function notCheckedOf(ids: readonly string[]): Promise<string[]> {
  const alerts = await app.alertsOf('DEPOSIT_NOT_CHECKED');
  return alerts.filter(({ key, isOpen }) => isOpen && ids.includes(key)).map(({ key }) => key);
}

test('a charge is given up with an alert some days after its end if the provider cannot be reached', async () => {
  const [player, other] = [await app.person(), await app.person()];
  const [{ id }, heardOf] = [await app.initiate(player), await app.initiate(other)];
  await app.control({ faults: [{ fault: 'server-error', call: 'read-charge' }] });
  app.clock.advance(3 * 24 * 60 * MINUTE_MS);
  await app.job('expire-deposits');
  await app.job('reconcile-deposits');
  assert.deepEqual(await notCheckedOf([id]), [], 'its end is less than three days ago');
  // A reported payment needs no administrator.
  await app.webhook({ pix: [paid(heardOf.txid, '50.00')] });
  app.clock.advance(30 * MINUTE_MS);
  await until(async () => {
    await app.job('reconcile-deposits');
    return (await app.db.query(sql`select from deposits where is_watched and id = ${id}`)).length === 0;
  });
  assert.deepEqual(await notCheckedOf([id, heardOf.id]), [id]);
  const answer = await app.call(app.admin, 'POST', `/admin/deposits/${id}/confirm`, { reason: 'Paid, says the bank' });
  assert.deepEqual([answer.status, await app.balanceOf(player)], [200, '5000']);
  assert.deepEqual(await notCheckedOf([id]), []);
});

test('the provider is not asked about a charge that was certainly not made', async () => {
  const player = await app.person();
  for (const [fault, call, isWatched] of [
    ['refusal', 'make-charge', false],
    ['server-error', 'make-charge', true],
  ] as const) {
    await app.control({ faults: [{ fault, call, times: 1 }] });
    assert.equal((await app.call(player, 'POST', '/payment/deposit/initiate', { amountCents: '5000' })).status, 503);
    const [last] = await app.db.query(sql`
      select is_watched from deposits where user_id = ${player.userId} order by id desc limit 1`);
    assert.deepEqual(last, { isWatched: isWatched }, fault);
  }
});

test('a player sees their own deposits, by status', async () => {
  const [player, other] = [await app.person(), await app.person()];
  const [first, second] = [await app.initiate(player), await app.initiate(player)];
  await app.initiate(other);
  await app.control({ pay: { txid: first.txid } });
  const ids = async (query: string) =>
    (await app.call(player, 'GET', `/payment/deposits${query}`)).body.data.map(({ id }: { id: string }) => id);
  assert.deepEqual(await ids(''), [second.id, first.id]);
  assert.deepEqual(await ids('?status=CONFIRMED'), [first.id]);
  assert.deepEqual(await ids(`?before=${second.id}`), [first.id]);
  assert.equal((await app.call(other, 'GET', `/payment/deposits/${first.id}`)).status, 404);
});

test('a charge that is made later, after a crash, ends with its deposit', async () => {
  const { userId } = await app.person();
  const settings = createSettings({ db: app.db, announcements: app.deps.announcements, definitions: [] });
  const asked: number[] = [];
  const makeCharge: Pix['makeCharge'] = async ({ expiresInSeconds }) => {
    asked.push(expiresInSeconds);
    throw new Error('the process dies');
  };
  const deps = { db: app.db, clock: app.clock, settings, pix: { ...(app.deps.pix as Pix), makeCharge } };
  const once = { key: { ownerId: userId, key: 'crash', fingerprint: 'same' }, answer: () => assert.fail() };
  const ask = () => assert.rejects(initiateDeposit(deps, { userId, amountCents: 5_000n }, once), /the process dies/);
  for (const minutes of [0, 20, 9.5]) {
    app.clock.advance(minutes * MINUTE_MS);
    await ask();
  }
  assert.deepEqual(asked, [1_800, 600, 60]);
  assert.equal((await app.db.query(sql`select from deposits where user_id = ${userId}`)).length, 1);
  app.clock.advance(MINUTE_MS);
  await ask();
  assert.equal(asked.at(-1), 1_800);
});

test('a deposit beyond the limits is refused before the provider is asked', async () => {
  const { userId } = await app.person();
  const asked: object[] = [];
  const settings = createSettings({ db: app.db, announcements: app.deps.announcements, definitions: [] });
  const mayDeposit = async (_tx: unknown, deposit: object) => {
    asked.push(deposit);
    throw new Error('a limit of the player’s own');
  };
  const deps = { db: app.db, clock: app.clock, settings, pix: app.deps.pix, mayDeposit };
  await assert.rejects(initiateDeposit(deps, { userId, amountCents: 5_000n }, null), /a limit of the player/);
  assert.deepEqual(asked, [{ userId, amountCents: 5_000n, openCents: 0n, now: app.clock.now() }]);
  assert.deepEqual(await app.db.query(sql`select from deposits where user_id = ${userId}`), []);
});
