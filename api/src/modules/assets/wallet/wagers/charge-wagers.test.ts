import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { createTestApp } from '../../../../../test/support/app.ts';
import { useApp } from '../../../../../test/support/use-app.ts';
import { transaction } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { returnAndCount } from '../../limits/stakes/stakes.ts';
import { countStatements, createRichPerson, findBrokenBooks, times } from '../test-support.ts';
import { chargeWagers, type WagerCharge } from './charge-wagers.ts';

const app = useApp(createTestApp);
afterEach(async () => assert.deepEqual(await findBrokenBooks(app.db), []));

const chargeOf = (userId: Id<'user'>, amountCents: bigint, rolls = 1): WagerCharge => ({
  userId,
  amountCents,
  stakeCents: amountCents,
  wageredCents: amountCents,
  rolls,
  type: 'CASE_OPEN',
  reason: 'Caixa aberta: a thing',
  reference: { type: 'CASE', id: '1' },
});
const terms = { now: new Date(), judgedRooms: new Map<Id<'user'>, bigint>() };
const chargeAll = (...charges: WagerCharge[]) => transaction(app.db, (tx) => chargeWagers(tx, charges, terms));
const charge = async (...charges: WagerCharge[]) => (await chargeAll(...charges)).paid;
const accountOf = async (userId: Id<'user'>) =>
  (
    await app.db.query<Record<'balanceCents' | 'wageredCents', bigint> & Record<'nonce' | 'transferCount', string>>(
      sql`select balance_cents, nonce, wagered_cents, transfer_count from accounts where user_id = ${userId}`,
    )
  )[0];

test('a stake is taken with its nonces, and both are counted', async () => {
  const { userId } = await createRichPerson(app.db, 100n);
  await app.db.query(sql`update users set client_seed = 'mine' where id = ${userId}`);
  const [first] = await charge(chargeOf(userId, 30n, 3));
  assert.deepEqual(
    { ...first, transferId: undefined },
    {
      userId,
      balanceCents: 70n,
      firstNonce: 1,
      clientSeed: 'mine',
      transferId: undefined,
      hasLimits: false,
    },
  );
  const [second] = await charge({ ...chargeOf(userId, 70n), type: 'UPGRADE' });
  assert.deepEqual([second?.firstNonce, second?.balanceCents], [4, 0n]);
  assert.deepEqual(await accountOf(userId), {
    balanceCents: 0n,
    nonce: '4',
    wageredCents: 100n,
    transferCount: '3',
  });
  assert.deepEqual(
    await app.db.query(sql`select user_id, amount_cents from transfers where id = ${first?.transferId}`),
    [{ userId: userId, amountCents: 30n }],
  );
});

test('a stake of items alone takes a nonce and writes no line on the statement', async () => {
  const { userId } = await createRichPerson(app.db, 100n);
  const [paid] = await charge({ ...chargeOf(userId, 0n), stakeCents: 250n, wageredCents: 250n, type: 'UPGRADE' });
  assert.deepEqual(paid, {
    userId,
    balanceCents: 100n,
    firstNonce: 1,
    clientSeed: null,
    transferId: null,
    hasLimits: false,
  });
  assert.deepEqual(await accountOf(userId), {
    balanceCents: 100n,
    nonce: '1',
    wageredCents: 250n,
    transferCount: '1',
  });
});

test('who cannot pay loses nothing, and the others pay', async () => {
  const [rich, poor] = [await createRichPerson(app.db, 100n), await createRichPerson(app.db, 9n)];
  const { paid, unpaid } = await chargeAll(chargeOf(poor.userId, 10n), chargeOf(rich.userId, 10n));
  assert.deepEqual(unpaid, [{ userId: poor.userId, why: 'BALANCE' }]);
  assert.deepEqual(
    paid.map(({ userId }) => userId),
    [rich.userId],
  );
  assert.equal((await accountOf(poor.userId))?.nonce, '0');
  assert.deepEqual(await charge(chargeOf('999999' as Id<'user'>, 1n)), []);
  assert.deepEqual(await charge(), []);
});

test('who is barred or has limits is not charged, and the others are', async () => {
  const person = async () => (await createRichPerson(app.db, 100n)).userId;
  const [free, barred, over, limited] = [await person(), await person(), await person(), await person()];
  const until = new Date(terms.now.getTime() + 1);
  const bar = (userId: Id<'user'>, end: Date) =>
    app.db.query(sql`
      update accounts set play_bar = 'PAUSE', play_barred_until = ${end} where user_id = ${userId}`);
  await Promise.all([bar(barred, until), bar(over, terms.now)]);
  await app.db.query(sql`update accounts set has_limits = true where user_id = ${limited}`);
  const charges = [free, barred, over, limited].map((userId) => chargeOf(userId, 10n));
  const { paid, unpaid } = await chargeAll(...charges);
  assert.deepEqual(new Set(paid.map(({ userId }) => userId)), new Set([free, over]));
  const reasons = new Map(unpaid.map((each) => [each.userId, each]));
  assert.deepEqual(reasons.get(barred), { userId: barred, why: 'BAR', bar: 'PAUSE', until });
  assert.deepEqual(reasons.get(limited), { userId: limited, why: 'LIMITS' });
  assert.equal((await accountOf(barred))?.nonce, '0');
  await assert.rejects(bar(barred, terms.now), { code: '23000' }, 'nobody lifts it early');
});

