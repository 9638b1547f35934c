import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { refusal } from '../../../../../test/support/calls.ts';
import { createAdmin, createPerson, type Person } from '../../../../../test/support/people.ts';
import { marketRecord, setMarket } from '../../../../../test/support/purchases.ts';
import { use } from '../../../../../test/support/use-app.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { DAY_MS, MINUTE_MS } from '../../../../platform/durations.ts';
import { insertOneHeld, statusesOf } from '../../../assets/inventory/test-support.ts';
import {
  createWithdrawer,
  eventsSentTo,
  insertNamed,
  NAME,
  openWithdrawals,
  PRICE_COINS,
  partnerOf,
  resetMarket,
  TOKEN,
  withdraw,
  withdrawalsOf,
  withItem,
} from '../test-support.ts';

const bench = use(openWithdrawals, (opened) => opened.close());
beforeEach(() => resetMarket(bench));

const purchasesOf = async (projectId: string) =>
  (await marketRecord(bench.sandbox)).purchases.filter((each) => each.projectId === projectId);
const fault = (kind: string, path: string, more: object = {}) =>
  setMarket(bench.sandbox, { faults: [{ fault: kind, path, ...more }] });
const change = async (settings: object) => {
  const { status } = await bench.call(await createAdmin(bench.app.db), 'PATCH', '/admin/settings', settings);
  assert.equal(status, 200);
};
const settleAfter = async (ms: number) => {
  bench.clock.advance(ms);
  await bench.app.orders.settleDue();
};

test('an item that needs no review is bought at once, at its price and for its owner', async () => {
  const { person, id } = await withItem(bench);
  const { status, body } = await withdraw(bench, person, id);
  assert.equal(status, 200);
  const projectId = `wd_${id}_${bench.clock.now().getTime()}`;
  const [recorded] = await purchasesOf(projectId);
  assert.partialDeepStrictEqual(recorded, { price: PRICE_COINS, partner: partnerOf(person), token: TOKEN });
  const { purchase, marketPrice, priceComparison, inventoryItem, item } = body;
  assert.deepEqual([body.success, body.canWithdraw, body.autoApproved], [true, true, true]);
  assert.equal(body.status, 'WAITING_SELLER');
  assert.partialDeepStrictEqual(inventoryItem, { id, userId: person.userId, status: 'LOCKED', acquiredFrom: null });
  assert.partialDeepStrictEqual(item, { marketHashName: NAME, valueCentsBrl: '600', originalPriceCents: '100' });
  assert.partialDeepStrictEqual(marketPrice, {
    name: NAME,
    count: 100,
    priceMarketCoins: PRICE_COINS,
    priceCentsUsd: 100,
    isExactMatch: true,
  });
  assert.partialDeepStrictEqual(priceComparison, {
    ourPriceCentsUsd: 120,
    ourPriceUsd: '1.20',
    maxPayCents: 100,
    maxPayUsd: '1.00',
    marketMinPriceUsd: '1.00',
    canWithdraw: true,
    canSwap: true,
    failedConditions: [],
  });
  const sendUntil = Number(purchase.sendUntil);
  assert.deepEqual(purchase, {
    success: true,
    marketId: String(recorded?.id),
    projectId,
    pricePaid: PRICE_COINS,
    pricePaidUsd: '1.00',
    name: NAME,
    sendUntil,
    averageTime: purchase.averageTime,
  });
  assert.deepEqual(await withdrawalsOf(bench.app.db, id), [
    {
      status: 'WAITING_SELLER',
      autoApproved: true,
      projectId,
      marketId: purchase.marketId,
      marketStatus: 0,
      pricePaidCents: 100n,
      failureReason: null,
      itemStatus: 'LOCKED',
      orderStatus: 'BOUGHT',
    },
  ]);
  const payload = { inventoryItemId: id, sendUntil };
  assert.deepEqual(eventsSentTo(bench, person), [{ event: 'withdrawal:waiting_seller', payload }]);
});

