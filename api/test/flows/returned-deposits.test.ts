import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type CaseSample, createCase } from '../../src/modules/games/cases/openings/test-support.ts';
import { usePaymentsApp } from '../../src/modules/trade/payments/test-support.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { until } from '../../src/platform/hot-store/test-support.ts';
import type { Person } from '../support/people.ts';
import { givenBack, paid } from '../support/pix-messages.ts';
import { setMarket } from '../support/purchases.ts';
import { enableSecondFactor } from '../support/second-factors.ts';

const app = usePaymentsApp();
let skins: string;
const NAME = 'Fracture Case';
before(async () => {
  await app.call(app.admin, 'PATCH', '/admin/settings', { liveNotifications: true });
  const { id, itemIds } = await newCase();
  await app.db.query(sql`
    update items set name = ${NAME}, market_hash_name = ${NAME} where id = any(${itemIds}::bigint[])`);
  skins = id;
});

async function newCase(sample: CaseSample = {}) {
  const made = await createCase(app.db, { priceCents: 1_000, widths: [10_000_000], ...sample });
  await app.db.query(sql`
    update items set original_price_cents = 100, value_cents = 120, value_cents_brl = 600
    where id = any(${made.itemIds}::bigint[])`);
  return made;
}

const CENTS = 20_000;
const STATUS = { OPEN: 'EM_PROCESSAMENTO', DONE: 'DEVOLVIDO', FAILED: 'NAO_REALIZADO' };

/** R$ 200,00 were paid and credited; `back` reads the state of their return. */
async function deposited(player: Person) {
  const { id, txid } = await app.initiate(player, String(CENTS));
  const payment = paid(txid, '200.00');
  await app.webhook({ pix: [payment] });
  assert.equal((await app.depositOf(id)).status, 'CONFIRMED');
  const back = async (status: keyof typeof STATUS, valor = '200.00', returnId = 'return1') => {
    const devolucoes = [givenBack(valor, { id: returnId, status: STATUS[status] })];
    const { status: answered } = await app.webhook({ pix: [{ ...payment, devolucoes }] });
    assert.equal(answered, 200);
  };
  return { id, txid, back };
}

async function standingOf({ userId }: Person): Promise<[balance: number, debt: number]> {
  const [row] = await app.db.query<{ balance: string; debt: string }>(sql`
    select balance_cents as balance, debt_cents as debt from accounts where user_id = ${userId}`);
  return [Number(row?.balance), Number(row?.debt)];
}
const toldTo = async ({ userId }: Person) =>
  (
    await app.db.query<{ title: string }>(sql`
      select title from notifications where user_id = ${userId} order by id`)
  ).map(({ title }) => title);
const adjust = (who: Person, amountCents: number) =>
  app.call(app.admin, 'POST', `/admin/users/${who.userId}/balance`, { amountCents, reason: 'A test' });
const open = (who: Person, caseId: string) => app.call(who, 'POST', `/cases/${caseId}/open`, {});
const itemOf = async ({ userId }: Person) => {
  const rows = await app.db.query<{ id: string }>(sql`
    select id from inventory_items where user_id = ${userId} and status = 'AVAILABLE' order by id limit 1`);
  return rows[0]?.id ?? assert.fail('no item');
};

async function saver() {
  const person = await app.person();
  return { person, factor: await enableSecondFactor(app.call, person, app.clock) };
}
type Saver = Awaited<ReturnType<typeof saver>>;

const request = ({ person }: Saver, amountCents = CENTS) =>
  app.call(person, 'POST', '/payment/withdraw/request', {
    amountCents,
    pixKeyType: 'EMAIL',
    pixKey: 'stranger@example.com',
  });
async function confirmed(who: Saver): Promise<string> {
  const { body, text } = await request(who);
  assert.ok(body.id, text);
  const code = who.factor.recoveryCodes.pop();
  const answer = await app.call(who.person, 'POST', `/payment/withdraw/${body.id}/confirm`, {
    code,
    amountCents: CENTS,
  });
  assert.equal(answer.status, 200, answer.text);
  return body.id;
}
const reviewed = async (id: string) =>
  (await app.call(app.admin, 'GET', '/admin/withdrawals?limit=100')).body.data.find(
    (row: { id: string }) => row.id === id,
  );
const sends = async () => (await app.control({ faults: [] })).sends.length;

test('a deposit that went back is neither spent nor withdrawn to a stranger’s key', async () => {
  const thief = await saver();
  const { back } = await deposited(thief.person);
  const { id: caseId } = await newCase();
  await back('DONE');
  assert.deepEqual(await standingOf(thief.person), [0, 0]);
  assert.equal((await open(thief.person, caseId)).status, 400);
  assert.equal((await request(thief)).status, 400);
  assert.equal(await sends(), 0);
});

