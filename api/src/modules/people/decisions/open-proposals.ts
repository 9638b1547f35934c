import type { Clock } from '../../../platform/clock.ts';
import type { Db, Tx } from '../../../platform/database/db.ts';
import { listWaiting, type WaitingProposal } from './decisions.sql.ts';

/**
 * A day: administrators of all shifts have seen the record by then. Who agrees later does not know any more what the first
 * one has looked at, and proposes anew. A constant, since a longer time would weaken every decision that waits.
 */
export const PROPOSAL_MS = 24 * 60 * 60_000;

/** What waits for a second administrator. */
export interface OpenProposal extends WaitingProposal {
  expiresAt: Date;
}

/** By the ids of records of one kind: the newest proposal of each that still counts. */
export async function readOpenProposals(
  { clock }: { clock: Clock },
  db: Db | Tx,
  entityType: string,
  entityIds: readonly string[],
): Promise<ReadonlyMap<string, OpenProposal>> {
  const since = new Date(clock.now().getTime() - PROPOSAL_MS);
  const waiting = await listWaiting(db, entityType, entityIds, since);
  return new Map(
    waiting.map((proposal) => {
      const expiresAt = new Date(proposal.proposedAt.getTime() + PROPOSAL_MS);
      return [proposal.entityId, { ...proposal, expiresAt }];
    }),
  );
}
