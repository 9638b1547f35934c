import { BATTLE_MODES, type BattleMode, teamOf } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import { listOf } from '../../../platform/lists.ts';
import { formatBrl } from '../../../platform/money.ts';
import { CentsText, IdText, Timestamp } from '../../../platform/schemas.ts';
import { PublicUserView } from '../../people/users/index.ts';
import { BeaconDelayField } from '../beacon/index.ts';
import { LogLeafAtTheEnd, logLeafOf } from '../rolls/index.ts';
import {
  BATTLE_STATUSES,
  type BattleCase,
  type BattleStatus,
  type BattleSummary,
  RANDOMNESS,
  type Randomness,
  type ShownBattle,
} from './battles.types.ts';
import { botPicturePath } from './bot-pictures.ts';
import type { OwnSeat } from './summaries.sql.ts';

export const BattleModeText = Type.Unsafe<BattleMode>({ title: 'BattleMode', type: 'string', enum: [...BATTLE_MODES] });
export const BattleStatusText = Type.Unsafe<BattleStatus>({
  title: 'BattleStatus',
  type: 'string',
  enum: [...BATTLE_STATUSES],
});
export const RandomnessText = Type.Unsafe<Randomness>({ title: 'Randomness', type: 'string', enum: [...RANDOMNESS] });

export const Cents = (description: string) => Type.String({ ...CentsText, description });
export const OrNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const Moment = (description: string) => OrNull(Timestamp, description);

export const SeatNumber = Type.Integer({ minimum: 1, maximum: 4, description: 'The seat, counted from 1' });
export const RoundNumber = Type.Integer({ minimum: 1, maximum: 50, description: 'The round, counted from 1' });
export const TeamNumber = Type.Integer({
  minimum: 1,
  maximum: 4,
  description:
    'With teams, 1 has the seats 1 and 2, and 2 the seats 3 and 4; otherwise each seat is one team, of its number',
});

const BattleCaseView = Type.Object(
  {
    round: RoundNumber,
    caseId: Type.String({ ...IdText, description: 'The case that is opened' }),
    caseName: Type.String({ description: 'Its name' }),
    imageUrl: Type.String({ description: 'Its picture' }),
    versionNumber: Type.Integer({ description: 'The version that was played when the battle was created' }),
    priceCents: Cents('Its price when the battle was created'),
  },
  { title: 'BattleCase', description: 'The case of a round' },
);

function battleCaseView(played: BattleCase): Static<typeof BattleCaseView> {
  const { round, caseId, caseName, imageUrl, versionNumber, priceCents } = played;
  return { round, caseId, caseName, imageUrl, versionNumber, priceCents: priceCents.toString() };
}

/** Who sits in a seat. */
export const holderFields = {
  seat: SeatNumber,
  team: TeamNumber,
  isBot: Type.Boolean({ description: 'Whether it belongs to the house' }),
  user: OrNull(PublicUserView, 'Id of the player; null for a bot'),
  botName: Type.Optional(Type.String({ description: 'Name of a bot' })),
  botAvatarUrl: Type.Optional(Type.String({ description: 'The picture of a bot, on this server' })),
};
const HolderView = Type.Object(holderFields, { title: 'SeatHolder', description: 'The player or bot in a seat' });

export function holderView(
  { seat, userId, username, avatarUrl, botName }: BattleSummary['seats'][number],
  isTeams: boolean,
): Static<typeof HolderView> {
  return {
    seat,
    team: teamOf(seat, isTeams),
    isBot: userId === null,
    user: userId === null ? null : { id: userId, username: username ?? '', avatarUrl },
    ...(botName === null ? {} : { botName, botAvatarUrl: botPicturePath(botName) }),
  };
}

/** What lists, the lobby and the whole battle have in common. */
export const headFields = {
  id: Type.String({ ...IdText, description: 'The battle' }),
  logLeaf: LogLeafAtTheEnd,
  mode: Type.Unsafe<BattleMode>({
    ...BattleModeText,
    description:
      'NORMAL: the highest total wins. CRAZY: the lowest. TERMINAL: the last round alone counts. SHARED: every ' +
      'seat wins an even share of the total, paid as balance, and no team does',
  }),
  status: Type.Unsafe<BattleStatus>({
    ...BattleStatusText,
    description: 'WAITING for players, IN_PROGRESS until everything is decided, COMPLETED, or CANCELLED',
  }),
  isTeams: Type.Boolean({ description: 'Two against two' }),
  seatCount: Type.Integer({ minimum: 2, maximum: 4, description: 'How many play' }),
  isPrivate: Type.Boolean({ description: 'Joined with an invitation code, and in no list' }),
  isPaused: Type.Boolean({
    description: 'Whether it cannot be joined, since at the prices of now it would pay back more than it may',
  }),
  entryPriceCents: Cents('Price of a seat, in cents of BRL'),
  entryPriceFormatted: Type.String({ description: 'For people to read', examples: ['R$ 45,00'] }),
  createdAt: Type.String({ ...Timestamp, description: 'When it was created' }),
  startedAt: Moment('When the last seat was filled'),
  endedAt: Moment('When everything was decided'),
  cancelledAt: Moment(
    'When it was cancelled. One that has `startedAt`, too, was cancelled because the public beacon was silent for a day',
  ),
  expiresAt: Type.String({ ...Timestamp, description: 'When it is cancelled unless all seats are filled' }),
  randomness: Type.Unsafe<Randomness>({
    ...RandomnessText,
    description: 'server: client seeds of the players or drawn. drand: a round of the public beacon',
  }),
  beaconDelaySeconds: BeaconDelayField,
  roundCount: Type.Integer({ minimum: 1, maximum: 50, description: 'How many cases each seat opens' }),
  totalEntryCents: Cents('Price of all seats together, those of bots too, in cents of BRL'),
  cases: Type.Array(BattleCaseView, { description: 'The case of each round' }),
};

