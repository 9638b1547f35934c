import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';

/** Since when the second factor is on that was given on the session since then; null where none was. */
export async function findFreshFactor(
  tx: Tx,
  userId: Id<'user'>,
  sessionId: string | null,
  since: Date,
): Promise<{ enabledAt: Date } | null> {
  const rows = await tx.query<{ enabledAt: Date }>(sql`
    select enabled_at from session_second_factors verified join second_factors using (user_id)
    where session_id = ${sessionId} and user_id = ${userId} and verified_at > ${since}
      and enabled_at is not null and verified_at >= enabled_at`);
  return rows[0] ?? null;
}

export interface ProposalKey {
  entityType: string;
  entityId: string;
  action: string;
  /** What exactly is asked for; a proposal of something else does not count. */
  content: string;
}

/**
 * Carries out the proposal of another administrator, who must still be active, and returns who that is; null where there is
 * no such proposal. Call it under the lock of the record: of two who agree to one proposal the second then finds it carried out.
 */
export async function carryOutProposal(
  tx: Tx,
  { entityType, entityId, action, content }: ProposalKey,
  { actorId, since, now }: { actorId: Id<'user'>; since: Date; now: Date },
): Promise<Id<'user'> | null> {
  const rows = await tx.query<{ proposedBy: Id<'user'> }>(sql`
    update decision_proposals set carried_out_by = ${actorId}, carried_out_at = ${now}
    where entity_type = ${entityType} and entity_id = ${entityId} and action = ${action} and content = ${content}
      and carried_out_at is null and proposed_by <> ${actorId} and proposed_at > ${since}
      and exists (select from users where id = proposed_by and status = 'ACTIVE')
    returning proposed_by`);
  return rows[0]?.proposedBy ?? null;
}

interface NewProposal {
  ownerId: Id<'user'> | null;
  actorId: Id<'user'>;
  reason: string | null;
  now: Date;
}

/** In the place of another that waits for the same record and step. */
export async function upsertProposal(
  tx: Pick<Db | Tx, 'query'>,
  { entityType, entityId, action, content }: ProposalKey,
  { ownerId, actorId, reason, now }: NewProposal,
): Promise<void> {
  await tx.query(sql`
    insert into decision_proposals (entity_type, entity_id, action, content, owner_id, proposed_by, reason, proposed_at)
    values (${entityType}, ${entityId}, ${action}, ${content}, ${ownerId}, ${actorId}, ${reason}, ${now})
    on conflict (entity_type, entity_id, action) where carried_out_at is null do update
    set content = excluded.content, proposed_by = excluded.proposed_by, reason = excluded.reason,
      proposed_at = excluded.proposed_at`);
}

export interface WaitingProposal {
  entityId: string;
  action: string;
  content: string;
  proposedBy: Id<'user'>;
  proposerName: string;
  /** Null where the route asks for no reason, or a version before this one proposed it. */
  reason: string | null;
  proposedAt: Date;
}

/** Those for records of one kind that count still; the newest last. */
export function listWaiting(
  db: Db | Tx,
  entityType: string,
  entityIds: readonly string[],
  since: Date,
): Promise<WaitingProposal[]> {
  return db.query<WaitingProposal>(sql`
    select entity_id, action, content, proposed_by, username as proposer_name, reason,
      proposed_at
    from decision_proposals proposal join users on users.id = proposed_by and status = 'ACTIVE'
    where entity_type = ${entityType} and entity_id = any(${entityIds}::text[]) and carried_out_at is null
      and proposed_at > ${since}
    order by proposed_at, proposal.id`);
}

export interface ExpiredProposal {
  entityType: string;
  entityId: string;
  action: string;
  ownerId: Id<'user'> | null;
  proposedBy: Id<'user'>;
}

/** Those that wait since before a moment, at most so many. One that somebody carries out at this moment is left. */
export async function deleteExpired(tx: Tx, before: Date, limit: number): Promise<ExpiredProposal[]> {
  return tx.query<ExpiredProposal>(sql`
    delete from decision_proposals where id in (
      select id from decision_proposals where carried_out_at is null and proposed_at <= ${before}
      order by id limit ${limit} for update skip locked)
    returning entity_type, entity_id, action, owner_id,
      proposed_by`);
}
