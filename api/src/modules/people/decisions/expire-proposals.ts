import type { Clock } from '../../../platform/clock.ts';
import { type Db, transaction } from '../../../platform/database/db.ts';
import { recordAudit } from '../audit/index.ts';
import { deleteExpired } from './decisions.sql.ts';
import { PROPOSAL_MS } from './open-proposals.ts';

const AT_ONCE = 500;

/** What nobody has agreed to in time is forgotten, and the trail says so. */
export async function expireProposals({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const before = new Date(clock.now().getTime() - PROPOSAL_MS);
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
