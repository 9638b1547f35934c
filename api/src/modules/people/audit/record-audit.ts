import type { Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { amountsAsText } from '../../../platform/money.ts';
import { insertEntries, type NewEntry } from './audit.sql.ts';

/** What was done, to whom, by whom. */
export interface AuditEntry {
  action: string;
  /** Whom it concerns. */
  userId: Id<'user'> | null;
  /** Who did it; null is the system itself. */
  actorId: Id<'user'> | null;
  entity?: { type: string; id: string };
  /** Kept for ever: never a secret. */
  metadata?: Record<string, unknown>;
  /** In the actor's words; null where they gave none. It stands among the metadata. */
  reason?: string | null;
  /** Where the actor called from. */
  ip?: string | null;
}

/** Written in the transaction of what it records; one statement for any number of entries. */
export async function recordAudit(tx: Tx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await insertEntries(tx, entries.map(newEntryOf));
}

export function newEntryOf({
  action,
  userId,
  actorId,
  entity,
  metadata = {},
  reason = null,
  ip = null,
}: AuditEntry): NewEntry {
  return {
    action,
    userId,
    actorId,
    entityType: entity?.type ?? null,
    entityId: entity?.id ?? null,
    metadata: JSON.stringify(reason === null ? metadata : { ...metadata, reason }, amountsAsText),
    ip,
  };
}
