import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Person } from '../../../../test/support/people.ts';
import { givenBack, paid } from '../../../../test/support/pix-messages.ts';
import { transaction } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { until } from '../../../platform/hot-store/test-support.ts';
import { toId } from '../../../platform/ids.ts';
import { silentLogger } from '../../../platform/observability/logger.ts';
import { applyPixEvents } from './deposits/apply-pix-events.ts';
import { stopWatching } from './deposits/deposits.sql.ts';
import { createInbox } from './inbox/create-inbox.ts';
import { PIX_PAYMENT, PIX_PROVIDER, PIX_RETURN } from './inbox/inbox.records.ts';
import { eventsOf } from './inbox/providers.ts';
import { paymentOf } from './pix/read-pix.ts';
import { type PendingDeposit, usePaymentsApp } from './test-support.ts';

const app = usePaymentsApp();

const decide = (id: string, step: 'confirm' | 'reject') =>
  app.call(app.admin, 'POST', `/admin/deposits/${id}/${step}`, { reason: 'Race' });

test('of 50 identical concurrent messages one is credited', async () => {
  const player = await app.person();
  const { id, txid } = await app.initiate(player);
  const body = { pix: [paid(txid, '50.00')] };
  const replies = await Promise.all(Array.from({ length: 50 }, () => app.webhook(body)));
  assert.ok(replies.every(({ status }) => status === 200));
  assert.deepEqual(await app.depositOf(id), { status: 'CONFIRMED', creditedCents: '5000', faults: [] });
  assert.equal(await app.balanceOf(player), '5000');
});

test('of 50 administrators who confirm at once one does', async () => {
  const player = await app.person();
  const { id } = await app.initiate(player);
  const replies = await Promise.all(Array.from({ length: 50 }, () => decide(id, 'confirm')));
  assert.equal(replies.filter(({ status }) => status === 200).length, 1);
  assert.ok(replies.every(({ status }) => status === 200 || status === 409));
  assert.equal(await app.balanceOf(player), '5000');
});

test('a payment that is reported and polled at once is credited once', async () => {
  const player = await app.person();
  const deposits = await Promise.all(Array.from({ length: 5 }, () => app.initiate(player)));
  await app.control({ webhooks: { hold: true } });
  for (const { txid } of deposits) await app.control({ pay: { txid } });
  app.clock.advance(2 * 60_000);
  await Promise.all([
    app.control({ webhooks: { hold: false, copies: 5, release: 'shuffled' } }),
    app.job('reconcile-deposits'),
    app.job('reconcile-deposits'),
    app.job('apply-provider-events'),
  ]);
  await app.applied();
  await app.control({ webhooks: { copies: 1 } });
  assert.equal(await app.balanceOf(player), '25000');
});

/** Everybody queues for the deposits in the given order while the test holds them. */
async function meet(ids: readonly string[], steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const waiting = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const { done } = await transaction(app.db, async (tx) => {
    await tx.query(sql`select from deposits where id = any(${ids}::bigint[]) for update`);
    const under: Promise<unknown>[] = [];
    for (const [index, step] of steps.entries()) {
      under.push(step());
      await until(async () => (await app.db.query(waiting)).length === index + 1);
    }
    return { done: Promise.all(under) };
  });
  await done;
}

const pay =
  ({ txid }: PendingDeposit) =>
  () =>
    app.webhook({ pix: [paid(txid, '50.00')] });

async function withDeposit(run: (player: Person, deposit: PendingDeposit) => Promise<void>): Promise<void> {
  const player = await app.person();
  await run(player, await app.initiate(player));
}

test('a payment and a confirmation by hand credit once, whichever is first', async () => {
  await withDeposit(async (player, deposit) => {
    await meet([deposit.id], [pay(deposit), () => decide(deposit.id, 'confirm')]);
    assert.deepEqual(await app.depositOf(deposit.id), { status: 'CONFIRMED', creditedCents: '5000', faults: [] });
    assert.equal(await app.balanceOf(player), '5000');
  });
  await withDeposit(async (player, deposit) => {
    await meet([deposit.id], [() => decide(deposit.id, 'confirm'), pay(deposit)]);
    assert.deepEqual(await app.depositOf(deposit.id), { status: 'CONFIRMED', creditedCents: '5000', faults: [] });
    assert.equal(await app.balanceOf(player), '5000');
  });
});

