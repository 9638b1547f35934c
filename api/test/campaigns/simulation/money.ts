import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from '../../../src/platform/database/sql.ts';
import { isWaitingForBank, makeTrue, paid, signedHeaders } from '../../support/pix-messages.ts';
import { barFaults, limitAt } from './model.ts';
import { calmPix, disturbPix, readSends } from './outside.ts';
import type { Step } from './plays.ts';
import { ask, isDone, nowMs, type Payout, runJob, WEBHOOK_SECRET, type World } from './world.ts';

const LOOK_AGAIN_MS = 2;
/** The payment is asked for each time, and the first or second answer settles it. */
const MOST_LOOKS = 1_000;
const CODE_MS = 30_000;
const SETTLE_MS = 61_000;

export const beginDeposit: Step = async (world, actor) => {
  const { chance, deposits, app } = world;
  const { person, model } = actor;
  const cents = chance.between(1_000, 20_000);
  const limit = limitAt(model, 'DEPOSIT', nowMs(world));
  const faults = [
    ...barFaults(model, nowMs(world)),
    ...(limit !== null && cents > limit ? ['DEPOSIT_LIMIT_REACHED'] : []),
  ];
  const isDisturbed = await disturbPix(world, 'make-charge', ['before', 'after']);
  const asked = ['POST', '/payment/deposit/initiate', { amountCents: String(cents) }] as const;
  const reply = await ask(world, person, asked, { isSafe: isDisturbed, isOutside: isDisturbed });
  if (isDisturbed) await calmPix(world);
  if (isDisturbed && reply.body.code === 'PAYMENTS_UNAVAILABLE') return [actor];
  if (!isDone(reply, faults, 'a deposit')) return [actor];
  const { id, expiresAt } = reply.body;
  const [row] = await app.db.query<{ txid: string }>(sql`select txid from deposits where id = ${id}`);
  deposits.set(id, { id, txid: row?.txid ?? '', owner: actor, cents, expiresMs: Date.parse(expiresAt) });
  return [actor];
};

/** The bank reports a payment, perhaps several times or late. It must be credited once. */
export const payDeposit: Step = async (world) => {
  const { chance, deposits } = world;
  if (deposits.size === 0) return null;
  const deposit = chance.pick([...deposits.values()]);
  const { id, txid, owner, cents } = deposit;
  deposits.delete(id);
  const isOther = chance.happens(0.1);
  const payment = paid(txid, ((isOther ? cents + 100 : cents) / 100).toFixed(2));
  const times = chance.happens(0.3) ? 3 : 1;
  for (let told = 0; told < times; told += 1) await tell(world, payment);
  if (!isOther) owner.model.balance += cents;
  return [owner];
};

async function tell(world: World, payment: object): Promise<void> {
  const { app, clock, sandbox } = world;
  await makeTrue(sandbox, { pix: [payment] });
  const payload = JSON.stringify({ pix: [payment] });
  const headers = { 'content-type': 'application/json', ...signedHeaders(WEBHOOK_SECRET, payload, clock.now()) };
  const url = '/api/payment/deposit/webhook/pix';
  const { statusCode, body } = await app.http.inject({ method: 'POST', url, headers, payload });
  assert.equal(statusCode, 200, body);
  await runJob(world, 'ask-for-hinted-payments');
  await runJob(world, 'apply-provider-events');
  while ((await app.db.query(isWaitingForBank)).length > 0) {
    // A question whose answer was lost is asked again when its lease is over.
    const leased = await app.db.query(sql`select from pix_hints where leased_until > ${clock.now()}`);
    if (leased.length > 0) clock.advance(SETTLE_MS);
    await runJob(world, 'ask-for-hinted-payments', {}, true);
    await runJob(world, 'apply-provider-events', {}, true);
  }
}

export const expireDeposits: Step = async (world) => {
  await runJob(world, 'expire-deposits');
  return [];
};

export const requestPayout: Step = async (world, actor) => {
  const { chance, payouts } = world;
  const { person, model } = actor;
  const cents = chance.between(2_000, 15_000);
  const body = { amountCents: String(cents), pixKeyType: 'EMAIL', pixKey: `user${model.id}@example.com` };
  const faults = model.balance < cents ? ['INSUFFICIENT_BALANCE'] : [];
  const reply = await ask(world, person, ['POST', '/payment/withdraw/request', body]);
  if (!isDone(reply, faults, 'a money withdrawal')) return [actor];
  model.balance -= cents;
  model.held += cents;
  const { id, expiresAt } = reply.body;
  payouts.set(id, { id, owner: actor, cents, status: 'AWAITING_CONFIRMATION', expiresMs: Date.parse(expiresAt) });
  return [actor];
};

