import type { FastifyRequest } from 'fastify';
import type { Tx } from '../../../../platform/database/db.ts';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import { amountsAsText } from '../../../../platform/money.ts';
import type { AuditEntry, Editor, NewEntry } from './trail.records.ts';
import { insertEntries } from './trail.sql.ts';

/** One statement writes all entries, in the transaction of the action. */
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

export const editorOf = (request: FastifyRequest, reason: string | null = null): Editor => ({
  actorId: callerOf(request).userId,
  ip: request.ip,
  reason,
});