test('a payment that meets a rejection is credited, or waits', async () => {
  await withDeposit(async (player, deposit) => {
    let refused = 0;
    const reject = async () => {
      refused = (await decide(deposit.id, 'reject')).status;
    };
    await meet([deposit.id], [pay(deposit), reject]);
    assert.deepEqual([refused, (await app.depositOf(deposit.id)).status], [409, 'CONFIRMED']);
    assert.equal(await app.balanceOf(player), '5000');
  });
  await withDeposit(async (player, deposit) => {
    await meet([deposit.id], [() => decide(deposit.id, 'reject'), pay(deposit)]);
    assert.deepEqual(await app.depositOf(deposit.id), {
      status: 'REJECTED',
      creditedCents: null,
      faults: ['DEPOSIT_REJECTED'],
    });
    assert.equal(await app.balanceOf(player), '0');
  });
});

test('a payment that meets the end of its time is credited', async () => {
  const players = await Promise.all(Array.from({ length: 10 }, () => app.person()));
  const deposits = await Promise.all(players.map((player) => app.initiate(player)));
  app.clock.advance(30 * 60_000);
  await Promise.all([
    ...deposits.map((deposit) => pay(deposit)()),
    ...Array.from({ length: 10 }, () => app.job('expire-deposits')),
  ]);
  for (const { id } of deposits) assert.equal((await app.depositOf(id)).status, 'CONFIRMED');
  for (const player of players) assert.equal(await app.balanceOf(player), '5000');
});

function otherProcess() {
  const ofPix = applyPixEvents({ clock: app.clock, push: { toUser: () => undefined }, notifyUser: () => undefined });
  return createInbox({ ...app, logger: silentLogger, handlers: { [PIX_PAYMENT]: ofPix, [PIX_RETURN]: ofPix } });
}

const comeAndGone = (payment: ReturnType<typeof paid>) =>
  eventsOf(paymentOf({ ...payment, devolucoes: [givenBack('50.00')] }) ?? assert.fail());

/** A debt is a loss until it is paid. */
const returnAlertsOf = (id: string) =>
  app.db.query(sql`
    select level, details ->> 'takenCents' as taken, details ->> 'debtCents' as debt from alerts
    where kind = 'DEPOSIT_RETURNED' and details ->> 'depositId' = ${id}`);

test('a payment that meets its return is not credited, whichever is first', async () => {
  const other = otherProcess();
  for (const isReturnFirst of [false, true]) {
    await withDeposit(async (player, deposit) => {
      const payment = paid(deposit.txid, '50.00');
      const payIt = () => app.webhook({ pix: [payment] });
      const giveBack = async () => {
        await other.receive(PIX_PROVIDER, comeAndGone(payment).slice(1), 'WEBHOOK');
        await other.settled();
      };
      await meet([deposit.id], isReturnFirst ? [giveBack, payIt] : [payIt, giveBack]);
      assert.deepEqual((await app.depositOf(deposit.id)).faults, ['RETURNED']);
      const told = [{ level: 'WARNING', taken: '0', debt: '0' }];
      assert.deepEqual([await app.balanceOf(player), await returnAlertsOf(deposit.id)], ['0', told]);
    });
  }
});

test('a deposit stays watched if a return arrives while watching stops', async () => {
  await withDeposit(async (player, deposit) => {
    const payment = paid(deposit.txid, '50.00');
    const devolucoes = [givenBack('50.00', { status: 'EM_PROCESSAMENTO' })];
    await app.webhook({ pix: [payment] });
    const giveBack = () => app.webhook({ pix: [{ ...payment, devolucoes }] });
    const stop = () => transaction(app.db, (tx) => stopWatching(tx, toId(deposit.id)));
    await meet([deposit.id], [giveBack, stop]);
    assert.equal(await app.balanceOf(player), '0');
    const watched = sql`select from deposits where id = ${deposit.id} and is_watched`;
    assert.equal((await app.db.query(watched)).length, 1);
  });
});

test('a deposit that is paid while it is given up raises no alert', async () => {
  await withDeposit(async (_, deposit) => {
    const stopped: boolean[] = [];
    const stop = async () => {
      stopped.push(await transaction(app.db, (tx) => stopWatching(tx, toId(deposit.id))));
    };
    await meet([deposit.id], [pay(deposit), stop]);
    assert.deepEqual(stopped, [false]);
  });
  await withDeposit(async (_, { id }) => {
    assert.equal(await transaction(app.db, (tx) => stopWatching(tx, toId(id))), true);
  });
});

for (const { spent, alerts } of [
  {
    spent: 0,
    alerts: [
      { level: 'WARNING', taken: '5000', debt: '0' },
      { level: 'WARNING', taken: '5000', debt: '0' },
    ],
  },
  {
    spent: 6_000,
    alerts: [
      { level: 'CRITICAL', taken: '5000', debt: '1000' },
      { level: 'CRITICAL', taken: '5000', debt: '6000' },
    ],
  },
]) {
  test(`payments and returns of the same deposits lock them in one order, so that nobody has to try again; ${spent} of them are spent`, () =>
    returnBothAtOnce(spent, alerts));
}

