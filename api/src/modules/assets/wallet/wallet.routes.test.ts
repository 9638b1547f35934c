import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createTestApp } from '../../../../test/support/app.ts';
import { createAdmin, createPerson, type Person } from '../../../../test/support/people.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { transaction } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { holdBalance, settleHold } from './index.ts';
import { createRichPerson, credit, debit, post } from './test-support.ts';

const app = useApp(createTestApp);
let admin: Person;
let ana: Person;
let bob: Person;
before(async () => {
  admin = await createAdmin(app.db);
  ana = await createRichPerson(app.db, 1_000n);
  bob = await createRichPerson(app.db, 50n);
  await post(
    app.db,
    { ...debit(ana.userId, 250n), type: 'SWAP_CHANGE', reason: 'Opened', reference: { type: 'opening', id: '9' } },
    credit(bob.userId, 1n),
    credit(ana.userId, 5n),
  );
  const cause = { reason: 'Withdrawal', reference: { type: 'money-withdrawal', id: '3' } };
  await transaction(app.db, async (tx) => {
    const id = await holdBalance(tx, { userId: ana.userId, amountCents: 100n, ...cause });
    await settleHold(tx, id, cause);
  });
});

const get = async (url: string, who: Person = admin) => {
  const response = await app.http.inject({ url: `/api${url}`, headers: who.headers });
  return { status: response.statusCode, ...response.json() };
};
const mine = (query = '', who = ana) => get(`/payment/transactions${query}`, who);
const reasonsOf = ({ data }: { data: { reason: string; amountCents: string }[] }) =>
  data.map(({ reason, amountCents }) => `${reason} ${amountCents}`);

/** The transfers of somebody else, dated back: nothing in the product does that. */
async function insertDated(who: Person, createdAt: string, type = 'DEPOSIT'): Promise<void> {
  await app.db.query(sql`
    insert into transfers (user_id, debit_account, credit_account, amount_cents, type, reason, created_at)
    values (${who.userId}, 'SYSTEM', 'USER', 1, ${type}, ${createdAt}, ${createdAt}::timestamptz)`);
}

