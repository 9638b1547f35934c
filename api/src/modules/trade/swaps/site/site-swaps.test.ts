import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { faultFields, refusal } from '../../../../../test/support/calls.ts';
import { archiveItem } from '../../../../../test/support/items.ts';
import { createAdmin } from '../../../../../test/support/people.ts';
import { marketRecord } from '../../../../../test/support/purchases.ts';
import { transaction } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { until } from '../../../../platform/hot-store/test-support.ts';
import type { Id } from '../../../../platform/ids.ts';
import { findInventoryItems } from '../../../assets/inventory/index.ts';
import { balanceOf, insertHeld, statusesOf } from '../../../assets/inventory/test-support.ts';
import { lockAccount } from '../../../assets/wallet/index.ts';
import { deleteSuspension, insertSuspension } from '../../suspensions/suspensions.sql.ts';
import { type SiteSwapDeps, swapWithSite } from './swap-with-site.ts';
import { createTarget, PRICE_CENTS, PRICE_COINS, TARGET, useSiteApp } from './test-support.ts';

const UNKNOWN = '9223372036854775807';

const app = useSiteApp();
beforeEach(() => app.stock(...Array(8).fill(PRICE_COINS)));

const balancesTold = (userId: string) =>
  app.sent.filter((each) => each.userId === userId && each.event === 'balance:updated').map(({ payload }) => payload);
const openAlerts = (kind: string) =>
  app.db.query<{ key: string; level: string }>(
    sql`select key, level from alerts where kind = ${kind} and resolved_at is null`,
  );

test('items are swapped for one that is bought for the house: given, received, credited, told', async () => {
  const { person, ids } = await app.owner(2_500, 4_000);
  const { status, body } = await app.swap(person, ids);
  const { swapId, receivedInventoryItemId } = body;
  const names = (await findInventoryItems(app.db, ids)).map(({ details }) => details?.name);
  assert.deepEqual(
    [status, body],
    [
      200,
      {
        success: true,
        itemsSwapped: [
          { id: ids[0], name: names[0], valueCentsBrl: '2500', valueFormatted: 'R$ 25,00' },
          { id: ids[1], name: names[1], valueCentsBrl: '4000', valueFormatted: 'R$ 40,00' },
        ],
        totalSwappedValueCents: 6_500,
        totalSwappedValueFormatted: 'R$ 65,00',
        receivedItem: { name: TARGET, valueCentsBrl: '6000' },
        receivedInventoryItemId,
        swapId,
        status: 'COMPLETED',
        creditedCents: '500',
        creditedFormatted: 'R$ 5,00',
        message: 'Troca concluída.',
      },
    ],
  );
  assert.deepEqual(await statusesOf(app.db, ids), ['SOLD', 'SOLD']);
  const [received] = await findInventoryItems(app.db, [receivedInventoryItemId]);
  assert.deepEqual(
    [received?.userId, received?.itemId, received?.status, received?.acquiredFrom],
    [person.userId, app.targetId, 'AVAILABLE', 'Swap'],
  );
  assert.equal(await balanceOf(app.db, person), 500n);
  assert.deepEqual(balancesTold(person.userId), [{ balanceCents: '500' }]);
  const transfers = await app.db.query(
    sql`select type, reference_type, reference_id from transfers where user_id = ${person.userId}`,
  );
  assert.deepEqual(transfers, [{ type: 'SWAP_CHANGE', referenceType: 'SITE_SWAP', referenceId: swapId }]);
  const [purchase, ...more] = (await app.purchasesOf(swapId)) as Record<string, unknown>[];
  assert.deepEqual([purchase?.name, purchase?.price, more.length], [TARGET, PRICE_COINS, 0]);
  assert.deepEqual({ partner: purchase?.partner, token: purchase?.token }, app.deps.houseAccount);
});

test('an even swap credits nothing, and the balance is sent all the same', async () => {
  const { person, ids } = await app.owner(PRICE_CENTS);
  const { body } = await app.swap(person, ids);
  assert.deepEqual([body.success, body.creditedCents], [true, '0']);
  assert.deepEqual(balancesTold(person.userId), [{ balanceCents: '0' }]);
});

test('a listing far from the price of the catalogue is not bought', async () => {
  const { person, ids } = await app.owner(PRICE_CENTS);
  const priced = (cents: number) =>
    app.db.query(sql`update items set original_price_cents = ${cents} where id = ${app.targetId}`);
  await app.stock(PRICE_COINS);
  for (const cents of [PRICE_COINS / 20, PRICE_COINS / 5]) {
    await priced(cents);
    assert.equal((await app.swap(person, ids)).body.code, 'SWAP_TARGET_PRICE_ODD');
  }
  await priced(0);
  assert.deepEqual(await statusesOf(app.db, ids), ['AVAILABLE']);
});