async function returnBothAtOnce(spentCents: number, alerts: readonly object[]): Promise<void> {
  const player = await app.person();
  const [first, second] = [await app.initiate(player), await app.initiate(player)];
  const [firstPaid, secondPaid] = [paid(first.txid, '50.00'), paid(second.txid, '50.00')];
  await app.webhook({ pix: [firstPaid, secondPaid] });
  if (spentCents > 0) {
    const taken = { amountCents: -spentCents, reason: 'A test' };
    assert.equal((await app.call(app.admin, 'POST', `/admin/users/${player.userId}/balance`, taken)).status, 200);
  }
  const step = (gone: typeof firstPaid, again: PendingDeposit) => async () => {
    const process = otherProcess();
    const payment = eventsOf(paymentOf(paid(again.txid, '50.00')) ?? assert.fail());
    await process.receive(PIX_PROVIDER, [...payment, ...comeAndGone(gone).slice(1)], 'WEBHOOK');
    await process.settled();
  };
  app.statements.length = 0;
  await meet([first.id, second.id], [step(firstPaid, second), step(secondPaid, first)]);
  const tries = app.statements.filter((text) => /from provider_events.*for update skip locked/s.test(text));
  assert.equal(tries.length, 2);
  for (const { id } of [first, second]) assert.deepEqual((await app.depositOf(id)).faults, ['PAID_BEFORE']);
  assert.deepEqual([...(await returnAlertsOf(first.id)), ...(await returnAlertsOf(second.id))], alerts);
  assert.equal(await app.balanceOf(player), '0');
}

test('an event that cannot be applied does not block others and is applied later', async () => {
  const [player, rich] = [await app.person(), await app.person()];
  const [deposit, tooMuch] = [await app.initiate(player), await app.initiate(rich)];
  const gone = await app.initiate(player);
  // The sum would not fit into 64 bits.
  const most = '9223372036854775000';
  const book = (direction: string) =>
    app.db.query(sql`
      with booked as (
        insert into transfers (user_id, debit_account, credit_account, amount_cents, type, reason)
        select ${rich.userId}, account, case account when 'USER' then 'SYSTEM' else 'USER' end, ${most}, 'WELCOME_CREDIT', 'x'
        from (select ${direction} as account) given)
      update accounts set transfer_count = transfer_count + 1,
        balance_cents = balance_cents + case ${direction} when 'SYSTEM' then ${most}::bigint else -${most}::bigint end
      where user_id = ${rich.userId}`);
  await book('SYSTEM');
  const givenBackAtOnce = { ...paid(gone.txid, '50.00'), devolucoes: [givenBack('50.00')] };
  const sent = app.webhook({ pix: [paid(deposit.txid, '50.00'), paid(tooMuch.txid, '50.00'), givenBackAtOnce] });
  await until(async () => (await app.alertsOf('PROVIDER_EVENT_NOT_APPLIED')).length === 1);
  // The events behind it are applied one by one.
  const waiting = sql`select from provider_events where outcome is null`;
  await until(async () => (await app.db.query(waiting)).length === 1);
  assert.equal(await app.balanceOf(player), '5000');
  assert.equal((await app.depositOf(tooMuch.id)).status, 'PENDING');
  const metrics = (await app.http.inject({ url: '/metrics' })).body;
  assert.match(metrics, /^lisura_provider_events_waiting\{provider="pix"\} 1$/m);
  await book('USER');
  await app.job('apply-provider-events');
  assert.equal((await sent).status, 200);
  assert.equal((await app.depositOf(tooMuch.id)).status, 'CONFIRMED');
  // Applied alone, the payment comes before its return.
  assert.deepEqual((await app.depositOf(gone.id)).faults, ['RETURNED']);
  assert.equal(await app.balanceOf(player), '5000');
  assert.deepEqual(
    (await app.alertsOf('PROVIDER_EVENT_NOT_APPLIED')).map(({ isOpen }) => isOpen),
    [false],
  );
});

test('the job applies events that a crash left', async () => {
  const player = await app.person();
  const { id, txid } = await app.initiate(player);
  const payment = paid(txid, '50.00');
  const content = { endToEndId: payment.endToEndId, txid, amountCents: '5000' };
  await app.db.query(sql`
    insert into provider_events (provider, event_key, kind, content, source, received_at)
    values ('pix', ${payment.endToEndId}, 'PIX_PAYMENT', ${JSON.stringify(content)}, 'WEBHOOK', now())`);
  await Promise.all(Array.from({ length: 10 }, () => app.job('apply-provider-events')));
  await app.applied();
  assert.equal((await app.depositOf(id)).status, 'CONFIRMED');
  assert.equal(await app.balanceOf(player), '5000');
});