test('who has limits is charged as long as the stakes stay within what was found to be left of them', async () => {
  const { userId } = await createRichPerson(app.db, 1_000n);
  await app.db.query(sql`update accounts set has_limits = true where user_id = ${userId}`);
  const judge = (cents: bigint, roomCents: bigint) => {
    const judgedRooms = new Map([[userId, roomCents]]);
    return transaction(app.db, (tx) => chargeWagers(tx, [chargeOf(userId, cents)], { ...terms, judgedRooms }));
  };
  const refused = [{ userId, why: 'LIMITS' }];
  assert.deepEqual((await judge(101n, 100n)).unpaid, refused);
  assert.deepEqual((await judge(10n, 100n)).paid[0]?.hasLimits, true);
  for (const cents of [40n, 50n]) assert.equal((await chargeAll(chargeOf(userId, cents))).paid.length, 1);
  assert.deepEqual((await chargeAll(chargeOf(userId, 1n))).unpaid, refused);
  await judge(1n, 50n);
  const settled = await times(50, () => chargeAll(chargeOf(userId, 7n)));
  const paid = settled.flatMap((each) => (each.status === 'fulfilled' ? each.value.paid : []));
  assert.deepEqual([settled.every(({ status }) => status === 'fulfilled'), paid.length], [true, 7]);
});

test('a user twice, no stake or no roll is a mistake of ours', async () => {
  const { userId } = await createRichPerson(app.db, 100n);
  for (const charges of [
    [chargeOf(userId, 1n), chargeOf(userId, 1n)],
    [chargeOf(userId, 0n)],
    [chargeOf(userId, -1n)],
    [{ ...chargeOf(userId, 2n), stakeCents: 1n }],
    [chargeOf(userId, 1n, 0)],
  ]) {
    await assert.rejects(charge(...charges), { code: 'ERR_ASSERTION' });
  }
});

test('of 50 at once with balance for one, one is paid, and nonces have no gap', async () => {
  const { userId } = await createRichPerson(app.db, 15n);
  const settled = await times(50, () => charge(chargeOf(userId, 10n)));
  const paid = settled.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  assert.deepEqual([settled.every(({ status }) => status === 'fulfilled'), paid.length], [true, 1]);
  assert.equal((await accountOf(userId))?.nonce, '1');
});

test('a ticket is paid, and is neither wagered nor a roll', async () => {
  const { userId } = await createRichPerson(app.db, 100n);
  const [paid] = await charge({
    ...chargeOf(userId, 30n, 0),
    wageredCents: 0n,
    type: 'RAFFLE_TICKET',
    reference: null,
  });
  assert.ok(paid?.transferId);
  assert.deepEqual(await accountOf(userId), {
    balanceCents: 70n,
    nonce: '0',
    wageredCents: 0n,
    transferCount: '2',
  });
});

test('many users in any order neither deadlock nor share a nonce', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => createRichPerson(app.db, 10_000n)));
  const settled = await times(60, () =>
    charge(...people.toSorted(() => Math.random() - 0.5).map(({ userId }) => chargeOf(userId, 1n, 2))),
  );
  const nonces = settled.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  for (const { userId } of people) {
    const own = nonces.filter((paid) => paid.userId === userId).map(({ firstNonce }) => firstNonce);
    assert.deepEqual(
      own.sort((one, other) => one - other),
      Array.from({ length: 60 }, (_, index) => 1 + index * 2),
    );
  }
  const [row] = await app.db.query<{ deadlocks: string }>(
    sql`select pg_stat_get_db_deadlocks(oid) as deadlocks from pg_database where datname = current_database()`,
  );
  assert.equal(row?.deadlocks, '0');
});

test('one statement however many are charged', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => createRichPerson(app.db, 10n)));
  const charges = people.map(({ userId }) => chargeOf(userId, 1n));
  assert.equal(await countStatements(app.db, (tx) => chargeWagers(tx, charges, terms)), 1);
});

test('a stake that is given back no longer counts as wagered, and its nonces stay taken', async () => {
  const [one, two] = [await createRichPerson(app.db, 100n), await createRichPerson(app.db, 100n)];
  await charge({ ...chargeOf(one.userId, 30n, 3), type: 'BATTLE_ENTRY' }, chargeOf(two.userId, 40n));
  await charge(chargeOf(one.userId, 20n));
  const { balances } = await transaction(app.db, (tx) =>
    returnAndCount(
      tx,
      [
        {
          userId: one.userId,
          amountCents: 30n,
          wageredCents: 30n,
          type: 'BATTLE_REFUND',
          reason: 'Cancelled',
          reference: { type: 'BATTLE', id: '1' },
        },
      ],
      terms.now,
    ),
  );
  assert.deepEqual([...balances], [[one.userId, 80n]]);
  const account = { balanceCents: 80n, nonce: '4', wageredCents: 20n, transferCount: '4' };
  assert.deepEqual(await accountOf(one.userId), account);
  assert.equal((await accountOf(two.userId))?.wageredCents, 40n);
});
