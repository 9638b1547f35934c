import assert from 'node:assert/strict';
import { afterEach, before, test } from 'node:test';
import { createTestApp } from '../../../../test/support/app.ts';
import { createAdmin, createPerson, type Person } from '../../../../test/support/people.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Push } from '../../../platform/realtime/events.ts';
import { adjustBalance } from './ledger.ts';
import { createRichPerson, findBrokenBooks, readAccount, times } from './test-support.ts';

const app = useApp(createTestApp);
let admin: Person;
before(async () => {
  admin = await createAdmin(app.db);
});
afterEach(async () => {
  assert.deepEqual(await findBrokenBooks(app.db), []);
});

const adjust = (userId: string, payload: object, headers: Record<string, string> = {}, who = admin) =>
  app.http.inject({
    method: 'POST',
    url: `/api/admin/users/${userId}/balance`,
    headers: { ...who.headers, ...headers },
    payload,
  });
const auditOf = (userId: Id<'user'>) =>
  app.db.query<{ actorId: string; entityId: string; metadata: Record<string, unknown> }>(sql`
    select actor_id, entity_id, metadata
    from audit_entries where action = 'BALANCE_ADJUSTED' and user_id = ${userId} order by id`);

test('the balance of an account that its user has closed is not adjusted, either way', async () => {
  const { userId, headers } = await createPerson(app.db);
  const closed = await app.http.inject({
    method: 'POST',
    url: '/api/user/close-account',
    headers,
    payload: { confirm: true },
  });
  assert.equal(closed.statusCode, 200);
  for (const amountCents of ['100', '-100']) {
    const answer = await adjust(userId, { amountCents, reason: 'x' });
    assert.equal(answer.statusCode, amountCents === '100' ? 409 : 400, answer.body);
    if (amountCents === '100') assert.equal(answer.json().code, 'ACCOUNT_IS_CLOSED');
  }
  assert.deepEqual(await auditOf(userId), []);
});

test('an adjustment adds or takes, is in the books with its reason and in the audit trail with who made it', async () => {
  const { userId } = await createPerson(app.db);
  const added = (await adjust(userId, { amountCents: '123456', reason: 'Goodwill' })).json();
  const { transferId, ...balance } = added;
  assert.deepEqual(balance, { userId, balanceCents: '123456', balanceFormatted: 'R$ 1.234,56' });
  assert.equal((await adjust(userId, { amountCents: -23_456, reason: 'Too much' })).json().balanceCents, '100000');
  const rows = await app.db.query(sql`
    select id, debit_account, credit_account, amount_cents, type, reason from transfers
    where user_id = ${userId} order by id`);
  assert.deepEqual(
    rows.map((row) => Object.values(row).slice(1)),
    [
      ['SYSTEM', 'USER', 123456n, 'ADMIN_ADJUSTMENT', 'Goodwill'],
      ['USER', 'SYSTEM', 23456n, 'ADMIN_ADJUSTMENT', 'Too much'],
    ],
  );
  const [first, second] = await auditOf(userId);
  assert.deepEqual(first, {
    actorId: admin.userId,
    entityId: userId,
    metadata: { amountCents: '123456', balanceCents: '123456', reason: 'Goodwill', transferId },
  });
  assert.equal(second?.metadata.amountCents, '-23456');
});

test('what would take the balance below zero is refused and changes nothing', async () => {
  const { userId } = await createRichPerson(app.db, 100n);
  const before = await readAccount(app.db, userId);
  const answer = await adjust(userId, { amountCents: '-101', reason: 'Chargeback' });
  assert.deepEqual([answer.statusCode, answer.json().message], [400, 'Insufficient balance']);
  assert.deepEqual([await readAccount(app.db, userId), await auditOf(userId)], [before, []]);
  assert.equal((await adjust(userId, { amountCents: '-100', reason: 'Chargeback' })).json().balanceCents, '0');
});

