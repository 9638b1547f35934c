import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { faultFields, refusal } from '../../../../../test/support/calls.ts';
import { createAdmin, createPerson, type Person } from '../../../../../test/support/people.ts';
import { marketRecord, setMarket } from '../../../../../test/support/purchases.ts';
import { use } from '../../../../../test/support/use-app.ts';
import { sql } from '../../../../platform/database/sql.ts';
import {
  eventsSentTo,
  NAME,
  openWithdrawals,
  PRICE_COINS,
  resetMarket,
  withdraw,
  withdrawalsOf,
  withItem,
} from '../test-support.ts';

let admin: Person;
const bench = use(openWithdrawals, (opened) => opened.close());
before(async () => {
  admin = await createAdmin(bench.app.db);
});
beforeEach(() => resetMarket(bench));

interface Waiting {
  person: Person;
  id: string;
  withdrawalId: string;
}

async function waiting(): Promise<Waiting> {
  const { person, id } = await withItem(bench);
  const { app, clock } = bench;
  await app.db.query(sql`update users set created_at = ${clock.now()} where id = ${person.userId}`);
  const { body } = await withdraw(bench, person, id);
  assert.equal(body.autoApproved, false);
  app.sent.length = 0;
  return { person, id, withdrawalId: body.withdrawalId };
}

const approve = (withdrawalId: string, headers: Record<string, string> = {}, body?: object) =>
  bench.call(admin, 'POST', `/admin/skin-withdrawals/${withdrawalId}/approve`, body, headers);
const reject = (withdrawalId: string, reason = 'Atividade suspeita.') =>
  bench.call(admin, 'POST', `/admin/skin-withdrawals/${withdrawalId}/reject`, { reason });
const auditOf = (withdrawalId: string) =>
  bench.app.db.query(sql`
    select action, actor_id, metadata ->> 'reason' as reason from audit_entries
    where entity_type = 'skin-withdrawal' and entity_id = ${withdrawalId} and actor_id = ${admin.userId} order by id`);
const notificationsOf = async ({ userId }: Person) => {
  const rows = await bench.app.db.query<{ title: string }>(
    sql`select title from notifications where user_id = ${userId} order by id`,
  );
  return rows.map(({ title }) => title);
};

test('an approved item is bought at once, under its project id', async () => {
  const { person, id, withdrawalId } = await waiting();
  const { status, body } = await approve(withdrawalId);
  assert.equal(status, 200);
  const [stored] = await withdrawalsOf(bench.app.db, id);
  assert.partialDeepStrictEqual(stored, { status: 'WAITING_SELLER', autoApproved: false, itemStatus: 'LOCKED' });
  assert.partialDeepStrictEqual(body, {
    id: withdrawalId,
    userId: person.userId,
    status: 'WAITING_SELLER',
    projectId: stored?.projectId,
    marketId: stored?.marketId,
    pricePaidCents: '100',
    maxPayCents: '100',
    decidedBy: admin.userId,
    decidedAt: bench.clock.now().toISOString(),
  });
  const { purchases } = await marketRecord(bench.sandbox);
  assert.equal(purchases.filter(({ projectId }) => projectId === stored?.projectId).length, 1);
  assert.deepEqual(
    eventsSentTo(bench, person).map(({ event }) => event),
    ['withdrawal:waiting_seller'],
  );
  assert.deepEqual(await auditOf(withdrawalId), [
    { action: 'SKIN_WITHDRAWAL_APPROVED', actorId: admin.userId, reason: null },
  ]);
});

test('the reason of an approval is in the audit trail if one is given', async () => {
  const { withdrawalId } = await waiting();
  assert.deepEqual(faultFields(await approve(withdrawalId, {}, { reason: ' ' })), ['reason']);
  assert.equal((await approve(withdrawalId, {}, { reason: 'Known since March' })).status, 200);
  assert.deepEqual(await auditOf(withdrawalId), [
    { action: 'SKIN_WITHDRAWAL_APPROVED', actorId: admin.userId, reason: 'Known since March' },
  ]);
});

