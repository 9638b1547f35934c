import type { Db, Tx } from '../../../platform/database/db.ts';
import { listLinked, type TrailCursor } from './audit.sql.ts';
import type { LinkedEntry } from './audit.types.ts';

/** A page is hashed in one go: larger ones are hardly faster and would hold up requests. */
const PAGE_SIZE = 1_000;

/** Up to the last position of the moment it began: a busy platform must not keep it running for ever. */
export async function* trailPages(
  db: Db | Tx,
  start: TrailCursor,
  upTo: string,
  pageSize = PAGE_SIZE,
): AsyncGenerator<LinkedEntry[]> {
  let after = start;
  for (;;) {
    const page = await listLinked(db, after, upTo, pageSize);
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = last;
  }
}
