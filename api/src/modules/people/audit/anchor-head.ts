import { hostname } from 'node:os';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { continueTrail } from './audit.rules.ts';
import { afterPosition, findHashAt, findHead, TRAIL_START, takeLock } from './audit.sql.ts';
import type { Checkpoint, Patience } from './audit.types.ts';
import { chainHash } from './chain-hash.ts';
import { lossOf, openCheckpointFile, type ReadFile, signCheckpoint } from './checkpoint-file.ts';
import { createCheckpointPost } from './checkpoint-post.ts';
import { findWritten, noteWritten } from './checkpoints.sql.ts';
import { trailPages } from './trail-pages.ts';

/** Where the heads of the chain are anchored, and the key that signs them. */
export interface CheckpointPlaces {
  checkpointFile: string;
  signingKey: Buffer;
  /** A second file of the operator's choice. */
  copyFile?: string | null;
  /** Gets a POST with each checkpoint. */
  copyUrl?: string | null;
}

export interface AnchorDeps extends CheckpointPlaces {
  db: Db;
  logger: Logger;
}

/** Machines share the database and not their files. */
export const placeOf = (checkpointFile: string) => `${hostname()} ${checkpointFile}`;

/**
 * Gives the function that anchors the head of the chain in the checkpoint file, where it has moved.
 *
 * A checkpoint is written only if the file is whole, the trail agrees with its last checkpoint, and every entry since
 * continues from the one before. So each vouches for all before it, and once something was rewritten, cut or put in the
 * file stays as it is, as the evidence, until a person has looked.
 */
export function createAnchor({ db, logger, checkpointFile, signingKey, copyFile, copyUrl }: AnchorDeps) {
  const place = placeOf(checkpointFile);
  const file = openCheckpointFile(checkpointFile, signingKey);
  const keepCopy = createCopy(copyFile ?? null, signingKey, logger);
  const post = createCheckpointPost(copyUrl ?? null, logger);
  let newest: Checkpoint | null = null;
  let refused = false;

  function refuse(reason: string): void {
    if (!refused)
      logger.error({ reason, checkpointFile }, 'The audit trail is not anchored any more: verify the chain');
    refused = true;
  }

  /** Why nothing may be signed, or null. */
  async function faultOf(tx: Tx, record: ReadFile): Promise<string | null> {
    if (record.fault !== null) return record.fault.reason;
    for (const written of [await findWritten(tx, place), newest]) {
      const loss = written === null ? null : lossOf(record, written);
      if (loss !== null) return loss.reason;
    }
    const last = record.checkpoints.at(-1);
    if (last === undefined || (await findHashAt(tx, last.position)) === last.hash) return null;
    return `The trail does not agree with the checkpoint at position ${last.position}`;
  }

  async function anchor(tx: Tx, patience: Patience): Promise<void> {
    // One process at a time: those of one machine share the file, and its lines are a chain too.
    if (!(await takeLock(tx, 'anchoring', patience))) return;
    const record = await file.read();
    const fault = await faultOf(tx, record);
    if (fault !== null) return refuse(fault);
    const last = record.checkpoints.at(-1) ?? null;
    const head = await findHead(tx);
    if (head !== null && head.position > (last?.position ?? 0)) {
      const pages = trailPages(tx, last === null ? TRAIL_START : afterPosition(last.position), String(head.position));
      const { head: verified, brokenAt } = await continueTrail(last, pages, chainHash);
      if (brokenAt !== null) return refuse(brokenAt.reason);
      const checkpoint = signCheckpoint(verified, head.readAt.toISOString(), last?.signature ?? '', signingKey);
      await file.append([checkpoint]);
      // After the file: what the database knows of is there, whatever happens in between.
      await noteWritten(tx, place, checkpoint);
      logger.info({ checkpoint }, 'The head of the audit trail is anchored');
    }
    refused = false;
    const whole = await file.read();
    newest = whole.checkpoints.at(-1) ?? null;
    await keepCopy(whole);
  }

  return async (patience: Patience): Promise<void> => {
    const head = await findHead(db);
    const isAnchored = newest !== null && head?.position === newest.position && head.hash === newest.hash;
    if (!isAnchored && (head !== null || newest !== null)) await transaction(db, (tx) => anchor(tx, patience));
    if (newest !== null) post(newest);
  };
}

/** Gives what appends to the copy what it lacks. A copy that cannot be written keeps nothing from being anchored. */
function createCopy(copyFile: string | null, signingKey: Buffer, logger: Logger): (whole: ReadFile) => Promise<void> {
  if (copyFile === null) return async () => {};
  const copy = openCheckpointFile(copyFile, signingKey);
  let failing = false;

  async function follow({ checkpoints }: ReadFile): Promise<void> {
    const record = await copy.read();
    if (record.fault !== null) throw new Error(record.fault.reason);
    const last = record.checkpoints.at(-1);
    const known = checkpoints.findIndex(({ signature }) => signature === last?.signature);
    if (last !== undefined && known < 0) throw new Error('It does not end with a checkpoint of the first file');
    const missing = checkpoints.slice(known + 1);
    if (missing.length > 0) await copy.append(missing);
  }

  return async (whole) => {
    try {
      await follow(whole);
      failing = false;
    } catch (error) {
      if (!failing) logger.error({ err: error, copyFile }, 'The copy of the checkpoints is not kept any more');
      failing = true;
    }
  };
}
