import { percentOfRolls, widthOf } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import { formatBrl } from '../../../platform/money.ts';
import { centsOf, documentedAs, idOf, moneyText, orNull, timeOf } from '../../../platform/schemas.ts';
import { ChancePercent, examplePrizeItem, hashRangeFields, PrizeItem, prizeItemView } from '../rolls/index.ts';
import {
  type DescribedEvent,
  type DescribedShoot,
  REWARD_TYPES,
  type Reward,
  restrictionOf,
  type ShownItem,
  TICKET_PRICES,
  type TicketPrice,
  type Tier,
} from './events.types.ts';
import type { CurrentEvents } from './read-event.ts';
import { isPaused } from './shot-returns.rules.ts';

export const EventParams = Type.Object({ id: idOf('Id of the event') });

export const TicketPriceField = Type.Unsafe<TicketPrice>({
  title: 'TicketPrice',
  type: 'integer',
  enum: [...TICKET_PRICES],
  description: 'Price of the shot, in tickets',
});

export const RewardType = Type.Unsafe<Reward<never>['type']>({
  type: 'string',
  enum: [...REWARD_TYPES],
  description: 'Kind of the reward',
});
const rewardFields = {
  item: PrizeItem,
  balanceCents: centsOf('Amount that is credited, in BRL cents'),
  balanceFormatted: moneyText('The same, for a person'),
  tickets: Type.Integer({ description: 'How many tickets to shoot with' }),
};
const Restricted = Type.Optional(
  Type.Boolean({
    description: 'True where the item can be played and sold, and neither withdrawn nor swapped; absent otherwise',
  }),
);
const OF_ANOTHER_TYPE = 'Null where the reward is of another type';
const NoField = Type.Null({ description: 'The reward is of another type' });
const noFields = { item: NoField, balanceCents: NoField, balanceFormatted: NoField, tickets: NoField };
const rewardOf = (type: Reward<never>['type'], title: string, fields: object) =>
  Type.Object({ type: Type.Literal(type, { description: `Always ${type}` }), ...noFields, ...fields }, { title });
const { item, balanceCents, balanceFormatted, tickets } = rewardFields;
export const RewardView = Type.Object(
  {
    type: RewardType,
    item: orNull(item, OF_ANOTHER_TYPE),
    balanceCents: orNull(balanceCents, OF_ANOTHER_TYPE),
    balanceFormatted: orNull(balanceFormatted, OF_ANOTHER_TYPE),
    tickets: orNull(tickets, OF_ANOTHER_TYPE),
    restrictedToGames: Restricted,
  },
  {
    title: 'Reward',
    description: 'The reward of a tier: an item, balance or tickets',
    ...documentedAs('type', [
      rewardOf('ITEM', 'ItemReward', { item, restrictedToGames: Restricted }),
      rewardOf('BALANCE', 'BalanceReward', { balanceCents, balanceFormatted }),
      rewardOf('TICKETS', 'TicketsReward', { tickets }),
    ]),
  },
);

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
      return { ...none, type: reward.type, item: prizeItemView(reward.item), ...restrictionOf(reward) };
    case 'BALANCE': {
      const { type, balanceCents } = reward;
      return { ...none, type, balanceCents: balanceCents.toString(), balanceFormatted: formatBrl(balanceCents) };
    }
    case 'TICKETS':
      return { ...none, type: reward.type, tickets: Number(reward.tickets) };
  }
}

export const TierView = Type.Object(
  {
    id: idOf('Id to claim it by'),
    number: Type.Integer({ minimum: 1, description: 'Its place in the pass, counted from 1' }),
    pointsRequired: Type.Integer({ minimum: 1, description: 'Points that it takes' }),
    reward: RewardView,
  },
  { title: 'Tier', description: 'A step of the pass' },
);

export const exampleTier = { id: '1', number: 1, pointsRequired: 5_000, reward: exampleReward };

export function tierView({ id, number, pointsRequired, reward }: Tier): Static<typeof TierView> {
  return { id, number, pointsRequired: Number(pointsRequired), reward: rewardView(reward) };
}

export const ShootView = Type.Object(
  {
    ticketPrice: TicketPriceField,
    isPaused: Type.Boolean({
      description:
        'At the prices of now a shot would give more on average than the wagers behind its tickets leave to the house: ' +
        'it cannot be fired until prices change',
    }),
    restrictedToGames: Restricted,
    prizes: Type.Array(
      Type.Object(
        {
          item: PrizeItem,
          ...hashRangeFields,
          chancePercent: ChancePercent,
        },
        { title: 'ShootPrize', description: 'An item that shots can hit, and the rolls that give it' },
      ),
      { description: 'In the order of their ranges' },
    ),
  },
  { title: 'Shoot', description: 'The items that shots of one price can hit' },
);

export const exampleShoot = {
  ticketPrice: 250 as const,
  isPaused: false,
  prizes: [{ item: examplePrizeItem, hashRangeStart: 1, hashRangeEnd: 10_000_000, chancePercent: '100' }],
};

function shootView(shoot: DescribedShoot): Static<typeof ShootView> {
  const { ticketPrice, prizes } = shoot;
  return {
    ticketPrice,
    isPaused: isPaused(shoot),
    ...restrictionOf(prizes[0] ?? {}),
    prizes: prizes.map((prize) => ({
      item: prizeItemView(prize.item),
      hashRangeStart: prize.hashRangeStart,
      hashRangeEnd: prize.hashRangeEnd,
      chancePercent: percentOfRolls(widthOf(prize)),
    })),
  };
}

export const eventFields = {
  id: idOf('Id of the event'),
  name: Type.String({ description: 'Display name' }),
  description: Type.String({ description: 'Description for players' }),
  imageUrl: Type.String({ description: 'Address of a picture' }),
  startsAt: timeOf('When wagers begin to earn'),
  endsAt: timeOf('When wagers no longer earn, and the last shot is fired'),
  pointsPerReal: Type.Integer({ description: 'Points that one real of wagers earns' }),
  ticketsPerReal: Type.Integer({ description: 'Tickets that one real of wagers earns' }),
};

export const exampleEvent = {
  id: '1',
  name: 'Festa Junina',
  description: 'Earn points and tickets with every case and upgrade.',
  imageUrl: 'https://images.example/events/1.png',
  startsAt: '2026-11-15T12:00:00.000Z',
  endsAt: '2026-11-29T12:00:00.000Z',
  pointsPerReal: 10,
  ticketsPerReal: 5,
};

export const EventView = Type.Object(
  {
    ...eventFields,
    tiers: Type.Array(TierView, { description: 'The pass, by points' }),
    shoots: Type.Array(ShootView, { description: 'The tables of shots, by price' }),
  },
  {
    title: 'Event',
    description: 'An event with its pass and its shots',
    examples: [{ ...exampleEvent, tiers: [exampleTier], shoots: [exampleShoot] }],
  },
);

const ClaimableEventView = Type.Object(
  {
    id: idOf('Id of the event'),
    name: Type.String({ description: 'Display name' }),
    endsAt: timeOf('When it ended'),
    claimableUntil: timeOf('When the last claim is taken'),
  },
  { title: 'ClaimableEvent', description: 'An event that is over and can still be claimed' },
);

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
      description: 'Events that have ended and whose rewards can still be claimed; the last to end first',
    }),
  },
  {
    title: 'ActiveEvent',
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