test('refusals come in one order', async () => {
  const { app, itemId } = bench;
  const person = await createPerson(app.db);
  const { id: foreign } = await withItem(bench);
  const id = await insertOneHeld(app.db, person.userId, null, { status: 'SOLD' });
  const refused = async (asked = id) => refusal(await withdraw(bench, person, asked));
  const mend = (statement: ReturnType<typeof sql>) => app.db.query(statement);
  const setUrl = (url: string) => mend(sql`update users set trade_url = ${url} where id = ${person.userId}`);
  await mend(sql`update inventory_items set restricted_to_games = true where id = ${id}`);

  assert.deepEqual(await refused('999999999' as typeof id), [404, 'Item not found in inventory']);
  assert.deepEqual(await refused(foreign), [400, 'Item does not belong to this user']);
  assert.deepEqual(await refused(), [400, 'Item restrito aos jogos da plataforma.']);
  await mend(sql`update inventory_items set restricted_to_games = false where id = ${id}`);
  assert.deepEqual(await refused(), [400, 'Item is not available for withdrawal. Current status: SOLD']);
  await mend(sql`update inventory_items set status = 'AVAILABLE' where id = ${id}`);
  assert.deepEqual(await refused(), [404, 'Item details not found']);
  await mend(sql`update inventory_items set item_id = ${itemId} where id = ${id}`);
  const missing = 'Cadastre seu Trade URL do Steam no perfil antes de retirar itens.';
  assert.deepEqual(await refused(), [400, missing]);
  const stranger = `https://steamcommunity.com/tradeoffer/new/?partner=1&token=${TOKEN}`;
  const own = `https://steamcommunity.com/tradeoffer/new/?partner=${partnerOf(person)}&token=${TOKEN}`;
  for (const url of ['nonsense', `${own}&more=1`, ` ${own}`, stranger]) {
    await setUrl(url);
    assert.deepEqual(await refused(), [400, 'Trade URL invalido. Atualize no perfil.'], url);
  }
  assert.deepEqual(bench.waits, [], 'a refusal gives its lease back');
  assert.deepEqual(await withdrawalsOf(app.db, id), []);
});

test('an item that is on its way cannot be withdrawn again, nor any item of a suspended user', async () => {
  const { app } = bench;
  const { person, id } = await withItem(bench);
  const { body } = await withdraw(bench, person, id);
  const again = await withdraw(bench, person, id);
  assert.deepEqual(refusal(again), [400, 'Item is not available for withdrawal. Current status: LOCKED']);
  await app.db.query(sql`update inventory_items set status = 'AVAILABLE' where id = ${id}`);
  const pending = 'This item already has a pending withdrawal. Status: WAITING_SELLER';
  assert.deepEqual(refusal(await withdraw(bench, person, id)), [400, pending]);
  await app.db.query(sql`update inventory_items set status = 'LOCKED' where id = ${id}`);
  await app.db.query(sql`
    insert into withdrawal_suspensions (user_id, since, reason, withdrawal_id)
    values (${person.userId}, now(), 'reversed', ${body.withdrawalId})`);
  const other = await insertOneHeld(app.db, person.userId, bench.itemId);
  const suspended =
    'Seus saques e trocas estão suspensos porque uma troca sua foi revertida no Steam. Fale com o suporte.';
  assert.deepEqual(refusal(await withdraw(bench, person, other)), [403, suspended]);
  // This suspension belongs to no reversed trade.
  await app.db.query(sql`delete from withdrawal_suspensions where user_id = ${person.userId}`);
});

