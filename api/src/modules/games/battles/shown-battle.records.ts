import type { ClientSeedSource } from '@lisura/fairness';
import { Type } from 'typebox';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import {
  cents,
  flag,
  id,
  listOf,
  orNull,
  part,
  record,
  type Static,
  string,
  time,
  unnamed,
} from '../../../platform/record.ts';
import { RarityColorField, RarityField, rarityColorOf } from '../../assets/items/index.ts';
import { BeaconRecord, type NamedRound } from '../beacon/index.ts';
import { exampleRoll, hashRangeFields, rollFields } from '../rolls/index.ts';
import {
  type BattleCase,
  type BattleHead,
  headFields,
  headView,
  holderFields,
  holderView,
  RoundNumber,
  type SeatHolder,
  SeatNumber,
  TeamNumber,
} from './summaries.records.ts';

const count = (description: string, example: number) =>
  Type.Unsafe<number>({ type: 'integer', description, examples: [example] });
const hash = string('A hash', exampleRoll.serverSeedHash);
const hashes = (description: string) => listOf(hash, description);

const itemFields = {
  itemId: id<'item'>('The item of the catalogue'),
  imageUrl: string('Its picture', 'https://images.example/items/77.png'),
  rarity: Type.Unsafe<string>({ ...RarityField, examples: ['CLASSIFIED'] }),
  rarityColor: RarityColorField,
};
const exampleName = 'AK-47 | Redline (Field-Tested)';

const VersionItem = record('BattleItem', 'An item of a case, and its value in the battle', {
  ...itemFields,
  name: string('Display name', exampleName),
  valueCents: orNull(
    cents('Value in cents of BRL', '2870'),
    'Its value in this battle: the one when the battle was created, even if its price changes. Null in battles ' +
      'from before that was kept',
  ),
  hashRangeStart: { ...hashRangeFields.hashRangeStart, examples: [1] },
  hashRangeEnd: { ...hashRangeFields.hashRangeEnd, examples: [10_000_000] },
});
export interface BattleItem extends Omit<Static<typeof VersionItem>, 'rarityColor'> {
  /** Battles from before the values were kept have the present price here. */
  valueCents: Cents;
  nowCents: Cents;
}

const Version = record('BattleVersion', 'The contents of a case', {
  caseId: id<'case'>('The case'),
  versionNumber: count('Its version', 3),
  flipThreshold: orNull(count('A roll', 1), 'The first roll that turns the second wheel; null: none does', null),
  items: listOf(VersionItem, 'In ascending order of the ranges, which cover 1 to 10000000'),
});
/** A version stands here once, however many rounds play it. */
export interface BattleVersion extends Omit<Static<typeof Version>, 'items'> {
  versionId: Id<'case-version'>;
  items: readonly BattleItem[];
}

const seatFields = {
  takenAt: time('When it was taken'),
  firstNonce: Type.Integer({
    minimum: 1,
    description: 'The nonce of the first round; each round has the next',
    examples: [exampleRoll.nonce],
  }),
  serverSeedHashes: hashes(
    'The hashes that bind the server since the seat was taken, by round; for a bot since the battle was created',
  ),
  clientSeed: orNull(
    string('A client seed', exampleRoll.clientSeed),
    'Given when the seat was taken, or with the bots; null where none was, and one is computed for its rolls',
  ),
  clientSeedSource: orNull(
    Type.Unsafe<'REQUEST' | 'ACCOUNT'>({ type: 'string', enum: ['REQUEST', 'ACCOUNT'], examples: ['REQUEST'] }),
    'Whether it came with the request or is that of the account',
  ),
  totalCents: orNull(
    cents('Value in cents of BRL', '2870'),
    'Value of everything drawn here in all rounds; null until the end',
  ),
  isWinner: orNull(flag('Whether', true), 'Whether it won; everybody does where the pot is shared. Null until the end'),
  paidCents: orNull(cents('Value in cents of BRL', '0'), 'Part of a shared pot that is paid to it; null until the end'),
};
const Seat = record('BattleSeat', 'A seat that is taken', { ...holderFields, ...seatFields });
const SeatFields = Type.Object(seatFields);
export interface BattleSeat extends SeatHolder, Omit<Static<typeof SeatFields>, 'clientSeedSource'> {
  isAccountSeed: boolean;
}