type Head = Omit<BattleSummary, 'seats'> | ShownBattle;
const HeadView = Type.Object(headFields);

export function headView(battle: Head): Static<typeof HeadView> {
  const { id, mode, status, isTeams, seatCount, isPaused, entryCents, randomness } = battle;
  return {
    id,
    logLeaf: status === 'COMPLETED' ? logLeafOf('BATTLES', id) : null,
    mode,
    status,
    isTeams,
    seatCount,
    isPrivate: battle.invitationCode !== null,
    isPaused,
    entryPriceCents: entryCents.toString(),
    entryPriceFormatted: formatBrl(entryCents),
    createdAt: battle.createdAt.toISOString(),
    startedAt: battle.startedAt?.toISOString() ?? null,
    endedAt: battle.endedAt?.toISOString() ?? null,
    cancelledAt: battle.cancelledAt?.toISOString() ?? null,
    expiresAt: battle.expiresAt.toISOString(),
    randomness,
    beaconDelaySeconds: battle.beaconDelaySeconds,
    roundCount: battle.cases.length,
    totalEntryCents: (entryCents * BigInt(seatCount)).toString(),
    cases: battle.cases.map(battleCaseView),
  };
}

const exampleCase: Static<typeof BattleCaseView> = {
  round: 1,
  caseId: '5',
  caseName: 'Amazônia',
  imageUrl: 'https://images.example/cases/5.png',
  versionNumber: 3,
  priceCents: '1990',
};
export const exampleHead: Static<typeof HeadView> = {
  id: '301',
  logLeaf: logLeafOf('BATTLES', '301'),
  mode: 'NORMAL',
  status: 'COMPLETED',
  isTeams: false,
  seatCount: 2,
  isPrivate: false,
  isPaused: false,
  entryPriceCents: '1990',
  entryPriceFormatted: 'R$ 19,90',
  createdAt: '2026-11-15T12:00:00.000Z',
  startedAt: '2026-11-15T12:01:00.000Z',
  endedAt: '2026-11-15T12:01:00.000Z',
  cancelledAt: null,
  expiresAt: '2026-11-15T12:30:00.000Z',
  randomness: 'server',
  beaconDelaySeconds: null,
  roundCount: 1,
  totalEntryCents: '3980',
  cases: [exampleCase],
};
export const exampleHolders: Static<typeof HolderView>[] = [
  { seat: 1, team: 1, isBot: false, user: { id: '42', username: 'Ana', avatarUrl: null } },
  { seat: 2, team: 2, isBot: true, user: null, botName: 'Iara', botAvatarUrl: botPicturePath('Iara') },
];

const exampleSummary = { ...exampleHead, seats: exampleHolders, winningTeam: 1, potCents: '4870' };

/** In lists, and in events of the lobby. */
export const BattleSummaryView = Type.Object(
  {
    ...headFields,
    seats: Type.Array(HolderView, { description: 'The seats that are taken, in their order' }),
    winningTeam: OrNull(
      TeamNumber,
      'The winning team; null until the end, and if the pot is shared and every seat wins its part',
    ),
    potCents: OrNull(Cents('In cents of BRL'), 'Worth of everything drawn, together; null until the end'),
  },
  { title: 'BattleSummary', description: 'A battle in a list', examples: [exampleSummary] },
);

export function battleSummaryView(battle: BattleSummary | ShownBattle): Static<typeof BattleSummaryView> {
  return {
    ...headView(battle),
    seats: battle.seats.map((seat) => holderView(seat, battle.isTeams)),
    winningTeam: battle.winningTeam,
    potCents: battle.potCents?.toString() ?? null,
  };
}

const OwnBattleView = Type.Object(
  {
    ...BattleSummaryView.properties,
    own: Type.Object(
      {
        seat: SeatNumber,
        isWinner: OrNull(
          Type.Boolean(),
          'Whether your team has won, or you have a share of the pot; null until the end',
        ),
        wonCents: OrNull(Cents('In cents of BRL'), 'Your winnings in items and money; null until the end'),
      },
      { title: 'OwnSeat', description: 'Your own part in it' },
    ),
  },
  { title: 'OwnBattle', description: 'A battle that you sit in' },
);

export const ownBattleView = (
  summary: Static<typeof BattleSummaryView>,
  { seat, isWinner, wonCents }: OwnSeat,
): Static<typeof OwnBattleView> => ({
  ...summary,
  own: { seat, isWinner, wonCents: wonCents?.toString() ?? null },
});

export const OwnBattleListView = listOf(OwnBattleView, {
  examples: [
    {
      data: [{ ...exampleSummary, own: { seat: 1, isWinner: true, wonCents: '4870' } }],
      meta: { page: 1, limit: 20, total: 1 },
    },
  ],
});

export const BattleListView = listOf(BattleSummaryView, {
  examples: [{ data: [exampleSummary], meta: { page: 1, limit: 20, total: 1 } }],
});
