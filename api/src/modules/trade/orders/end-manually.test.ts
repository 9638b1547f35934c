import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { faultFields, type Reply } from '../../../../test/support/calls.ts';
import { createAdmin, type Person } from '../../../../test/support/people.ts';
import { setMarket } from '../../../../test/support/purchases.ts';
import { use } from '../../../../test/support/use-app.ts';
import { sql } from '../../../platform/database/sql.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import { toId } from '../../../platform/ids.ts';
import { openWithdrawals, resetMarket, withdraw, withdrawalsOf, withItem } from '../item-withdrawals/test-support.ts';
import type { PayoutDeps } from '../payments/payouts/end-payouts.ts';
import { payoutKind } from '../payments/payouts/payout-orders.ts';
import type { Pix } from '../payments/pix/pix.records.ts';

const BUY = 'buy-one-p2p-name';
const LOOK = 'check-many-project-id';
const NOT_BOUGHT = { outcome: 'NOT_BOUGHT', reason: 'Ticket 4711: they know of no purchase' };
const BOUGHT = { outcome: 'BOUGHT', reason: 'Ticket 4712: it is in their books', priceCoins: 950 };

const bench = use(openWithdrawals, (opened) => opened.close());
let admin: Person;
before(async () => {
  admin = await createAdmin(bench.app.db);
});

const end = (orderId: string, body: object, headers: Record<string, string> = {}) =>
  bench.call(admin, 'POST', `/admin/orders/${orderId}/end`, body, headers);
const coded = ({ status, body }: Reply) => [status, body.code];
const orderOf = async (inventoryItemId: string) => {
  const rows = await bench.app.db.query<{ id: string }>(
    sql`select order_id as id from market_withdrawals where inventory_item_id = ${inventoryItemId}`,
  );
  return rows[0]?.id ?? assert.fail();
};
const openAlerts = async (orderId: string) =>
  (
    await bench.app.db.query<{ kind: string }>(
      sql`select kind from alerts where key = ${orderId} and kind like 'ORDER%' and resolved_at is null order by kind`,
    )
  ).map(({ kind }) => kind);
const trailOf = (orderId: string) =>
  bench.app.db.query(sql`
    select action, actor_id, metadata ->> 'reason' as reason from audit_entries
    where entity_type = 'order' and entity_id = ${orderId}`);

/** The marketplace may have recorded its purchase before the answer was lost. */
async function stuckOrder(moment: 'before' | 'after' = 'before', ageMs = HOUR_MS) {
  await resetMarket(bench);
  const silence = [
    { fault: 'cut-off', path: BUY, moment },
    { fault: 'server-error', path: LOOK },
  ];
  await setMarket(bench.sandbox, { faults: silence });
  const { person, id } = await withItem(bench);
  await withdraw(bench, person, id);
  bench.clock.advance(ageMs);
  await bench.app.orders.settleDue();
  const orderId = await orderOf(id);
  return { person, id, orderId };
}
const standOf = async (inventoryItemId: string) => {
  const [stored] = await withdrawalsOf(bench.app.db, inventoryItemId);
  return [stored?.status, stored?.itemStatus, stored?.orderStatus];
};

test('an order that nobody can settle by asking is ended by an administrator, and leaves a trail', async () => {
  const { person, id, orderId } = await stuckOrder();
  assert.deepEqual([await standOf(id), await openAlerts(orderId)], [['PENDING', 'LOCKED', 'UNKNOWN'], ['ORDER_STUCK']]);
  const key = { 'idempotency-key': 'end' };
  const { status, body, text } = await end(orderId, NOT_BOUGHT, key);
  assert.deepEqual([status, body.status, body.kind], [200, 'REFUSED', 'WITHDRAWAL']);
  assert.deepEqual([await standOf(id), await openAlerts(orderId)], [['FAILED', 'AVAILABLE', 'REFUSED'], []]);
  const told = bench.app.sent.filter(({ userId, event }) => userId === person.userId && event === 'withdrawal:failed');
  assert.deepEqual(
    told.map(({ payload }) => payload),
    [{ inventoryItemId: id, reason: 'Erro desconhecido ao processar compra' }],
  );
  assert.deepEqual(await trailOf(orderId), [
    { action: 'ORDER_ENDED_BY_HAND', actorId: admin.userId, reason: NOT_BOUGHT.reason },
  ]);
  assert.equal((await end(orderId, NOT_BOUGHT, key)).text, text);
  assert.deepEqual(coded(await end(orderId, { ...BOUGHT, reference: '77' })), [409, 'ORDER_SETTLED']);
});

