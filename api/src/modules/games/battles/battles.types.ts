import type { BattleMode, ClientSeedSource, HashRange } from '@lisura/fairness';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import type { NamedRound } from '../beacon/index.ts';

export const BATTLE_STATUSES = ['WAITING', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED'] as const;
export type BattleStatus = (typeof BATTLE_STATUSES)[number];

/** What the rolls of a battle are made with beside the server's seeds: client seeds alone, or a public beacon. */
export const RANDOMNESS = ['server', 'drand'] as const;
export type Randomness = (typeof RANDOMNESS)[number];

export const MAX_ROUNDS = 50;
export const MAX_SEATS = 4;

/** What transfers and items of a battle name as their cause, with its id. */
export const BATTLE_SOURCE = 'BATTLE';

/** Added with a battle, for when its time is over. */
export const EXPIRE_BATTLE = 'expire-battle';
/** Added when the last seat is filled and a beacon decides. */
export const FINISH_BATTLE = 'finish-battle';

/** The case of a round, as it was when the battle was created. */
export interface BattleCase {
  round: number;
  caseId: Id<'case'>;
  caseName: string;
  imageUrl: string;
  versionId: Id<'case-version'>;
  versionNumber: number;
  priceCents: Cents;
}

export interface BattleItem extends HashRange {
  itemId: Id<'item'>;
  name: string;
  imageUrl: string;
  rarity: string;
  /** What decides: when the battle was created. Of now where that was not kept, in battles from before it was. */
  valueCents: Cents;
  /** At the prices of now. */
  nowCents: Cents;
}

/** A version of a case that is played in a battle, once however many rounds have it. */
export interface BattleVersion {
  versionId: Id<'case-version'>;
  caseId: Id<'case'>;
  versionNumber: number;
  flipThreshold: number | null;
  /** In ascending order of the ranges. */
  items: readonly BattleItem[];
}

interface SeatHolder {
  seat: number;
  userId: Id<'user'> | null;
  username: string | null;
  avatarUrl: string | null;
  /** Of a bot, which is nobody's. */
  botName: string | null;
}

export interface BattleSeat extends SeatHolder {
  /** Given by a person: of the request or of the account, or with the bots; null: none was given. */
  clientSeed: string | null;
  /** It is that of the account. */
  isAccountSeed: boolean;
  firstNonce: number;
  takenAt: Date;
  /** What the seat is bound to, by round. */
  serverSeedHashes: readonly string[];
  /** This and what follows is null until the end. */
  totalCents: Cents | null;
  isWinner: boolean | null;
  paidCents: Cents | null;
}

/** What a bot in a seat is bound to, since the battle was created. */
export interface BotSeat {
  seat: number;
  /** By round. */
  serverSeedHashes: readonly string[];
  committedAt: Date;
}

export interface BattleRoll {
  seat: number;
  round: number;
  nonce: number;
  serverSeed: string;
  serverSeedHash: string;
  clientSeed: string;
  clientSeedSource: ClientSeedSource;
  roll: number;
  itemId: Id<'item'>;
  itemName: string;
  imageUrl: string;
  rarity: string;
  valueCents: Cents;
  isFlip: boolean;
  wonBySeat: number | null;
}

/** What is known of a battle without its rounds and seats. */
interface BattleHead {
  id: Id<'battle'>;
  creatorId: Id<'user'>;
  mode: BattleMode;
  status: BattleStatus;
  isTeams: boolean;
  seatCount: number;
  entryCents: Cents;
  /** Null where it is public. */
  invitationCode: string | null;
  randomness: Randomness;
  /** Null where no beacon decides, and in battles from before the round followed from it. */
  beaconDelaySeconds: number | null;
  createdAt: Date;
  expiresAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  cancelledAt: Date | null;
  cancelReason: string | null;
  winningTeam: number | null;
  potCents: Cents | null;
}

/** A battle as lists and the lobby show it. */
export interface BattleSummary extends BattleHead {
  cases: readonly BattleCase[];
  /** Those that are taken, in their order. */
  seats: readonly SeatHolder[];
  isPaused: boolean;
}

interface TieBreak {
  serverSeedHash: string;
  committedAt: Date;
  /** Null until the end. */
  serverSeed: string | null;
  /** This and what follows is null where there was no tie. */
  contenders: readonly number[] | null;
  clientSeed: string | null;
  roll: number | null;
}

/** A battle with everything in it. */
export interface Battle extends BattleHead {
  beacon: NamedRound | null;
  tieBreak: TieBreak;
  cases: readonly BattleCase[];
  versions: readonly BattleVersion[];
  seats: readonly BattleSeat[];
  /** Of every seat but the first, taken or not; null where the battle is from before they were bound at the creation. */
  botSeats: readonly BotSeat[] | null;
  /** By round and then by seat; empty until the end. */
  rolls: readonly BattleRoll[];
}

/** With whether it can be joined at the prices of now. */
export interface ShownBattle extends Battle {
  isPaused: boolean;
}

/** The balances that have changed, as they are afterwards. */
export type Balances = ReadonlyMap<Id<'user'>, Cents>;

/** A battle after something happened in it. */
export interface ChangedBattle {
  battle: Battle;
  balances: Balances;
  /** What may be shown to everybody of how it ended. */
  dropIds: readonly string[];
}

export interface BattleFilter {
  mode?: BattleMode | undefined;
  seatCount?: number | undefined;
  status?: BattleStatus | undefined;
  minPriceCents?: Cents | undefined;
  maxPriceCents?: Cents | undefined;
}

export const BATTLE_SORTS = ['newest', 'cheapest', 'dearest', 'filling'] as const;
export type BattleSort = (typeof BATTLE_SORTS)[number];

/** Of battles that are not over, which are few: what nothing is added up for. */
export interface LobbyFilter extends BattleFilter {
  isTeams?: boolean | undefined;
  caseId?: Id<'case'> | undefined;
  randomness?: Randomness | undefined;
  hasFreeSeat?: boolean | undefined;
  sort: BattleSort;
}

/** Who looks at a battle. */
export interface Viewer {
  /** Null without a session. */
  viewerId: Id<'user'> | null;
  /** Of the invitation; null: none was given. */
  code: string | null;
}
export const NOBODY: Viewer = { viewerId: null, code: null };