function giveBack({ payouts }: World, { id, owner: { model }, cents }: Payout): void {
  payouts.delete(id);
  model.held -= cents;
  model.balance += cents;
}

const pickPayout = ({ chance, payouts }: World): Payout | null =>
  payouts.size === 0 ? null : chance.pick([...payouts.values()]);

export const confirmPayout: Step = async (world) => {
  const payout = pickPayout(world);
  if (payout === null) return null;
  const { id, owner, cents, status, expiresMs } = payout;
  // A code is good for one use.
  world.clock.advance(CODE_MS);
  const faults =
    status !== 'AWAITING_CONFIRMATION'
      ? ['WITHDRAWAL_NOT_IN_THIS_STATUS']
      : expiresMs <= nowMs(world)
        ? ['WITHDRAWAL_EXPIRED']
        : [];
  const body = { amountCents: String(cents), code: owner.factor.code() };
  const reply = await ask(world, owner.person, ['POST', `/payment/withdraw/${id}/confirm`, body]);
  if (isDone(reply, faults, 'a confirmation')) payout.status = 'PENDING';
  return [owner];
};

export const cancelPayout: Step = async (world) => {
  const payout = pickPayout(world);
  if (payout === null) return null;
  const faults = payout.status === 'APPROVED' ? ['WITHDRAWAL_NOT_IN_THIS_STATUS'] : [];
  const reply = await ask(world, payout.owner.person, ['POST', `/payment/withdraw/${payout.id}/cancel`]);
  if (isDone(reply, faults, 'the end of a withdrawal')) giveBack(world, payout);
  return [payout.owner];
};

export const rejectPayout: Step = async (world) => {
  const payout = pickPayout(world);
  if (payout === null) return null;
  const reply = await ask(world, world.admin, [
    'POST',
    `/admin/withdrawals/${payout.id}/reject`,
    { reason: 'Simulated' },
  ]);
  if (isDone(reply, [], 'a rejection')) giveBack(world, payout);
  return [payout.owner];
};

/** Held until it is confirmed, for so long. */
export const expirePayouts: Step = async (world) => {
  await runJob(world, 'expire-money-withdrawals');
  const due = [...world.payouts.values()].filter(
    ({ status, expiresMs }) => status === 'AWAITING_CONFIRMATION' && expiresMs <= nowMs(world),
  );
  for (const payout of due) giveBack(world, payout);
  return due.map(({ owner }) => owner);
};

/** The bank is asked to pay once, and its record decides, however it was told. */
export const approvePayout: Step = async (world) => {
  const { admin, app, clock } = world;
  const payout = pickPayout(world);
  if (payout === null) return null;
  const { id, owner, cents, status } = payout;
  const isDisturbed = await disturbPix(world, 'send', ['after']);
  const reply = await ask(world, admin, ['POST', `/admin/withdrawals/${id}/approve`]);
  if (!isDone(reply, status === 'PENDING' ? [] : ['WITHDRAWAL_NOT_IN_THIS_STATUS'], 'an approval')) {
    if (isDisturbed) await calmPix(world);
    return [owner];
  }
  const read = async () => {
    const [row] = await app.db.query<{ status: string; order: string; sendId: string }>(sql`
      select money_withdrawals.status, orders.status as order, project_id as send_id
      from money_withdrawals join orders on orders.id = order_id where money_withdrawals.id = ${id}`);
    return row ?? assert.fail(`withdrawal ${id} has no order`);
  };
  let stored = await read();
  // It is sent beside the answer. Where that is not heard of, the job looks for it.
  for (let looks = 0; stored.status === 'APPROVED'; looks += 1) {
    assert.ok(looks < MOST_LOOKS, `withdrawal ${id} is not settled, its order is ${stored.order}`);
    await pause(LOOK_AGAIN_MS);
    if (stored.order !== 'REQUESTED' || looks % 20 === 19) {
      clock.advance(SETTLE_MS);
      await runJob(world, 'settle-orders', {}, true);
    }
    stored = await read();
  }
  if (isDisturbed) await calmPix(world);
  const sent = (await readSends(world)).filter(({ idEnvio }) => idEnvio === stored.sendId);
  assert.equal(stored.status, sent[0]?.status === 'REALIZADO' ? 'COMPLETED' : 'REJECTED', 'the bank says otherwise');
  if (stored.status === 'COMPLETED') {
    world.payouts.delete(id);
    owner.model.held -= cents;
  } else giveBack(world, payout);
  return [owner];
};
