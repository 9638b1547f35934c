import type { Clock } from '../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { recordAudit } from '../audit/index.ts';
import {
  type Decider,
  type Decision,
  type DecisionDeps,
  type OpenProposal,
  PROPOSAL_MS,
  secondAdministratorNeeded,
} from './decisions.records.ts';
import { carryOutProposal, deleteExpired, listWaiting, upsertProposal } from './decisions.sql.ts';

/** Returns the other administrator, or null. */
export function takeProposal(tx: Tx, { actorId }: Decider, decision: Decision, now: Date): Promise<Id<'user'> | null> {
  return carryOutProposal(tx, decision, { actorId, since: since(now), now });
}

/** Refuses and stores decisions that nobody else has proposed. */
export async function requireProposals(
  deps: DecisionDeps,
  tx: Tx,
  decider: Decider,
  decisions: readonly Decision[],
): Promise<void> {
  const now = deps.clock.now();
  const missing: Decision[] = [];
  for (const decision of decisions) {
    if ((await takeProposal(tx, decider, decision, now)) === null) missing.push(decision);
  }
  if (missing.length > 0) throw await propose(deps, decider, missing);
}

/** Its own transaction keeps the proposals when the refusal undoes the caller's. */
export async function propose(
  { db, clock }: DecisionDeps,
  decider: Decider,
  decisions: readonly Decision[],
): Promise<Error> {
  const now = clock.now();
  const { actorId, reason, ip } = decider;
  await transaction(db.apart, async (apart) => {
    for (const decision of decisions) {
      await upsertProposal(apart, decision, decider, now);
      const { ownerId: userId, amountCents, action, entity } = decision;
      const metadata = { action, amountCents };
      await recordAudit(apart, [{ action: 'DECISION_PROPOSED', userId, actorId, entity, metadata, reason, ip }]);
    }
  });
  return secondAdministratorNeeded();
}

export async function readOpenProposals(
  { clock }: { clock: Clock },
  db: Db | Tx,
  entityType: string,
  entityIds: readonly string[],
): Promise<ReadonlyMap<string, OpenProposal>> {
  const waiting = await listWaiting(db, entityType, entityIds, since(clock.now()));
  return new Map(
    waiting.map((proposal) => {
      const expiresAt = new Date(proposal.proposedAt.getTime() + PROPOSAL_MS);
      return [proposal.entityId, { ...proposal, expiresAt }];
    }),
  );
}

const since = (now: Date) => new Date(now.getTime() - PROPOSAL_MS);

const AT_ONCE = 500;

/** An expired proposal counts no more already. */
export async function expireProposals({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const before = since(clock.now());
  let expired: number;
  do {
    expired = await transaction(db, async (tx) => {
      const proposals = await deleteExpired(tx, before, AT_ONCE);
      const entries = proposals.map(({ entityType, entityId, action, ownerId, proposedBy }) => ({
        action: 'DECISION_PROPOSAL_EXPIRED',
        userId: ownerId,
        actorId: null,
        entity: { type: entityType, id: entityId },
        metadata: { action, proposedBy },
      }));
      await recordAudit(tx, entries);
      return proposals.length;
    });
  } while (expired === AT_ONCE);
}
