import type { Redis } from 'ioredis';

const SCAN_BATCH = 1_000;

/**
 * A Redis that restarts from a snapshot, or a replica that takes over, may hold deleted values such as revoked
 * sessions. Keys belong to one run of the server; the keys of another run are dropped before anything is read.
 */
export async function dropKeysOfAnotherRun(redis: Redis, keyPrefix: string): Promise<void> {
  const runId = /^run_id:(\w+)/m.exec(await redis.info('server'))?.[1] ?? 'unknown';
  if ((await redis.get(runIdKey(keyPrefix))) === runId) return;
  await deleteByPrefix(redis, keyPrefix);
  await redis.set(runIdKey(keyPrefix), runId);
}

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
