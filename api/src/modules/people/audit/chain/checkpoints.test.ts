import assert from 'node:assert/strict';
import { appendFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, test } from 'node:test';
import { transaction } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { createLogger, silentLogger } from '../../../../platform/observability/logger.ts';
import { recordAudit, verifyChain } from '../index.ts';
import { createAnchor } from './anchor-head.ts';
import { appendCheckpoints, readCheckpointFile, signCheckpoint } from './checkpoint-file.ts';
import { createAuditLinker } from './link-entries.ts';
import { createTestTrail, sampleEntry, type TestTrail } from './test-support.ts';

let trail: TestTrail;
let logged: { level: string; msg: string; reason?: string; checkpoint?: object }[];
beforeEach(async () => {
  trail = await createTestTrail();
  logged = [];
});
afterEach(() => trail.close());

const logger = createLogger({ level: 'info', destination: { write: (line) => void logged.push(JSON.parse(line)) } });
const anchorOf = (own: TestTrail) => {
  const anchorHead = createAnchor({ ...own, logger });
  return () => anchorHead('wait');
};
const lines = async () => (await trail.checkpointText()).split('\n').slice(0, -1);
const read = () => readCheckpointFile(trail.checkpointFile, trail.signingKey);

async function grow(count: number): Promise<void> {
  await transaction(trail.db, (tx) =>
    recordAudit(
      tx,
      Array.from({ length: count }, (_, number) => sampleEntry(number)),
    ),
  );
  const { db, signingKey, checkpointFile } = trail;
  await createAuditLinker({ db, signingKey, logger: silentLogger, checkpointFile: `${checkpointFile}.other` }).stop();
}

