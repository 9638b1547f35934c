import type { ClientSeedSource } from '@lisura/fairness';
import type { Id } from '../platform/ids.ts';
import type { Cents } from '../platform/money.ts';

/** An item of the catalogue as the history needs it. */
export interface WorldItem {
  itemId: Id<'item'>;
  name: string;
  imageUrl: string;
  valueCents: Cents;
}

export interface WorldCase {
  id: Id<'case'>;
  name: string;
  versionId: Id<'case-version'>;
  priceCents: Cents;
  flipThreshold: number | null;
  /** In ascending order of the ranges. */
  items: readonly (WorldItem & { hashRangeStart: number; hashRangeEnd: number })[];
}

/** What there is to play with. It does not change while the history is written. */
export interface World {
  /** The cheapest first. */
  cases: readonly WorldCase[];
  /** What can be upgraded to and raffled off, the cheapest first. */
  items: readonly WorldItem[];
  /** The house's share of the chance of an upgrade. */
  edgeUnits: number;
}

/** Somebody of the history. The state is that after all that was played so far. */
export interface Player {
  id: Id<'user'>;
  username: string;
  joinedMs: number;
  /** How often this one comes, against others. */
  weight: number;
  /** What this one opens, the dearest last. */
  favourites: readonly WorldCase[];
  /** Of the account; null: the server draws one for each roll. */
  clientSeed: string | null;
  balanceCents: Cents;
  nonce: number;
  /** What is kept, the oldest first. */
  bag: HeldItem[];
  /** Nothing happens to a player before what happened last. */
  busyUntilMs: number;
  lastPayoutMs: number;
}

/** What an item may have come to when its slot is written. */
type HeldStatus = 'AVAILABLE' | 'SOLD' | 'USED_IN_UPGRADE';

/** An item of a player. What it came to before it was written is written with it. */
export interface HeldItem {
  /** Empty until it is written. */
  id: string;
  player: Player;
  item: WorldItem;
  acquiredMs: number;
  status: HeldStatus;
  sale: Sale | null;
}

/** A roll with the seeds that decided it. */
export interface FreshRoll {
  nonce: number;
  serverSeed: string;
  serverSeedHash: string;
  clientSeed: string;
  clientSeedSource: ClientSeedSource;
  roll: number;
}

interface Happening {
  player: Player;
  atMs: number;
  /** Of its record; empty until it is written. */
  id: string;
  /** Of its line in the ledger; empty until it is written, or where it has none. */
  transferId: string;
}

/** What is known of something that is not written yet. */
export const unwritten = { id: '', transferId: '' };

interface Opening extends FreshRoll {
  id: string;
  won: HeldItem;
  width: number;
  isFlip: boolean;
}

/** One debit, and what was opened for it. */
export interface OpenedCases extends Happening {
  kind: 'OPENINGS';
  opened: WorldCase;
  openings: readonly Opening[];
}

export interface Sale extends Happening {
  kind: 'SALE';
  items: readonly HeldItem[];
  cents: Cents;
}

export interface PlayedUpgrade extends Happening, FreshRoll {
  kind: 'UPGRADE';
  inputs: readonly HeldItem[];
  itemsCents: Cents;
  balanceCents: Cents;
  target: WorldItem;
  edgeUnits: number;
  chanceUnits: number;
  /** Null where it was lost. */
  won: HeldItem | null;
}

export interface Deposit extends Happening {
  kind: 'DEPOSIT';
  cents: Cents;
  /** One that is not paid ends by its time. */
  isPaid: boolean;
}

/** Asked for at its moment, and paid somewhat later. */
export interface Payout extends Happening {
  kind: 'PAYOUT';
  cents: Cents;
  paidMs: number;
  holdId: string;
  orderId: string;
}

export type Deed = OpenedCases | Sale | PlayedUpgrade | Deposit | Payout;

/** By what they are. */
export type Deeds = { readonly [Kind in Deed['kind']]: readonly Extract<Deed, { kind: Kind }>[] };

/** How many transfers each comes to. */
export function transfersOf(deed: Deed): number {
  if (deed.kind === 'PAYOUT') return 2;
  if (deed.kind === 'UPGRADE') return deed.balanceCents > 0n ? 1 : 0;
  if (deed.kind === 'DEPOSIT') return deed.isPaid ? 1 : 0;
  return 1;
}