test('nothing is created where the marketplace asks for more, sells another name, or does not answer', async () => {
  const swap = 'Item indisponivel para saque. Voce pode trocar no SWAP.';
  const notNow = 'Item indisponivel para saque no momento.';
  const { person, id } = await withItem(bench);
  const faults = [{ fault: 'server-error', path: 'prices' }];
  const cases: [object, string, object][] = [
    [{ stock: { name: NAME, prices: [1_005] } }, swap, { hasStock: true, isPriceValid: false, canSwap: true }],
    [{ stock: { name: NAME, prices: [] } }, notNow, { hasStock: false, isPriceValid: false, canSwap: false }],
    [{ faults: [{ fault: 'partial-match', path: 'prices' }] }, notNow, { canSwap: false }],
    [{ faults }, notNow, { marketCount: 0, marketMinPriceCents: 0, hasStock: false, isPriceValid: false }],
  ];
  for (const [setting, userMessage, expected] of cases) {
    await resetMarket(bench);
    await setMarket(bench.sandbox, setting);
    const { status, body } = await withdraw(bench, person, id);
    assert.equal(status, 200);
    assert.deepEqual([body.success, body.canWithdraw, body.purchase], [false, false, null], userMessage);
    assert.equal(body.inventoryItem.status, 'AVAILABLE');
    assert.deepEqual([body.withdrawalId, body.autoApproved, body.status], [undefined, undefined, undefined]);
    assert.equal(body.playerMessage, body.priceComparison.userMessage);
    assert.partialDeepStrictEqual(body.priceComparison, { canWithdraw: false, userMessage, ...expected });
  }
  assert.deepEqual(await withdrawalsOf(bench.app.db, id), []);
  assert.deepEqual(await statusesOf(bench.app.db, [id]), ['AVAILABLE']);
});

test('a price query that fails names its error once and shows no price', async () => {
  const { person, id } = await withItem(bench);
  await fault('malformed', 'prices');
  const { body } = await withdraw(bench, person, id);
  assert.deepEqual([body.marketPrice, body.priceComparison.failedConditions.length], [null, 1]);
  assert.match(body.priceComparison.failedConditions[0], /price could not be looked up.*marketplace/);
});

test('a refused purchase fails, frees the item and says why; the item can be tried again', async () => {
  const { person, id } = await withItem(bench);
  await fault('refusal', 'buy-one-p2p-name', { message: 'Item sold' });
  const { body } = await withdraw(bench, person, id);
  assert.deepEqual([body.success, body.canWithdraw, body.autoApproved, body.status], [false, true, true, 'FAILED']);
  assert.match(body.playerMessage, /recusou/);
  assert.partialDeepStrictEqual(body.purchase, { success: false, marketId: null, pricePaid: 0, error: 'Item sold' });
  const [failed] = await withdrawalsOf(bench.app.db, id);
  assert.partialDeepStrictEqual(failed, { status: 'FAILED', failureReason: 'Item sold', itemStatus: 'AVAILABLE' });
  const payload = { inventoryItemId: id, reason: 'Item sold' };
  assert.deepEqual(eventsSentTo(bench, person), [{ event: 'withdrawal:failed', payload }]);
  await setMarket(bench.sandbox, { faults: [] });
  // A request in the same millisecond would have the same project id.
  const again = await withdraw(bench, person, id);
  assert.deepEqual([again.status, again.body.code], [409, 'ITEM_BEING_PROCESSED']);
  bench.clock.advance(1);
  assert.equal((await withdraw(bench, person, id)).body.success, true);
});

test('a refusal without words has the words of the platform', async () => {
  const { person, id } = await withItem(bench);
  const { buy } = bench.market;
  bench.market.buy = async () => ({ refused: ' ' });
  try {
    const { body } = await withdraw(bench, person, id);
    assert.equal(body.purchase.error, 'Erro desconhecido ao processar compra');
  } finally {
    bench.market.buy = buy;
  }
});

