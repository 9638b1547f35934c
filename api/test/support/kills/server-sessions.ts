import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../../src/platform/database/db.ts';
import { sql } from '../../../src/platform/database/sql.ts';
import { HANG_MS } from '../patience.ts';

/** Those of the sessions that wait for a lock of the ones given, or of one that itself waits for them. */
export async function findBlocked(db: Db, { pids, by }: { pids: number[]; by: number[] }): Promise<Set<number>> {
  const rows = await db.query<{ pid: number }>(sql`
    with recursive
      waits as (
        select pid, blocker from unnest(${pids}::int[]) pid, unnest(pg_blocking_pids(pid)) blocker),
      blocked as (
        select pid from waits where blocker = any(${by}::int[])
        union
        select waits.pid from waits join blocked on waits.blocker = blocked.pid)
    select pid from blocked`);
  return new Set(rows.map(({ pid }) => pid));
}

export async function untilSessionsEnded(db: Db, sessionPids: readonly number[]): Promise<void> {
  const deadline = performance.now() + HANG_MS;
  const isThere = () => db.query(sql`select pid from pg_stat_activity where pid = any(${sessionPids}::int[])`);
  while ((await isThere()).length > 0) {
    assert.ok(performance.now() < deadline, 'a session outlives its process');
    await pause(2);
  }
}