const BotSeatRecord = record('BattleBotSeat', 'The commitments of a bot in a seat', {
  seat: SeatNumber,
  serverSeedHashes: hashes('The hashes that bind a bot that takes this seat, by round'),
  committedAt: time('Since when: before anybody had paid for a seat'),
});
export type BotSeat = Static<typeof BotSeatRecord>;

const Roll = record('BattleRoll', 'A roll with its seeds', {
  seat: SeatNumber,
  nonce: Type.Integer({
    minimum: 1,
    description: 'The number of this roll among those of its player, or of the bot',
    examples: [exampleRoll.nonce],
  }),
  serverSeed: { ...rollFields.serverSeed, examples: [exampleRoll.serverSeed] },
  serverSeedHash: { ...rollFields.serverSeedHash, examples: [exampleRoll.serverSeedHash] },
  clientSeed: string('The inputs of the roll beside the server seed', exampleRoll.clientSeed),
  clientSeedSource: Type.Unsafe<ClientSeedSource>({
    type: 'string',
    enum: ['REQUEST', 'ACCOUNT', 'DERIVED', 'BEACON', 'SERVER'],
    description:
      'Origin of the client seed: the request that took the seat, the account, or the public beacon; or derived from the ' +
      'hashes of all seats and the client seeds of the players. In old battles also the server when it played',
    examples: ['REQUEST'],
  }),
  roll: Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'The roll', examples: [exampleRoll.roll] }),
  ...itemFields,
  itemName: string('Its name', exampleName),
  valueCents: cents('Its value when the battle was created', '2870'),
  isFlip: flag('Whether the second wheel turned; it uses the same roll', false),
});
export interface BattleRoll extends Omit<Static<typeof Roll>, 'rarityColor'> {
  round: number;
  wonBySeat: number | null;
}

const Round = record('BattleRound', 'Every roll of a round', { round: RoundNumber, rolls: listOf(Roll, 'By seat') });

const TieBreakRecord = record('BattleTieBreak', 'The roll that decides among those who stand equal', {
  serverSeedHash: string('The hash that binds the server since the battle was created', exampleRoll.serverSeedHash),
  committedAt: time('Since when: before anybody had paid for a seat'),
  contenders: orNull(listOf(TeamNumber, 'Teams'), 'The teams that were tied; null where none were', null),
  serverSeed: orNull(string('A seed', exampleRoll.serverSeed), 'Revealed at the end, also where it was not needed'),
  clientSeed: orNull(
    string('A seed', ''),
    'Combination of all client seeds of the rolls, or the beacon’s; null without a tie',
    null,
  ),
  nonce: count('Always 1', 1),
  roll: orNull(count('A roll', 1), 'From 1 to the number of contenders; null where there was no tie', null),
  team: orNull(TeamNumber, 'The winner of the tie; null without one', null),
});

const Prize = record('BattlePrize', 'The winnings of a seat', {
  seat: SeatNumber,
  drops: listOf(unnamed({ seat: SeatNumber, round: RoundNumber }), 'The drops that it gets'),
  paidCents: cents('Amount that is paid to it, in cents of BRL', '0'),
});
const Result = record('BattleResult', 'How it ended', {
  winningTeam: orNull(TeamNumber, 'Null where the pot is shared: every seat wins, and no team'),
  potCents: cents('Worth of everything drawn, together', '4870'),
  prizes: listOf(Prize, 'The winnings of each seat. Those of a bot stay with the house'),
});

export interface Battle extends BattleHead {
  beacon: NamedRound | null;
  tieBreak: Omit<Static<typeof TieBreakRecord>, 'nonce' | 'team'>;
  cases: readonly BattleCase[];
  versions: readonly BattleVersion[];
  seats: readonly BattleSeat[];
  /** Every seat but the first has an entry, taken or not. Battles from before bots were bound have null. */
  botSeats: BotSeat[] | null;
  /** Rolls are ordered by round and then by seat; before the end there are none. */
  rolls: readonly BattleRoll[];
}

