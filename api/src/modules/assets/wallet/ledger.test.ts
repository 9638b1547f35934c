import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import fc from 'fast-check';
import { createTestApp } from '../../../../test/support/app.ts';
import { createPerson } from '../../../../test/support/people.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { transaction } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { type Id, toId } from '../../../platform/ids.ts';
import { holdBalance, lockAccount, releaseHold, settleHold } from './index.ts';
import { postTransfers } from './ledger.ts';
import {
  countStatements,
  createRichPerson,
  credit,
  debit,
  findBrokenBooks,
  post,
  readAccount,
  tally,
  times,
} from './test-support.ts';
import type { Transfer } from './wallet.records.ts';

const RUNS = 100;
const ROUNDS = 4;

const app = useApp(createTestApp);
afterEach(async () => {
  assert.deepEqual(await findBrokenBooks(app.db), []);
});

const createUsers = async (count: number): Promise<Id<'user'>[]> => {
  const people = await Promise.all(Array.from({ length: count }, () => createPerson(app.db)));
  return people.map(({ userId }) => userId);
};

test('transfers are written in the order given, and every balance follows from them', async () => {
  const [first, second] = (await createUsers(2)) as [Id<'user'>, Id<'user'>];
  const reference = { type: 'opening', id: '9' };
  const { transferIds, balances } = await post(app.db, credit(second, 500n), credit(first, 70n), {
    ...debit(second, 120n),
    type: 'SWAP_CHANGE',
    reason: 'Opened',
    reference,
  });
  assert.deepEqual(
    balances,
    new Map([
      [second, 380n],
      [first, 70n],
    ]),
  );
  const rows = await app.db.query(sql`
    select id, user_id, debit_account, credit_account, amount_cents, type, reason, reference_type, reference_id
    from transfers where id = any(${transferIds}::bigint[]) order by array_position(${transferIds}::bigint[], id)`);
  assert.deepEqual(
    rows.map((row) => Object.values(row).slice(1)),
    [
      [second, 'SYSTEM', 'USER', 500n, 'ITEM_SALE', 'Sold item: a thing', null, null],
      [first, 'SYSTEM', 'USER', 70n, 'ITEM_SALE', 'Sold item: a thing', null, null],
      [second, 'USER', 'SYSTEM', 120n, 'SWAP_CHANGE', 'Opened', 'opening', '9'],
    ],
  );
  assert.deepEqual(await readAccount(app.db, second), { balanceCents: 380n, transferCount: 2 });
});

test('one and a thousand transfers are one statement, none at all is none', async () => {
  const users = await createUsers(25);
  const many = Array.from({ length: 1_000 }, (_, index) => credit(users[index % users.length] as Id<'user'>, 3n));
  assert.equal(await countStatements(app.db, (tx) => postTransfers(tx, [])), 0);
  assert.equal(await countStatements(app.db, (tx) => postTransfers(tx, many.slice(0, 1))), 1);
  assert.equal(await countStatements(app.db, (tx) => postTransfers(tx, many)), 1);
  assert.deepEqual(await readAccount(app.db, users[0] as Id<'user'>), { balanceCents: 123n, transferCount: 41 });
});

test('what cannot be paid at its place is refused whole, whatever follows', async () => {
  const poor = await createRichPerson(app.db, 100n);
  const other = await createRichPerson(app.db, 100n);
  const before = [await readAccount(app.db, poor.userId), await readAccount(app.db, other.userId)];
  for (const transfers of [
    [debit(poor.userId, 101n)],
    [credit(other.userId, 5n), debit(poor.userId, 60n), debit(poor.userId, 41n)],
    [debit(poor.userId, 101n), credit(poor.userId, 101n)],
  ]) {
    await assert.rejects(post(app.db, ...transfers), { status: 400, message: 'Insufficient balance' });
  }
  assert.deepEqual([await readAccount(app.db, poor.userId), await readAccount(app.db, other.userId)], before);
  await post(app.db, debit(poor.userId, 100n), credit(poor.userId, 1n));
});

