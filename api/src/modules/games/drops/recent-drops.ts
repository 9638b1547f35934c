import { cached } from '../../../platform/batches/cached.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import { dayOf, dayStart } from '../../../platform/days.ts';
import type { ShowingGame } from '../rolls/index.ts';
import { listBiggestDrops, listRareDrops, listRecentDrops } from './drops.sql.ts';
import type { Drop } from './drops.types.ts';

const MOST_SHOWN = 100;
const MAX_AGE_MS = 1_000;
/** It looks at all of the day. */
const BIGGEST_MAX_AGE_MS = 10_000;

export interface RecentDrops {
  /** Newest first, at most a second old, at most 100. */
  recent(): Promise<readonly Drop[]>;
  /** Those of at most 2 percent. */
  rare(): Promise<readonly Drop[]>;
  /** The most valuable of the day of São Paulo, at most ten seconds old. */
  biggest(): Promise<readonly Drop[]>;
}

interface RecentDropsDeps {
  db: Db;
  /** The games that are looked at. */
  shown: readonly ShowingGame[];
  clock: Clock;
  maxAgeMs?: number;
}

/** What every visitor looks at: however many they are, the database is asked once a second. */
export function createRecentDrops({ db, shown, clock, maxAgeMs = MAX_AGE_MS }: RecentDropsDeps): RecentDrops {
  const recent = cached({ clock, maxAgeMs }, () => listRecentDrops(db, shown, MOST_SHOWN));
  const rare = cached({ clock, maxAgeMs }, () => listRareDrops(db, shown, MOST_SHOWN));
  const biggest = cached({ clock, maxAgeMs: BIGGEST_MAX_AGE_MS }, () =>
    listBiggestDrops(db, shown, dayStart(dayOf(clock.now())), MOST_SHOWN),
  );
  return { recent: recent.get, rare: rare.get, biggest: biggest.get };
}
