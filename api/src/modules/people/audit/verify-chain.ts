import type { Db, Tx } from '../../../platform/database/db.ts';
import { type CheckpointPlaces, placeOf } from './anchor-head.ts';
import { verifyTrail } from './audit.rules.ts';
import { measureTrail, TRAIL_START } from './audit.sql.ts';
import type { ChainReport, CheckpointRecord } from './audit.types.ts';
import { chainHash } from './chain-hash.ts';
import { lossOf, readCheckpointFile } from './checkpoint-file.ts';
import { findWritten } from './checkpoints.sql.ts';
import { trailPages } from './trail-pages.ts';

export interface VerifyOptions extends Pick<CheckpointPlaces, 'checkpointFile' | 'signingKey' | 'copyFile'> {
  pageSize?: number;
}

/** Recomputes the whole chain, page by page, and holds it against the checkpoints. Changes nothing. */
export async function verifyChain(db: Db | Tx, options: VerifyOptions): Promise<ChainReport> {
  // First the checkpoints, then the trail: a checkpoint is written after its entries, so that none is ahead of them.
  const record = await readRecord(db, options);
  const { lastPosition, pending } = await measureTrail(db);
  const report = await verifyTrail(trailPages(db, TRAIL_START, lastPosition, options.pageSize), record, chainHash);
  return { ...report, pending };
}

/**
 * What the database knows to be written, the copy, the file: in the opposite order of their writing, so that each may
 * lack nothing that was read before it.
 */
export async function readRecord(db: Db | Tx, options: VerifyOptions): Promise<CheckpointRecord> {
  const { checkpointFile, signingKey, copyFile = null } = options;
  const written = await findWritten(db, placeOf(checkpointFile));
  const copy = copyFile === null ? null : await readCheckpointFile(copyFile, signingKey);
  const file = await readCheckpointFile(checkpointFile, signingKey);
  const copied = copy?.checkpoints ?? [];
  const losses = [written, copied.at(-1)].map((one) => (one ? lossOf(file, one) : null));
  const copyFault = copy?.fault && { ...copy.fault, reason: `In the copy: ${copy.fault.reason}` };
  const fault = [file.fault, ...losses, copyFault].find((one) => one) ?? null;
  // Of both, since each may reach back to where the other does not.
  return { checkpoints: copied.length > 0 ? inOrder([...file.checkpoints, ...copied]) : file.checkpoints, fault };
}

const inOrder = (checkpoints: CheckpointRecord['checkpoints']) =>
  checkpoints.toSorted((one, other) => one.position - other.position);