test('a statement lists what has changed the balance, newest first, and nothing of others', async () => {
  const { data, meta } = await mine();
  assert.deepEqual(meta, { page: 1, limit: 20, total: 5 });
  assert.deepEqual(
    data.map(({ type, direction, amountCents }: Record<string, string>) => [type, direction, amountCents]),
    [
      ['WITHDRAWAL', 'NEUTRAL', '100'],
      ['WITHDRAWAL_HOLD', 'DEBIT', '100'],
      ['ITEM_SALE', 'CREDIT', '5'],
      ['SWAP_CHANGE', 'DEBIT', '250'],
      ['ITEM_SALE', 'CREDIT', '1000'],
    ],
  );
  const { id, createdAt, ...opening } = data[3];
  assert.match(`${id} ${createdAt}`, /^\d+ \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual(opening, {
    type: 'SWAP_CHANGE',
    direction: 'DEBIT',
    amountCents: '250',
    amountFormatted: 'R$ 2,50',
    reason: 'Opened',
    referenceType: 'OPENING',
    referenceId: '9',
    referenceStatus: null,
    balanceAfterCents: '750',
  });
  const { code, errors } = await mine(`?userId=${ana.userId}`, bob);
  assert.deepEqual([code, errors[0].field], ['VALIDATION_FAILED', 'userId'], 'nobody asks for another’s by a query');
  assert.deepEqual((await mine('', bob)).meta.total, 2);
  assert.deepEqual((await mine('', await createPerson(app.db))).data, []);
});

test('each line of a statement says what the balance was after it, on every page and through every filter', async () => {
  const balancesOf = async (query: string) =>
    (await mine(query)).data.map(({ balanceAfterCents }: { balanceAfterCents: string }) => balanceAfterCents);
  assert.deepEqual(await balancesOf(''), ['655', '655', '755', '750', '1000']);
  assert.deepEqual(await balancesOf('?page=2&limit=2'), ['755', '750']);
  assert.deepEqual(await balancesOf('?type=ITEM_SALE'), ['755', '1000']);
  const { data } = await get(`/admin/users/${ana.userId}/transactions?limit=3`);
  assert.deepEqual(
    data.map(({ balanceAfterCents }: { balanceAfterCents: string }) => balanceAfterCents),
    ['655', '655', '755'],
  );
});

test('a statement is filtered by type, paged by number and walked by id', async () => {
  assert.deepEqual(reasonsOf(await mine('?type=SWAP_CHANGE')), ['Opened 250']);
  assert.equal((await mine('?type=ITEM_SALE')).meta.total, 2);
  const all = (await mine()).data.map(({ id }: { id: string }) => id);
  const paged: string[] = [];
  for (const page of [1, 2, 3, 4]) paged.push(...(await mine(`?page=${page}&limit=2`)).data.map(idOf));
  assert.deepEqual(paged, all);
  const walked: string[] = [];
  for (let next = await mine('?limit=2'); next.data.length > 0; ) {
    assert.equal(next.meta.total, 5);
    walked.push(...next.data.map(idOf));
    next = await mine(`?limit=2&before=${walked.at(-1)}`);
  }
  assert.deepEqual(walked, all);
});
const idOf = ({ id }: { id: string }) => id;

test('days are those of São Paulo, both included', async () => {
  const player = await createPerson(app.db);
  await insertDated(player, '2026-03-10T02:59:59.999Z');
  await insertDated(player, '2026-03-10T03:00:00.000Z');
  await insertDated(player, '2026-03-11T02:59:59.999Z', 'WELCOME_CREDIT');
  await insertDated(player, '2026-03-11T03:00:00.000Z');
  const days = async (query: string) =>
    (await mine(query, player)).data.map(({ reason }: { reason: string }) => reason);
  assert.deepEqual(await days('?from=2026-03-10&to=2026-03-10'), [
    '2026-03-11T02:59:59.999Z',
    '2026-03-10T03:00:00.000Z',
  ]);
  assert.deepEqual(await days('?from=2026-03-11'), ['2026-03-11T03:00:00.000Z']);
  assert.deepEqual(await days('?to=2026-03-09'), ['2026-03-10T02:59:59.999Z']);
  assert.deepEqual(await days('?to=2026-03-10&type=WELCOME_CREDIT'), ['2026-03-11T02:59:59.999Z']);
  assert.equal((await mine('?from=2026-03-10&to=2026-03-10&limit=1', player)).meta.total, 2);
  const ledger = await get('/admin/transactions?from=2026-03-10&to=2026-03-10');
  assert.deepEqual([ledger.meta.total, ledger.data[0].userId], [2, player.userId]);
});

test('what is asked for wrongly is a 400 with every field', async () => {
  for (const [query, fields] of [
    ['?from=2026-02-30', ['from']],
    ['?from=yesterday&to=2026-13-01', ['from', 'to']],
    ['?from=2026-03-02&to=2026-03-01', ['from']],
    ['?type=GIFT', ['type']],
    ['?before=-1', ['before']],
    ['?before=9223372036854775808', ['before']],
    ['?limit=101', ['limit']],
    ['?page=0', ['page']],
  ] as const) {
    for (const url of ['/payment/transactions', '/admin/transactions', `/admin/users/${ana.userId}/transactions`]) {
      const answer = await get(`${url}${query}`);
      assert.equal(answer.status, 400, url + query);
      assert.deepEqual(
        answer.errors.map(({ field }: { field: string }) => field),
        fields,
      );
    }
  }
  assert.equal((await get('/admin/transactions?userId=x')).status, 400);
});

test('an administrator sees the ledger of all and of one, with accounts and names', async () => {
  const { data, meta } = await get(`/admin/transactions?userId=${ana.userId}&limit=2`);
  assert.deepEqual(meta, { page: 1, limit: 2, total: 5 });
  const { userId, username, debitAccount, creditAccount, direction } = data[0];
  assert.deepEqual(
    [userId, username, debitAccount, creditAccount, direction],
    [ana.userId, `Player ${ana.platformId.slice(-4)}`, 'HELD', 'SYSTEM', 'NEUTRAL'],
  );
  const ofOne = (await get(`/admin/users/${ana.userId}/transactions?limit=2`)).data as { balanceAfterCents: string }[];
  assert.deepEqual(
    ofOne.map(({ balanceAfterCents: _, ...line }) => line),
    data,
  );
  assert.equal((await get(`/admin/users/${ana.userId}/transactions?type=WITHDRAWAL`)).meta.total, 1);
  assert.equal((await get('/admin/users/999999/transactions')).status, 404);
  const opened = await get('/admin/transactions?type=SWAP_CHANGE');
  assert.deepEqual([reasonsOf(opened), opened.meta.total], [['Opened 250'], 1]);
});

test('the ledger of all is walked to its end without a gap or a repetition', async () => {
  const [counted] = await app.db.query<{ count: number }>(sql`select count(*)::int as count from transfers`);
  const walked: { id: string; createdAt: string }[] = [];
  for (let next = await get('/admin/transactions?limit=3'); next.data.length > 0; ) {
    walked.push(...next.data);
    next = await get(`/admin/transactions?limit=3&before=${walked.at(-1)?.id}`);
  }
  assert.deepEqual([walked.length, new Set(walked.map(idOf)).size], [counted?.count, counted?.count]);
  assert.deepEqual(
    walked.map(({ createdAt }) => createdAt),
    walked.map(({ createdAt }) => createdAt).toSorted((a, b) => (a < b ? 1 : -1)),
  );
});

test('statements need a session, and those of others an administrator', async () => {
  for (const url of ['/payment/transactions', '/admin/transactions', `/admin/users/${bob.userId}/transactions`]) {
    assert.equal((await app.http.inject({ url: `/api${url}` })).statusCode, 401, url);
    if (url.startsWith('/admin')) assert.equal((await get(url, bob)).status, 403, url);
  }
});