test('an unknown user is a 404, and the others of the batch are left alone', async () => {
  const { userId } = await createRichPerson(app.db, 100n);
  const unknown = toId<'user'>('999999999');
  await assert.rejects(post(app.db, debit(userId, 1n), credit(unknown, 1n)), { status: 404 });
  await assert.rejects(
    transaction(app.db, (tx) => lockAccount(tx, unknown)),
    { status: 404 },
  );
  assert.equal((await readAccount(app.db, userId)).balanceCents, 100n);
});

test('an amount of ours that is none is a mistake, and a balance cannot overflow', async () => {
  const { userId } = await createRichPerson(app.db, 100n);
  for (const cents of [0n, -1n, 10n ** 15n + 1n]) {
    await assert.rejects(post(app.db, credit(userId, cents)), { code: 'ERR_ASSERTION' });
  }
  const tooMuch = Array.from({ length: 9_300 }, () => credit(userId, 10n ** 15n));
  await assert.rejects(post(app.db, ...tooMuch), {
    status: 400,
    message: 'O saldo ficaria acima do máximo permitido.',
  });
  const { balances } = await post(app.db, ...tooMuch.slice(0, 9_000));
  assert.equal(balances.get(userId), 9_000n * 10n ** 15n + 100n);
  await assert.rejects(post(app.db, ...tooMuch.slice(0, 300)), { status: 400 });
});

test('any sequence of transfers gives the balances of the model, and a refused one changes nothing', async () => {
  const users = await createUsers(3);
  const balances = new Map(users.map((userId) => [userId, 0n]));
  const transfer = fc
    .tuple(fc.constantFrom(...users), fc.boolean(), fc.bigInt(1n, 1_000n))
    .map(([userId, isCredit, cents]) => (isCredit ? credit(userId, cents) : debit(userId, cents)));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(transfer, { minLength: 1, maxLength: 8 }), { maxLength: 6 }),
      async (batches) => {
        for (const batch of batches) {
          const expected = applied(balances, batch);
          const posted = await post(app.db, ...batch).catch((error) => error);
          if (expected === null) assert.equal(posted.status, 400);
          else for (const [userId, cents] of posted.balances) assert.equal(cents, expected.get(userId));
          for (const [userId, cents] of expected ?? balances) {
            balances.set(userId, cents);
            assert.equal((await readAccount(app.db, userId)).balanceCents, cents);
          }
        }
      },
    ),
    { numRuns: RUNS },
  );
});

/** The model takes one transfer after the other; null: one of them cannot be paid. */
function applied(
  balances: ReadonlyMap<Id<'user'>, bigint>,
  batch: readonly Transfer[],
): Map<Id<'user'>, bigint> | null {
  const after = new Map(balances);
  for (const { userId, direction, amountCents } of batch) {
    const cents = (after.get(userId) ?? 0n) + (direction === 'CREDIT' ? amountCents : -amountCents);
    if (cents < 0n) return null;
    after.set(userId, cents);
  }
  return after;
}

test('of 50 simultaneous debits with balance for one, one succeeds', async () => {
  const { userId } = await createRichPerson(app.db, 100n);
  const { succeeded, refusals } = tally(await times(50, () => post(app.db, debit(userId, 60n))));
  assert.deepEqual([succeeded, new Set(refusals)], [1, new Set([400])]);
  assert.deepEqual(await readAccount(app.db, userId), { balanceCents: 40n, transferCount: 2 });
});

