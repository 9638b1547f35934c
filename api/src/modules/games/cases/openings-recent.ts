import type { Db } from '../../../platform/db.ts';
import { listRareDrops, listRecentDrops } from './openings.sql.ts';
import type { Drop } from './openings.types.ts';

const MOST_SHOWN = 100;
const MAX_AGE_MS = 1_000;

export interface RecentDrops {
  /** Newest first, at most a second old, at most 100. */
  recent(limit: number): Promise<Drop[]>;
  /** Those of at most 2 percent. */
  rare(limit: number): Promise<Drop[]>;
}

/** What every visitor looks at: however many they are, the database is asked once a second. */
export function createRecentDrops({ db, maxAgeMs = MAX_AGE_MS }: { db: Db; maxAgeMs?: number }): RecentDrops {
  const recent = keptFor(maxAgeMs, () => listRecentDrops(db, MOST_SHOWN));
  const rare = keptFor(maxAgeMs, () => listRareDrops(db, MOST_SHOWN));
  return {
    recent: async (limit) => (await recent()).slice(0, limit),
    rare: async (limit) => (await rare()).slice(0, limit),
  };
}

/** The age counts from the start of the read. A failed read is forgotten at once. */
function keptFor<Value>(maxAgeMs: number, read: () => Promise<Value>): () => Promise<Value> {
  let kept: Promise<Value> | null = null;
  let startedMs = 0;
  return () => {
    if (kept !== null && performance.now() - startedMs < maxAgeMs) return kept;
    const reading = read();
    kept = reading;
    startedMs = performance.now();
    reading.catch(() => {
      if (kept === reading) kept = null;
    });
    return reading;
  };
}
