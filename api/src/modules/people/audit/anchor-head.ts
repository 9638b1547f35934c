import { type Db, type Tx, transaction } from '../../../platform/db.ts';
import type { Logger } from '../../../platform/logger.ts';
import { findHashAt, findHead, takeLock } from './audit.sql.ts';
import type { Checkpoint, Patience } from './audit.types.ts';
import { appendCheckpoint, readCheckpointFile, signCheckpoint } from './checkpoint-file.ts';

export interface AnchorDeps {
  db: Db;
  logger: Logger;
  checkpointFile: string;
  signingKey: Buffer;
}

/**
 * Gives the function that anchors the head of the chain in the checkpoint file, where it has moved.
 *
 * A checkpoint is written only if the trail still agrees with the one before it. So each vouches for all before it, and
 * once the trail was rewritten or cut the file stays as it is, as the evidence, until a person has looked.
 */
export function createAnchor({ db, logger, checkpointFile, signingKey }: AnchorDeps) {
  // The newest seen in the file: lines taken from its end while the process runs are missed at the next checkpoint.
  let remembered: Checkpoint | null = null;
  let refused = false;

  function refuse(reason: string): void {
    if (refused) return;
    logger.error({ reason, checkpointFile }, 'The audit trail is not anchored any more: verify the chain');
    refused = true;
  }

  async function anchor(tx: Tx, patience: Patience): Promise<void> {
    // One process at a time: those of one machine share the file, and its lines are a chain too.
    if (!(await takeLock(tx, 'anchoring', patience))) return;
    const record = await readCheckpointFile(checkpointFile, signingKey);
    if (record.fault !== null) return refuse(record.fault.reason);
    const last = lastOf(record.checkpoints, remembered);
    const head = await findHead(tx);
    if (last !== null && (await findHashAt(tx, last.position)) !== last.hash) {
      return refuse(`The trail does not agree with the checkpoint at position ${last.position}`);
    }
    refused = false;
    remembered = last;
    if (head === null || head.position <= (last?.position ?? 0)) return;
    const checkpoint = signCheckpoint(head, head.readAt.toISOString(), last?.signature ?? '', signingKey);
    await appendCheckpoint(checkpointFile, record, checkpoint);
    remembered = checkpoint;
    logger.info({ checkpoint }, 'The head of the audit trail is anchored');
  }

  return (patience: Patience): Promise<void> => transaction(db, (tx) => anchor(tx, patience));
}

/**
 * What the next checkpoint continues from: the last line of the file. Where the line remembered is missing although the
 * file reaches back that far, it is that one: the next line then shows to everybody that lines were taken away.
 */
function lastOf(checkpoints: readonly Checkpoint[], remembered: Checkpoint | null): Checkpoint | null {
  const [first] = checkpoints;
  if (remembered !== null && (first === undefined || first.position <= remembered.position)) {
    const isThere = checkpoints.some(({ signature }) => signature === remembered.signature);
    if (!isThere) return remembered;
  }
  return checkpoints.at(-1) ?? null;
}