test('transfers among many users in any order neither deadlock nor get lost', async () => {
  const users = await createUsers(12);
  const deadlocks = () =>
    app.db.query<{ deadlocks: string }>(
      sql`select pg_stat_get_db_deadlocks(oid) as deadlocks from pg_database where datname = current_database()`,
    );
  for (let round = 0; round < ROUNDS; round += 1) {
    const settled = await times(50, () => {
      const shuffled = users.toSorted(() => Math.random() - 0.5);
      return post(app.db, ...shuffled.map((userId) => credit(userId, 10n)), debit(shuffled[0] as Id<'user'>, 10n));
    });
    assert.deepEqual(tally(settled), { succeeded: 50, refusals: [] });
  }
  // Deadlocks are retried and would not show in the results.
  assert.equal((await deadlocks())[0]?.deadlocks, '0');
  const accounts = await Promise.all(users.map((userId) => readAccount(app.db, userId)));
  assert.equal(
    accounts.reduce((sum, { balanceCents }) => sum + balanceCents, 0n),
    BigInt(ROUNDS) * 50n * 11n * 10n,
  );
});

test('a locked account waits with its next change until the lock is gone', async () => {
  const { userId } = await createRichPerson(app.db, 100n);
  let racing: ReturnType<typeof times> | undefined;
  await transaction(app.db, async (tx) => {
    assert.equal(await lockAccount(tx, userId), 100n);
    racing = times(1, () => post(app.db, debit(userId, 60n)));
    await postTransfers(tx, [debit(userId, 60n)]);
  });
  assert.deepEqual(tally((await racing) ?? []), { succeeded: 0, refusals: [400] });
  assert.equal((await readAccount(app.db, userId)).balanceCents, 40n);
});

test('the books are append-only: the database refuses update, delete and truncate', async () => {
  const { userId } = await createRichPerson(app.db, 100n);
  for (const statement of [
    sql`update transfers set amount_cents = 1 where user_id = ${userId}`,
    sql`delete from transfers where user_id = ${userId}`,
    sql`truncate transfers cascade`,
  ]) {
    await assert.rejects(app.db.query(statement), /transfers is append-only/);
  }
  // Several tables that refer to users refuse, and PostgreSQL chooses which of them it asks first.
  await assert.rejects(app.db.query(sql`truncate users cascade`), /is append-only/);
});

test('a transfer between equal accounts, of nothing or of half a reference cannot be stored', async () => {
  const [userId] = await createUsers(1);
  const insert = (debitAccount: string, creditAccount: string, cents: number, referenceType: string | null) =>
    app.db.query(sql`
      insert into transfers (user_id, debit_account, credit_account, amount_cents, type, reason, reference_type)
      values (${userId}, ${debitAccount}, ${creditAccount}, ${cents}, 'DEPOSIT', 'x', ${referenceType})`);
  for (const [creditAccount, cents, referenceType] of [
    ['USER', 1, null],
    ['SYSTEM', 0, null],
    ['SYSTEM', -1, null],
    ['SYSTEM', 1, 'sale'],
  ] as const) {
    await assert.rejects(insert('USER', creditAccount, cents, referenceType), /violates check constraint/);
  }
});

const cause = { reason: 'Saque 5', reference: { type: 'money-withdrawal', id: '5' } };

const hold = (userId: Id<'user'>, amountCents: bigint) =>
  transaction(app.db, (tx) => holdBalance(tx, { userId, amountCents, ...cause }));
const settle = (id: Id<'hold'>) => transaction(app.db, (tx) => settleHold(tx, id, cause));
const release = (id: Id<'hold'>) => transaction(app.db, (tx) => releaseHold(tx, id, cause));
const balanceOf = async (userId: Id<'user'>) => (await readAccount(app.db, userId)).balanceCents;

test('a hold leaves the balance at once and is paid out without touching it again', async () => {
  const { userId } = await createRichPerson(app.db, 1_000n);
  const id = await hold(userId, 300n);
  assert.equal(await balanceOf(userId), 700n);
  const { transferId, ...outcome } = await settle(id);
  assert.deepEqual(outcome, { userId, amountCents: 300n, balanceCents: 700n });
  const rows = await app.db.query(sql`
    select debit_account, credit_account, type, amount_cents, reference_type, reference_id
    from transfers where user_id = ${userId} and type like 'WITHDRAWAL%' order by id`);
  assert.deepEqual(
    rows.map((row) => Object.values(row)),
    [
      ['USER', 'HELD', 'WITHDRAWAL_HOLD', 300n, 'money-withdrawal', '5'],
      ['HELD', 'SYSTEM', 'WITHDRAWAL', 300n, 'money-withdrawal', '5'],
    ],
  );
  assert.deepEqual(await readAccount(app.db, userId), { balanceCents: 700n, transferCount: 3 });
});

