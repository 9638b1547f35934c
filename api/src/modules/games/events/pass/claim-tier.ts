import type { Clock } from '../../../../platform/clock.ts';
import type { Db, Tx } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { PersonFacts } from '../../../../platform/personal-data/person-facts.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import { addItems, takeItemIds } from '../../../assets/inventory/index.ts';
import { lockToPlay } from '../../../assets/limits/index.ts';
import { creditBalances, notifyBalance } from '../../../assets/wallet/index.ts';
import { isPublisherSql, ownPublication } from '../../../people/decisions/index.ts';
import { spendBudget, withinBudget } from '../budgets.ts';
import { eventNotFound, eventNotRunning, notEnoughPoints, tierAlreadyClaimed, tierNotFound } from '../events.errors.ts';
import { CLAIM_SOURCE, type Participant, restrictionOf, type StoredEvent, type Tier } from '../events.records.ts';
import { claimSourceId, pointsOf, ticketsOf } from '../events.rules.ts';
import { findPublishedEvent, findTier } from '../events.sql.ts';
import type { ClaimedTier, Received } from './pass.records.ts';
import { CLAIMED_BEFORE, findClaimsThatCount, findStanding, giveTickets, holdValue, insertClaim } from './pass.sql.ts';

interface ClaimTier extends Participant {
  tierId: Id<'event-tier'>;
}

/**
 * Claims of one user follow each other under the lock of the account. The statements are sent together, and those after
 * the lock see what its last holder committed.
 */
export async function claimTier(
  deps: { db: Db; clock: Clock; push: Pick<Push, 'toUser'> },
  { tierId, ...participant }: ClaimTier,
  once: Once<ClaimedTier> | null,
): Promise<ClaimedTier> {
  const { eventId, userId } = participant;
  const claim = async (tx: Tx) => {
    const [, event, tier, { progress, claimedIds, isPublisher }] = await Promise.all([
      lockToPlay(tx, userId, deps.clock.now()),
      findPublishedEvent(tx, eventId),
      findTier(tx, eventId, tierId),
      findStanding(tx, participant, isPublisherSql(userId, { type: 'event', id: eventId })),
    ]);
    if (event === null) throw eventNotFound();
    if (tier === null) throw tierNotFound();
    if (isPublisher) throw ownPublication();
    if (claimedIds.has(tierId)) throw tierAlreadyClaimed();
    if (!event.isClaimable) throw eventNotRunning();
    const points = pointsOf(progress, event);
    if (points < tier.pointsRequired) throw notEnoughPoints();
    const received = await giveReward(tx, event, tier, participant);
    const after = tier.reward.type === 'TICKETS' ? await giveTickets(tx, participant, tier.reward.tickets) : progress;
    return { ...received, tier, points, tickets: ticketsOf(after, event) };
  };
  const claimed = await withinBudget(
    deps.db,
    () => writeOnce(deps.db, once, claim),
    () => eventId,
  );
  if (claimed.balanceCents !== null) notifyBalance(deps.push, userId, claimed.balanceCents);
  return claimed;
}

async function giveReward(tx: Tx, event: StoredEvent, tier: Tier, participant: Participant): Promise<Received> {
  const { reward } = tier;
  const { userId } = participant;
  const sourceId = claimSourceId(tier.id, participant);
  switch (reward.type) {
    case 'ITEM': {
      const source = { type: CLAIM_SOURCE, id: sourceId, index: 0 };
      const [id] = await takeItemIds(tx, 1);
      const inventoryItemId = id as Id<'inventoryItem'>;
      const origin = { acquiredFrom: 'Evento', source, ...restrictionOf(reward) };
      const item = { id: inventoryItemId, userId, itemId: reward.item.itemId, ...origin };
      const itemValueCents = await holdValue(tx, reward.item.itemId);
      await Promise.all([
        addItems(tx, [item]),
        insertClaim(tx, participant, tier.id, { inventoryItemId, itemValueCents }),
      ]);
      await spendBudget(tx, event.id, itemValueCents);
      return { inventoryItemId, balanceCents: null };
    }
    case 'BALANCE': {
      const { transferIds, balances } = await creditBalances(tx, [
        {
          userId,
          amountCents: reward.balanceCents,
          type: 'EVENT_REWARD',
          reason: `Prêmio do evento ${event.name}, nível ${tier.number}`,
          reference: { type: CLAIM_SOURCE, id: sourceId },
        },
      ]);
      await insertClaim(tx, participant, tier.id, { transferId: transferIds[0] as Id<'transfer'> });
      await spendBudget(tx, event.id, reward.balanceCents);
      return { inventoryItemId: null, balanceCents: balances.get(userId) as Cents };
    }
    case 'TICKETS':
      await insertClaim(tx, participant, tier.id, { tickets: reward.tickets });
      return { inventoryItemId: null, balanceCents: null };
  }
}

/** A person claims each tier once, even with a new account. */
export const passFollows: PersonFacts = {
  [CLAIMED_BEFORE]: {
    keep: async (tx, userId) => {
      const { tierIds, until } = await findClaimsThatCount(tx, userId);
      if (until === null) return null;
      return { value: Object.fromEntries(tierIds.map((id) => [id, true])), until };
    },
  },
};
