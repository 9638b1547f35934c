import { type Db, type Tx, transaction } from '../database/db.ts';
import { addJob, type JobSet } from '../jobs/jobs.ts';
import type { Logger } from '../observability/logger.ts';
import type { Seal } from './sealing.ts';

/** After a change of keys a job seals rows again. */
export interface SealedRows {
  readonly job: string;
  /** For messages: `seeds`. */
  readonly what: string;
  /** Null: rows in clear. */
  listKeyIds(db: Db | Tx): Promise<(string | null)[]>;
  /** Skips rows that others have locked; returns how many were sealed. */
  sealSome(tx: Tx, seal: Seal, keyId: string | null): Promise<number>;
}

interface SealedRowsDeps {
  db: Db;
  seal: Seal;
  logger: Logger;
}

export const keepSealed = (deps: SealedRowsDeps, rows: SealedRows): { jobs: JobSet; start(): Promise<void> } => ({
  jobs: { tasks: { [rows.job]: () => sealAnew(deps, rows) } },
  start: () => prepareSeal(deps, rows),
});

/** A secret that cannot be opened stops the start. Former keys still open theirs until a job seals them anew. */
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

/** An interrupted run continues later. */
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
