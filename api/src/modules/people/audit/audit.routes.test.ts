import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createTestApp } from '../../../../test/support/app.ts';
import { asAdmin, asPlayer, trialAuthenticate } from '../../../../test/support/trial-routes.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { type Db, transaction } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { toId } from '../../../platform/ids.ts';
import { silentLogger } from '../../../platform/observability/logger.ts';
import { createAuditLinker } from './chain/link-entries.ts';
import { type AuditEntry, recordAudit } from './index.ts';

const PLAYER = toId<'user'>('7');
const ADMIN = toId<'user'>('1');

const app = useApp(() => createTestApp({ authenticate: trialAuthenticate }));
let statements = 0;
let verifyOptions: { checkpointFile: string; signingKey: Buffer };
before(async () => {
  verifyOptions = app.deps.checkpoints;
  const query: Db['query'] = app.db.query;
  app.db.query = (statement) => {
    statements += 1;
    return query(statement);
  };
  await record(
    { action: 'LOGIN', userId: PLAYER, actorId: PLAYER, ip: '203.0.113.7', metadata: { device: 'phone' } },
    {
      action: 'SUSPICIOUS_IP_CHANGE',
      userId: PLAYER,
      actorId: null,
      entity: { type: 'session', id: 'a b/c' },
      ip: '198.51.100.4',
      metadata: {
        sessionId: 'f'.repeat(64),
        newIp: '198.51.100.4',
        apiKey: 'e'.repeat(64),
        before: { sessionId: 'd'.repeat(64) },
      },
    },
    {
      action: 'BALANCE_CHANGED',
      userId: PLAYER,
      actorId: ADMIN,
      entity: { type: 'user', id: '7' },
      ip: '192.0.2.10',
      metadata: { amountCents: 5_000n },
    },
    { action: 'LOGIN', userId: toId('8'), actorId: toId('8') },
  );
});

const record = (...entries: AuditEntry[]) => transaction(app.db, (tx) => recordAudit(tx, entries));
const get = (url: string, headers: Record<string, string> = {}) =>
  app.http.inject({ url: `/api/audit/${url}`, headers });

test('players need a session, and the trail of others needs an administrator', async () => {
  for (const url of ['my-logs', 'entity/user/7', 'verify-chain']) assert.equal((await get(url)).statusCode, 401, url);
  for (const url of ['entity/user/7', 'verify-chain']) assert.equal((await get(url, asPlayer)).statusCode, 403, url);
});

test('a player sees their own entries alone, newest first', async () => {
  const { data, meta } = (await get('my-logs', asPlayer)).json();
  assert.deepEqual(meta, { page: 1, limit: 20, total: 3 });
  assert.deepEqual(
    data.map(({ action }: { action: string }) => action),
    ['BALANCE_CHANGED', 'SUSPICIOUS_IP_CHANGE', 'LOGIN'],
  );
  assert.deepEqual(Object.keys(data[0]).sort(), [
    'action',
    'createdAt',
    'entityId',
    'entityType',
    'id',
    'ip',
    'metadata',
  ]);
  assert.match(data[0].createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual([data[2].ip, data[2].entityType, data[2].metadata], ['203.0.113.7', null, { device: 'phone' }]);
  assert.deepEqual(data[0].metadata, { amountCents: '5000' });
  const second = (await get('my-logs?page=2&limit=2', asPlayer)).json();
  assert.deepEqual(
    second.data.map(({ id }: { id: string }) => id),
    [data[2].id],
  );
  assert.deepEqual(second.meta, { page: 2, limit: 2, total: 3 });
  assert.equal((await get('my-logs?limit=101', asPlayer)).statusCode, 400);
});

test("a player sees the public id of a session and no secret, and not an administrator's address", async () => {
  const { data } = (await get('my-logs', asPlayer)).json();
  assert.equal(data[0].ip, null);
  assert.equal(data[1].ip, '198.51.100.4');
  assert.deepEqual(data[1].metadata, {
    sessionId: 'f'.repeat(64),
    newIp: '198.51.100.4',
    apiKey: '[masked]',
    before: { sessionId: '[masked]' },
  });
});

test('an administrator sees the entries of any record, with who did it', async () => {
  const { data, meta } = (await get('entity/user/7', asAdmin)).json();
  assert.deepEqual(meta, { page: 1, limit: 20, total: 1 });
  const [{ action, userId, actorId, ip, entityType, entityId }] = data;
  assert.deepEqual(
    [action, userId, actorId, ip, entityType, entityId],
    ['BALANCE_CHANGED', '7', '1', '192.0.2.10', 'user', '7'],
  );
  const bySession = (await get(`entity/session/${encodeURIComponent('a b/c')}`, asAdmin)).json();
  assert.deepEqual([bySession.meta.total, bySession.data[0].actorId], [1, null]);
  assert.deepEqual((await get('entity/user/12345', asAdmin)).json(), {
    data: [],
    meta: { page: 1, limit: 20, total: 0 },
  });
});

test('a record that cannot exist is a 400 that names the field', async () => {
  for (const [url, field] of [
    ['entity/user/%00', 'id'],
    [`entity/user/${'9'.repeat(129)}`, 'id'],
    ['entity/%0A/7', 'type'],
    [`entity/${'t'.repeat(65)}/7`, 'type'],
  ] as const) {
    const response = await get(url, asAdmin);
    assert.equal(response.statusCode, 400, url);
    assert.deepEqual(
      response.json().errors.map((fault: { field: string }) => fault.field),
      [field],
    );
  }
});

test('an administrator verifies the chain, before and after it was tampered with', async () => {
  assert.equal((await get('verify-chain', asAdmin)).json().pending, 4);
  await createAuditLinker({ db: app.db, logger: silentLogger, ...verifyOptions }).stop();
  const whole = (await get('verify-chain', asAdmin)).json();
  assert.match(whole.head.hash, /^[0-9a-f]{64}$/);
  assert.deepEqual(whole, {
    valid: true,
    checked: 4,
    pending: 0,
    head: { position: 4, hash: whole.head.hash },
    brokenAt: null,
    checkpoints: { checked: 1, valid: true, lastPosition: 4 },
  });
  await transaction(app.db, async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`);
    await tx.query(sql`update audit_entries set action = 'NOTHING' where position = 3`);
  });
  const { valid, checked, head, brokenAt } = (await get('verify-chain', asAdmin)).json();
  assert.deepEqual(
    { valid, checked, head: head.position, brokenAt: brokenAt.position },
    { valid: false, checked: 2, head: 2, brokenAt: 3 },
  );
  assert.match(brokenAt.reason, /^Entry \d+ was altered/);
});

test('calls while a verification runs share it', async () => {
  await get('verify-chain', asAdmin);
  statements = 0;
  const alone = await get('verify-chain', asAdmin);
  const statementsOfOne = statements;
  statements = 0;
  const together = await Promise.all(Array.from({ length: 5 }, () => get('verify-chain', asAdmin)));
  assert.deepEqual([statements, new Set(together.map(({ body }) => body))], [statementsOfOne, new Set([alone.body])]);
});