test('a rejected item is available again, and its owner is told why', async () => {
  const { person, id, withdrawalId } = await waiting();
  assert.deepEqual(faultFields(await reject(withdrawalId, '  ')), ['reason']);
  const { status, body } = await reject(withdrawalId);
  assert.deepEqual([status, body.status, body.failureReason], [200, 'CANCELLED', 'Atividade suspeita.']);
  const [stored] = await withdrawalsOf(bench.app.db, id);
  assert.partialDeepStrictEqual(stored, { status: 'CANCELLED', itemStatus: 'AVAILABLE', orderStatus: null });
  const payload = { inventoryItemId: id, reason: 'Atividade suspeita.' };
  assert.deepEqual(eventsSentTo(bench, person), [{ event: 'withdrawal:cancelled', payload }]);
  assert.deepEqual(await auditOf(withdrawalId), [
    { action: 'SKIN_WITHDRAWAL_REJECTED', actorId: admin.userId, reason: 'Atividade suspeita.' },
  ]);
  bench.clock.advance(1);
  assert.equal((await withdraw(bench, person, id)).status, 200, 'it can be asked for again');
});

test('a decision is made once', async () => {
  const [one, other] = [await waiting(), await waiting()];
  await approve(one.withdrawalId);
  const approved = 'Withdrawal does not wait for approval (status: WAITING_SELLER)';
  assert.deepEqual(refusal(await approve(one.withdrawalId)), [409, approved]);
  assert.deepEqual(refusal(await reject(one.withdrawalId)), [409, approved]);
  await reject(other.withdrawalId);
  const rejected = 'Withdrawal does not wait for approval (status: CANCELLED)';
  assert.deepEqual(refusal(await approve(other.withdrawalId)), [409, rejected]);
  assert.deepEqual(refusal(await approve('999999')), [404, 'Withdrawal not found']);
  assert.deepEqual(refusal(await reject('999999')), [404, 'Withdrawal not found']);
});

test('of simultaneous decisions one is made, and at most one item is bought', async () => {
  const { id, withdrawalId } = await waiting();
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? approve(withdrawalId) : reject(withdrawalId))),
  );
  assert.equal(replies.filter(({ status }) => status === 200).length, 1);
  assert.equal(replies.filter(({ status }) => status === 409).length, 19);
  const [stored] = await withdrawalsOf(bench.app.db, id);
  const { purchases } = await marketRecord(bench.sandbox);
  const bought = purchases.filter(({ projectId }) => projectId === stored?.projectId).length;
  assert.deepEqual(
    [stored?.status, bought].join(),
    stored?.status === 'CANCELLED' ? 'CANCELLED,0' : 'WAITING_SELLER,1',
  );
});

const cancel = (who: Person, withdrawalId: string, headers: Record<string, string> = {}) =>
  bench.call(who, 'POST', `/inventory/withdrawals/${withdrawalId}/cancel`, {}, headers);

test('the owner cancels a waiting withdrawal: the item is available at once, and no administrator has decided on it', async () => {
  const { person, id, withdrawalId } = await waiting();
  const stranger = await createPerson(bench.app.db);
  assert.deepEqual((await cancel(stranger, withdrawalId)).body.code, 'WITHDRAWAL_NOT_FOUND');
  assert.deepEqual((await cancel(person, '999999')).body.code, 'WITHDRAWAL_NOT_FOUND');
  const { status, body, text } = await cancel(person, withdrawalId, { 'idempotency-key': 'once' });
  assert.deepEqual([status, body.status, body.failureReason], [200, 'CANCELLED', 'Cancelado por quem pediu.'], text);
  assert.equal((await cancel(person, withdrawalId, { 'idempotency-key': 'once' })).text, text);
  assert.equal((await cancel(person, withdrawalId)).body.code, 'WITHDRAWAL_GOES_ON');
  const [stored] = await withdrawalsOf(bench.app.db, id);
  assert.partialDeepStrictEqual(stored, { status: 'CANCELLED', itemStatus: 'AVAILABLE', orderStatus: null });
  const payload = { inventoryItemId: id, reason: 'Cancelado por quem pediu.' };
  assert.deepEqual(eventsSentTo(bench, person), [{ event: 'withdrawal:cancelled', payload }]);
  const trail = await bench.app.db.query(sql`
    select actor_id from audit_entries
    where action = 'SKIN_WITHDRAWAL_CANCELLED' and entity_type = 'skin-withdrawal' and entity_id = ${withdrawalId}`);
  assert.deepEqual(trail, [{ actorId: person.userId }]);
  assert.equal((await approve(withdrawalId)).body.code, 'WITHDRAWAL_NOT_PENDING_APPROVAL');
  bench.clock.advance(1);
  assert.equal((await withdraw(bench, person, id)).status, 200, 'it can be asked for again');
});

