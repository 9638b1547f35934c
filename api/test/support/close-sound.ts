import assert from 'node:assert/strict';
import type { Db } from '../../src/platform/database/db.ts';
import { findViolations } from '../../src/verify/find-violations.ts';

/** Closes the app once every invariant was seen to hold in its database, and also where one does not. */
export async function closeSound(
  { db, close }: { db: Db; close(): Promise<void> },
  options: Parameters<typeof findViolations>[1] = {},
): Promise<void> {
  try {
    assert.deepEqual(await findViolations(db, options), []);
  } finally {
    await close();
  }
}
