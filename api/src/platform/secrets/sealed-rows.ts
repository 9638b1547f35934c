import { type Db, type Tx, transaction } from '../database/db.ts';
import { addJob, type JobSet } from '../jobs/jobs.ts';
import type { Logger } from '../observability/logger.ts';
import type { Seal } from './sealing.ts';

/** A table that keeps secrets under a seal. Their key may change: then all are sealed anew, some at a time. */
export interface SealedRows {
  /** The job that seals them anew. */
  readonly job: string;
  /** For messages: `seeds`. */
  readonly what: string;
  /** Of every key that rows are sealed with; null for rows in clear. */
  listKeyIds(db: Db | Tx): Promise<(string | null)[]>;
  /** Seals some of those under a key anew, and none that another process is at; returns how many. */
  sealSome(tx: Tx, seal: Seal, keyId: string | null): Promise<number>;
}

interface SealedRowsDeps {
  db: Db;
  seal: Seal;
  logger: Logger;
}

/** What runs of a module for a table that it keeps under a seal. */
export const keepSealed = (deps: SealedRowsDeps, rows: SealedRows): { jobs: JobSet; start(): Promise<void> } => ({
  jobs: { tasks: { [rows.job]: () => sealAnew(deps, rows) } },
  start: () => prepareSeal(deps, rows),
});

/**
 * At the start: what cannot be opened stops it, since it could not be used; what lies in clear or under a former key is
 * sealed by a job, and can be used meanwhile.
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

/** Seals what is in clear or under another key with the one in use. Cut off anywhere, the next run goes on from there. */
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
