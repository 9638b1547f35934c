import { createHash } from 'node:crypto';
import { BATTLE_MODES, type BattleMode, teamOf } from '@lisura/fairness';
import { Type } from 'typebox';
import { type Id, toId } from '../../../platform/ids.ts';
import { pageQuery, listOf as pagesOf } from '../../../platform/lists.ts';
import { type Cents, formatBrl } from '../../../platform/money.ts';
import {
  cents,
  flag,
  id,
  integer,
  listOf,
  orNull,
  part,
  record,
  type Static,
  string,
  time,
} from '../../../platform/record.ts';
import { idOf } from '../../../platform/schemas.ts';
import { PublicUserView } from '../../people/users/index.ts';
import { BeaconDelayField } from '../beacon/index.ts';
import { LogLeafAtTheEnd, logLeafOf } from '../rolls/index.ts';
import {
  BATTLE_STATUSES,
  type BattleStatus,
  MAX_SEATS,
  onlyInTheLobby,
  RANDOMNESS,
  type Randomness,
} from './battles.records.ts';

const botPicturePath = (name: string): string => `/api/battles/bots/${encodeURIComponent(name)}/picture`;

/** The name alone decides colour, eyes and antenna. */
export function drawBot(name: string): string {
  const [hueByte = 0, eyeByte = 0, antennaByte = 0] = createHash('sha256').update(name).digest();
  const hue = Math.round((hueByte / 256) * 360);
  const eyeHeight = 5 + (eyeByte % 3) * 3;
  const antennaX = 24 + (antennaByte % 3) * 8;
  const eye = (x: number) =>
    `<rect x="${x}" y="${32 - eyeHeight / 2}" width="9" height="${eyeHeight}" rx="3" fill="hsl(${hue} 90% 78%)"/>`;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">',
    `<rect width="64" height="64" rx="14" fill="hsl(${hue} 32% 14%)"/>`,
    `<path d="M32 20L${antennaX} 11" stroke="hsl(${hue} 45% 55%)" stroke-width="3"/>`,
    `<circle cx="${antennaX}" cy="10" r="4" fill="hsl(${hue} 90% 70%)"/>`,
    `<rect x="12" y="19" width="40" height="33" rx="10" fill="hsl(${hue} 40% 42%)"/>`,
    `<rect x="17" y="24" width="30" height="16" rx="7" fill="hsl(${hue} 40% 12%)"/>`,
    eye(20),
    eye(35),
    `<path d="M24 46h16" stroke="hsl(${hue} 40% 14%)" stroke-width="3" stroke-linecap="round"/>`,
    '</svg>',
  ].join('');
}

export const BattleModeText = Type.Unsafe<BattleMode>({ title: 'BattleMode', type: 'string', enum: [...BATTLE_MODES] });
export const BattleStatusText = Type.Unsafe<BattleStatus>({
  title: 'BattleStatus',
  type: 'string',
  enum: [...BATTLE_STATUSES],
});
export const RandomnessText = Type.Unsafe<Randomness>({ title: 'Randomness', type: 'string', enum: [...RANDOMNESS] });

const upTo = (maximum: number, description: string) =>
  Type.Unsafe<number>({ type: 'integer', minimum: 1, maximum, description, examples: [1] });
export const SeatNumber = upTo(4, 'The seat, counted from 1');
export const RoundNumber = upTo(50, 'The round, counted from 1');
export const TeamNumber = upTo(
  4,
  'With teams, 1 has the seats 1 and 2, and 2 the seats 3 and 4; otherwise each seat is one team, of its number',
);

const CaseRecord = record('BattleCase', 'The case of a round', {
  round: RoundNumber,
  caseId: id<'case'>('The case that is opened'),
  caseName: string('Its name', 'Amazônia'),
  imageUrl: string('Its picture', 'https://images.example/cases/5.png'),
  versionNumber: integer('The version that was played when the battle was created', 3),
  priceCents: cents('Its price when the battle was created', '1990'),
});
export type BattleCase = Static<typeof CaseRecord> & { versionId: Id<'case-version'> };

export const holderFields = {
  seat: SeatNumber,
  team: TeamNumber,
  isBot: flag('Whether it belongs to the house', false),
  user: orNull(
    part(PublicUserView, 'The player', { id: '42', username: 'Ana', avatarUrl: null }),
    'Id of the player; null for a bot',
  ),
  botName: Type.Optional(Type.String({ description: 'Name of a bot' })),
  botAvatarUrl: Type.Optional(Type.String({ description: 'The picture of a bot, on this server' })),
};
const Holder = record('SeatHolder', 'The player or bot in a seat', holderFields);

export interface SeatHolder {
  seat: number;
  userId: Id<'user'> | null;
  username: string | null;
  avatarUrl: string | null;
  botName: string | null;
}

export const holderView = <Seat extends SeatHolder>(
  { userId, username, avatarUrl, botName, ...seat }: Seat,
  isTeams: boolean,
) => ({
  ...seat,
  team: teamOf(seat.seat, isTeams),
  isBot: userId === null,
  user: userId === null ? null : { id: userId, username: username ?? '', avatarUrl },
  ...(botName === null ? {} : { botName, botAvatarUrl: botPicturePath(botName) }),
});