test('spent money of a returned deposit is a debt, which the next credits pay, whatever they are', async () => {
  const player = await app.person();
  const { back } = await deposited(player);
  const { id: caseId } = await newCase({ priceCents: 15_000, widths: [10_000_000] });
  assert.equal((await open(player, caseId)).status, 200);
  await back('DONE');
  assert.deepEqual(await standingOf(player), [0, 15_000]);
  const { body } = await app.call(player, 'GET', '/user/balance');
  assert.deepEqual(body, { balanceCents: '0', balanceFormatted: 'R$ 0,00', debtCents: '15000' });
  const sold = await app.call(player, 'DELETE', `/inventory/${await itemOf(player)}/sell`);
  assert.equal(sold.status, 200, sold.text);
  assert.deepEqual(await standingOf(player), [0, 14_400]);
  await adjust(player, 4_400);
  assert.deepEqual(await standingOf(player), [0, 10_000]);
  const { id: second } = await deposited(player);
  assert.equal((await app.depositOf(second)).creditedCents, String(CENTS));
  assert.deepEqual(await standingOf(player), [10_000, 0]);
  const { body: user } = await app.call(app.admin, 'GET', `/admin/users/${player.userId}`);
  assert.equal(user.debtCents, '0');
});

test('money that is under way back is held, comes again where that fails, and is gone for good where it does not', async () => {
  const player = await app.person();
  const { back } = await deposited(player);
  await adjust(player, -15_000);
  await back('OPEN', '100.00');
  assert.deepEqual(await standingOf(player), [0, 5_000]);
  await back('FAILED', '100.00');
  assert.deepEqual(await standingOf(player), [5_000, 0]);
  await back('OPEN', '100.00');
  assert.deepEqual(await standingOf(player), [5_000, 0]);
  await until(async () => (await toldTo(player)).at(-1) === 'Devolução não realizada');
  assert.ok((await toldTo(player)).includes('Depósito devolvido'));
  await back('OPEN', '30.00', 'return2');
  await back('DONE', '30.00', 'return2');
  await back('DONE', '30.00', 'return2');
  assert.deepEqual(await standingOf(player), [2_000, 0]);
  await back('FAILED', '30.00', 'return2');
  assert.deepEqual(await standingOf(player), [2_000, 0]);
  assert.equal((await app.alertsOf('RETURN_CONTRADICTED')).filter(({ isOpen }) => isOpen).length, 1);
  // No more is taken for a deposit than was credited for it.
  await back('DONE', '200.00', 'return3');
  assert.deepEqual(await standingOf(player), [0, 15_000]);
});

test('a payment whose return is under way when we hear of it waits, and may be confirmed where that fails', async () => {
  const player = await app.person();
  const { id, txid } = await app.initiate(player, String(CENTS));
  const payment = paid(txid, '200.00');
  const told = (status: string) =>
    app.webhook({ pix: [{ ...payment, devolucoes: [givenBack('200.00', { status })] }] });
  const confirm = () => app.call(app.admin, 'POST', `/admin/deposits/${id}/confirm`, { reason: 'A test' });
  await told('EM_PROCESSAMENTO');
  assert.deepEqual((await app.depositOf(id)).faults, ['RETURNED']);
  assert.equal((await confirm()).body.code, 'DEPOSIT_GIVEN_BACK');
  await told('NAO_REALIZADO');
  assert.equal((await confirm()).status, 200);
  assert.deepEqual(await standingOf(player), [CENTS, 0]);
});

test('a deposit that was given back is not confirmed by hand afterwards', async () => {
  const player = await app.person();
  const { id, back } = await deposited(player);
  await back('DONE');
  const answer = await app.call(app.admin, 'POST', `/admin/deposits/${id}/confirm`, { reason: 'A test' });
  assert.deepEqual([answer.status, answer.body.code], [409, 'DEPOSIT_GIVEN_BACK']);
  assert.deepEqual(await standingOf(player), [0, 0]);
});

test('a deposit that was confirmed by hand, and whose money turns out to have gone, is owed', async () => {
  const player = await app.person();
  const { id, txid } = await app.initiate(player, String(CENTS));
  assert.equal((await app.call(app.admin, 'POST', `/admin/deposits/${id}/confirm`, { reason: 'A test' })).status, 200);
  await app.webhook({ pix: [{ ...paid(txid, '200.00'), devolucoes: [givenBack('200.00')] }] });
  assert.deepEqual(await standingOf(player), [0, 0]);
});