test('a purchase that was made after all is found later, and raises an alert', async () => {
  const { id, orderId } = await stuckOrder('after');
  assert.equal((await end(orderId, NOT_BOUGHT)).status, 200);
  await setMarket(bench.sandbox, { faults: [] });
  bench.clock.advance(HOUR_MS / 4);
  await bench.app.orders.settleDue();
  assert.deepEqual(await openAlerts(orderId), ['ORDER_CONTRADICTED']);
  assert.deepEqual(await standOf(id), ['FAILED', 'AVAILABLE', 'REFUSED']);
});

test('a purchase that was found by hand continues as any other', async () => {
  const { id, orderId } = await stuckOrder();
  for (const missing of [{}, { reference: '77', priceCoins: undefined }, { reference: 'not an id' }]) {
    const reply = await end(orderId, { ...BOUGHT, ...missing });
    assert.deepEqual([reply.status, faultFields(reply)], [400, ['reference', 'priceCoins']]);
  }
  assert.equal((await end(orderId, { ...BOUGHT, reference: '77' })).status, 200);
  const [stored] = await withdrawalsOf(bench.app.db, id);
  assert.partialDeepStrictEqual(stored, { status: 'WAITING_SELLER', marketId: '77', pricePaidCents: 95n });
  const other = await stuckOrder();
  await bench.app.db.query(sql`
    insert into orders (kind, project_id, ask, status, bought, requested_at, sent_at, settled_at, lease_owner, lease_until)
    values ('STRANGE', 'strange_0', '{}', 'BOUGHT', '{"marketId": "78"}', now(), now(), now(), 'x', now())`);
  for (const reference of ['77', '78']) {
    assert.deepEqual(coded(await end(other.orderId, { ...BOUGHT, reference })), [409, 'ORDER_PURCHASE_TAKEN']);
  }
  assert.deepEqual(await standOf(other.id), ['PENDING', 'LOCKED', 'UNKNOWN']);
  assert.equal((await end(other.orderId, NOT_BOUGHT)).status, 200);
});

test('a payment that was found by hand has the id that the banks know it by', () => {
  const { boughtManually } = payoutKind({} as PayoutDeps, {} as Pix);
  const ask = { payoutId: toId<'money-withdrawal'>('1'), amountCents: '1' };
  const found = (reference: string) =>
    boughtManually?.({ id: toId<'order'>('1'), projectId: 'p', ask }, { reference, priceCoins: null });
  const endToEndId = 'E1234567820261115130000000000001';
  assert.deepEqual([found(endToEndId), found('77')], [{ endToEndId }, null]);
});

