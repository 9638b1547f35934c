import type { RedisStore } from './redis.ts';

const DELETES_PER_CALL = 1_000;

type Deletes = Pick<RedisStore, 'delete' | 'deleteAll'>;

/**
 * Lists the deletes that could not be sent to Redis. Their keys must not be read from it before they are deleted there.
 */
export interface UnsentDeletes {
  keys: Set<string>;
  maxKeys: number;
  /** There were more keys than `maxKeys`, so every key of the store is to be deleted. */
  isOverflowed: boolean;
}

export const noUnsentDeletes = (maxKeys: number): UnsentDeletes => ({ keys: new Set(), maxKeys, isOverflowed: false });

export const areDeletesUnsent = ({ keys, isOverflowed }: UnsentDeletes) => isOverflowed || keys.size > 0;

/** The list is bounded. If it overflows, all keys are deleted, because copies are cheap to make again. */
export function keepDeletes(unsent: UnsentDeletes, keys: readonly string[]): void {
  if (unsent.isOverflowed) return;
  for (const key of keys) unsent.keys.add(key);
  if (unsent.keys.size <= unsent.maxKeys) return;
  unsent.isOverflowed = true;
  unsent.keys.clear();
}

/** Sends what fits into one call. */
export function sendSomeDeletes(unsent: UnsentDeletes, redis: Deletes): Promise<void> {
  return unsent.isOverflowed ? sendDeleteAll(unsent, redis) : sendNamedDeletes(unsent, redis);
}

async function sendDeleteAll(unsent: UnsentDeletes, redis: Deletes): Promise<void> {
  unsent.isOverflowed = false;
  try {
    await redis.deleteAll();
  } catch (error) {
    unsent.isOverflowed = true;
    throw error;
  }
}

async function sendNamedDeletes(unsent: UnsentDeletes, redis: Deletes): Promise<void> {
  const keys = [...unsent.keys.values().take(DELETES_PER_CALL)];
  // Keys leave the list before they are sent, because a key that is deleted again meanwhile must be sent again.
  for (const key of keys) unsent.keys.delete(key);
  try {
    await redis.delete(keys);
  } catch (error) {
    keepDeletes(unsent, keys);
    throw error;
  }
}
