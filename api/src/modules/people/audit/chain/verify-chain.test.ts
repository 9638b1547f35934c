import assert from 'node:assert/strict';
import { test } from 'node:test';
import { use } from '../../../../../test/support/use-app.ts';
import type { Db } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { verifyChain } from '../index.ts';
import { createTestTrail } from './test-support.ts';

const trail = use(createTestTrail, ({ close }) => close());

test('5,000 entries are verified in pages, so that memory is bounded', async () => {
  await trail.db.query(sql`insert into audit_entries (action, user_id, metadata)
    select 'LOGIN', n % 100, jsonb_build_object('n', n) from generate_series(1, 5000) n`);
  const linker = trail.linker();
  assert.equal(await linker.linkNow(), 5_000);
  await linker.stop();

  const answerLengths: number[] = [];
  const watched: Db = {
    ...trail.db,
    query: async (statement) => {
      const rows = await trail.db.query<never>(statement);
      answerLengths.push(rows.length);
      return rows;
    },
  };
  const report = await verifyChain(watched, { ...trail, pageSize: 200 });
  assert.deepEqual([report.valid, report.checked, report.head?.position], [true, 5_000, 5_000]);
  assert.equal(answerLengths.filter((length) => length === 200).length, 25);
  assert.ok(answerLengths.every((length) => length <= 200));
});

test('a position given twice, which takes dropping the constraint, is not lost between two pages', async () => {
  await trail.db.query(sql`alter table audit_entries drop constraint audit_entries_position_key`);
  for (const position of [1_000, 1_001, 5_000]) {
    const [{ id } = { id: '' }] = await trail.db.query<{ id: string }>(sql`
      insert into audit_entries (action, position, previous_hash, hash)
      select 'FORGED', position, previous_hash, hash from audit_entries where position = ${position} returning id`);
    const { brokenAt } = await verifyChain(trail.db, { ...trail, pageSize: 1_000 });
    assert.deepEqual(brokenAt, {
      position,
      entryId: id,
      reason: `Entry ${id} was put in: position ${position} is taken`,
    });
    await trail.db.query(sql`alter table audit_entries disable trigger user`);
    await trail.db.query(sql`delete from audit_entries where id = ${id}`);
  }
});

test('a position beyond every other is a gap, not a fault of the verification', async () => {
  await trail.db.query(sql`insert into audit_entries (action, position, previous_hash, hash)
    values ('FORGED', 9223372036854775807, sha256('a'), sha256('b'))`);
  const { valid, checked, brokenAt } = await verifyChain(trail.db, trail);
  assert.deepEqual([valid, checked, brokenAt?.position], [false, 5_000, 5_001]);
});
