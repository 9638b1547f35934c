import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/db.ts';
import type { CheckpointPlaces } from '../anchor-head.ts';
import { verifyTrail } from '../audit.rules.ts';
import { afterPosition, findHashAt, measureTrail, TRAIL_START } from '../audit.sql.ts';
import type { ChainHead, ChainReport, CheckpointRecord } from '../audit.types.ts';
import { chainHash } from '../chain-hash.ts';
import { trailPages } from '../trail-pages.ts';
import { readRecord } from '../verify-chain.ts';

/** About a second of work, so that who watches sees it move, and few enough calls for ten million entries. */
export const RANGE_ENTRIES = 100_000;
/** For so long the files of checkpoints are not read again: a walk reads them at its beginning. */
const RECORD_MS = 5 * 60_000;

export interface RangeReport extends ChainReport {
  /** Where it began. */
  after: number;
  /** The last position of the trail now. */
  lastPosition: number;
  /** Whether nothing is left to verify. */
  isDone: boolean;
}

export interface RangeDeps extends CheckpointPlaces {
  db: Db;
  clock: Clock;
}

export type VerifyRange = (after: number, limit?: number) => Promise<RangeReport>;

/**
 * A part of the chain, from the entry at a position on, whose stored hash is taken as it is: the range before has verified
 * it. All ranges from 0 on say together what a verification of the whole says.
 */
export function createRangeVerifier(deps: RangeDeps): VerifyRange {
  const { db, clock } = deps;
  let known: { record: CheckpointRecord; readAt: number } | null = null;

  /** An older record is never ahead of the trail, since a checkpoint is written after its entries. */
  async function recordFor(after: number): Promise<CheckpointRecord> {
    const now = clock.now().getTime();
    if (known === null || after === 0 || now - known.readAt > RECORD_MS) {
      known = { record: await readRecord(db, deps), readAt: now };
    }
    return known.record;
  }

  return async (after, limit = RANGE_ENTRIES) => {
    const record = await recordFor(after);
    const { lastPosition: last, pending } = await measureTrail(db);
    const lastPosition = Number(last);
    const start = after === 0 ? null : await findStart(db, after);
    if (start === 'missing') return missing(after, { lastPosition, pending });
    const upTo = Math.min(after + limit, lastPosition);
    const isLast = upTo === lastPosition;
    // The end of the whole trail is taken as text: a position beyond every other must be seen, too.
    const pages = trailPages(db, start === null ? TRAIL_START : afterPosition(after), isLast ? last : String(upTo));
    const report = await verifyTrail(pages, record, chainHash, { start, isLast });
    return { ...report, after, lastPosition, pending, isDone: isLast || !report.valid };
  };
}

async function findStart(db: Db, position: number): Promise<ChainHead | 'missing'> {
  const hash = await findHashAt(db, position);
  return hash === null ? 'missing' : { position, hash };
}

const missing = (after: number, trail: Pick<RangeReport, 'lastPosition' | 'pending'>): RangeReport => ({
  ...trail,
  after,
  valid: false,
  checked: after - 1,
  head: null,
  brokenAt: { position: after, entryId: null, reason: `Position ${after} is missing: its entry was deleted or moved` },
  checkpoints: { checked: 0, valid: true, lastPosition: null },
  isDone: true,
});
