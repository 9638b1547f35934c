import { type HashRange, type ItemRange, percentOfRolls, type WeightedItem, widthOf } from '@lisura/fairness';
import { Type } from 'typebox';
import type { Id } from '../../../platform/ids.ts';
import { type Cents, formatBrl } from '../../../platform/money.ts';
import {
  cents,
  flag,
  id,
  integer,
  listOf,
  oneOf,
  orNull,
  part,
  record,
  type Static,
  string,
  time,
} from '../../../platform/record.ts';
import { documentedAs, idOf } from '../../../platform/schemas.ts';
import {
  ChancePercent,
  type DrawnRoll,
  hashRangeFields,
  PrizeItem,
  prizeItemView,
  type StoredRoll,
  type Stream,
} from '../rolls/index.ts';

const EVENT_STATUSES = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

export const TICKET_PRICES = [250, 500, 1000, 2500, 5000] as const;
export type TicketPrice = (typeof TICKET_PRICES)[number];

const REWARD_TYPES = ['ITEM', 'BALANCE', 'TICKETS'] as const;

/** A restricted item can be played and sold, and neither withdrawn nor swapped. Other items lack the field. */
export const restrictionOf = ({ restrictedToGames }: { restrictedToGames?: boolean }) =>
  restrictedToGames ? { restrictedToGames } : {};

export const CLAIM_DAYS_AFTER_END = 7;

/** Inventory items and transfers name these as their source: a claim by `<tier>:<user>`, a shot by its id. */
export const CLAIM_SOURCE = 'EVENT_CLAIM';
export const SHOT_SOURCE = 'EVENT_SHOT';

export interface Participant {
  eventId: Id<'event'>;
  userId: Id<'user'>;
}

/** A user's shots in an event count by themselves, so that events and other games do not take each other's nonces. */
export const shotStream = ({ eventId, userId }: Participant) => `event:${eventId}:user:${userId}` as Stream;

/** Points and tickets are bigints, because products with them may be beyond 2^53. */
export const count = (description: string, example: number, options: object = {}) =>
  Type.Unsafe<bigint>({ type: 'integer', ...options, description, examples: [example] });

const shownFields = {
  id: id<'event'>('Id of the event'),
  name: string('Display name', 'Festa Junina'),
  description: string('Description for players', 'Earn points and tickets with every case and upgrade.'),
  imageUrl: string('Address of a picture', 'https://images.example/events/1.png'),
  startsAt: time('When wagers begin to earn'),
  endsAt: time('When wagers no longer earn, and the last shot is fired', '2026-11-29T12:00:00.000Z'),
  pointsPerReal: integer('Points that one real of wagers earns', 10),
  ticketsPerReal: integer('Tickets that one real of wagers earns', 5),
};

export const AdminEvent = record('AdminEvent', 'An event as administrators see it', {
  ...shownFields,
  status: Type.Unsafe<EventStatus>({
    ...oneOf(EVENT_STATUSES, 'EventStatus', 'Status of the event, from draft on'),
    examples: ['PUBLISHED'],
  }),
  isRunning: flag('Published, begun and not ended', true),
  budgetCents: orNull(
    cents('The most that its rewards and shots may cost, in BRL cents', '5000000'),
    'The most that its rewards and shots may cost, in BRL cents; null: it has none, as events published before budgets',
  ),
  createdAt: time('When it was made', '2026-11-01T12:00:00.000Z'),
});
type AdminEvent = Static<typeof AdminEvent>;

/** Times are judged by the clock of the database. */
export interface StoredEvent extends AdminEvent {
  hasStarted: boolean;
  hasEnded: boolean;
  isClaimable: boolean;
}

export type EventTexts = Pick<AdminEvent, 'name' | 'description' | 'imageUrl'>;
export type EventFields = EventTexts &
  Pick<AdminEvent, 'startsAt' | 'endsAt' | 'pointsPerReal' | 'ticketsPerReal' | 'budgetCents'>;

export const ClaimableEvent = record('ClaimableEvent', 'An event that is over and can still be claimed', {
  id: id<'event'>('Id of the event'),
  name: string('Display name', 'Festa da Primavera'),
  endsAt: time('When it ended', '2026-11-12T12:00:00.000Z'),
  claimableUntil: time('When the last claim is taken', '2026-11-19T12:00:00.000Z'),
});
export type ClaimableEvent = Static<typeof ClaimableEvent>;

