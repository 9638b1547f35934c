import type { Redis } from 'ioredis';

const SCAN_BATCH = 1_000;

/**
 * A Redis that restarts from a snapshot, and a replica that takes over, may hold values that were deleted since: a
 * revoked session would be alive again. So the keys belong to one run of one server, whose id is kept beside them.
 * Where it is another's, all keys are dropped before any is read. Costs two commands for each new connection.
 */
export async function dropKeysOfAnotherRun(redis: Redis, keyPrefix: string): Promise<void> {
  const runId = /^run_id:(\w+)/m.exec(await redis.info('server'))?.[1] ?? 'unknown';
  if ((await redis.get(runIdKey(keyPrefix))) === runId) return;
  await deleteByPrefix(redis, keyPrefix);
  await redis.set(runIdKey(keyPrefix), runId);
}

/** Every key that is there from start to end of the scan is found, which is all that SCAN promises and all we need. */
export async function deleteByPrefix(redis: Redis, keyPrefix: string): Promise<void> {
  const pattern = `${keyPrefix.replace(/[\\*?[\]]/g, '\\$&')}*`;
  let cursor = '0';
  do {
    const [nextCursor, found] = await redis.scan(cursor, 'MATCH', pattern, 'COUNT', SCAN_BATCH);
    const keys = found.filter((key) => key !== runIdKey(keyPrefix));
    if (keys.length > 0) await redis.unlink(...keys);
    cursor = nextCursor;
  } while (cursor !== '0');
}

function runIdKey(keyPrefix: string): string {
  return `${keyPrefix}server-run-id`;
}