test('an approved withdrawal cannot be cancelled', async () => {
  const { person, withdrawalId } = await waiting();
  await approve(withdrawalId);
  assert.deepEqual((await cancel(person, withdrawalId)).body.code, 'WITHDRAWAL_GOES_ON');
});

test('of simultaneous requests by owner and administrators one ends it, and at most one item is bought', async () => {
  const rounds = await Promise.all(Array.from({ length: 5 }, waiting));
  for (const { person, id, withdrawalId } of rounds) {
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 3 === 0 ? cancel(person, withdrawalId) : index % 3 === 1 ? approve(withdrawalId) : reject(withdrawalId),
      ),
    );
    assert.equal(replies.filter(({ status }) => status === 200).length, 1);
    const [stored] = await withdrawalsOf(bench.app.db, id);
    const { purchases } = await marketRecord(bench.sandbox);
    const bought = purchases.filter(({ projectId }) => projectId === stored?.projectId).length;
    assert.ok(
      ['CANCELLED AVAILABLE 0', 'WAITING_SELLER LOCKED 1'].includes(
        `${stored?.status} ${stored?.itemStatus} ${bought}`,
      ),
    );
  }
});

test('a withdrawal that cannot be bought now still waits', async () => {
  const { app, sandbox } = bench;
  const { person, id, withdrawalId } = await waiting();
  const refused = async () => {
    const { status, body } = await approve(withdrawalId);
    assert.deepEqual(
      (await withdrawalsOf(app.db, id)).map((stored) => stored.status),
      ['PENDING_APPROVAL'],
    );
    return [status, body.code];
  };
  await setMarket(sandbox, { stock: { name: NAME, prices: [PRICE_COINS + 5] } });
  assert.deepEqual(await refused(), [409, 'WITHDRAWAL_CANNOT_BE_BOUGHT']);
  await resetMarket(bench);
  await setMarket(sandbox, { faults: [{ fault: 'server-error', path: 'prices' }] });
  assert.deepEqual(await refused(), [409, 'WITHDRAWAL_CANNOT_BE_BOUGHT']);
  await resetMarket(bench);
  await setMarket(sandbox, { wallet: PRICE_COINS - 1 });
  assert.deepEqual(await refused(), [409, 'WITHDRAWAL_CANNOT_BE_BOUGHT']);
  await resetMarket(bench);
  const set = (tradeUrl: string | null, status: string) =>
    app.db.query(sql`update users set trade_url = ${tradeUrl}, status = ${status} where id = ${person.userId}`);
  await set(null, 'ACTIVE');
  assert.deepEqual(await refused(), [400, 'TRADE_URL_MISSING']);
  await set('https://steamcommunity.com/tradeoffer/new/?partner=1&token=x', 'ACTIVE');
  assert.deepEqual(await refused(), [400, 'TRADE_URL_INVALID']);
  await set(null, 'BANNED');
  assert.deepEqual(await refused(), [409, 'WITHDRAWER_NOT_ACTIVE']);
  await set(null, 'ACTIVE');
  assert.deepEqual(await notificationsOf(person), [], 'nobody is told of what did not happen');
});

