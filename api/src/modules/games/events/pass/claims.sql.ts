import type { Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Participant } from '../events.types.ts';

/** What a claim gave: exactly one of them. */
interface Given {
  inventoryItemId?: Id<'inventoryItem'>;
  transferId?: Id<'transfer'>;
  tickets?: bigint;
}

export async function insertClaim(
  tx: Tx,
  { eventId, userId }: Participant,
  tierId: Id<'event-tier'>,
  { inventoryItemId, transferId, tickets }: Given,
): Promise<void> {
  await tx.query(sql`
    insert into event_claims (user_id, tier_id, event_id, inventory_item_id, transfer_id, tickets)
    values (${userId}, ${tierId}, ${eventId}, ${inventoryItemId ?? null}, ${transferId ?? null}, ${tickets ?? null})`);
}