test('the provider is asked how a return ended, where nobody tells', async () => {
  const player = await app.person();
  const { txid } = await app.initiate(player, String(CENTS));
  const { payment } = await app.control({ pay: { txid } });
  const { endToEndId, valor, horario } = payment;
  const said = { endToEndId, txid, valor, horario };
  const devolucoes = [givenBack('200.00', { id: 'slow', status: 'EM_PROCESSAMENTO' })];
  await app.webhook({ pix: [{ ...said, devolucoes }] });
  assert.deepEqual(await standingOf(player), [0, 0]);
  const isWatched = async () =>
    (await app.db.query(sql`select from deposits where txid = ${txid} and is_watched`)).length === 1;
  for (let hour = 0; hour < 3; hour += 1) {
    app.clock.advance(60 * 60_000);
    await app.job('reconcile-deposits');
    assert.ok(await isWatched());
  }
  await app.webhook({ pix: [{ ...said, devolucoes: [givenBack('200.00', { id: 'slow' })] }] });
  await app.job('reconcile-deposits');
  assert.ok(!(await isWatched()));
});

test('a withdrawal that waits when its money goes back is not approved; rejected, it pays the debt', async () => {
  const thief = await saver();
  const { back } = await deposited(thief.person);
  const id = await confirmed(thief);
  const before = await sends();
  await back('DONE');
  assert.deepEqual(await standingOf(thief.person), [0, CENTS]);
  assert.deepEqual((await reviewed(id)).debtCents, String(CENTS));
  const decide = (step: string, body = {}) => app.call(app.admin, 'POST', `/admin/withdrawals/${id}/${step}`, body);
  const approval = await decide('approve');
  assert.deepEqual([approval.status, approval.body.code], [409, 'WITHDRAWER_OWES']);
  assert.equal(await sends(), before);
  assert.equal((await decide('reject', { reason: 'O depósito foi devolvido' })).status, 200);
  assert.deepEqual(await standingOf(thief.person), [0, 0]);
});

test('while a return is open the review of a money withdrawal shows it', async () => {
  const ana = await saver();
  const { back } = await deposited(ana.person);
  await adjust(ana.person, CENTS);
  await back('OPEN', '150.00');
  const id = await confirmed(ana);
  const { debtCents, openReturnCents } = await reviewed(id);
  assert.deepEqual([debtCents, openReturnCents], ['0', '15000']);
  await back('DONE', '150.00');
  assert.equal((await reviewed(id)).openReturnCents, '0');
});

test('the review counts the deposits of its owner that went back', async () => {
  const ana = await saver();
  const [first, second] = [await deposited(ana.person), await deposited(ana.person)];
  await deposited(ana.person);
  const shown = async () => {
    const { body } = await app.call(app.admin, 'GET', `/admin/deposits?userId=${ana.person.userId}`);
    const [row] = body.data;
    return { debtCents: row.debtCents, openReturnCents: row.openReturnCents, ...row.risk.returnedDeposits };
  };
  const none = { debtCents: '0', openReturnCents: '0', count: 0, cents: '0' };
  assert.deepEqual(await shown(), none);
  await first.back('DONE', '30.00', 'first');
  await first.back('OPEN', '20.00', 'second');
  await second.back('OPEN', '10.00');
  assert.deepEqual(await shown(), { ...none, openReturnCents: '3000', count: 2, cents: '6000' });
  await second.back('FAILED', '10.00');
  assert.deepEqual(await shown(), { ...none, openReturnCents: '2000', count: 1, cents: '5000' });
  const id = await confirmed(ana);
  assert.deepEqual((await reviewed(id)).risk.returnedDeposits, { count: 1, cents: '5000' });
  const unknown = await app.initiate(ana.person, String(CENTS));
  await app.webhook({ pix: [{ ...paid(unknown.txid, '200.00'), devolucoes: [givenBack('200.00')] }] });
  assert.deepEqual((await app.depositOf(unknown.id)).faults, ['RETURNED']);
  assert.equal((await reviewed(id)).risk.returnedDeposits.count, 1, 'what was never credited does not count');
});