export interface ShownBattle extends Battle {
  isPaused: boolean;
}

/** The map has the new balances of those that have changed. */
export type Balances = ReadonlyMap<Id<'user'>, Cents>;

export interface ChangedBattle {
  battle: Battle;
  balances: Balances;
  /** These drops may be shown to everybody. */
  dropIds: readonly string[];
}

export interface Viewer {
  /** Without a session it is null. */
  viewerId: Id<'user'> | null;
  /** It is the invitation code that the request gave. */
  code: string | null;
}
export const NOBODY: Viewer = { viewerId: null, code: null };

export const BattleRecord = record('Battle', 'A battle, with everything that verifies it', {
  ...headFields,
  invitationCode: Type.Optional(
    Type.String({
      description:
        'Invitation code of a private battle, which others need to join; shown to its players and to those who ' +
        'sent it',
    }),
  ),
  cancelReason: orNull(string('A reason', ''), 'Why it was cancelled', null),
  beacon: orNull(part(BeaconRecord, 'A round'), 'Null until a round is named, and where no beacon decides', null),
  versions: listOf(Version, 'The contents of the cases, each version once'),
  seats: listOf(Seat, 'The seats that are taken, in their order'),
  botSeats: orNull(
    listOf(BotSeatRecord, 'Seats'),
    'The commitments of a bot in every seat but the first, public since the battle was created. Null in battles ' +
      'from before that',
  ),
  rounds: listOf(Round, 'Every roll with its seeds; empty until the end'),
  tieBreak: TieBreakRecord,
  result: orNull(part(Result, 'The end'), 'Null until the end'),
});

export const sitsIn = ({ seats }: Pick<Battle, 'seats'>, userId: Id<'user'>): boolean =>
  seats.some((seat) => seat.userId === userId);

/** Only players of a private battle and those who sent its code see the code. */
export function battleView({ invitationCode, ...battle }: ShownBattle, { viewerId, code }: Viewer) {
  const { tieBreak, isTeams, winningTeam, botSeats } = battle;
  const isInside = viewerId !== null && sitsIn(battle, viewerId);
  return {
    ...battle,
    ...headView({ ...battle, invitationCode }),
    ...(invitationCode !== null && (isInside || code === invitationCode) ? { invitationCode } : {}),
    versions: battle.versions.map((version) => ({
      ...version,
      items: version.items.map((item) => ({
        ...coloured(item),
        valueCents: botSeats === null ? null : item.valueCents,
      })),
    })),
    seats: battle.seats.map((seat) => ({ ...holderView(seat, isTeams), clientSeedSource: givenBy(seat) })),
    rounds: [...Map.groupBy(battle.rolls, ({ round }) => round)].map(([round, rolls]) => ({
      round,
      rolls: rolls.map(coloured),
    })),
    tieBreak: { ...tieBreak, nonce: 1, team: tieBreak.roll && winningTeam },
    result: resultView(battle),
  };
}

export const coloured = <Item extends { rarity: string }>(item: Item) => ({
  ...item,
  rarityColor: rarityColorOf(item.rarity),
});

const givenBy = ({ clientSeed, isAccountSeed }: BattleSeat) =>
  clientSeed === null ? null : isAccountSeed ? ('ACCOUNT' as const) : ('REQUEST' as const);

/** It is built from the written rows, so it shows the given items. */
function resultView({
  potCents,
  winningTeam,
  seats,
  rolls,
}: Pick<Battle, 'potCents' | 'winningTeam' | 'seats' | 'rolls'>) {
  if (potCents === null) return null;
  const bySeat = rolls.toSorted((one, other) => one.seat - other.seat || one.round - other.round);
  return {
    winningTeam,
    potCents,
    prizes: seats.map(({ seat, paidCents }) => ({
      seat,
      drops: bySeat.flatMap((drop) => (drop.wonBySeat === seat ? [{ seat: drop.seat, round: drop.round }] : [])),
      paidCents: paidCents ?? 0n,
    })),
  };
}
