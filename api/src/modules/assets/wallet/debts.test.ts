import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import fc from 'fast-check';
import { createTestApp } from '../../../../test/support/app.ts';
import { createPerson } from '../../../../test/support/people.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { transaction } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { changeDebts, holdBalance, releaseHold } from './index.ts';
import { postTransfers } from './ledger.ts';
import {
  countStatements,
  createRichPerson,
  credit,
  debit,
  findBrokenBooks,
  post,
  tally,
  times,
} from './test-support.ts';

const app = useApp(createTestApp);
afterEach(async () => {
  assert.deepEqual(await findBrokenBooks(app.db), []);
});

const reference = { type: 'deposit-return', id: 'E1:r1' };
const owe = (userId: Id<'user'>, changeCents: bigint) =>
  transaction(app.db, (tx) => changeDebts(tx, [{ userId, changeCents, reason: 'Devolvido', reference }]));

async function standingOf(userId: Id<'user'>): Promise<[balance: number, debt: number]> {
  const rows = await app.db.query<{ balance: string; debt: string }>(sql`
    select balance_cents as balance, debt_cents as debt from accounts where user_id = ${userId}`);
  return [Number(rows[0]?.balance), Number(rows[0]?.debt)];
}
const typesOf = async (userId: Id<'user'>) =>
  (
    await app.db.query<{ line: string }>(sql`
      select type || ' ' || amount_cents as line from transfers where user_id = ${userId} order by id`)
  ).map(({ line }) => line);

test('what is owed is taken from the balance at once, and the rest by the next credits', async () => {
  const { userId } = await createPerson(app.db);
  await post(app.db, credit(userId, 120n));
  const { balances, debts, transferIds } = await owe(userId, 200n);
  assert.deepEqual([balances.get(userId), debts.get(userId), transferIds.length], [0n, 80n, 1]);
  const paid = await post(app.db, { ...credit(userId, 50n), type: 'ITEM_SALE' });
  assert.deepEqual([paid.balances.get(userId), paid.debts.get(userId), paid.transferIds.length], [0n, 30n, 1]);
  await post(app.db, { ...credit(userId, 100n), type: 'EVENT_REWARD' });
  assert.deepEqual(await standingOf(userId), [70, 0]);
  assert.deepEqual((await typesOf(userId)).slice(1), [
    'DEPOSIT_RETURN 200',
    'DEBT_PAYMENT 120',
    'ITEM_SALE 50',
    'DEBT_PAYMENT 50',
    'EVENT_REWARD 100',
    'DEBT_PAYMENT 30',
  ]);
});

test('what is no longer owed comes back as far as it was paid', async () => {
  const { userId } = await createRichPerson(app.db, 120n);
  await owe(userId, 200n);
  await post(app.db, credit(userId, 30n));
  assert.deepEqual(await standingOf(userId), [0, 50]);
  const { balances } = await owe(userId, -200n);
  assert.equal(balances.get(userId), 150n);
  assert.deepEqual(await standingOf(userId), [150, 0]);
});

test('who owes spends nothing, also where a later credit of the same moment would pay for it', async () => {
  const { userId } = await createRichPerson(app.db, 10n);
  await owe(userId, 100n);
  await assert.rejects(post(app.db, debit(userId, 1n)), { code: 'INSUFFICIENT_BALANCE' });
  await assert.rejects(post(app.db, credit(userId, 50n), debit(userId, 1n), credit(userId, 500n)), {
    code: 'INSUFFICIENT_BALANCE',
  });
  await post(app.db, credit(userId, 95n), debit(userId, 5n));
  assert.deepEqual(await standingOf(userId), [0, 0]);
});

test('money that was held for a withdrawal pays the debt when it comes back', async () => {
  const { userId } = await createRichPerson(app.db, 300n);
  const cause = { reason: 'test', reference: { type: 'test', id: '1' } };
  const holdId = await transaction(app.db, (tx) => holdBalance(tx, { userId, amountCents: 300n, ...cause }));
  await owe(userId, 200n);
  assert.deepEqual(await standingOf(userId), [0, 200]);
  const { balanceCents } = await transaction(app.db, (tx) => releaseHold(tx, holdId, cause));
  assert.equal(balanceCents, 100n);
});

test('a statement that would credit past a debt is refused by the table itself', async () => {
  const { userId } = await createPerson(app.db);
  await owe(userId, 10n);
  await assert.rejects(app.db.query(sql`update accounts set balance_cents = 1 where user_id = ${userId}`), {
    constraint: 'accounts_debt_first',
  });
});

test('credits of many, of whom some owe, are one statement', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => createPerson(app.db)));
  for (const { userId } of people.slice(0, 3)) await owe(userId, 40n);
  const credits = people.map(({ userId }) => credit(userId, 100n));
  assert.equal(await countStatements(app.db, (tx) => postTransfers(tx, credits)), 1);
  const standings = await Promise.all(people.map(({ userId }) => standingOf(userId)));
  assert.deepEqual(standings, [...Array(3).fill([60, 0]), ...Array(3).fill([100, 0])]);
});

test('whatever follows on whatever, balance and debt are what a person with paper would have', async () => {
  const step = fc.record({
    kind: fc.constantFrom('CREDIT', 'DEBIT', 'OWE', 'FORGIVE'),
    cents: fc.bigInt({ min: 1n, max: 60n }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const { userId } = await createPerson(app.db);
      let [balance, debt, owed] = [0n, 0n, 0n];
      for (const { kind, cents } of steps) {
        if (kind === 'FORGIVE' && cents > owed) continue;
        if (kind === 'DEBIT' && cents > balance) {
          await assert.rejects(post(app.db, debit(userId, cents)));
          continue;
        }
        if (kind === 'CREDIT') await post(app.db, credit(userId, cents));
        else if (kind === 'DEBIT') await post(app.db, debit(userId, cents));
        else await owe(userId, kind === 'OWE' ? cents : -cents);
        if (kind === 'CREDIT') balance += cents;
        if (kind === 'DEBIT') balance -= cents;
        if (kind === 'OWE') [debt, owed] = [debt + cents, owed + cents];
        if (kind === 'FORGIVE') [debt, owed] = [debt - cents, owed - cents];
        const paid = balance < debt ? balance : debt;
        [balance, debt] = [balance - paid, debt - paid];
        assert.deepEqual(await standingOf(userId), [Number(balance), Number(debt)]);
      }
    }),
    { numRuns: 40 },
  );
});

test('a return and everything else at the same moment: nothing is lost, and nobody spends what is owed', async () => {
  const { userId } = await createRichPerson(app.db, 1_000n);
  const settled = await times(40, (index) => {
    if (index % 4 === 0) return owe(userId, 100n);
    if (index % 4 === 1) return post(app.db, credit(userId, 20n));
    if (index % 4 === 2) return post(app.db, debit(userId, 50n));
    return owe(userId, index % 8 === 3 ? 30n : -30n);
  });
  const { refusals } = tally(settled);
  assert.ok(refusals.every((status) => status === 400));
  const spent = 10 - refusals.length;
  const [balance, debt] = await standingOf(userId);
  assert.equal(balance - debt, 1_000 + 10 * 20 - 10 * 100 - spent * 50);
});
