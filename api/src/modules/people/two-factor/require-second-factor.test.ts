import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createTestApp } from '../../../../test/support/app.ts';
import { TEST_KEYS } from '../../../../test/support/committed-seeds.ts';
import { createPerson } from '../../../../test/support/people.ts';
import { enableSecondFactor } from '../../../../test/support/second-factors.ts';
import { useSoundApp } from '../../../../test/support/use-app.ts';
import { fixedClock } from '../../../platform/clock.ts';
import { transaction } from '../../../platform/database/db.ts';
import { writeOnce } from '../../../platform/database/idempotency.ts';
import { sql } from '../../../platform/database/sql.ts';
import { hasSecondFactor, requireSecondFactor, type SecondFactorDeps } from './index.ts';

/** Another module uses it in a transaction of its own. */
const clock = fixedClock(new Date());
const app = useSoundApp(() => createTestApp({ clock }), { keys: TEST_KEYS });
let deps: SecondFactorDeps;
before(async () => {
  deps = { ...app.deps, clock, notifySecurity: async () => undefined };
});

async function createProtected() {
  const person = await createPerson(app.db);
  return { person, userId: person.userId, ...(await enableSecondFactor(app.call, person, clock)) };
}

test('a code is used up if and only if the transaction commits', async () => {
  const { userId, code } = await createProtected();
  const undone = transaction(app.db, async (tx) => {
    await requireSecondFactor(deps, tx, { userId, code: code() });
    throw new Error('no money left');
  });
  await assert.rejects(undone, /no money left/);
  const use = () => transaction(app.db, (tx) => requireSecondFactor(deps, tx, { userId, code: code() }));
  await use();
  await assert.rejects(use(), { status: 400, message: 'Este código já foi usado: espere o próximo.' });
});

test('a recovery code comes back with a transaction that is undone', async () => {
  const { userId, person, recoveryCodes } = await createProtected();
  const [code] = recoveryCodes as [string];
  const undone = transaction(app.db, async (tx) => {
    await requireSecondFactor(deps, tx, { userId, code });
    throw new Error('no money left');
  });
  await assert.rejects(undone, /no money left/);
  assert.equal((await app.call(person, 'GET', '/payment/2fa')).body.recoveryCodesLeft, 10);
  await transaction(app.db, (tx) => requireSecondFactor(deps, tx, { userId, code }));
  assert.equal((await app.call(person, 'GET', '/payment/2fa')).body.recoveryCodesLeft, 9);
});

test('what is refused is counted though everything else of the transaction is undone', async () => {
  const { userId, code, recoveryCodes } = await createProtected();
  const guess = (guessed: string) =>
    transaction(app.db, async (tx) => {
      await tx.query(sql`update users set trade_url = 'of a thief' where id = ${userId}`);
      await requireSecondFactor(deps, tx, { userId, code: guessed, ip: '203.0.113.9' });
    });
  for (let time = 0; time < 5; time += 1) await assert.rejects(guess('AAAAAAAAAAAAAAAA'), { status: 400 });
  await assert.rejects(guess(code()), { status: 429 });
  await assert.rejects(guess(recoveryCodes[0] as string), { status: 429 });
  const [user] = await app.db.query(sql`select trade_url from users where id = ${userId}`);
  assert.deepEqual(user, { tradeUrl: null });
  const trail = await app.db.query(sql`
    select actor_id, ip from audit_entries where user_id = ${userId} and action = 'TWO_FACTOR_LOCKED'`);
  assert.deepEqual(trail, [{ actorId: userId, ip: '203.0.113.9' }]);
});

test('a repeat with an Idempotency-Key gets its first answer and is no try', async () => {
  const { userId, code } = await createProtected();
  const confirm = (given: string) => {
    const key = { ownerId: userId, key: 'confirm', fingerprint: 'same' };
    const once = { key, answer: () => ({ status: 200, body: '{}' }) };
    return writeOnce(app.db, once, (tx) => requireSecondFactor(deps, tx, { userId, code: given }));
  };
  const right = code();
  await confirm(right);
  for (let time = 0; time < 10; time += 1) await assert.rejects(confirm(right), /Answered before/);
  await transaction(app.db, (tx) => requireSecondFactor(deps, tx, { userId, code: code(1) }));
});

test('as many as there are connections may ask at once, each inside its transaction', async () => {
  const everybody = await Promise.all(Array.from({ length: 12 }, createProtected));
  const { promise: allHold, resolve: release } = Promise.withResolvers<void>();
  const connections = app.db.pool.options.max;
  let holding = 0;
  await Promise.all(
    everybody.map(({ userId, code }) =>
      transaction(app.db, async (tx) => {
        await tx.query(sql`select from accounts where user_id = ${userId} for update`);
        holding += 1;
        if (holding === connections) release();
        await allHold;
        await requireSecondFactor(deps, tx, { userId, code: code() });
      }),
    ),
  );
});

test('the locks that a module takes before do not stand in the way of the count', async () => {
  const { userId, code } = await createProtected();
  await transaction(app.db, async (tx) => {
    await tx.query(sql`select from users where id = ${userId} for update`);
    await tx.query(sql`select from accounts where user_id = ${userId} for update`);
    await requireSecondFactor(deps, tx, { userId, code: code() });
  });
});

test('who has none is told from who has one', async () => {
  const { userId } = await createPerson(app.db);
  assert.equal(await hasSecondFactor(app.db, userId), false);
  assert.equal(await hasSecondFactor(app.db, (await createProtected()).userId), true);
  const asked = transaction(app.db, (tx) => requireSecondFactor(deps, tx, { userId, code: '123456' }));
  await assert.rejects(asked, { status: 409, message: 'A verificação em duas etapas não está ativa.' });
  const unreadable = transaction(app.db, (tx) => requireSecondFactor(deps, tx, { userId, code: 'nonsense' }));
  await assert.rejects(unreadable, { status: 400, message: 'Validation failed' });
});
