import type { Redis } from 'ioredis';

const SCAN_BATCH = 1_000;

/**
 * Drops all keys of a Redis that restarts from a snapshot, or of a replica that takes over, before any is read, because
 * they may hold values that were deleted since: a revoked session would be alive again. The keys belong to one run of
 * one server, whose id is stored beside them. This costs two commands for each new connection.
 */
export async function dropKeysOfAnotherRun(redis: Redis, keyPrefix: string): Promise<void> {
  const runId = /^run_id:(\w+)/m.exec(await redis.info('server'))?.[1] ?? 'unknown';
  if ((await redis.get(runIdKey(keyPrefix))) === runId) return;
  await deleteByPrefix(redis, keyPrefix);
  await redis.set(runIdKey(keyPrefix), runId);
}

/** SCAN promises to find every key that exists from its start to its end, which is all we need. */
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