test('an amount of nothing, too much or no whole cents, and a reason that is none, are refused with their field', async () => {
  const { userId } = await createRichPerson(app.db, 100n);
  const amounts = ['0', '-0', 0, '1000000000000001', '-1000000000000001', '9223372036854775808', 2 ** 60, 1.5, '1.5'];
  for (const amountCents of [...amounts, '', 'abc', '1e3', '9'.repeat(30), null, true, [1], undefined]) {
    const answer = await adjust(userId, { amountCents, reason: 'x' });
    assert.equal(answer.statusCode, 400, String(amountCents));
    assert.deepEqual(
      answer.json().errors.map(({ field }: { field: string }) => field),
      ['amountCents'],
    );
  }
  for (const reason of ['', '   ', 'x'.repeat(501), 5, undefined]) {
    const answer = await adjust(userId, { amountCents: '1', reason });
    assert.deepEqual([answer.statusCode, answer.json().errors?.[0].field], [400, 'reason'], String(reason));
  }
  assert.equal((await adjust(userId, { amountCents: '1', reason: 'a\u0000b' })).statusCode, 400);
  assert.deepEqual(await readAccount(app.db, userId), { balanceCents: 100n, transferCount: 1 });
  assert.equal((await adjust(userId, { amountCents: '1', reason: '🍀'.repeat(500) })).statusCode, 200);
});

test('an unknown user is a 404, and a player may not adjust', async () => {
  assert.equal((await adjust('999999', { amountCents: '1', reason: 'x' })).statusCode, 404);
  assert.equal((await adjust('0x1', { amountCents: '1', reason: 'x' })).statusCode, 400);
  const player = await createPerson(app.db);
  assert.equal((await adjust(player.userId, { amountCents: '1', reason: 'x' }, {}, player)).statusCode, 403);
});

test('a repetition under the same key happens once, and gets the first answer', async () => {
  const { userId } = await createRichPerson(app.db, 100n);
  const key = { 'idempotency-key': `adjust-${userId}` };
  const body = { amountCents: '7', reason: 'Once' };
  const first = await adjust(userId, body, key);
  const again = await adjust(userId, body, key);
  assert.deepEqual([again.body, again.headers['idempotent-replayed']], [first.body, 'true']);
  assert.equal((await adjust(userId, { ...body, amountCents: '8' }, key)).statusCode, 422);
  assert.equal((await readAccount(app.db, userId)).balanceCents, 107n);
  assert.equal((await auditOf(userId)).length, 1);
});

test('50 at once under one key happen once, 50 without a key all happen', async () => {
  const { userId } = await createRichPerson(app.db, 100n);
  const body = { amountCents: '7', reason: 'Once' };
  const keyed = await times(50, () => adjust(userId, body, { 'idempotency-key': `burst-${userId}` }));
  for (const result of keyed) {
    assert.ok(result.status === 'fulfilled' && [200, 409].includes(result.value.statusCode));
  }
  assert.equal((await readAccount(app.db, userId)).balanceCents, 107n);
  await times(50, () => adjust(userId, body));
  assert.equal((await readAccount(app.db, userId)).balanceCents, 107n + 350n);
});

test('the user is told the new balance once it is committed, and of a refusal nothing', async () => {
  const { userId } = await createRichPerson(app.db, 100n);
  const told: [string, string, object][] = [];
  const push: Pick<Push, 'toUser'> = { toUser: (to, { name }, payload) => void told.push([to, name, payload]) };
  const command = { userId, reason: 'x', actorId: admin.userId, ip: '192.0.2.1' };
  await adjustBalance({ db: app.db, push }, { ...command, changeCents: 5n }, null);
  await assert.rejects(adjustBalance({ db: app.db, push }, { ...command, changeCents: -500n }, null), { status: 400 });
  assert.deepEqual(told, [[userId, 'balance:updated', { balanceCents: '105' }]]);
});