export type Reward<Item> =
  | { type: 'ITEM'; item: Item; restrictedToGames?: boolean }
  | { type: 'BALANCE'; balanceCents: Cents }
  | { type: 'TICKETS'; tickets: bigint };

/** The number of a tier is its place. */
export interface TierInput {
  pointsRequired: bigint;
  reward: Reward<Id<'item'>>;
}

export interface ShootTable {
  ticketPrice: TicketPrice;
  restrictedToGames?: boolean;
  prizes: readonly ItemRange<Id<'item'>>[];
}

/** The ranges follow from the probabilities. */
interface ShootOdds extends Omit<ShootTable, 'prizes'> {
  prizes: readonly WeightedItem<Id<'item'>>[];
  /** True: the probabilities are weights; false: they sum to 100 percent. */
  normalize: boolean;
}

export type ShootInput = ShootTable | ShootOdds;

export interface EventContents {
  tiers: readonly TierInput[];
  shoots: readonly ShootInput[];
}

export interface EventFault {
  field: string;
  message: string;
}

export type ShownItem = Parameters<typeof prizeItemView>[0];

export interface Tier extends Omit<TierInput, 'reward'> {
  id: Id<'event-tier'>;
  number: number;
  reward: Reward<ShownItem>;
}

export interface Prize extends HashRange {
  item: ShownItem;
  /** A whole table is restricted or not. */
  restrictedToGames?: boolean;
}

export interface PricedPrize extends Prize {
  ticketPrice: TicketPrice;
}

export interface ShotReturn {
  /** All 10000000 rolls together. */
  worthCents: Cents;
  ticketPrice: TicketPrice;
  ticketsPerReal: number;
  /** The least share of a wager that stays with the house. */
  edgePercent: string;
}

export interface Shoot {
  ticketPrice: TicketPrice;
  /** In ascending order of the ranges. */
  prizes: readonly Prize[];
}

export interface DescribedShoot extends Shoot, ShotReturn {
  isPaused: boolean;
}

/** The tiers are sorted by number, and the tables by price. */
export interface DescribedEvent extends StoredEvent {
  tiers: readonly Tier[];
  shoots: readonly DescribedShoot[];
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
  /** Null: the user has not asked for the commitment of the next shot. */
  nextServerSeedHash: string | null;
  claimedIds: ReadonlySet<Id<'event-tier'>>;
  /** Null: each shot gets a random seed. */
  clientSeed: string | null;
  /** Publishers of an event gain nothing from it. Null where the statement does not ask. */
  isPublisher: boolean | null;
}

export interface NewShot extends DrawnRoll {
  id: Id<'event-shot'>;
  eventId: Id<'event'>;
  userId: Id<'user'>;
  ticketPrice: TicketPrice;
  prize: Prize;
  /** The item won, which is written with the shot. */
  inventoryItemId: Id<'inventoryItem'>;
}

/** The table and the item are valued at the same moment. */
export interface FiredShot extends NewShot, Pick<ShotReturn, 'worthCents' | 'edgePercent'> {
  itemValueCents: Cents;
  ticketsLeft: bigint;
}

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

export const EventParams = Type.Object({ id: idOf('Id of the event') });

export const TicketPriceField = Type.Unsafe<TicketPrice>({
  title: 'TicketPrice',
  type: 'integer',
  enum: [...TICKET_PRICES],
  description: 'Price of the shot, in tickets',
  examples: [250],
});

