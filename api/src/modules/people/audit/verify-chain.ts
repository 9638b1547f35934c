import type { Db, Tx } from '../../../platform/db.ts';
import { verifyTrail } from './audit.rules.ts';
import { listLinked, measureTrail, TRAIL_START } from './audit.sql.ts';
import type { ChainReport, LinkedEntry } from './audit.types.ts';
import { chainHash } from './chain-hash.ts';
import { readCheckpointFile } from './checkpoint-file.ts';

/** A page is hashed in one go: larger ones are hardly faster and would hold up requests. */
const PAGE_SIZE = 1_000;

export interface VerifyOptions {
  checkpointFile: string;
  signingKey: Buffer;
  pageSize?: number;
}

/** Recomputes the whole chain, page by page, and holds it against the checkpoints. Changes nothing. */
export async function verifyChain(db: Db | Tx, options: VerifyOptions): Promise<ChainReport> {
  // First the checkpoints, then the trail: a checkpoint is written after its entries, so that none is ahead of them.
  const record = await readCheckpointFile(options.checkpointFile, options.signingKey);
  const { lastPosition, pending } = await measureTrail(db);
  const pages = pagesOf(db, lastPosition, options.pageSize ?? PAGE_SIZE);
  const report = await verifyTrail(pages, record, chainHash);
  return { ...report, pending };
}

/** Up to the last position of the moment it began: a busy platform must not keep it running for ever. */
async function* pagesOf(db: Db | Tx, upTo: string, pageSize: number): AsyncGenerator<LinkedEntry[]> {
  let after = TRAIL_START;
  for (;;) {
    const page = await listLinked(db, after, upTo, pageSize);
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = last;
  }
}
