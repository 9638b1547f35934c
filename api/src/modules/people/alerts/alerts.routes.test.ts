import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { createTestApp } from '../../../../test/support/app.ts';
import { createAdmin, createPerson, type Person } from '../../../../test/support/people.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { transaction } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { type AlertContent, raiseAlert, resolveAlert } from './index.ts';

const app = useApp(createTestApp);
let admin: Person;
let player: Person;
before(async () => {
  [admin, player] = [await createAdmin(app.db), await createPerson(app.db)];
});
beforeEach(() => app.db.query(sql`truncate alerts`));

const alert = (more: Partial<AlertContent> = {}): AlertContent => ({
  kind: 'TEST',
  key: 'one',
  level: 'WARNING',
  title: 'A title',
  message: 'A message',
  details: { amountCents: '12' },
  ...more,
});
const get = async (query = '') => (await app.call(admin, 'GET', `/admin/dashboard/alerts${query}`)).body;
const resolve = (id: string) => app.call(admin, 'POST', `/admin/dashboard/alerts/${id}/resolve`);

test('alerts are for administrators', async () => {
  for (const [who, status] of [
    [null, 401],
    [player, 403],
  ] as const) {
    assert.equal((await app.call(who, 'GET', '/admin/dashboard/alerts')).status, status);
    assert.equal((await app.call(who, 'POST', '/admin/dashboard/alerts/1/resolve')).status, status);
    assert.equal((await app.call(who, 'POST', '/admin/dashboard/alerts/1/acknowledge', {})).status, status);
  }
});

test('the same cause raised by many at once is one alert that counts and says what was said last', async () => {
  await Promise.all(Array.from({ length: 20 }, () => raiseAlert(app.db, alert())));
  await app.db.query(
    sql`update alerts set created_at = now() - interval '1 hour', last_raised_at = now() - interval '1 hour'`,
  );
  await raiseAlert(app.db, alert({ level: 'CRITICAL', message: 'Worse', details: { amountCents: '13' } }));
  const { alerts: listed, meta } = await get();
  assert.deepEqual(meta, { page: 1, limit: 20, total: 1 });
  const { id, createdAt, lastRaisedAt, ...rest } = listed[0];
  assert.match(id, /^[0-9]+$/);
  assert.ok(createdAt < lastRaisedAt);
  assert.deepEqual(rest, {
    level: 'CRITICAL',
    title: 'A title',
    message: 'Worse',
    kind: 'TEST',
    details: { amountCents: '13' },
    count: 21,
    resolvedAt: null,
    resolvedBy: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    acknowledgedReason: null,
  });
});

test('another key or kind is another alert; the newest comes first, page by page', async () => {
  await raiseAlert(app.db, alert());
  await raiseAlert(app.db, alert({ key: 'two', title: 'Second' }));
  await raiseAlert(app.db, alert({ kind: 'OTHER', title: 'Third' }));
  await raiseAlert(app.db, alert({ title: 'First again' }));
  const titles = async (query?: string) => (await get(query)).alerts.map(({ title }: { title: string }) => title);
  assert.deepEqual(await titles(), ['Third', 'Second', 'First again']);
  assert.deepEqual(await titles('?limit=2&page=2'), ['First again']);
  assert.deepEqual(await titles('?limit=2&page=3'), []);
  assert.equal((await get('?limit=2&page=2')).meta.total, 3);
});

test('an alert is raised if and only if the transaction of its cause commits', async () => {
  const undone = transaction(app.db, async (tx) => {
    await raiseAlert(tx, alert());
    throw new Error('undone');
  });
  await assert.rejects(undone, /undone/);
  assert.deepEqual((await get()).alerts, []);
});

test('a cause that is gone ends its alert alone, and one that is back is a new alert', async () => {
  await raiseAlert(app.db, alert());
  await raiseAlert(app.db, alert({ key: 'two' }));
  await resolveAlert(app.db, { kind: 'TEST', key: 'one' });
  assert.equal((await get()).meta.total, 1);
  const [over] = (await get('?isResolved=true')).alerts;
  assert.deepEqual([over.resolvedBy, over.count], [null, 1]);
  assert.match(over.resolvedAt, /Z$/);
  await raiseAlert(app.db, alert());
  const [open] = (await get()).alerts;
  assert.deepEqual([open.count, Number(open.id) > Number(over.id)], [1, true]);
});

test('an administrator ends an alert once, and that is in the trail', async () => {
  await raiseAlert(app.db, alert());
  const [{ id }] = (await get()).alerts;
  const replies = await Promise.all([resolve(id), resolve(id), resolve(id)]);
  for (const { status, body } of replies) {
    assert.deepEqual([status, body.resolvedBy, body.resolvedAt], [200, admin.userId, replies[0]?.body.resolvedAt]);
  }
  const entries = await app.db.query<{ actorId: string; entityId: string; metadata: unknown }>(sql`
    select actor_id, entity_id, metadata from audit_entries where action = 'ALERT_RESOLVED'`);
  assert.deepEqual(entries, [{ actorId: admin.userId, entityId: id, metadata: { kind: 'TEST', key: 'one' } }]);
  assert.deepEqual((await get()).alerts, []);
  const missing = await resolve('999999');
  assert.deepEqual([missing.status, missing.body.message], [404, 'Alert not found']);
});

test('an administrator acknowledges an open alert with a reason, once, and that is in the trail', async () => {
  const acknowledge = (id: string, body: object) =>
    app.call(admin, 'POST', `/admin/dashboard/alerts/${id}/acknowledge`, body);
  await raiseAlert(app.db, alert());
  const [{ id }] = (await get()).alerts;
  for (const body of [{}, { reason: '' }, { reason: 'x'.repeat(501) }, { reason: 1 }]) {
    const { status, body: refused } = await acknowledge(id, body);
    assert.deepEqual([status, refused.errors[0].field], [400, 'reason']);
  }
  const replies = await Promise.all(['It is known', 'Another reason'].map((reason) => acknowledge(id, { reason })));
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200],
  );
  const [kept, again] = replies.map(({ body }) => [body.acknowledgedReason, body.acknowledgedAt, body.acknowledgedBy]);
  assert.deepEqual(again, kept);
  await raiseAlert(app.db, alert());
  const [open] = (await get()).alerts;
  assert.deepEqual(
    [open.acknowledgedReason, open.acknowledgedAt, open.acknowledgedBy, open.count],
    [...(kept ?? []), 2],
  );
  // A rise needs a new acknowledgement, even back to the former level.
  for (const [level, reason] of [
    ['INFO', kept?.[0]],
    ['INFO', kept?.[0]],
    ['WARNING', null],
    ['INFO', null],
  ] as const) {
    await raiseAlert(app.db, alert({ level }));
    const [raised] = (await get()).alerts;
    assert.deepEqual(
      [raised.level, raised.acknowledgedReason, raised.acknowledgedAt === null],
      [level, reason, !reason],
    );
  }
  const entries = await app.db.query<{ actorId: string; metadata: unknown }>(sql`
    select actor_id, metadata from audit_entries where action = 'ALERT_ACKNOWLEDGED' and entity_id = ${id}`);
  assert.deepEqual(entries, [{ actorId: admin.userId, metadata: { kind: 'TEST', key: 'one', reason: kept?.[0] } }]);

  await raiseAlert(app.db, alert({ key: 'two' }));
  const [{ id: over }] = (await get()).alerts;
  await resolve(over);
  assert.deepEqual((await acknowledge(over, { reason: 'Late' })).status, 409);
  assert.deepEqual((await acknowledge('999999', { reason: 'Of none' })).status, 404);
});