test('a purchase whose answer is lost stays under way, and is found to be bought or not', async () => {
  for (const [moment, end] of [
    ['after', { status: 'WAITING_SELLER', itemStatus: 'LOCKED', event: 'withdrawal:waiting_seller', bought: 1 }],
    ['before', { status: 'FAILED', itemStatus: 'AVAILABLE', event: 'withdrawal:failed', bought: 0 }],
  ] as const) {
    const { person, id } = await withItem(bench);
    await fault('cut-off', 'buy-one-p2p-name', { moment });
    const { status, body } = await withdraw(bench, person, id);
    assert.deepEqual([status, body.success, body.purchase, body.autoApproved], [200, false, null, true]);
    assert.equal(body.inventoryItem.status, 'LOCKED');
    const [pending] = await withdrawalsOf(bench.app.db, id);
    assert.partialDeepStrictEqual(pending, { status: 'PENDING', itemStatus: 'LOCKED', orderStatus: 'UNKNOWN' });
    await setMarket(bench.sandbox, { faults: [] });
    await settleAfter(3 * MINUTE_MS);
    const [settled] = await withdrawalsOf(bench.app.db, id);
    assert.partialDeepStrictEqual(settled, { status: end.status, itemStatus: end.itemStatus });
    assert.deepEqual(
      eventsSentTo(bench, person).map(({ event }) => event),
      [end.event],
    );
    assert.equal((await purchasesOf(settled?.projectId ?? '')).length, end.bought);
  }
});

test('a purchase above its ceiling stands, and raises an alert', async () => {
  const { person, id } = await withItem(bench);
  const { buy } = bench.market;
  bench.market.buy = async (order) => {
    const answer = await buy(order);
    return 'bought' in answer ? { bought: { ...answer.bought, priceCoins: order.maxCoins + 1 } } : answer;
  };
  try {
    const { body } = await withdraw(bench, person, id);
    assert.equal(body.success, true);
    const alerts = await bench.app.db.query(sql`
      select level, details ->> 'pricePaidCents' as paid, details ->> 'maxPayCents' as most from alerts
      where kind = 'WITHDRAWAL_OVERPRICED' and key = ${body.withdrawalId}`);
    assert.deepEqual(alerts, [{ level: 'CRITICAL', paid: '101', most: '100' }]);
  } finally {
    bench.market.buy = buy;
  }
});

const isAutoApproved = async (person: Person) => {
  bench.clock.advance(1);
  const id = await insertOneHeld(bench.app.db, person.userId, bench.itemId);
  return (await withdraw(bench, person, id)).body.autoApproved;
};

test('the value of a day of São Paulo is approved up to its limit; what failed does not count', async () => {
  await change({ autoApprovalDailyLimitCents: 240 });
  try {
    const person = await createWithdrawer(bench);
    bench.clock.set(`${new Date(bench.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10)}T12:00:00.000Z`);
    await fault('refusal', 'buy-one-p2p-name', { times: 1 });
    assert.equal(await isAutoApproved(person), true);
    await setMarket(bench.sandbox, { faults: [] });
    assert.deepEqual([await isAutoApproved(person), await isAutoApproved(person)], [true, true]);
    assert.equal(await isAutoApproved(person), false, 'above the limit');
    assert.equal(await isAutoApproved(await createWithdrawer(bench)), true, 'the limit is each user’s own');
    bench.clock.advance(DAY_MS);
    assert.equal(await isAutoApproved(person), true, 'the next day');
  } finally {
    await change({ autoApprovalDailyLimitCents: 10_000 });
  }
});

test('a new account, a security entry or a low wallet needs a review', async () => {
  const { app, clock, sandbox } = bench;
  const person = await createWithdrawer(bench);
  const born = (hoursAgo: number) =>
    app.db.query(sql`
    update users set created_at = ${new Date(clock.now().getTime() - hoursAgo * 60 * MINUTE_MS)}
    where id = ${person.userId}`);
  await born(23.9);
  assert.equal(await isAutoApproved(person), false);
  await born(24.1);
  assert.equal(await isAutoApproved(person), true);

  const noted = (action: string, hoursAgo: number) =>
    app.db.query(sql`
    insert into audit_entries (action, user_id, created_at)
    values (${action}, ${person.userId}, ${new Date(clock.now().getTime() - hoursAgo * 60 * MINUTE_MS)})`);
  await noted('LOGIN', 1);
  await noted('DEVICE_MISMATCH', 24.1);
  assert.equal(await isAutoApproved(person), true);
  await noted('DEVICE_MISMATCH', 23.9);
  assert.equal(await isAutoApproved(person), false);

  const other = await createWithdrawer(bench);
  await setMarket(sandbox, { wallet: PRICE_COINS - 1 });
  assert.equal(await isAutoApproved(other), false);
});