/** The account is old enough, and its item would be bought at once. */
async function withdrawer() {
  const person = await app.person();
  const { back } = await deposited(person);
  await setMarket(app.sandbox, {
    faults: [],
    stock: { name: NAME, prices: Array(10).fill(1_000) },
    wallet: 1_000_000_000,
    pricesPerMinute: 0,
  });
  const partner = BigInt(person.platformId) - 76_561_197_960_265_728n;
  const since = new Date(app.clock.now().getTime() - 30 * 24 * 3_600_000);
  await app.db.query(sql`
    update users set created_at = ${since},
      trade_url = ${`https://steamcommunity.com/tradeoffer/new/?partner=${partner}&token=AbCdEf12`}
    where id = ${person.userId}`);
  assert.equal((await open(person, skins)).status, 200);
  return { person, back, itemId: await itemOf(person) };
}

test('withdrawals of items wait for review while something is owed or on its way back, and the review shows it', async () => {
  for (const [status, reasons, shown] of [
    [null, undefined, undefined],
    ['OPEN', '["OPEN_RETURN"]', ['0', '5000']],
    ['DONE', '["DEBT"]', ['5000', '0']],
  ] as const) {
    const { person, back, itemId } = await withdrawer();
    if (status === 'DONE') await adjust(person, -19_000);
    if (status !== null) await back(status, '50.00');
    const answer = await app.call(person, 'POST', `/inventory/${itemId}/withdraw`);
    assert.ok(answer.status < 300, answer.text);
    const [entry] = await app.db.query<{ reasons: string }>(sql`
      select metadata ->> 'reviewReasons' as reasons from audit_entries
      where action = 'SKIN_WITHDRAWAL_REQUESTED' and user_id = ${person.userId}`);
    assert.equal(entry?.reasons.replaceAll(' ', ''), reasons);
    const { body } = await app.call(app.admin, 'GET', `/admin/skin-withdrawals?userId=${person.userId}`);
    const [row] = body.data;
    assert.equal(row.status === 'PENDING_APPROVAL', status !== null, row.status);
    if (shown !== undefined) assert.deepEqual([row.debtCents, row.openReturnCents], shown);
  }
});

test('a player with a debt gives no items to others, also by an offer that was made before', async () => {
  const { person, back, itemId } = await withdrawer();
  const friend = await app.person();
  const offer = () => app.call(person, 'POST', '/swap', { acceptorId: friend.userId, inventoryItemIds: [itemId] });
  const { status, body, text } = await offer();
  assert.equal(status, 201, text);
  await back('OPEN', '1.00');
  assert.equal((await app.call(friend, 'PUT', `/swap/${body.id}/accept`, {})).status, 409);
  assert.ok((await app.call(person, 'PUT', `/swap/${body.id}/cancel`)).status < 300);
  const refused = await offer();
  assert.deepEqual([refused.status, refused.body.code], [403, 'OWES_FOR_RETURNED_DEPOSIT'], refused.text);
  await back('FAILED', '1.00');
  assert.equal((await offer()).status, 201);
});

test('a return at the same moment as openings, sales and a withdrawal: what it takes, nobody else has', async () => {
  const { id: caseId } = await newCase({ priceCents: 2_000 });
  for (let round = 0; round < 3; round += 1) {
    const player = await saver();
    const { back } = await deposited(player.person);
    for (let count = 0; count < 3; count += 1) assert.equal((await open(player.person, caseId)).status, 200);
    const items = await app.db.query<{ id: string }>(sql`
      select id from inventory_items where user_id = ${player.person.userId}`);
    const [, openings, sales, asked] = await Promise.all([
      back('DONE'),
      Promise.all(Array.from({ length: 4 }, () => open(player.person, caseId))),
      Promise.all(items.map(({ id }) => app.call(player.person, 'DELETE', `/inventory/${id}/sell`))),
      request(player, 5_000),
    ]);
    const count = (replies: readonly { status: number }[]) => replies.filter(({ status }) => status < 300).length;
    assert.equal(count(sales), 3);
    const heldCents = asked.status < 300 ? 5_000 : 0;
    const [balance, debt] = await standingOf(player.person);
    assert.equal(balance - debt, CENTS - 3 * 2_000 - CENTS - 2_000 * count(openings) + 3 * 600 - heldCents);
    assert.ok(balance === 0 || debt === 0);
    if (heldCents > 0) {
      const cancelled = await app.call(player.person, 'POST', `/payment/withdraw/${asked.body.id}/cancel`);
      assert.equal(cancelled.status, 200);
      const after = await standingOf(player.person);
      assert.equal(after[0] - after[1], balance - debt + heldCents);
    }
  }
});

test('a return and an approval at the same moment: the money is owed or has left, and is never both given and kept', async () => {
  for (let round = 0; round < 4; round += 1) {
    const player = await saver();
    const { back } = await deposited(player.person);
    const id = await confirmed(player);
    const [, approval] = await Promise.all([
      back('DONE'),
      app.call(app.admin, 'POST', `/admin/withdrawals/${id}/approve`, {}),
    ]);
    assert.ok([200, 409].includes(approval.status), approval.text);
    assert.deepEqual(await standingOf(player.person), [0, CENTS]);
    if (approval.status === 409) assert.equal((await reviewed(id)).status, 'PENDING');
  }
});

test('nobody closes an account that owes, or of which money is on its way back', async () => {
  const player = await app.person();
  const { back } = await deposited(player);
  const close = () => app.call(player, 'POST', '/user/close-account', { confirm: true });
  await adjust(player, -CENTS);
  await back('OPEN');
  assert.equal((await close()).status, 409);
  await adjust(player, CENTS);
  assert.equal((await close()).status, 409);
  await back('DONE');
  assert.equal((await close()).status, 200);
});