test('an approved purchase that is refused fails, and one that is unknown is settled later', async () => {
  const { sandbox, app, clock } = bench;
  const one = await waiting();
  await setMarket(sandbox, { faults: [{ fault: 'refusal', path: 'buy-one-p2p-name', message: 'Item sold' }] });
  const { body } = await approve(one.withdrawalId);
  assert.deepEqual([body.status, body.failureReason], ['FAILED', 'Item sold']);
  const other = await waiting();
  await setMarket(sandbox, { faults: [{ fault: 'cut-off', path: 'buy-one-p2p-name', moment: 'after' }] });
  assert.equal((await approve(other.withdrawalId)).body.status, 'PENDING');
  await setMarket(sandbox, { faults: [] });
  clock.advance(180_000);
  await app.orders.settleDue();
  assert.equal((await withdrawalsOf(app.db, other.id))[0]?.status, 'WAITING_SELLER');
});

test('an approval repeated with its key gets the same answer', async () => {
  const { withdrawalId } = await waiting();
  const first = await approve(withdrawalId, { 'idempotency-key': 'approve' });
  const second = await approve(withdrawalId, { 'idempotency-key': 'approve' });
  assert.deepEqual([first.status, second.text, second.replayed], [200, first.text, true]);
});

test('administrators list withdrawals by status and user; players see only their own', async () => {
  const { call } = bench;
  const { person, id, withdrawalId } = await waiting();
  const listed = async (query: string) =>
    (await call(admin, 'GET', `/admin/skin-withdrawals?${query}`)).body.data.map((each: { id: string }) => each.id);
  assert.deepEqual(await listed(`status=PENDING_APPROVAL&userId=${person.userId}`), [withdrawalId]);
  assert.deepEqual(await listed(`userId=${person.userId}`), [withdrawalId]);
  assert.deepEqual(await listed(`status=COMPLETED&userId=${person.userId}`), []);
  assert.equal((await listed('status=PENDING_APPROVAL'))[0], withdrawalId, 'the newest first');
  assert.equal((await listed(`before=${withdrawalId}`)).includes(withdrawalId), false);
  const { body: one } = await call(admin, 'GET', `/admin/skin-withdrawals/${withdrawalId}`);
  assert.deepEqual([one.id, one.userId, one.status], [withdrawalId, person.userId, 'PENDING_APPROVAL']);
  assert.equal((await call(admin, 'GET', '/admin/skin-withdrawals/999999')).status, 404);

  const active = async (who: Person) => (await call(who, 'GET', '/inventory/withdrawals/active')).body.withdrawals;
  const history = async (who: Person, query = '') =>
    (await call(who, 'GET', `/inventory/withdrawals/history${query}`)).body.withdrawals;
  const [stored] = await withdrawalsOf(bench.app.db, id);
  const shown = {
    id: withdrawalId,
    inventoryItemId: id,
    itemId: bench.itemId,
    itemName: NAME,
    itemImage: 'https://items.example/a.png',
    itemRarity: 'BASE_GRADE',
    itemRarityColor: '#b0c3d9',
    itemValueCents: '600',
    projectId: stored?.projectId,
    marketId: null,
    tradeId: null,
    status: 'PENDING_APPROVAL',
    marketStatus: null,
    pricePaidCents: '0',
    sendUntil: null,
    createdAt: bench.clock.now().toISOString(),
    playerMessage: 'Seu saque foi recebido e aguarda a análise da nossa equipe. O item fica reservado até lá.',
    steps: [
      { name: 'REQUESTED', state: 'DONE', at: bench.clock.now().toISOString(), deadline: null },
      { name: 'REVIEWED', state: 'NOW', at: null, deadline: null },
      ...['BOUGHT', 'SENT', 'ACCEPTED'].map((name) => ({ name, state: 'LATER', at: null, deadline: null })),
    ],
  };
  assert.deepEqual(await active(person), [shown]);
  assert.deepEqual(await history(person), [{ ...shown, failureReason: null, completedAt: null }]);
  await reject(withdrawalId);
  assert.deepEqual(await active(person), []);
  assert.partialDeepStrictEqual(await history(person), [{ status: 'CANCELLED', failureReason: 'Atividade suspeita.' }]);
  assert.deepEqual(
    [await history(person, '?limit=1&offset=1'), await history(person, '?limit=1')].map((all) => all.length),
    [0, 1],
  );
  const stranger = await createPerson(bench.app.db);
  assert.deepEqual([await active(stranger), await history(stranger)], [[], []]);
});
