import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { eventFaults } from '../../../../test/support/event-check.ts';
import { useTestDatabase } from '../../../../test/support/use-test-database.ts';
import { transaction } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { toId } from '../../../platform/ids.ts';
import { silentLogger } from '../../../platform/observability/logger.ts';
import type { Push, SocketEvent } from '../../../platform/realtime/events.ts';
import { createNotifier, insertNotifications, type NotificationContent } from './index.ts';
import { withdrawalCompleted, withdrawalFailed } from './notifications.messages.ts';
import { ADMIN, clearNotifications, insertUser, listStored, PLAYER, type StoredNotification } from './test-support.ts';

const db = useTestDatabase({ poolSize: 4 });
before(async () => {
  for (const id of [ADMIN, PLAYER]) await insertUser(db, id);
});
beforeEach(() => clearNotifications(db));

interface Pushed {
  /** Null: to everybody. */
  userId: string;
  event: string;
  payload: object;
  /** Another connection saw these rows when the push was made. */
  storedThen: Promise<StoredNotification[]>;
}

function notifierOn(isLive: () => boolean | Promise<boolean>) {
  const pushed: Pushed[] = [];
  const keep = (userId: string, event: SocketEvent, payload: object) => {
    assert.deepEqual(eventFaults(event, payload), []);
    pushed.push({ userId, event: event.name, payload, storedThen: listStored(db) });
  };
  const push: Pick<Push, 'toUser'> = { toUser: keep };
  return { notifier: createNotifier({ db, push, isLive, logger: silentLogger }), pushed };
}

const en = { title: 'Maintenance', message: 'We are back at 3.' };
const ownWords = { title: 'Manutenção', message: 'Voltamos às 3h.', metadata: { level: 2, tags: ['a'] } };
const contents: [string, NotificationContent, { title: string; message: string; metadata: unknown }][] = [
  [
    'DEPOSIT_CONFIRMED',
    {
      type: 'DEPOSIT_CONFIRMED',
      title: 'Depósito confirmado',
      message: 'Seu depósito de R$ 1.234,56 foi confirmado e já está no seu saldo.',
      en: {
        title: 'Your deposit is confirmed',
        message: 'Your deposit of R$1,234.56 is confirmed and is on your balance.',
      },
      metadata: { amountCents: '123456' },
    },
    {
      title: 'Depósito confirmado',
      message: 'Seu depósito de R$ 1.234,56 foi confirmado e já está no seu saldo.',
      metadata: {
        amountCents: '123456',
        en: {
          title: 'Your deposit is confirmed',
          message: 'Your deposit of R$1,234.56 is confirmed and is on your balance.',
        },
      },
    },
  ],
  [
    'WITHDRAWAL_COMPLETED',
    withdrawalCompleted({ amountCents: 9_223_372_036_854_775_807n }),
    {
      title: 'Saque concluído',
      message: 'Seu saque de R$ 92.233.720.368.547.758,07 foi concluído.',
      metadata: {
        amountCents: '9223372036854775807',
        en: {
          title: 'Your withdrawal was paid',
          message: 'Your withdrawal of R$92,233,720,368,547,758.07 was paid.',
        },
      },
    },
  ],
  [
    'WITHDRAWAL_FAILED',
    withdrawalFailed({ reason: 'chave Pix inválida' }),
    {
      title: 'Falha no saque',
      message: 'Não foi possível concluir seu saque. Motivo: chave Pix inválida',
      metadata: null,
    },
  ],
  ['SYSTEM', { type: 'SYSTEM', ...ownWords, en }, { ...ownWords, metadata: { ...ownWords.metadata, en } }],
  [
    'PROMOTION',
    { type: 'PROMOTION', title: 'Bônus', message: 'Só hoje.', en, metadata: null },
    { title: 'Bônus', message: 'Só hoje.', metadata: { en } },
  ],
];

for (const [type, given, content] of contents) {
  test(`${type} is recorded first and pushed to its user then`, async () => {
    const { notifier, pushed } = notifierOn(() => true);
    await notifier.notify(PLAYER, [given]);
    const stored = await listStored(db);
    assert.equal(stored.length, 1);
    const { id, createdAt, ...rest } = stored[0] as StoredNotification;
    assert.deepEqual(rest, { userId: PLAYER, type, ...content, status: 'UNREAD', readAt: null });
    assert.equal(pushed.length, 1);
    assert.deepEqual(await pushed[0]?.storedThen, stored);
    assert.equal(pushed[0]?.userId, PLAYER);
    assert.equal(pushed[0]?.event, 'notification');
    assert.deepEqual(pushed[0]?.payload, { id, type, ...content, createdAt: createdAt.toISOString() });
  });
}