test('a released hold is the user’s to spend again', async () => {
  const { userId } = await createRichPerson(app.db, 1_000n);
  const id = await hold(userId, 1_000n);
  await assert.rejects(hold(userId, 1n), { status: 400, message: 'Insufficient balance' });
  assert.equal((await release(id)).balanceCents, 1_000n);
  await hold(userId, 1_000n);
});

test('a hold ends once: settled twice, released after it or the other way round is a 409', async () => {
  const { userId } = await createRichPerson(app.db, 1_000n);
  const settled = await hold(userId, 300n);
  await settle(settled);
  for (const again of [settle, release]) await assert.rejects(again(settled), { status: 409 });
  const released = await hold(userId, 300n);
  await release(released);
  for (const again of [settle, release]) await assert.rejects(again(released), { status: 409 });
  assert.equal(await balanceOf(userId), 700n);
});

test('50 that end one hold at once end it once, also beside those that lock the account first', async () => {
  const { userId } = await createRichPerson(app.db, 1_000n);
  const id = await hold(userId, 300n);
  const settled = await times(50, (index) => {
    if (index % 3 === 0) return settle(id);
    if (index % 3 === 1) return release(id);
    return transaction(app.db, async (tx) => {
      await lockAccount(tx, userId);
      return releaseHold(tx, id, cause);
    });
  });
  const { succeeded, refusals } = tally(settled);
  assert.deepEqual([succeeded, new Set(refusals)], [1, new Set([409])]);
});

test('50 holds at once of a balance for three make three', async () => {
  const { userId } = await createRichPerson(app.db, 1_000n);
  const { succeeded, refusals } = tally(await times(50, () => hold(userId, 300n)));
  assert.deepEqual([succeeded, new Set(refusals)], [3, new Set([400])]);
  assert.equal(await balanceOf(userId), 100n);
});

test('a hold that is none is a 404, and holds take two statements', async () => {
  await assert.rejects(settle(toId('999999')), { status: 404 });
  const { userId } = await createRichPerson(app.db, 1_000n);
  let id = toId<'hold'>('1');
  const held = await countStatements(app.db, async (tx) => {
    id = await holdBalance(tx, { userId, amountCents: 1n, ...cause });
  });
  assert.deepEqual([held, await countStatements(app.db, (tx) => settleHold(tx, id, cause))], [2, 2]);
});

test('any sequence of holds, settlements and releases keeps balance and reserve as the model has them', async () => {
  const step = fc.record({
    act: fc.constantFrom('hold' as const, 'settle' as const, 'release' as const),
    cents: fc.bigInt(1n, 600n),
    pick: fc.nat(5),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { userId } = await createRichPerson(app.db, 1_000n);
      const holds: { id: Id<'hold'>; cents: bigint; ended: boolean }[] = [];
      let balance = 1_000n;
      for (const { act, cents, pick } of steps) {
        const chosen = holds[pick % Math.max(holds.length, 1)];
        if (act === 'hold') {
          const id = await hold(userId, cents).catch((error) => assert.equal(error.status, 400));
          assert.equal(id !== undefined, cents <= balance);
          if (id === undefined) continue;
          holds.push({ id, cents, ended: false });
          balance -= cents;
        } else if (chosen !== undefined) {
          const outcome = await { settle, release }[act](chosen.id).catch((error) => assert.equal(error.status, 409));
          assert.equal(outcome !== undefined, !chosen.ended);
          if (act === 'release' && !chosen.ended) balance += chosen.cents;
          chosen.ended = true;
        }
        assert.equal(await balanceOf(userId), balance);
      }
    }),
    { numRuns: 50 },
  );
});
