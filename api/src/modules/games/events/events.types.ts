import type { HashRange, ItemRange, WeightedItem } from '@lisura/fairness';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';

export const EVENT_STATUSES = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

/** What a shot may cost, in tickets. */
export const TICKET_PRICES = [250, 500, 1000, 2500, 5000] as const;
export type TicketPrice = (typeof TICKET_PRICES)[number];

export const REWARD_TYPES = ['ITEM', 'BALANCE', 'TICKETS'] as const;

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
