import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { toId } from '../../../../platform/ids.ts';
import { recordAudit, verifyChain } from '../index.ts';
import { chainHash } from './chain.records.ts';
import { canonicalText } from './chain.rules.ts';
import { createTestTrail, listTrail, sampleEntry, type TestTrail } from './test-support.ts';

let trail: TestTrail;
beforeEach(async () => {
  trail = await createTestTrail();
});
afterEach(() => trail.close());

const record = (db: Db, ...numbers: number[]) => transaction(db, (tx) => recordAudit(tx, numbers.map(sampleEntry)));
const actions = async () =>
  (await trail.db.query<{ action: string }>(sql`select action from audit_entries order by id`)).map(
    (row) => row.action,
  );

test('an entry exists if and only if the transaction of what it records commits', async () => {
  const entry = { userId: toId<'user'>(7), actorId: null };
  await transaction(trail.db, (tx) => recordAudit(tx, [{ ...entry, action: 'KEPT' }]));
  const refused = transaction(trail.db, async (tx) => {
    await recordAudit(tx, [{ ...entry, action: 'UNDONE' }]);
    throw new Error('changed my mind');
  });
  await assert.rejects(refused, /changed my mind/);
  assert.deepEqual(await actions(), ['KEPT']);
});

test('any number of entries is one statement, in their order', async () => {
  let statements = 0;
  await transaction(trail.db, async (tx) => {
    const counted: Tx = {
      ...tx,
      query: (statement) => {
        statements += 1;
        return tx.query(statement);
      },
    };
    await recordAudit(counted, []);
    assert.equal(statements, 0);
    await recordAudit(
      counted,
      Array.from({ length: 500 }, (_, number) => ({ ...sampleEntry(number), action: `A${number}` })),
    );
  });
  assert.equal(statements, 1);
  assert.deepEqual(
    await actions(),
    Array.from({ length: 500 }, (_, number) => `A${number}`),
  );
});

test('a link is the SHA-256 of the hash before it and of the entry as text', async () => {
  await record(trail.db, 1, 2, 3);
  assert.equal(await trail.linker().linkNow(), 3);
  const entries = await listTrail(trail.db);
  assert.deepEqual(
    entries.map(({ position }) => position),
    ['1', '2', '3'],
  );
  assert.equal(entries[0]?.previousHash, '0'.repeat(64));
  for (const [index, entry] of entries.entries()) {
    if (index > 0) assert.equal(entry.previousHash, entries[index - 1]?.hash);
    assert.equal(entry.hash, chainHash(String(entry.previousHash), canonicalText(entry.position, entry)));
  }
  // Everybody may verify the format with a program of their own.
  const [first] = entries;
  assert.equal(
    first && canonicalText(first.position, first),
    `["1","${first?.id}","LOGIN","101",null,null,null,${JSON.stringify(first?.metadata)},"203.0.113.1","${first?.createdAtMicros}"]`,
  );
  assert.match(String(first?.createdAtMicros), /^\d{16}$/);
});

test('an entry that commits late gets a later position, and nobody waits for it', async () => {
  const linker = trail.linker();
  const recorded = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const late = transaction(trail.db, async (tx) => {
    await recordAudit(tx, [{ ...sampleEntry(1), action: 'LATE' }]);
    recorded.resolve();
    await mayCommit.promise;
  });
  await recorded.promise;
  await transaction(trail.db, (tx) => recordAudit(tx, [{ ...sampleEntry(2), action: 'EARLY' }]));
  assert.equal(await linker.linkNow(), 1);
  mayCommit.resolve();
  await late;
  assert.equal(await linker.linkNow(), 1);
  const entries = await listTrail(trail.db);
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['EARLY', 'LATE'],
  );
  assert.ok(Number(entries[0]?.id) > Number(entries[1]?.id));
  assert.equal((await verifyChain(trail.db, trail)).valid, true);
});