test('young, unknown and missing orders cannot be ended by hand', async () => {
  const { person, orderId } = await stuckOrder('before', HOUR_MS - 60_000);
  assert.deepEqual(coded(await end(orderId, NOT_BOUGHT)), [409, 'ORDER_TOO_YOUNG']);
  assert.equal((await bench.call(person, 'POST', `/admin/orders/${orderId}/end`, NOT_BOUGHT)).status, 403);
  assert.equal((await end(orderId, { outcome: 'NOT_BOUGHT', reason: ' ' })).status, 400);
  assert.deepEqual(coded(await end('9223372036854775807', NOT_BOUGHT)), [404, 'ORDER_NOT_FOUND']);
  const longAgo = new Date(bench.clock.now().getTime() - 2 * HOUR_MS);
  const strangers = await bench.app.db.query<{ id: string }>(sql`
    insert into orders (kind, project_id, ask, status, requested_at, sent_at, lease_owner, lease_until)
    values ('STRANGE', 'strange_1', '{}', 'REQUESTED', ${longAgo}, null, 'x', 'infinity'),
      ('STRANGE', 'strange_2', '{}', 'SENT', ${longAgo}, ${longAgo}, 'x', 'infinity') returning id`);
  const refused = await Promise.all(strangers.map(async ({ id }) => coded(await end(id, NOT_BOUGHT))));
  assert.deepEqual(refused, Array(2).fill([409, 'ORDER_OF_UNKNOWN_KIND']));
});

/** The next run of the job may send it. */
async function unsentOrder(ageMs = HOUR_MS) {
  const { id, orderId } = await stuckOrder('before', ageMs);
  await bench.app.db.query(sql`
    update orders set status = 'REQUESTED', sent_at = null, lease_until = ${bench.clock.now()} where id = ${orderId}`);
  await setMarket(bench.sandbox, { faults: [] });
  return { id, orderId };
}

test('an order that could not be sent for an hour can only end as not bought, and is never sent', async () => {
  const young = await unsentOrder(HOUR_MS - 1);
  assert.deepEqual(coded(await end(young.orderId, NOT_BOUGHT)), [409, 'ORDER_TOO_YOUNG']);
  const { id, orderId } = await unsentOrder();
  assert.deepEqual(coded(await end(orderId, { ...BOUGHT, reference: '91' })), [409, 'ORDER_NOT_SENT']);
  assert.equal((await end(orderId, NOT_BOUGHT)).status, 200);
  assert.deepEqual([await standOf(id), await openAlerts(orderId)], [['FAILED', 'AVAILABLE', 'REFUSED'], []]);
  bench.clock.advance(HOUR_MS / 4);
  await bench.app.orders.settleDue();
  assert.deepEqual([await standOf(id), await openAlerts(orderId)], [['FAILED', 'AVAILABLE', 'REFUSED'], []]);
});

test('an administrator who ends an unsent order comes before or after the job that sends it', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { id, orderId } = await unsentOrder();
    const [{ status }] = await Promise.all([end(orderId, NOT_BOUGHT), bench.app.orders.settleDue()]);
    const [withdrawal, item, order] = await standOf(id);
    const ended = ['FAILED', 'AVAILABLE', 'REFUSED'];
    assert.deepEqual([withdrawal, item, order], status === 200 ? ended : ['WAITING_SELLER', 'LOCKED', 'BOUGHT']);
    assert.ok(status === 200 || status === 409);
    assert.deepEqual(await openAlerts(orderId), []);
  }
});

test('of administrators and the job at once one ends the order, with one effect', async () => {
  for (const moment of ['before', 'after'] as const) {
    const { id, orderId } = await stuckOrder(moment);
    await setMarket(bench.sandbox, { faults: [] });
    bench.clock.advance(60_000);
    const ends = Array.from({ length: 6 }, (_, each) =>
      end(orderId, each % 2 === 0 ? NOT_BOUGHT : { ...BOUGHT, reference: `${moment}${each}` }),
    );
    const [replies] = await Promise.all([Promise.all(ends), bench.app.orders.settleDue()]);
    const done = replies.filter(({ status }) => status === 200);
    assert.ok(done.length <= 1);
    assert.ok(replies.every(({ status }) => status === 200 || status === 409));
    const [status, itemStatus, orderStatus] = await standOf(id);
    const isBought = orderStatus === 'BOUGHT';
    assert.deepEqual([status, itemStatus], isBought ? ['WAITING_SELLER', 'LOCKED'] : ['FAILED', 'AVAILABLE']);
    assert.equal((await trailOf(orderId)).length, done.length);
  }
});
