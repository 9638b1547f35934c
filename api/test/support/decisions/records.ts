import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { insertOneHeld } from '../../../src/modules/assets/inventory/test-support.ts';
import { allowTradesTo, NAME } from '../../../src/modules/trade/item-withdrawals/test-support.ts';
import { suspend } from '../../../src/modules/trade/suspensions/test-support.ts';
import { sql } from '../../../src/platform/database/sql.ts';
import { HOUR_MS } from '../../../src/platform/durations.ts';
import { until } from '../../../src/platform/hot-store/test-support.ts';
import type { Reply } from '../calls.ts';
import { createItem } from '../items.ts';
import { type Person, putIn } from '../people.ts';
import { isWaitingForBank, makeTrue, paid, signedHeaders } from '../pix-messages.ts';
import { setMarket } from '../purchases.ts';
import type { DecidingApp } from './deciding-app.ts';

/** The owner brings about each record on which administrators decide. Each function returns its id. */

export const AMOUNT_CENTS = 5_000;
export const ITEM_CENTS = 600;
const BUY = 'buy-one-p2p-name';

function ok({ status, body, text }: Reply) {
  assert.ok(status < 300, text);
  return body;
}

export async function deposit(
  { app, clock }: DecidingApp,
  { userId }: Person,
  amountCents = AMOUNT_CENTS,
): Promise<string> {
  const rows = await app.db.query<{ id: string }>(sql`
    insert into deposits (user_id, provider, txid, amount_cents, status, created_at, expires_at)
    values (${userId}, 'pix', ${randomBytes(16).toString('hex')}, ${amountCents}, 'PENDING', ${clock.now()},
      ${clock.now()}::timestamptz + interval '30 days') returning id`);
  return rows[0]?.id ?? assert.fail();
}

/** A payment for a deposit arrives, as the provider tells it. */
export async function pay({ app, clock, sandbox }: DecidingApp, depositId: string, valor: string): Promise<void> {
  const [row] = await app.db.query<{ txid: string }>(sql`select txid from deposits where id = ${depositId}`);
  const message = { pix: [paid(row?.txid ?? assert.fail(), valor)] };
  await makeTrue(sandbox, message);
  const payload = JSON.stringify(message);
  const signature = signedHeaders(sandbox.pixAccount.webhookSecret, payload, clock.now());
  const headers = { 'content-type': 'application/json', ...signature };
  const url = '/api/payment/deposit/webhook/pix';
  assert.equal((await app.http.inject({ method: 'POST', url, headers, payload })).statusCode, 200);
  await until(async () => (await app.db.query(isWaitingForBank)).length === 0);
}

/** Confirmed by its owner. */
export async function payout({ app, call, nextCode }: DecidingApp, owner: Person): Promise<string> {
  await putIn(app.db, owner, AMOUNT_CENTS);
  const asked = { amountCents: AMOUNT_CENTS, pixKeyType: 'EMAIL', pixKey: 'own@example.com' };
  const { id } = ok(await call(owner, 'POST', '/payment/withdraw/request', asked));
  const given = { code: nextCode(owner), amountCents: AMOUNT_CENTS };
  ok(await call(owner, 'POST', `/payment/withdraw/${id}/confirm`, given));
  return id;
}

/** Approved by somebody else than its owner, to be paid by hand. */
export async function approvedPayout(world: DecidingApp, owner: Person): Promise<string> {
  const id = await payout(world, owner);
  await world.atEase(async () => ok(await world.callManually(world.carla, 'POST', `/admin/withdrawals/${id}/approve`)));
  return id;
}

export async function itemWithdrawal({ app, call, itemId }: DecidingApp, owner: Person): Promise<string> {
  await allowTradesTo({ app }, owner);
  const held = await insertOneHeld(app.db, owner.userId, itemId);
  return ok(await call(owner, 'POST', `/inventory/${held}/withdraw`)).withdrawalId;
}

async function stuckOrder({ app, clock }: DecidingApp, kind: string): Promise<string> {
  const find = () =>
    app.db.query<{ id: string; status: string }>(sql`
      select id, status from orders where id = (select max(id) from orders where kind = ${kind})`);
  await until(async () => (await find())[0]?.status === 'UNKNOWN');
  clock.advance(HOUR_MS);
  return (await find())[0]?.id ?? assert.fail();
}

const cutOff = async <Result>({ sandbox }: DecidingApp, buy: () => Promise<Result>): Promise<Result> => {
  await setMarket(sandbox, { faults: [{ fault: 'cut-off', path: BUY }] });
  return buy().finally(() => setMarket(sandbox, { faults: [] }));
};

export async function orderOfItem(world: DecidingApp, owner: Person): Promise<string> {
  const { call, carla } = world;
  const id = await itemWithdrawal(world, owner);
  const approve = () => call(carla, 'POST', `/admin/skin-withdrawals/${id}/approve`);
  await world.atEase(async () => ok(await cutOff(world, approve)));
  return stuckOrder(world, 'WITHDRAWAL');
}

async function swapWithSite({ app, call }: DecidingApp, owner: Person) {
  const held = await insertOneHeld(app.db, owner.userId, await createItem(app.db, ITEM_CENTS));
  const asked = { inventoryItemIds: [held], targetMarketHashName: NAME };
  return ok(await call(owner, 'POST', '/swap/site', asked));
}

export async function orderOfSwap(world: DecidingApp, owner: Person): Promise<string> {
  await cutOff(world, () => swapWithSite(world, owner));
  return stuckOrder(world, 'SITE_SWAP');
}

export async function orderOfPayout(world: DecidingApp, owner: Person): Promise<string> {
  const { sandbox, call, carla } = world;
  const disturb = async (faults: object[]) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ faults });
    assert.ok((await fetch(`${sandbox.url}/control/pix`, { method: 'POST', headers, body })).ok);
  };
  const id = await payout(world, owner);
  await disturb([{ fault: 'cut-off', call: 'send' }]);
  await world.atEase(async () => ok(await call(carla, 'POST', `/admin/withdrawals/${id}/approve`)));
  const orderId = await stuckOrder(world, 'PAYOUT');
  await disturb([]);
  return orderId;
}

/** The house never got what it has bought for it. */
export async function undeliveredSwap(world: DecidingApp, owner: Person): Promise<string> {
  const { app, clock } = world;
  const { swapId } = await swapWithSite(world, owner);
  await app.db.query(sql`
    update site_swap_trades set outcome = 'NEVER_ENDED', ended_at = ${clock.now()} where site_swap_id = ${swapId}`);
  return swapId;
}

export async function suspicion({ app }: DecidingApp, { userId }: Person): Promise<string> {
  await app.db.query(sql`delete from suspicions where user_id = ${userId}`);
  const rows = await app.db.query<{ id: string }>(sql`
    insert into suspicions (user_id, reason, state, weight, figures, opened_at, last_found_at)
    values (${userId}, 'SHARED_ADDRESS', 'OPEN', 9, '{"otherUsers": 9}', now(), now()) returning id`);
  return rows[0]?.id ?? assert.fail();
}

/** Gives whose withdrawals are suspended. */
export async function suspension({ app }: DecidingApp, { userId }: Person): Promise<string> {
  await suspend(app.db, userId);
  return userId;
}

export async function heldItem({ app, itemId }: DecidingApp, { userId }: Person): Promise<string> {
  return insertOneHeld(app.db, userId, itemId);
}

/** Themselves. */
export const person = async (_: DecidingApp, { userId }: Person): Promise<string> => userId;