export const RewardType = Type.Unsafe<Reward<never>['type']>({
  type: 'string',
  enum: [...REWARD_TYPES],
  description: 'Kind of the reward',
  examples: ['BALANCE'],
});
const balanceCents = cents('Amount that is credited, in BRL cents', '2500');
const balanceFormatted = string('The same, for a person', 'R$ 25,00');
const tickets = count('How many tickets to shoot with', 250);
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
export const RewardView = Object.assign(
  record('Reward', 'The reward of a tier: an item, balance or tickets', {
    type: RewardType,
    item: orNull(part(PrizeItem, 'The item'), OF_ANOTHER_TYPE, null),
    balanceCents: orNull(balanceCents, OF_ANOTHER_TYPE),
    balanceFormatted: orNull(balanceFormatted, OF_ANOTHER_TYPE),
    tickets: orNull(tickets, OF_ANOTHER_TYPE, null),
    restrictedToGames: Restricted,
  }),
  documentedAs('type', [
    rewardOf('ITEM', 'ItemReward', { item: PrizeItem, restrictedToGames: Restricted }),
    rewardOf('BALANCE', 'BalanceReward', { balanceCents, balanceFormatted }),
    rewardOf('TICKETS', 'TicketsReward', { tickets }),
  ]),
);

export function rewardView(reward: Reward<ShownItem>): Static<typeof RewardView> {
  const none = { item: null, balanceCents: null, balanceFormatted: null, tickets: null };
  switch (reward.type) {
    case 'ITEM':
      return { ...none, ...reward, item: prizeItemView(reward.item) };
    case 'BALANCE':
      return { ...none, ...reward, balanceFormatted: formatBrl(reward.balanceCents) };
    case 'TICKETS':
      return { ...none, ...reward };
  }
}

export const tierFields = {
  id: id<'event-tier'>('Id to claim it by'),
  number: Type.Integer({ minimum: 1, description: 'Its place in the pass, counted from 1', examples: [1] }),
  pointsRequired: count('Points that it takes', 5_000, { minimum: 1 }),
  reward: RewardView,
};
const TierView = record('Tier', 'A step of the pass', tierFields);

export const tierView = (tier: Tier) => ({ ...tier, reward: rewardView(tier.reward) });

const ShootPrize = record('ShootPrize', 'An item that shots can hit, and the rolls that give it', {
  item: PrizeItem,
  ...hashRangeFields,
  chancePercent: { ...ChancePercent, examples: ['100'] },
});
const ShootView = record('Shoot', 'The items that shots of one price can hit', {
  ticketPrice: TicketPriceField,
  isPaused: flag(
    'At the prices of now a shot would give more on average than the wagers behind its tickets leave to the house: ' +
      'it cannot be fired until prices change',
    false,
  ),
  restrictedToGames: Restricted,
  prizes: listOf(ShootPrize, 'In the order of their ranges'),
});

export const contentsFields = {
  tiers: listOf(TierView, 'The pass, by points'),
  shoots: listOf(ShootView, 'The tables of shots, by price'),
};
export const EventView = record('Event', 'An event with its pass and its shots', { ...shownFields, ...contentsFields });

export const eventView = <Described extends DescribedEvent>(event: Described) => ({
  ...event,
  tiers: event.tiers.map(tierView),
  shoots: event.shoots.map(({ prizes, ...shoot }) => ({
    ...shoot,
    ...restrictionOf(prizes[0] ?? {}),
    prizes: prizes.map((prize) => ({
      ...prize,
      item: prizeItemView(prize.item),
      chancePercent: percentOfRolls(widthOf(prize)),
    })),
  })),
});

export const ActiveEvent = record('ActiveEvent', 'The event that runs, and those that can still be claimed', {
  event: orNull(part(EventView, 'The event'), 'Null while none runs'),
  claimable: listOf(
    ClaimableEvent,
    'Events that have ended and whose rewards can still be claimed; the last to end first',
  ),
});

export const EventTotals = record('EventTotals', 'The figures of the event so far', {
  players: integer('Number of users who have wagered during the event', 120),
  wageredCents: cents('Their wagers, in BRL cents', '981200'),
  wageredFormatted: string('The same, for a person', 'R$ 9.812,00'),
  ticketsSpent: count('Tickets that shots have cost', 32_000),
  shots: integer('Shots that were fired', 71),
  claims: integer('Rewards of tiers that were claimed', 208),
  spentCents: cents('Part of the budget that rewards and shots have used, in BRL cents; 0 without a budget', '1250000'),
});
export type EventTotals = Omit<Static<typeof EventTotals>, 'wageredFormatted'>;

export interface EventDetail extends DescribedEvent {
  totals: EventTotals;
}
