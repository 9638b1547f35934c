import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { addJob } from '../../../../platform/jobs/jobs.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import { noItemDatabase, syncUnderWay } from '../items.errors.ts';
import type { ItemSync, SyncKind } from '../items.types.ts';
import type { ItemDatabase } from './item-database.ts';
import { failSilentSyncs, findSyncUnderWay, insertSync } from './item-syncs.sql.ts';

export const SYNC_JOB = 'sync-items';

interface RequestSync {
  kind: SyncKind;
  actorId: Id<'user'>;
  ip: string;
}

/** Queues the work and returns the record of its progress. One of a kind at a time. */
export async function requestSync(
  deps: { db: Db; itemDatabase: ItemDatabase },
  { kind, actorId, ip }: RequestSync,
): Promise<ItemSync> {
  if (!deps.itemDatabase.isConfigured) throw noItemDatabase();
  return transaction(deps.db, async (tx) => {
    const sync = await openSync(tx, kind, actorId);
    // A run that fails says so in the record; only a run that could not even do that is repeated.
    await addJob(tx, SYNC_JOB, { syncId: sync.id }, { maxAttempts: 3 });
    await recordAudit(tx, [
      {
        action: 'ITEMS_SYNC_REQUESTED',
        userId: null,
        actorId,
        entity: { type: 'item-sync', id: sync.id },
        metadata: { kind },
        ip,
      },
    ]);
    return sync;
  });
}

/** Throws 409 while one of the kind is under way. */
export async function openSync(tx: Tx, kind: SyncKind, requestedBy: Id<'user'> | null): Promise<ItemSync> {
  await failSilentSyncs(tx, kind);
  for (;;) {
    const sync = await insertSync(tx, kind, requestedBy);
    if (sync !== null) return sync;
    const underWay = await findSyncUnderWay(tx, kind);
    if (underWay !== null) throw syncUnderWay(underWay.id);
    // It ended between the two statements, so that the place is free.
  }
}