/** Lists, the lobby and the whole battle have these in common. */
export const headFields = {
  id: id<'battle'>('The battle'),
  logLeaf: { ...LogLeafAtTheEnd, examples: [logLeafOf('BATTLES', '1')] },
  mode: Type.Unsafe<BattleMode>({
    ...BattleModeText,
    description:
      'NORMAL: the highest total wins. CRAZY: the lowest. TERMINAL: the last round alone counts. SHARED: every ' +
      'seat wins an even share of the total, paid as balance, and no team does',
    examples: ['NORMAL'],
  }),
  status: Type.Unsafe<BattleStatus>({
    ...BattleStatusText,
    description: 'WAITING for players, IN_PROGRESS until everything is decided, COMPLETED, or CANCELLED',
    examples: ['COMPLETED'],
  }),
  isTeams: flag('Two against two', false),
  seatCount: Type.Integer({ minimum: 2, maximum: 4, description: 'How many play', examples: [2] }),
  isPrivate: flag('Joined with an invitation code, and in no list', false),
  isPaused: flag('Whether it cannot be joined, since at the prices of now it would pay back more than it may', false),
  entryPriceCents: cents('Price of a seat, in cents of BRL', '1990'),
  entryPriceFormatted: string('For people to read', 'R$ 19,90'),
  createdAt: time('When it was created'),
  startedAt: orNull(time('When', '2026-11-15T12:01:00.000Z'), 'When the last seat was filled'),
  endedAt: orNull(time('When', '2026-11-15T12:01:00.000Z'), 'When everything was decided'),
  cancelledAt: orNull(
    time('When'),
    'When it was cancelled. One that has `startedAt`, too, was cancelled because the public beacon was silent for a day',
    null,
  ),
  expiresAt: time('When it is cancelled unless all seats are filled', '2026-11-15T12:30:00.000Z'),
  randomness: Type.Unsafe<Randomness>({
    ...RandomnessText,
    description: 'server: client seeds of the players or drawn. drand: a round of the public beacon',
    examples: ['server'],
  }),
  beaconDelaySeconds: BeaconDelayField,
  roundCount: Type.Integer({ minimum: 1, maximum: 50, description: 'How many cases each seat opens', examples: [1] }),
  totalEntryCents: cents('Price of all seats together, those of bots too, in cents of BRL', '3980'),
  cases: listOf(CaseRecord, 'The case of each round'),
};
const Head = Type.Object(headFields);
type Computed =
  | 'logLeaf'
  | 'isPrivate'
  | 'isPaused'
  | `entryPrice${string}`
  | 'roundCount'
  | 'totalEntryCents'
  | 'cases';

export interface BattleHead extends Omit<Static<typeof Head>, Computed> {
  creatorId: Id<'user'>;
  entryCents: Cents;
  /** A public battle has none. */
  invitationCode: string | null;
  cancelReason: string | null;
  winningTeam: number | null;
  potCents: Cents | null;
}

export interface BattleSummary extends BattleHead {
  cases: readonly BattleCase[];
  seats: readonly SeatHolder[];
  isPaused: boolean;
}

export const headView = ({
  id,
  status,
  entryCents,
  seatCount,
  cases,
  invitationCode,
}: Omit<BattleSummary, 'seats'>) => ({
  logLeaf: status === 'COMPLETED' ? logLeafOf('BATTLES', id) : null,
  isPrivate: invitationCode !== null,
  entryPriceCents: entryCents,
  entryPriceFormatted: formatBrl(entryCents),
  roundCount: cases.length,
  totalEntryCents: entryCents * BigInt(seatCount),
  cases: [...cases],
});

export const Summary = record('BattleSummary', 'A battle in a list', {
  ...headFields,
  seats: listOf(Holder, 'The seats that are taken, in their order'),
  winningTeam: orNull(
    TeamNumber,
    'The winning team; null until the end, and if the pot is shared and every seat wins its part',
  ),
  potCents: orNull(cents('In cents of BRL', '4870'), 'Worth of everything drawn, together; null until the end'),
});

export const summaryView = (battle: BattleSummary) => ({
  ...battle,
  ...headView(battle),
  seats: battle.seats.map((seat) => holderView(seat, battle.isTeams)),
});

const OwnSeatRecord = record('OwnSeat', 'Your own part in it', {
  seat: SeatNumber,
  isWinner: orNull(
    flag('Whether', true),
    'Whether your team has won, or you have a share of the pot; null until the end',
  ),
  wonCents: orNull(cents('In cents of BRL', '4870'), 'Your winnings in items and money; null until the end'),
});
export type OwnSeat = Static<typeof OwnSeatRecord>;
const OwnBattle = record('OwnBattle', 'A battle that you sit in', {
  ...Summary.properties,
  own: part(OwnSeatRecord, 'Your part'),
});