test('values follow the margin and the rate of the moment', async () => {
  const admin = await createAdmin(app.db);
  const setMargin = (priceMargin: string) =>
    app.http.inject({ method: 'PATCH', url: '/api/admin/settings', headers: admin.headers, payload: { priceMargin } });
  const { person, ids } = await app.owner(PRICE_CENTS);
  // A change of the margin reprices the catalogue, so the given items are priced back.
  const values = await app.db.query<{ id: string; cents: bigint }>(sql`select id, value_cents_brl as cents from items`);
  const restore = async () => {
    for (const { id, cents } of values) {
      await app.db.query(sql`update items set value_cents_brl = ${cents} where id = ${id}`);
    }
  };
  assert.equal((await setMargin('1.5')).statusCode, 200);
  await restore();
  assert.match((await app.swap(person, ids)).body.message, /^O item custa R\$ 75,00/);
  assert.equal((await setMargin('1.2')).statusCode, 200);
  await restore();
  assert.equal((await app.swap(person, ids)).body.success, true);
});

const LOCK_WAITERS = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

async function insertRejected(inventoryItemId: Id<'inventoryItem'>): Promise<Id<'itemWithdrawal'>> {
  const rows = await app.db.query<{ id: Id<'itemWithdrawal'> }>(sql`
    insert into market_withdrawals (user_id, inventory_item_id, item_id, project_id, max_pay_cents, status,
      failure_reason, created_at, updated_at, decided_by, decided_at)
    select user_id, id, item_id, 'rejected', 0, 'CANCELLED', 'x', now(), now(), user_id, now()
    from inventory_items where id = ${inventoryItemId} returning id`);
  return rows[0]?.id ?? assert.fail();
}

test('a suspended user cannot swap, also if suspended in the middle of it', async () => {
  const { person, ids } = await app.owner(PRICE_CENTS);
  const { userId } = person;
  const before = (await marketRecord(app.sandbox)).purchases.length;
  const suspended = [403, 'Seus saques de itens e suas trocas com o site estão suspensos. Fale com o suporte.'];
  const withdrawalId = await insertRejected(ids[0] ?? assert.fail());
  const { swapping } = await transaction(app.db, async (tx) => {
    await lockAccount(tx, userId);
    const begun = app.swap(person, ids);
    await until(async () => (await app.db.query(LOCK_WAITERS)).length === 1);
    await insertSuspension(tx, { userId, since: app.clock.now(), reason: 'reversed', withdrawalId });
    return { swapping: begun };
  });
  assert.deepEqual(refusal(await swapping), suspended);
  assert.deepEqual(refusal(await app.swap(person, ids)), suspended);
  assert.deepEqual(await statusesOf(app.db, ids), ['AVAILABLE']);
  assert.equal((await marketRecord(app.sandbox)).purchases.length, before);
  await transaction(app.db, (tx) => deleteSuspension(tx, userId));
  assert.equal((await app.swap(person, ids)).body.success, true);
});

test('items that cannot be given are refused with the reason before the marketplace is asked', async () => {
  const [ana, bia] = [await app.owner(PRICE_CENTS), await app.owner(PRICE_CENTS)];
  const { userId } = ana.person;
  const itemId = app.targetId;
  const held = async (status: 'SOLD' | 'LOCKED' | 'IN_SWAP') =>
    (await insertHeld(app.db, userId, itemId, { status }))[0] as string;
  const asked = async () => (await marketRecord(app.sandbox)).requests.asked.prices;
  const before = await asked();
  const [locked, inSwap] = [await held('LOCKED'), await held('IN_SWAP')];
  const [restricted, unknown] = [
    (await insertHeld(app.db, userId, itemId))[0] as string,
    (await insertHeld(app.db, userId, null))[0] as string,
  ];
  await app.db.query(sql`update inventory_items set restricted_to_games = true where id = ${restricted}`);
  const cases: [string[], [number, string]][] = [
    [[UNKNOWN], [404, 'Inventory item not found']],
    [[bia.ids[0] as string], [400, 'Item does not belong to user']],
    [[locked], [409, `O item ${locked} está preso em outra operação (status: LOCKED).`]],
    [[inSwap], [409, `O item ${inSwap} está preso em outra operação (status: IN_SWAP).`]],
    [[restricted], [400, 'Item restrito aos jogos da plataforma.']],
    [[unknown], [404, 'Item details not found']],
  ];
  for (const [ids, told] of cases) assert.deepEqual(refusal(await app.swap(ana.person, [...ana.ids, ...ids])), told);
  assert.equal((await app.swap(ana.person, ana.ids)).body.success, true);
  const sold = [400, `Item ${ana.ids[0]} is not available (status: SOLD)`];
  assert.deepEqual(refusal(await app.swap(ana.person, ana.ids)), sold);
  assert.equal(await asked(), (before ?? 0) + 1);
  // These rows wait in no swap.
  await app.db.query(sql`update inventory_items set status = 'AVAILABLE' where id in (${locked}, ${inSwap})`);
});

