import { type HashRange, type ItemRange, percentOfRolls, type WeightedItem, widthOf } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import type { Id } from '../../../platform/ids.ts';
import { type Cents, formatBrl } from '../../../platform/money.ts';
import { centsOf, documentedAs, idOf, moneyText, orNull, timeOf } from '../../../platform/schemas.ts';
import {
  ChancePercent,
  type DrawnRoll,
  examplePrizeItem,
  hashRangeFields,
  PrizeItem,
  prizeItemView,
  type StoredRoll,
  type Stream,
} from '../rolls/index.ts';
import { isPaused } from './events.rules.ts';
import type { CurrentEvents } from './read-event.ts';

export const EVENT_STATUSES = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

/** What a shot may cost, in tickets. */
export const TICKET_PRICES = [250, 500, 1000, 2500, 5000] as const;
export type TicketPrice = (typeof TICKET_PRICES)[number];

const REWARD_TYPES = ['ITEM', 'BALANCE', 'TICKETS'] as const;

/** What is said of items that are for the games of the platform alone, and of no others. */
export const restrictionOf = ({ restrictedToGames }: { restrictedToGames?: boolean }) =>
  restrictedToGames ? { restrictedToGames } : {};

/** What was earned can still be claimed for so long after the end. */
export const CLAIM_DAYS_AFTER_END = 7;

/** What inventory items and transfers name as their source: a claim by `<tier>:<user>`, a shot by its id. */
export const CLAIM_SOURCE = 'EVENT_CLAIM';
export const SHOT_SOURCE = 'EVENT_SHOT';

/** What may be changed of an event at any time. */
export interface EventTexts {
  name: string;
  description: string;
  imageUrl: string;
}

export interface EventFields extends EventTexts {
  startsAt: Date;
  endsAt: Date;
  /** What one real of wagers earns. */
  pointsPerReal: number;
  ticketsPerReal: number;
  /**
   * The most that its rewards and shots may cost the house. Null for a draft until one is given, and for an event that was
   * published before budgets were asked for: it pays what it promised.
   */
  budgetCents: Cents | null;
}

/** An event as it is kept, and where it stands by the clock of the database. */
export interface StoredEvent extends EventFields {
  id: Id<'event'>;
  status: EventStatus;
  createdAt: Date;
  isRunning: boolean;
  hasStarted: boolean;
  hasEnded: boolean;
  /** Has started, and ended at most a week ago. */
  isClaimable: boolean;
}

/** One that has ended, and in which what was earned can still be claimed. */
export interface ClaimableEvent extends Pick<StoredEvent, 'id' | 'name' | 'endsAt'> {
  claimableUntil: Date;
}

export type Reward<Item> =
  | { type: 'ITEM'; item: Item; restrictedToGames?: boolean }
  | { type: 'BALANCE'; balanceCents: Cents }
  | { type: 'TICKETS'; tickets: bigint };

/** A tier as an administrator gives it; its number is its place. */
export interface TierInput {
  pointsRequired: bigint;
  reward: Reward<Id<'item'>>;
}

/** What a shot at one price can hit. */
export interface ShootTable {
  ticketPrice: TicketPrice;
  /** What it gives is for the games of the platform alone. */
  restrictedToGames?: boolean;
  prizes: readonly ItemRange<Id<'item'>>[];
}

/** A table by probabilities, from which its ranges follow. */
interface ShootOdds {
  ticketPrice: TicketPrice;
  restrictedToGames?: boolean;
  prizes: readonly WeightedItem<Id<'item'>>[];
  /** The probabilities are weights; without it they sum to 100 percent. */
  normalize: boolean;
}

export type ShootInput = ShootTable | ShootOdds;

/** What an event holds, as an administrator gives it. */
export interface EventContents {
  tiers: readonly TierInput[];
  shoots: readonly ShootInput[];
}

/** What a person wants to know of an item. */
export interface ShownItem {
  itemId: Id<'item'>;
  name: string;
  imageUrl: string;
  rarity: string;
  valueCents: Cents;
}

export interface Tier {
  id: Id<'event-tier'>;
  number: number;
  pointsRequired: bigint;
  reward: Reward<ShownItem>;
}

export interface Prize extends HashRange {
  item: ShownItem;
  /** As its whole table is. */
  restrictedToGames?: boolean;
}

/** A prize with the table that it is in. */
export interface PricedPrize extends Prize {
  ticketPrice: TicketPrice;
}

/** What a shot at one price gives and what may stand behind it, of one moment. */
export interface ShotReturn {
  /** What all 10000000 rolls give together. */
  worthCents: Cents;
  ticketPrice: TicketPrice;
  ticketsPerReal: number;
  /** What every wager leaves to the house at least. */
  edgePercent: string;
}

export interface Shoot {
  ticketPrice: TicketPrice;
  /** In ascending order of the ranges. */
  prizes: readonly Prize[];
}

export interface DescribedShoot extends Shoot, ShotReturn {}

/** An event with its tiers, by number, and its tables, by price. */
export interface DescribedEvent extends StoredEvent {
  tiers: readonly Tier[];
  shoots: readonly DescribedShoot[];
}

/** What has happened in an event so far. */
export interface EventTotals {
  players: number;
  wageredCents: Cents;
  ticketsSpent: bigint;
  shots: number;
  claims: number;
  /** Of the budget; zero without one. */
  spentCents: Cents;
}

export interface EventDetail extends DescribedEvent {
  totals: EventTotals;
}

/** Something that keeps an event from being run, with the place in the request. */
export interface EventFault {
  field: string;
  message: string;
}

/** A user in an event. */
export interface Participant {
  eventId: Id<'event'>;
  userId: Id<'user'>;
}

/** How far a user has come in an event. */
export interface Progress {
  wageredCents: Cents;
  ticketsGiven: bigint;
  ticketsSpent: bigint;
  shots: number;
}

export interface Standing {
  progress: Progress;
  /** The commitment of the next shot; null where the user has not asked for it. */
  nextServerSeedHash: string | null;
  claimedIds: ReadonlySet<Id<'event-tier'>>;
  /** The user's; null where each shot gets one of its own. */
  clientSeed: string | null;
  /** Whether the user has published the event, and so gains nothing from it; null where nobody asked. */
  isPublisher: boolean | null;
}

/** A shot to be written. */
export interface NewShot extends DrawnRoll {
  id: Id<'event-shot'>;
  eventId: Id<'event'>;
  userId: Id<'user'>;
  ticketPrice: TicketPrice;
  prize: Prize;
  /** Of the item won, which is written with it. */
  inventoryItemId: Id<'inventoryItem'>;
}

/** What a shot has come to, and what the table was worth at the moment that its item was valued. */
export interface FiredShot extends NewShot, Pick<ShotReturn, 'worthCents' | 'edgePercent'> {
  /** When it was won. */
  itemValueCents: Cents;
  ticketsLeft: bigint;
}

/** A shot as it is kept. */
export interface StoredShot extends StoredRoll {
  id: Id<'event-shot'>;
  eventId: Id<'event'>;
  ticketPrice: TicketPrice;
  itemId: Id<'item'>;
  itemName: string;
  itemImageUrl: string;
  itemRarity: string;
  itemValueCents: Cents;
  inventoryItemId: Id<'inventoryItem'>;
  chanceWidth: number;
}

/** A user's shots in an event count by themselves, so that events and other games do not take each other's nonces. */
export const shotStream = ({ eventId, userId }: Participant) => `event:${eventId}:user:${userId}` as Stream;

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