const exampleMeta = { page: 1, limit: 20, total: 1 };
export const OwnBattleList = pagesOf(OwnBattle, { examples: [{ data: OwnBattle.examples, meta: exampleMeta }] });
export const BattleList = pagesOf(Summary, { examples: [{ data: Summary.examples, meta: exampleMeta }] });

export interface BattleFilter {
  mode?: BattleMode | undefined;
  seatCount?: number | undefined;
  status?: BattleStatus | undefined;
  minPriceCents?: Cents | undefined;
  maxPriceCents?: Cents | undefined;
}

const BATTLE_SORTS = ['newest', 'cheapest', 'dearest', 'filling'] as const;
export type BattleSort = (typeof BATTLE_SORTS)[number];

/** These fields are asked only of battles that are not over. They are few, so they need no totals. */
export interface LobbyFilter extends BattleFilter {
  isTeams?: boolean | undefined;
  caseId?: Id<'case'> | undefined;
  randomness?: Randomness | undefined;
  hasFreeSeat?: boolean | undefined;
  sort: BattleSort;
}

const PriceFilter = (description: string) =>
  Type.Optional(
    Type.String({ pattern: '^[0-9]{1,18}$', description, 'x-fault': 'must be whole cents: 1 to 18 digits' }),
  );

const LOBBY_ONLY = 'Lists only battles that wait or are in progress: 400 with another status';

export const BattleListQuery = pageQuery({
  mode: Type.Optional(
    Type.Unsafe<Static<typeof BattleModeText>>({ ...BattleModeText, description: 'Only battles of this mode' }),
  ),
  seatCount: Type.Optional(
    Type.Integer({ minimum: 2, maximum: MAX_SEATS, description: 'Only battles with this many seats, taken or not' }),
  ),
  status: Type.Optional(
    Type.Unsafe<Static<typeof BattleStatusText>>({ ...BattleStatusText, description: 'Only battles in this state' }),
  ),
  minPriceCents: PriceFilter('An entry of at least these cents'),
  maxPriceCents: PriceFilter('An entry of at most these cents'),
  isTeams: Type.Optional(Type.Boolean({ description: `Two against two, or not. ${LOBBY_ONLY}` })),
  hasFreeSeat: Type.Optional(Type.Boolean({ description: `Only battles with a free seat, or without. ${LOBBY_ONLY}` })),
  caseId: Type.Optional(idOf(`Only battles in which this case is opened. ${LOBBY_ONLY}`)),
  randomness: Type.Optional(
    Type.Unsafe<Static<typeof RandomnessText>>({
      ...RandomnessText,
      description: `Decided by client seeds or by the public beacon. ${LOBBY_ONLY}`,
    }),
  ),
  sort: Type.Optional(
    Type.Unsafe<BattleSort>({
      type: 'string',
      enum: [...BATTLE_SORTS],
      default: 'newest',
      description:
        'newest: the last created first; cheapest and dearest: by the entry; filling: the fewest free seats first. All but ' +
        `newest: ${LOBBY_ONLY}`,
    }),
  ),
});

/** Returns null if every filter also applies to battles that are over. Throws a 400 if only those are meant. */
export function lobbyFilterOf(query: Static<typeof BattleListQuery>): LobbyFilter | null {
  const { isTeams, hasFreeSeat, caseId, randomness, sort = 'newest' } = query;
  const asked = Object.entries({
    isTeams,
    hasFreeSeat,
    caseId,
    randomness,
    sort: sort === 'newest' ? undefined : sort,
  });
  const fields = asked.flatMap(([field, value]) => (value === undefined ? [] : [field]));
  if (fields.length === 0) return null;
  if (query.status === 'COMPLETED' || query.status === 'CANCELLED') throw onlyInTheLobby(fields);
  return {
    ...battleFilterOf(query),
    isTeams,
    hasFreeSeat,
    caseId: caseId === undefined ? undefined : toId<'case'>(caseId),
    randomness,
    sort,
  };
}

export function battleFilterOf(query: Static<typeof BattleListQuery>): BattleFilter {
  const { mode, seatCount, status, minPriceCents, maxPriceCents } = query;
  return {
    mode,
    seatCount,
    status,
    minPriceCents: minPriceCents === undefined ? undefined : BigInt(minPriceCents),
    maxPriceCents: maxPriceCents === undefined ? undefined : BigInt(maxPriceCents),
  };
}

export const UserIdParams = Type.Object({ userId: idOf('Id of the user') });
export const BattleParams = Type.Object({ id: idOf('The battle') });

export const BotParams = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 64, description: 'Name of the bot', examples: ['Iara'] }),
});
export const BotPicture = Type.String({
  description: 'An SVG',
  examples: ['<svg xmlns="http://www.w3.org/2000/svg"/>'],
});

export const CodeText = Type.String({ maxLength: 100, description: 'The invitation code of a private battle' });
export const BattleQuery = Type.Object({ code: Type.Optional(CodeText) });

export const BattleVisibilityView = Type.Object(
  { isPublic: Type.Boolean({ description: 'Whether `GET /battles/{id}` answers without a session' }) },
  { title: 'BattleVisibility', description: 'The visibility of a battle', examples: [{ isPublic: true }] },
);
