import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';

export async function hasFreshFactor(
  tx: Tx,
  userId: Id<'user'>,
  sessionId: string | null,
  since: Date,
): Promise<boolean> {
  const rows = await tx.query(sql`
    select from session_second_factors verified join second_factors using (user_id)
    where session_id = ${sessionId} and user_id = ${userId} and verified_at > ${since}
      and enabled_at is not null and verified_at >= enabled_at`);
  return rows.length > 0;
}

export interface ProposalKey {
  entityType: string;
  entityId: string;
  action: string;
  /** What exactly is asked for; a proposal of something else does not count. */
  content: string;
}

/** Takes the proposal of somebody else out; false where there is none. Two who take it wait for each other. */
export async function takeProposal(
  tx: Tx,
  { entityType, entityId, action, content }: ProposalKey,
  { actorId, since }: { actorId: Id<'user'>; since: Date },
): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from decision_proposals
    where entity_type = ${entityType} and entity_id = ${entityId} and action = ${action} and content = ${content}
      and proposed_by <> ${actorId} and proposed_at > ${since}
    returning proposed_by`);
  return rows.length > 0;
}

/** In the place of another for the same record and step. */
export async function upsertProposal(
  tx: Pick<Db | Tx, 'query'>,
  { entityType, entityId, action, content }: ProposalKey,
  { actorId, now }: { actorId: Id<'user'>; now: Date },
): Promise<void> {
  await tx.query(sql`
    insert into decision_proposals (entity_type, entity_id, action, content, proposed_by, proposed_at)
    values (${entityType}, ${entityId}, ${action}, ${content}, ${actorId}, ${now})
    on conflict (entity_type, entity_id, action) do update
    set content = excluded.content, proposed_by = excluded.proposed_by, proposed_at = excluded.proposed_at`);
}
