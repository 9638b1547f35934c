import type { Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import { CLAIM_TIME } from '../events.sql.ts';
import type { Participant } from '../events.types.ts';

/** Under which what the account before has claimed is brought to the one that its person comes back with. */
export const CLAIMED_BEFORE = 'eventClaims';

interface ClaimsThatCount {
  tierIds: Id<'event-tier'>[];
  /** When none of their events can be claimed in any more; null where there are none. */
  until: Date | null;
}

/** Of events that can still be claimed in: those of the account, and those that were brought to it. */
export async function findClaimsThatCount(tx: Tx, userId: Id<'user'>): Promise<ClaimsThatCount> {
  const rows = await tx.query<ClaimsThatCount>(sql`
    select coalesce(array_agg(tier.id::text), '{}') as tier_ids, max(ends_at + ${CLAIM_TIME}) as until
    from event_tiers tier join events on events.id = tier.event_id
    where ends_at + ${CLAIM_TIME} > now() and (
      exists (select from event_claims where tier_id = tier.id and user_id = ${userId})
      or exists (
        select from brought_facts where user_id = ${userId} and name = ${CLAIMED_BEFORE} and value ? tier.id::text))`);
  return rows[0] as ClaimsThatCount;
}

/** BRL: what an item is worth. Until the end of `tx` nobody gives it another price: who does finds it owned. */
export async function holdValue(tx: Tx, itemId: Id<'item'>): Promise<Cents> {
  const rows = await tx.query<{ cents: bigint }>(
    sql`select value_cents_brl as cents from items where id = ${itemId} for share`,
  );
  return BigInt(rows[0]?.cents ?? 0);
}

/** What a claim gave: exactly one of them. */
interface Given {
  inventoryItemId?: Id<'inventoryItem'>;
  itemValueCents?: Cents;
  transferId?: Id<'transfer'>;
  tickets?: bigint;
}

export async function insertClaim(
  tx: Tx,
  { eventId, userId }: Participant,
  tierId: Id<'event-tier'>,
  { inventoryItemId, itemValueCents, transferId, tickets }: Given,
): Promise<void> {
  await tx.query(sql`
    insert into event_claims (user_id, tier_id, event_id, inventory_item_id, item_value_cents, transfer_id, tickets)
    values (${userId}, ${tierId}, ${eventId}, ${inventoryItemId ?? null}, ${itemValueCents ?? null},
      ${transferId ?? null}, ${tickets ?? null})`);
}
