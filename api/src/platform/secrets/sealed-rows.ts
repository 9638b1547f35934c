import { type Db, type Tx, transaction } from '../database/db.ts';
import { addJob, type JobSet } from '../jobs/jobs.ts';
import type { Logger } from '../observability/logger.ts';
import type { Seal } from './sealing.ts';

/** A table that stores sealed secrets. If the key changes, a job seals all rows again, some at a time. */
export interface SealedRows {
  readonly job: string;
  /** For messages: `seeds`. */
  readonly what: string;
  /** Lists the keys that rows are sealed with; null for rows in clear. */
  listKeyIds(db: Db | Tx): Promise<(string | null)[]>;
  /** Seals some rows of a key again, skipping those that another process has locked, and returns how many. */
  sealSome(tx: Tx, seal: Seal, keyId: string | null): Promise<number>;
}

interface SealedRowsDeps {
  db: Db;
  seal: Seal;
  logger: Logger;
}

/** The parts of a module for a table with sealed secrets. */
export const keepSealed = (deps: SealedRowsDeps, rows: SealedRows): { jobs: JobSet; start(): Promise<void> } => ({
  jobs: { tasks: { [rows.job]: () => sealAnew(deps, rows) } },
  start: () => prepareSeal(deps, rows),
});

/**
 * Checks the table at the start: a secret that cannot be opened stops it. Secrets in clear or under a former key can be
 * used meanwhile, and a job seals them.
 */
async function prepareSeal({ db, seal }: SealedRowsDeps, rows: SealedRows): Promise<void> {
  const keyIds = await rows.listKeyIds(db);
  const unknown = keyIds.filter((id) => id !== null && !seal.knownKeyIds.has(id));
  if (unknown.length > 0) {
    throw new Error(
      `${rows.what} are sealed with keys that are not here (${unknown.join(', ')}): SECRETS_KEY must be the key they were ` +
        'sealed with, or SECRETS_KEYS_FORMER name it',
    );
  }
  if (keyIds.every((id) => id === seal.keyId)) return;
  await transaction(db, (tx) => addJob(tx, rows.job, {}, { jobKey: rows.job }));
}

/** Seals rows in clear or under another key with the present one. After an interruption, the next run continues. */
export async function sealAnew({ db, seal, logger }: SealedRowsDeps, rows: SealedRows): Promise<void> {
  let count = 0;
  for (const keyId of await rows.listKeyIds(db)) {
    if (keyId === seal.keyId) continue;
    let sealed: number;
    do {
      sealed = await transaction(db, (tx) => rows.sealSome(tx, seal, keyId));
      count += sealed;
    } while (sealed > 0);
  }
  logger.info({ what: rows.what, count, keyId: seal.keyId }, 'Secrets were sealed anew');
}