test('more than a batch is linked in one go, and a stop links what is pending', async () => {
  const linker = trail.linker();
  await record(trail.db, ...Array.from({ length: 2_500 }, (_, number) => number));
  assert.equal((await verifyChain(trail.db, trail)).pending, 2_500);
  assert.equal(await linker.linkNow(), 2_500);
  await record(trail.db, 1, 2);
  await linker.stop();
  const { valid, checked, pending, head, checkpoints } = await verifyChain(trail.db, trail);
  assert.deepEqual(
    { valid, checked, pending, head: head?.position },
    { valid: true, checked: 2_502, pending: 0, head: 2_502 },
  );
  assert.deepEqual(checkpoints, { checked: 2, valid: true, lastPosition: 2_502 });
});

test('eight linkers and writers that commit out of order keep one unbroken chain', async () => {
  const linkers = Array.from({ length: 8 }, (_, index) => trail.linker(trail.openDb(2), 1 + index));
  for (const linker of linkers) linker.start();
  let written = 0;
  const writer = async (writerNumber: number) => {
    for (let round = 0; round < 30; round += 1) {
      const numbers = Array.from(
        { length: 1 + ((writerNumber + round) % 6) },
        (_, index) => writerNumber * 1000 + index,
      );
      const isKept = (writerNumber + round) % 5 !== 0;
      const attempt = transaction(trail.db, async (tx) => {
        await recordAudit(tx, numbers.map(sampleEntry));
        await pause(Math.random() * 12);
        if (!isKept) throw new Error('rolled back');
      });
      await attempt.then(
        () => {
          written += numbers.length;
        },
        (error: Error) => assert.equal(error.message, 'rolled back'),
      );
    }
  };
  await Promise.all(Array.from({ length: 12 }, (_, number) => writer(number)));
  await Promise.all(linkers.map((linker) => linker.stop()));
  const report = await verifyChain(trail.db, trail);
  assert.deepEqual(
    { valid: report.valid, brokenAt: report.brokenAt, checked: report.checked, pending: report.pending },
    { valid: true, brokenAt: null, checked: written, pending: 0 },
  );
  assert.equal(report.checkpoints.lastPosition, written);
  const ids = (await listTrail(trail.db)).map(({ id }) => Number(id));
  assert.notDeepEqual(
    ids,
    ids.toSorted((one, other) => one - other),
    'some committed out of the order of their ids',
  );
});

test('a linker goes on by itself after a fault of the database', async () => {
  const linker = trail.linker(trail.openDb(2), 5);
  linker.start();
  await trail.db.query(sql`alter table audit_entries rename to audit_entries_away`);
  await assert.rejects(linker.linkNow(), /audit_entries/);
  await trail.db.query(sql`alter table audit_entries_away rename to audit_entries`);
  await record(trail.db, 1);
  while ((await verifyChain(trail.db, trail)).pending > 0) await pause(5);
  await linker.stop();
  assert.equal((await verifyChain(trail.db, trail)).checked, 1);
});

test('the table refuses every change but the one that links', async () => {
  await record(trail.db, 1, 2);
  const linker = trail.linker();
  const refused = { message: /The audit trail is append-only: \w+ is refused/ };
  for (const stage of ['pending', 'linked']) {
    for (const change of [
      sql`delete from audit_entries`,
      sql`delete from audit_entries where id = 1`,
      sql`truncate audit_entries`,
      sql`update audit_entries set action = 'OTHER'`,
      sql`update audit_entries set user_id = null, ip = ip where id = 1`,
      sql`update audit_entries set metadata = '{}' where id = 1`,
      sql`update audit_entries set created_at = now() - interval '1 day' where id = 2`,
      sql`update audit_entries set position = null, previous_hash = null, hash = null`,
      sql`update audit_entries set action = 'OTHER', position = 9, previous_hash = sha256('x'), hash = sha256('y') where id = 1`,
    ]) {
      await assert.rejects(trail.db.query(change), refused, `${stage}: ${change.text}`);
    }
    await linker.linkNow();
  }
  await assert.rejects(trail.db.query(sql`update audit_entries set hash = sha256('x') where id = 1`), refused);
  await assert.rejects(
    trail.db.query(sql`insert into audit_entries (action, position) values ('HALF', 3)`),
    /audit_entries_link_whole/,
  );
  assert.equal((await verifyChain(trail.db, trail)).checked, 2);
});
