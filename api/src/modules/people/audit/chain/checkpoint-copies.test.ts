import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, type TestContext, test } from 'node:test';
import { createTestApp } from '../../../../../test/support/app.ts';
import { type Db, transaction } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { until } from '../../../../platform/hot-store/test-support.ts';
import { silentLogger } from '../../../../platform/observability/logger.ts';
import { recordAudit, verifyChain } from '../index.ts';
import { createCheckpointPost } from './anchor-head.ts';
import type { Checkpoint } from './chain.records.ts';
import { signCheckpoint } from './checkpoint-file.ts';
import { createAuditLinker } from './link-entries.ts';
import { createTestTrail, sampleEntry, type TestTrail } from './test-support.ts';

let trail: TestTrail;
beforeEach(async () => {
  trail = await createTestTrail();
});
afterEach(() => trail.close());

const record = (db: Db) => transaction(db, (tx) => recordAudit(tx, [sampleEntry(1)]));
async function grow(copies: { copyFile?: string; copyUrl?: string }): Promise<void> {
  await record(trail.db);
  await createAuditLinker({ ...trail, logger: silentLogger, ...copies }).stop();
}

test('the copy holds what the file holds, also after it could not be written for a while', async () => {
  const copyFile = `${trail.checkpointFile}.copy`;
  const copied = () => readFile(copyFile, 'utf8');
  await grow({});
  await grow({ copyFile });
  assert.equal(await copied(), await trail.checkpointText());
  // Nothing can be written below a path that is a file.
  await grow({ copyFile: `${trail.checkpointFile}/copy` });
  assert.equal((await verifyChain(trail.db, trail)).checkpoints.lastPosition, 3);
  await grow({ copyFile });
  assert.equal(await copied(), await trail.checkpointText());
  assert.equal((await copied()).split('\n').length, 5);
});

test('the copy shows what was done to the database and the file together', async () => {
  const copyFile = `${trail.checkpointFile}.copy`;
  for (let round = 0; round < 3; round += 1) await grow({ copyFile });
  const options = { ...trail, copyFile };
  assert.equal((await verifyChain(trail.db, options)).valid, true);
  const [first = ''] = (await trail.checkpointText()).split('\n');
  await writeFile(trail.checkpointFile, `${first}\n`);
  await transaction(trail.db, async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`);
    await tx.query(sql`delete from audit_entries where position > 1`);
    await tx.query(sql`delete from audit_checkpoints`);
  });
  assert.equal((await verifyChain(trail.db, trail)).valid, true, 'without the copy nobody could tell');
  const { valid, brokenAt } = await verifyChain(trail.db, options);
  assert.deepEqual([valid, brokenAt?.position], [false, 2]);
  await rm(trail.checkpointFile);
  assert.equal((await verifyChain(trail.db, options)).valid, false);
});

async function startKeeper(t: TestContext) {
  const got: { url: string; body: unknown }[] = [];
  const keeper = { status: 204, copyUrl: '', got };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    got.push({ url: `${request.method} ${request.url}`, body: JSON.parse(Buffer.concat(chunks).toString()) });
    response.writeHead(keeper.status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  keeper.copyUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/audit?key=secret`;
  return keeper;
}

test('the keeper gets the checkpoints by POST', async (t) => {
  const { copyUrl, got } = await startKeeper(t);
  await grow({ copyUrl });
  await until(() => got.length === 1);
  const [checkpoint] = (await trail.checkpointText()).split('\n');
  assert.deepEqual(got, [{ url: 'POST /hooks/audit?key=secret', body: JSON.parse(checkpoint ?? '') }]);
});

test('what the keeper has not taken is sent again, and what it has is not', async (t) => {
  const keeper = await startKeeper(t);
  const [first, second] = [1, 2].map((position) =>
    signCheckpoint({ position, hash: 'f'.repeat(64) }, '', '', trail.signingKey),
  ) as [Checkpoint, Checkpoint];
  const post = createCheckpointPost(keeper.copyUrl, silentLogger, 0);
  keeper.status = 503;
  post(first);
  await until(() => keeper.got.length === 1);
  keeper.status = 204;
  await until(() => {
    post(second);
    return keeper.got.length === 2;
  });
  assert.deepEqual(keeper.got.at(-1)?.body, second);
  // The acknowledgement may still be under way.
  const third = signCheckpoint({ position: 3, hash: 'f'.repeat(64) }, '', '', trail.signingKey);
  await until(() => {
    post(third);
    return keeper.got.length === 3;
  });
  assert.deepEqual(
    keeper.got.map(({ body }) => (body as Checkpoint).position),
    [1, 2, 3],
  );
});

test('everybody gets the newest head that was anchored, with a signature that everybody can check', async () => {
  const app = await createTestApp();
  try {
    const get = async () => (await app.http.inject({ url: '/api/audit/head' })).json();
    const empty = await get();
    assert.equal(empty.head, null);
    await record(app.db);
    assert.equal((await get()).head, null, 'what is not anchored is not signed');
    await createAuditLinker({ db: app.db, logger: silentLogger, ...app.deps.checkpoints }).stop();
    const { head, publicKey } = await get();
    assert.equal(publicKey, empty.publicKey);
    const { position, hash, at, signature } = head;
    assert.deepEqual([position, hash], [1, (await verifyChain(app.db, app.deps.checkpoints)).head?.hash]);
    const key = createPublicKey({
      key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(publicKey, 'hex')]),
      format: 'der',
      type: 'spki',
    });
    const holds = (text: string) => verify(null, Buffer.from(text), key, Buffer.from(signature, 'hex'));
    assert.ok(holds(JSON.stringify(['lisura audit head 1', position, hash, at])));
    assert.ok(!holds(JSON.stringify(['lisura audit head 1', position + 1, hash, at])));
    const forged = signCheckpoint({ position: 9, hash: 'f'.repeat(64) }, at, '', Buffer.alloc(32));
    await app.db.query(sql`
      insert into audit_checkpoints (place, position, hash, at, previous, signature)
      values ('elsewhere', 9, ${forged.hash}, ${at}, '', ${forged.signature})`);
    assert.deepEqual((await get()).head, head);
  } finally {
    await app.close();
  }
});