test('one to six items are given, each once', async () => {
  const { person, ids } = await app.owner(...Array(7).fill(1_000));
  for (const wrong of [[], ids, [ids[0], ids[0]], [ids[0], `0${ids[0]}`], ['x']]) {
    const reply = await app.swap(person, wrong as string[]);
    assert.deepEqual([reply.status, faultFields(reply)[0]?.split('.')[0]], [400, 'inventoryItemIds']);
  }
  assert.equal((await app.swap(person, ids.slice(0, 6))).body.success, true);
  assert.equal((await app.swap(null, ids.slice(6))).status, 401);
});

test('a target is in the catalogue and for sale under its very name', async () => {
  const { person, ids } = await app.owner(PRICE_CENTS);
  const notFound = [404, 'O item desejado não foi encontrado.'];
  assert.deepEqual(refusal(await app.swap(person, ids, 'AK-47 | Redline')), notFound);
  assert.deepEqual(refusal(await app.swap(person, ids, 'Fracture Case')), notFound);
  await archiveItem(app.db, await createTarget(app, 'Fracture Case', 100));
  assert.deepEqual(refusal(await app.swap(person, ids, 'Fracture Case')), notFound);
  await app.market({ faults: [{ fault: 'partial-match', path: 'prices' }] });
  assert.deepEqual(refusal(await app.swap(person, ids)), notFound);
  await app.market({ faults: [{ fault: 'no-stock', path: 'prices' }] });
  assert.deepEqual(refusal(await app.swap(person, ids)), notFound);
  await app.stock();
  assert.deepEqual(refusal(await app.swap(person, ids)), notFound);
  assert.deepEqual(await statusesOf(app.db, ids), ['AVAILABLE']);
});

test('a repeat with the same key gets the first answer, and nothing is bought again', async () => {
  const { person, ids } = await app.owner(PRICE_CENTS, 1_000);
  const key = { 'idempotency-key': 'one' };
  const first = await app.swap(person, ids.slice(0, 1), TARGET, key);
  await app.market({ faults: [{ fault: 'server-error' }] });
  const second = await app.swap(person, ids.slice(0, 1), TARGET, key);
  assert.deepEqual([first.body.success, second.text, second.replayed], [true, first.text, true]);
  assert.equal((await app.swap(person, ids, TARGET, key)).status, 422);
  assert.equal((await app.purchasesOf(first.body.swapId)).length, 1);
});

test('without access or money at the marketplace no swap is made', async () => {
  const { person, ids } = await app.owner(PRICE_CENTS);
  const unavailable = [503, 'A troca com o site não está disponível no momento.'];
  await app.market({ wallet: PRICE_COINS - 1 });
  assert.deepEqual(refusal(await app.swap(person, ids)), unavailable);
  assert.equal((await openAlerts('MARKET_WALLET_LOW')).length, 1);
  await app.market({ wallet: 1_000_000_000 });
  assert.deepEqual(await statusesOf(app.db, ids), ['AVAILABLE']);
  const command = { userId: person.userId, givenIds: ids, targetMarketHashName: TARGET };
  const nowhere = { db: app.db, marketplace: app.marketplace, houseAccount: null } as SiteSwapDeps;
  await assert.rejects(swapWithSite(nowhere, command, null), { status: 503, code: 'SITE_SWAP_UNAVAILABLE' });
});

test('the swaps of a user are listed with their outcome, newest first', async () => {
  const { person, ids } = await app.owner(PRICE_CENTS, PRICE_CENTS + 100);
  await app.market({ faults: [{ fault: 'refusal', path: 'buy-one-p2p-name', message: 'Item sold', times: 1 }] });
  const failed = await app.swap(person, ids.slice(0, 1));
  const completed = await app.swap(person, ids.slice(1));
  const { body } = await app.get(person, '/swap/site');
  assert.deepEqual(body.meta, { page: 1, limit: 20, total: 2 });
  const [newest, oldest] = body.data;
  assert.deepEqual(
    [newest.id, newest.status, newest.receivedInventoryItemId, newest.creditedCents, newest.failureReason],
    [completed.body.swapId, 'COMPLETED', completed.body.receivedInventoryItemId, '100', null],
  );
  assert.deepEqual(
    [oldest.id, oldest.status, oldest.receivedInventoryItemId, oldest.creditedCents, oldest.failureReason],
    [failed.body.swapId, 'FAILED', null, '0', 'Item sold'],
  );
  assert.deepEqual([oldest.items, oldest.target.name], [failed.body.itemsSwapped, TARGET]);
  const next = await app.get(person, `/swap/site?limit=1&before=${newest.id}`);
  assert.deepEqual(next.body.data, [oldest]);
  const { person: another } = await app.owner();
  assert.deepEqual((await app.get(another, '/swap/site')).body.data, []);
});
