import { percentOfRolls, widthOf } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import { formatBrl } from '../../../platform/money.ts';
import { CentsText, IdText, Timestamp } from '../../../platform/schemas.ts';
import { ChancePercent, examplePrizeItem, hashRangeFields, PrizeItem, prizeItemView } from '../fairness/index.ts';
import {
  type DescribedEvent,
  REWARD_TYPES,
  type Reward,
  type Shoot,
  type ShownItem,
  TICKET_PRICES,
  type TicketPrice,
  type Tier,
} from './events.types.ts';
import type { CurrentEvents } from './read-event.ts';

export const EventParams = Type.Object({ id: IdText });

const Money = Type.String({ description: 'For a person', examples: ['R$ 45,00'] });
export const TicketPriceField = Type.Unsafe<TicketPrice>({
  type: 'integer',
  enum: [...TICKET_PRICES],
  description: 'What the shot costs, in tickets',
});

const orNull = { description: 'Null where the reward is of another type' };
export const RewardType = Type.Unsafe<Reward<never>['type']>({ type: 'string', enum: [...REWARD_TYPES] });
export const RewardView = Type.Object({
  type: RewardType,
  item: Type.Union([PrizeItem, Type.Null()], orNull),
  balanceCents: Type.Union([CentsText, Type.Null()], orNull),
  balanceFormatted: Type.Union([Money, Type.Null()], orNull),
  tickets: Type.Union([Type.Integer(), Type.Null()], orNull),
});

export const exampleReward = {
  type: 'BALANCE' as const,
  item: null,
  balanceCents: '2500',
  balanceFormatted: 'R$ 25,00',
  tickets: null,
};

export function rewardView(reward: Reward<ShownItem>): Static<typeof RewardView> {
  const none = { item: null, balanceCents: null, balanceFormatted: null, tickets: null };
  switch (reward.type) {
    case 'ITEM':
      return { ...none, type: reward.type, item: prizeItemView(reward.item) };
    case 'BALANCE': {
      const { type, balanceCents } = reward;
      return { ...none, type, balanceCents: balanceCents.toString(), balanceFormatted: formatBrl(balanceCents) };
    }
    case 'TICKETS':
      return { ...none, type: reward.type, tickets: Number(reward.tickets) };
  }
}

export const TierView = Type.Object({
  id: IdText,
  number: Type.Integer({ minimum: 1 }),
  pointsRequired: Type.Integer({ minimum: 1 }),
  reward: RewardView,
});

export const exampleTier = { id: '31', number: 1, pointsRequired: 5_000, reward: exampleReward };

export function tierView({ id, number, pointsRequired, reward }: Tier): Static<typeof TierView> {
  return { id, number, pointsRequired: Number(pointsRequired), reward: rewardView(reward) };
}

export const ShootView = Type.Object({
  ticketPrice: TicketPriceField,
  prizes: Type.Array(
    Type.Object({
      item: PrizeItem,
      ...hashRangeFields,
      chancePercent: ChancePercent,
    }),
  ),
});

export const exampleShoot = {
  ticketPrice: 250 as const,
  prizes: [{ item: examplePrizeItem, hashRangeStart: 1, hashRangeEnd: 10_000_000, chancePercent: '100' }],
};

function shootView({ ticketPrice, prizes }: Shoot): Static<typeof ShootView> {
  return {
    ticketPrice,
    prizes: prizes.map((prize) => ({
      item: prizeItemView(prize.item),
      hashRangeStart: prize.hashRangeStart,
      hashRangeEnd: prize.hashRangeEnd,
      chancePercent: percentOfRolls(widthOf(prize)),
    })),
  };
}

export const eventFields = {
  id: IdText,
  name: Type.String(),
  description: Type.String(),
  imageUrl: Type.String(),
  startsAt: Timestamp,
  endsAt: Timestamp,
  pointsPerReal: Type.Integer({ description: 'Points that one real of wagers earns' }),
  ticketsPerReal: Type.Integer({ description: 'Tickets that one real of wagers earns' }),
};

export const exampleEvent = {
  id: '3',
  name: 'Festa Junina',
  description: 'Earn points and tickets with every case and upgrade.',
  imageUrl: 'https://images.example/events/3.png',
  startsAt: '2026-11-15T12:00:00.000Z',
  endsAt: '2026-11-29T12:00:00.000Z',
  pointsPerReal: 10,
  ticketsPerReal: 5,
};

const EventView = Type.Object({
  ...eventFields,
  tiers: Type.Array(TierView, { description: 'The pass, by points' }),
  shoots: Type.Array(ShootView, { description: 'What shots can hit, by price' }),
});

const ClaimableEventView = Type.Object({
  id: IdText,
  name: Type.String(),
  endsAt: Timestamp,
  claimableUntil: Timestamp,
});

const exampleClaimable = {
  id: '2',
  name: 'Festa da Primavera',
  endsAt: '2026-11-12T12:00:00.000Z',
  claimableUntil: '2026-11-19T12:00:00.000Z',
};

export const ActiveEvent = Type.Object(
  {
    event: Type.Union([EventView, Type.Null()], { description: 'Null while none runs' }),
    claimable: Type.Array(ClaimableEventView, {
      description: 'Ended, and what was earned can still be claimed; the last to end first',
    }),
  },
  {
    examples: [
      { event: { ...exampleEvent, tiers: [exampleTier], shoots: [exampleShoot] }, claimable: [exampleClaimable] },
    ],
  },
);

export function activeEventView({ running, claimable }: CurrentEvents): Static<typeof ActiveEvent> {
  return {
    event: running === null ? null : eventView(running),
    claimable: claimable.map(({ id, name, endsAt, claimableUntil }) => ({
      id,
      name,
      endsAt: endsAt.toISOString(),
      claimableUntil: claimableUntil.toISOString(),
    })),
  };
}

export function eventView(event: DescribedEvent): Static<typeof EventView> {
  const { id, name, description, imageUrl, startsAt, endsAt, pointsPerReal, ticketsPerReal, tiers, shoots } = event;
  return {
    id,
    name,
    description,
    imageUrl,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    pointsPerReal,
    ticketsPerReal,
    tiers: tiers.map(tierView),
    shoots: shoots.map(shootView),
  };
}