/** An intruder may switch off the triggers. */
const tamper = (...statements: ReturnType<typeof sql>[]) =>
  transaction(trail.db, async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`);
    for (const statement of statements) await tx.query(statement);
  });

test('the head is anchored in a file that only its owner reads, and in the log', async () => {
  await transaction(trail.db, (tx) => recordAudit(tx, [sampleEntry(1), sampleEntry(2)]));
  await trail.linker().stop();
  const { checkpoints, fault } = await read();
  assert.equal(fault, null);
  assert.deepEqual(
    checkpoints.map(({ position, previous }) => [position, previous]),
    [[2, '']],
  );
  assert.equal(checkpoints[0]?.hash, (await verifyChain(trail.db, trail)).head?.hash);
  assert.equal((await stat(trail.checkpointFile)).mode & 0o777, 0o600);

  await grow(1);
  await anchorOf(trail)();
  assert.deepEqual(
    logged.map(({ level, checkpoint }) => [level, checkpoint]),
    [['info', JSON.parse((await lines())[1] ?? '')]],
  );
});

test('a head that has not moved is not anchored again', async () => {
  const anchor = anchorOf(trail);
  await anchor();
  await assert.rejects(readFile(trail.checkpointFile), { code: 'ENOENT' });
  await grow(3);
  await anchor();
  await anchor();
  await anchorOf(trail)();
  assert.equal((await lines()).length, 1);
});

test('half a line, left by a crash, is passed over and written over', async () => {
  const anchor = anchorOf(trail);
  await grow(1);
  await anchor();
  const [first = ''] = await lines();
  for (const torn of [first.slice(0, 50), '{', '\0\0\0']) {
    await appendFile(trail.checkpointFile, torn);
    const { valid, checkpoints } = await verifyChain(trail.db, trail);
    assert.deepEqual(
      [valid, checkpoints.valid, checkpoints.lastPosition],
      [true, true, Number((await read()).checkpoints.at(-1)?.position)],
    );
    await grow(1);
    await anchor();
  }
  const { checkpoints, fault } = await read();
  assert.equal(fault, null);
  assert.equal(checkpoints.length, 4);
  assert.ok((await verifyChain(trail.db, trail)).valid);
});

test('the file is cut to its newest lines when it has grown, and still verifies', async () => {
  let previous = '';
  for (let position = 1; position <= 2_001; position += 1) {
    const checkpoint = signCheckpoint(
      { position, hash: '0'.repeat(64) },
      new Date(0).toISOString(),
      previous,
      trail.signingKey,
    );
    previous = checkpoint.signature;
    if (position === 1) await appendCheckpoints(trail.checkpointFile, await read(), [checkpoint]);
    else if (position <= 2_000) await appendFile(trail.checkpointFile, `${JSON.stringify(checkpoint)}\n`);
    else await appendCheckpoints(trail.checkpointFile, await read(), [checkpoint]);
  }
  const { checkpoints, fault } = await read();
  assert.equal(fault, null);
  assert.deepEqual([checkpoints.length, checkpoints[0]?.position, checkpoints.at(-1)?.position], [1_000, 1_002, 2_001]);
  assert.equal((await stat(trail.checkpointFile)).mode & 0o777, 0o600);
  await assert.rejects(stat(`${trail.checkpointFile}.draft`), { code: 'ENOENT' });
});

test('a trail that disagrees with its last checkpoint is not anchored again, so that the evidence stays', async () => {
  const anchor = anchorOf(trail);
  await grow(5);
  await anchor();
  const before = await trail.checkpointText();
  // Newer entries hide that the tail was cut.
  await tamper(sql`delete from audit_entries where position > 3`);
  await grow(10);
  for (const another of [anchor, anchorOf(trail)]) {
    await another();
    await another();
  }
  assert.equal(await trail.checkpointText(), before);
  const errors = logged.filter(({ level }) => level === 'error').map(({ reason }) => reason);
  assert.deepEqual(errors, Array(2).fill('The trail does not agree with the checkpoint at position 5'));
  assert.equal(
    (await verifyChain(trail.db, trail)).brokenAt?.reason,
    'The checkpoint at position 5 has another hash: the trail was rewritten after position 0',
  );
});

test('a file that was altered is not continued', async () => {
  await grow(2);
  await anchorOf(trail)();
  const altered = (await trail.checkpointText()).replace('"position":2', '"position":1');
  await writeFile(trail.checkpointFile, altered);
  await grow(2);
  await anchorOf(trail)();
  assert.equal(await trail.checkpointText(), altered);
  assert.equal(logged.at(-1)?.reason, 'The signature of the checkpoint in line 1 is wrong');
});

test('a file that is gone, or has lost its end, makes the chain invalid and is continued by no process', async () => {
  const anchor = anchorOf(trail);
  for (let round = 0; round < 3; round += 1) {
    await grow(2);
    await anchor();
  }
  const [first = '', second = ''] = await lines();
  const losses: [text: string | null, reason: string][] = [
    [null, 'The checkpoint file is gone or empty: a checkpoint at position 6 was written to it'],
    ['', 'The checkpoint file is gone or empty: a checkpoint at position 6 was written to it'],
    [`${first}\n`, 'The checkpoint file ends at position 2: the checkpoint at position 6 was taken out of it'],
    [
      `${first}\n${second}\n`,
      'The checkpoint file ends at position 4: the checkpoint at position 6 was taken out of it',
    ],
  ];
  for (const [text, reason] of losses) {
    await (text === null ? rm(trail.checkpointFile) : writeFile(trail.checkpointFile, text));
    const { valid, brokenAt, checkpoints } = await verifyChain(trail.db, trail);
    assert.deepEqual([valid, brokenAt?.reason, checkpoints.valid], [false, reason, false]);
    await grow(1);
    logged = [];
    // A new anchor and one that knew the whole file both refuse.
    for (const another of [anchor, anchorOf(trail)]) await another();
    assert.deepEqual(new Set(logged.map((line) => line.reason)), new Set([reason]));
    assert.equal(await trail.checkpointText().catch(() => null), text);
  }
});

test('a checkpoint that was exchanged for another with a good signature is missed', async () => {
  const anchor = anchorOf(trail);
  await grow(2);
  await anchor();
  const { head } = await verifyChain(trail.db, trail);
  const forged = signCheckpoint({ position: 2, hash: head?.hash ?? '' }, 'another time', '', trail.signingKey);
  await writeFile(trail.checkpointFile, `${JSON.stringify(forged)}\n`);
  const { brokenAt } = await verifyChain(trail.db, trail);
  assert.equal(brokenAt?.reason, 'The checkpoint at position 2 was taken out of the checkpoint file');
});

test('on a machine that has written none yet a missing file is no fault', async () => {
  await grow(2);
  assert.equal((await verifyChain(trail.db, trail)).valid, true);
});

test('what does not continue from the last checkpoint is not signed', async () => {
  const anchor = anchorOf(trail);
  await grow(3);
  await anchor();
  const before = await trail.checkpointText();
  await grow(2);
  const forge = sql`insert into audit_entries (action, position, previous_hash, hash)
    select 'FORGED', position + 1, hash, sha256('forged') from audit_entries
    where position is not null order by position desc limit 1`;
  await tamper(forge);
  // The linker builds on what it finds; the anchor does not vouch for it.
  await grow(1);
  for (const another of [anchor, anchorOf(trail)]) await another();
  assert.equal(await trail.checkpointText(), before);
  assert.match(String(logged.at(-1)?.reason), /^Entry \d+ was altered: its content does not give its hash$/);
});

test('linked entries are anchored in the same turn', async () => {
  const linker = trail.linker();
  for (let round = 1; round <= 3; round += 1) {
    await transaction(trail.db, (tx) => recordAudit(tx, [sampleEntry(round)]));
    await linker.linkNow();
    assert.equal((await read()).checkpoints.at(-1)?.position, round);
  }
});

test('processes that share a file continue from one another', async () => {
  const anchors = Array.from({ length: 4 }, () => anchorOf(trail));
  for (let round = 0; round < 12; round += 1) {
    await grow(1);
    await anchors[(round * 7) % 4]?.();
    await Promise.all(anchors.map((anchor) => anchor()));
  }
  const { valid, checkpoints } = await verifyChain(trail.db, trail);
  assert.deepEqual([valid, checkpoints], [true, { checked: 12, valid: true, lastPosition: 12 }]);
});

test('a trail without entries or checkpoints is whole', async () => {
  assert.deepEqual(await verifyChain(trail.db, trail), {
    valid: true,
    checked: 0,
    pending: 0,
    head: null,
    brokenAt: null,
    checkpoints: { checked: 0, valid: true, lastPosition: null },
  });
});
