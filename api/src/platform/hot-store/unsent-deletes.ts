import type { RedisStore } from './redis.ts';

const DELETES_PER_CALL = 1_000;

type Deletes = Pick<RedisStore, 'delete' | 'deleteAll'>;

/** These keys must be deleted in Redis before they are read there. */
export interface UnsentDeletes {
  keys: Set<string>;
  maxKeys: number;
  /** More keys than `maxKeys`: the whole store is deleted. */
  isOverflowed: boolean;
}

export const noUnsentDeletes = (maxKeys: number): UnsentDeletes => ({ keys: new Set(), maxKeys, isOverflowed: false });

export const areDeletesUnsent = ({ keys, isOverflowed }: UnsentDeletes) => isOverflowed || keys.size > 0;

/** If the list overflows, all keys are deleted, because copies are cheap. */
export function keepDeletes(unsent: UnsentDeletes, keys: readonly string[]): void {
  if (unsent.isOverflowed) return;
  for (const key of keys) unsent.keys.add(key);
  if (unsent.keys.size <= unsent.maxKeys) return;
  unsent.isOverflowed = true;
  unsent.keys.clear();
}

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
  // A key may be deleted again meanwhile, so it leaves the list first.
  for (const key of keys) unsent.keys.delete(key);
  try {
    await redis.delete(keys);
  } catch (error) {
    keepDeletes(unsent, keys);
    throw error;
  }
}