test('an item that needs a review is locked and announced, and not bought', async () => {
  const { app } = bench;
  const { person, id } = await withItem(bench);
  await app.db.query(sql`update users set created_at = ${bench.clock.now()} where id = ${person.userId}`);
  const { body } = await withdraw(bench, person, id);
  assert.deepEqual([body.success, body.purchase, body.autoApproved], [false, null, false]);
  assert.equal(body.status, 'PENDING_APPROVAL');
  assert.match(body.playerMessage, /aguarda a análise/);
  assert.equal(body.inventoryItem.status, 'LOCKED');
  const [stored] = await withdrawalsOf(app.db, id);
  assert.partialDeepStrictEqual(stored, { status: 'PENDING_APPROVAL', autoApproved: false, orderStatus: null });
  const projectId = stored?.projectId ?? '';
  assert.deepEqual(await purchasesOf(projectId), []);
  const payload = { inventoryItemId: id, itemName: NAME, projectId, withdrawalId: body.withdrawalId };
  assert.deepEqual(eventsSentTo(bench, person), [{ event: 'withdrawal:pending_approval', payload }]);
  const entries = await app.db.query(sql`
    select actor_id, entity_type, entity_id, metadata ->> 'reviewReasons' as reasons from audit_entries
    where action = 'SKIN_WITHDRAWAL_REQUESTED' and user_id = ${person.userId}`);
  const entity = { entityType: 'skin-withdrawal', entityId: body.withdrawalId };
  assert.deepEqual(entries, [{ actorId: person.userId, ...entity, reasons: '["NEW_ACCOUNT"]' }]);
});

test('a request waits ten times for the lease of its item, then answers 409', async () => {
  const { app, clock, waits } = bench;
  const { person, id } = await withItem(bench);
  const lease = (until: Date) =>
    app.db.query(sql`
    insert into item_leases (inventory_item_id, owner, until) values (${id}, 'another', ${until})
    on conflict (inventory_item_id) do update set until = excluded.until`);
  await lease(new Date(clock.now().getTime() + 1));
  const busy = 'Este item ja esta sendo processado. Por favor, aguarde.';
  assert.deepEqual(refusal(await withdraw(bench, person, id)), [409, busy]);
  assert.equal(waits.length, 9);
  assert.ok(
    waits.every((ms) => ms >= 200 && ms <= 400),
    String(waits),
  );
  clock.advance(1);
  assert.equal((await withdraw(bench, person, id)).body.success, true, 'what a dead process left ends by itself');
});

test('a repeat with the same key gets the first answer, and buys nothing', async () => {
  const { person, id } = await withItem(bench);
  const key = { 'idempotency-key': 'one' };
  const first = await withdraw(bench, person, id, key);
  const second = await withdraw(bench, person, id, key);
  assert.equal(first.body.success, true);
  assert.deepEqual([second.text, second.replayed], [first.text, true]);
  assert.equal((await purchasesOf(first.body.purchase.projectId)).length, 1);
});

test('a listing without a name has no price', async () => {
  const { app } = bench;
  const person = await createWithdrawer(bench);
  const itemId = await insertNamed(app.db, 'Nobody Sells This');
  const id = await insertOneHeld(app.db, person.userId, itemId);
  const { body } = await withdraw(bench, person, id);
  assert.deepEqual([body.marketPrice, body.canWithdraw, body.priceComparison.canSwap], [null, false, false]);
});
