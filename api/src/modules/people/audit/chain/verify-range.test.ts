import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { use } from '../../../../../test/support/use-app.ts';
import { systemClock } from '../../../../platform/clock.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { verifyChain } from '../index.ts';
import type { RangeReport } from './chain.records.ts';
import { createTestTrail } from './test-support.ts';
import { createRangeVerifier } from './verify-chain.ts';

const ENTRIES = 2_500;

const trail = use(createTestTrail, ({ close }) => close());
before(async () => {
  await trail.db.query(sql`
    insert into audit_entries (action, metadata) select 'LOGIN', jsonb_build_object('n', n)
    from generate_series(1, ${ENTRIES}::int) n`);
  const linker = trail.linker();
  await linker.linkNow();
  await linker.stop();
});

async function walk(): Promise<RangeReport[]> {
  const verifyRange = createRangeVerifier({ ...trail, clock: systemClock });
  const reports: RangeReport[] = [];
  for (let position = 0; ; ) {
    const report = await verifyRange(position, 1_000);
    reports.push(report);
    if (report.isDone) return reports;
    position = report.head?.position ?? assert.fail('a range without an end');
  }
}

test('the ranges together verify what the whole does', async () => {
  const whole = await verifyChain(trail.db, trail);
  assert.equal(whole.checkpoints.checked, 1);
  const reports = await walk();
  assert.deepEqual(
    reports.map(({ after: from, head, valid }) => [from, head?.position, valid]),
    [
      [0, 1_000, true],
      [1_000, 2_000, true],
      [2_000, 2_500, true],
    ],
  );
  const { after: _, isDone, lastPosition, ...last } = reports.at(-1) ?? assert.fail();
  assert.deepEqual([isDone, lastPosition], [true, ENTRIES]);
  assert.deepEqual(last, whole);
});

/** The change bypasses the product and is undone. */
async function tampered(change: ReturnType<typeof sql>): Promise<RangeReport | undefined> {
  await trail.db.query(sql`alter table audit_entries disable trigger user`);
  await trail.db.query(sql`create table kept as select * from audit_entries`);
  try {
    await trail.db.query(change);
    return (await walk()).at(-1);
  } finally {
    await trail.db.query(sql`delete from audit_entries`);
    await trail.db.query(sql`insert into audit_entries overriding system value select * from kept`);
    await trail.db.query(sql`drop table kept`);
  }
}

test('an entry that was altered breaks its range, and no more is asked for', async () => {
  const report = await tampered(sql`update audit_entries set action = 'LOGOUT' where position = 1500`);
  assert.deepEqual([report?.valid, report?.after, report?.brokenAt?.position], [false, 1_000, 1_500]);
});

test('an entry that is gone between two ranges is missed', async () => {
  for (const position of [1_000, 1_001]) {
    const report = await tampered(sql`delete from audit_entries where position = ${position}`);
    assert.deepEqual([report?.valid, report?.brokenAt?.position], [false, position]);
  }
});

test('a trail that ends before a checkpoint was cut off', async () => {
  const report = await tampered(sql`delete from audit_entries where position > 2400`);
  assert.deepEqual([report?.valid, report?.brokenAt?.position], [false, 2_401]);
});

test('a range that begins after an entry that is not there says so', async () => {
  const report = await createRangeVerifier({ ...trail, clock: systemClock })(9_999);
  assert.deepEqual([report.valid, report.isDone, report.brokenAt?.position], [false, true, 9_999]);
});