test('a failed withdrawal has no metadata, as the null of the column', async () => {
  const { notifier } = notifierOn(() => true);
  await notifier.notify(PLAYER, [withdrawalFailed({ reason: 'x' })]);
  const rows = await db.query(sql`select 1 from notifications where metadata is null`);
  assert.equal(rows.length, 1);
});

test('while the setting is off nothing is recorded or pushed; it is asked each time', async () => {
  let isOn = false;
  const { notifier, pushed } = notifierOn(async () => isOn);
  const callAll = async () => {
    for (const [, given] of contents) await notifier.notify(PLAYER, [given]);
  };
  await callAll();
  assert.deepEqual([await listStored(db), pushed], [[], []]);
  isOn = true;
  await callAll();
  assert.deepEqual([(await listStored(db)).length, pushed.length], [contents.length, contents.length]);
});

test('what cannot be recorded is not pushed', async () => {
  const { notifier, pushed } = notifierOn(() => true);
  await assert.rejects(notifier.notify(toId('404'), [withdrawalFailed({ reason: 'x' })]));
  await assert.rejects(
    notifier.notify(PLAYER, [{ type: 'SYSTEM', title: 'a\u0000', message: 'b', en, metadata: null }]),
  );
  assert.deepEqual([await listStored(db), pushed], [[], []]);
});

test('a draw records for many users at once, in the order given, as SYSTEM', async () => {
  await transaction(db, (tx) =>
    insertNotifications(tx, [
      { userId: PLAYER, title: 'Rifa', message: 'Você ganhou', en, metadata: { raffleId: '3', text: '"{\\,}' } },
      { userId: ADMIN, title: 'Rifa', message: 'Não foi desta vez, "Ana"', en },
      { userId: PLAYER, title: 'Rifa, de novo', message: 'Você ganhou', en },
    ]),
  );
  const shared = { type: 'SYSTEM', status: 'UNREAD', readAt: null };
  assert.deepEqual(
    (await listStored(db)).map(({ id: _id, createdAt: _createdAt, ...rest }) => rest),
    [
      {
        ...shared,
        userId: PLAYER,
        title: 'Rifa',
        message: 'Você ganhou',
        metadata: { raffleId: '3', text: '"{\\,}', en },
      },
      { ...shared, userId: ADMIN, title: 'Rifa', message: 'Não foi desta vez, "Ana"', metadata: { en } },
      { ...shared, userId: PLAYER, title: 'Rifa, de novo', message: 'Você ganhou', metadata: { en } },
    ],
  );
});

test('a draw with nobody to tell, or one that is undone, records nothing', async () => {
  await transaction(db, (tx) => insertNotifications(tx, []));
  const undone = transaction(db, async (tx) => {
    await insertNotifications(tx, [{ userId: PLAYER, title: 'Rifa', message: 'Você ganhou', en }]);
    throw new Error('the draw failed');
  });
  await assert.rejects(undone, /the draw failed/);
  assert.deepEqual(await listStored(db), []);
});

test('removing a user removes their notifications alone', async () => {
  const leaving = toId<'user'>('8');
  await insertUser(db, leaving);
  await transaction(db, (tx) =>
    insertNotifications(
      tx,
      [leaving, PLAYER, leaving].map((userId) => ({ userId, title: 'Aviso', message: 'x', en })),
    ),
  );
  await db.query(sql`delete from accounts where user_id = ${leaving}`);
  await db.query(sql`delete from users where id = ${leaving}`);
  assert.deepEqual(
    (await listStored(db)).map(({ userId }) => userId),
    [PLAYER],
  );
});

test('the table takes the documented types and states alone, and a time of reading with READ', async () => {
  const insert = (type: string, status: string, readAt: string | null) =>
    db.query(sql`
      insert into notifications (user_id, type, title, message, status, read_at)
      values (${PLAYER}, ${type}, 'a', 'b', ${status}, ${readAt})`);
  const now = new Date().toISOString();
  for (const type of contents.map(([name]) => name)) await insert(type, 'UNREAD', null);
  for (const readAt of [now, null]) await insert('SYSTEM', 'ARCHIVED', readAt);
  await assert.rejects(insert('SECURITY_ALERT', 'UNREAD', null), /notifications_type_check/);
  await assert.rejects(insert('SYSTEM', 'DELETED', null), /notifications_status_check/);
  await assert.rejects(insert('SYSTEM', 'UNREAD', now), /notifications_read_at_fits_status/);
  await assert.rejects(insert('SYSTEM', 'READ', null), /notifications_read_at_fits_status/);
});
