import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import fc from 'fast-check';
import { createTestApp, type TestApp } from '../../../../test/support/app.ts';
import { transaction } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { type Id, toId } from '../../../platform/ids.ts';
import { holdBalance, lockAccount, releaseHold, settleHold } from './index.ts';
import { countStatements, createRichPerson, findBrokenBooks, readAccount, tally, times } from './test-support.ts';

const cause = { reason: 'Saque 5', reference: { type: 'money-withdrawal', id: '5' } };

let app: TestApp;
before(async () => {
  app = await createTestApp();
});
after(() => app.close());
afterEach(async () => {
  assert.deepEqual(await findBrokenBooks(app.db), []);
});

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
