import type { Clock } from '../../../../platform/clock.ts';
import type { Db, Tx } from '../../../../platform/database/db.ts';
import { type CheckpointPlaces, placeOf } from './anchor-head.ts';
import {
  type ChainHead,
  type ChainReport,
  type CheckpointRecord,
  chainHash,
  RANGE_ENTRIES,
  type RangeReport,
} from './chain.records.ts';
import { verifyTrail } from './chain.rules.ts';
import { afterPosition, findHashAt, findWritten, measureTrail, TRAIL_START, trailPages } from './chain.sql.ts';
import { lossOf, readCheckpointFile } from './checkpoint-file.ts';

interface VerifyOptions extends Pick<CheckpointPlaces, 'checkpointFile' | 'signingKey' | 'copyFile'> {
  pageSize?: number;
}

export async function verifyChain(db: Db | Tx, options: VerifyOptions): Promise<ChainReport> {
  // Each checkpoint is written after its entries, so one that is read first is not ahead of the trail.
  const record = await readRecord(db, options);
  const { lastPosition, pending } = await measureTrail(db);
  const report = await verifyTrail(trailPages(db, TRAIL_START, lastPosition, options.pageSize), record, chainHash);
  return { ...report, pending };
}

/**
 * Reads the database, the copy and the file in the opposite order of writing, so that each has everything that was read
 * before.
 */
async function readRecord(db: Db | Tx, options: VerifyOptions): Promise<CheckpointRecord> {
  const { checkpointFile, signingKey, copyFile = null } = options;
  const written = await findWritten(db, placeOf(checkpointFile));
  const copy = copyFile === null ? null : await readCheckpointFile(copyFile, signingKey);
  const file = await readCheckpointFile(checkpointFile, signingKey);
  const copied = copy?.checkpoints ?? [];
  const losses = [written, copied.at(-1)].map((one) => (one ? lossOf(file, one) : null));
  const copyFault = copy?.fault && { ...copy.fault, reason: `In the copy: ${copy.fault.reason}` };
  const fault = [file.fault, ...losses, copyFault].find((one) => one) ?? null;
  // Each of the two may reach further back than the other.
  return { checkpoints: copied.length > 0 ? inOrder([...file.checkpoints, ...copied]) : file.checkpoints, fault };
}

const inOrder = (checkpoints: CheckpointRecord['checkpoints']) =>
  checkpoints.toSorted((one, other) => one.position - other.position);

/** A walk reads the files at its beginning and not again for this long. */
const RECORD_MS = 5 * 60_000;

interface RangeDeps extends CheckpointPlaces {
  db: Db;
  clock: Clock;
}

export type VerifyRange = (after: number, limit?: number) => Promise<RangeReport>;

/**
 * Trusts the stored hash at `after`, because the range before has verified it. All ranges together verify the whole.
 */
export function createRangeVerifier(deps: RangeDeps): VerifyRange {
  const { db, clock } = deps;
  let known: { record: CheckpointRecord; readAt: number } | null = null;

  /** An older record is never ahead of the trail. */
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
    // The end stays text, so that an impossible position is read, too.
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
