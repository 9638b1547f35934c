import { type Static, Type } from 'typebox';
import { IdText, Timestamp } from '../../../platform/schemas.ts';
import { RarityColorField, RarityField, rarityColorOf } from '../../assets/items/index.ts';
import { BeaconView, beaconView } from '../beacon/index.ts';
import { exampleRoll, hashRangeFields, rollFields } from '../rolls/index.ts';
import type { Battle, BattleItem, BattleRoll, BattleSeat, BotSeat, ShownBattle, Viewer } from './battles.types.ts';
import {
  Cents,
  exampleHead,
  exampleHolders,
  headFields,
  headView,
  holderFields,
  holderView,
  OrNull,
  RoundNumber,
  SeatNumber,
  TeamNumber,
} from './summaries.schemas.ts';

/** A battle with everything that is needed to verify it. */

const itemFields = {
  itemId: Type.String({ ...IdText, description: 'The item of the catalogue' }),
  imageUrl: Type.String({ description: 'Its picture' }),
  rarity: Type.Unsafe<string>(RarityField),
  rarityColor: RarityColorField,
};

const VersionItem = Type.Object(
  {
    ...itemFields,
    name: Type.String({ description: 'Display name' }),
    valueCents: OrNull(
      Cents('Value in cents of BRL'),
      'Its value in this battle: the one when the battle was created, even if its price changes. Null in battles ' +
        'from before that was kept',
    ),
    ...hashRangeFields,
  },
  { title: 'BattleItem', description: 'An item of a case, and its value in the battle' },
);

const VersionView = Type.Object(
  {
    caseId: Type.String({ ...IdText, description: 'The case' }),
    versionNumber: Type.Integer({ description: 'Its version' }),
    flipThreshold: OrNull(Type.Integer(), 'The first roll that turns the second wheel; null: none does'),
    items: Type.Array(VersionItem, { description: 'In ascending order of the ranges, which cover 1 to 10000000' }),
  },
  { title: 'BattleVersion', description: 'The contents of a case' },
);

const GivenSeedOrigin = Type.Unsafe<'REQUEST' | 'ACCOUNT'>({ type: 'string', enum: ['REQUEST', 'ACCOUNT'] });
const SeatView = Type.Object(
  {
    ...holderFields,
    takenAt: Type.String({ ...Timestamp, description: 'When it was taken' }),
    firstNonce: Type.Integer({ minimum: 1, description: 'The nonce of the first round; each round has the next' }),
    serverSeedHashes: Type.Array(Type.String(), {
      description:
        'The hashes that bind the server since the seat was taken, by round; for a bot since the battle was created',
    }),
    clientSeed: OrNull(
      Type.String(),
      'Given when the seat was taken, or with the bots; null where none was, and one is computed for its rolls',
    ),
    clientSeedSource: OrNull(GivenSeedOrigin, 'Whether it came with the request or is that of the account'),
    totalCents: OrNull(
      Cents('Value in cents of BRL'),
      'Value of everything drawn here in all rounds; null until the end',
    ),
    isWinner: OrNull(Type.Boolean(), 'Whether it won; everybody does where the pot is shared. Null until the end'),
    paidCents: OrNull(Cents('Value in cents of BRL'), 'Part of a shared pot that is paid to it; null until the end'),
  },
  { title: 'BattleSeat', description: 'A seat that is taken' },
);

const BotSeatView = Type.Object(
  {
    seat: SeatNumber,
    serverSeedHashes: Type.Array(Type.String(), {
      description: 'The hashes that bind a bot that takes this seat, by round',
    }),
    committedAt: Type.String({ ...Timestamp, description: 'Since when: before anybody had paid for a seat' }),
  },
  { title: 'BattleBotSeat', description: 'The commitments of a bot in a seat' },
);

const { serverSeed, serverSeedHash } = rollFields;
const ClientSeedOrigin = Type.Unsafe<BattleRoll['clientSeedSource']>({
  type: 'string',
  enum: ['REQUEST', 'ACCOUNT', 'DERIVED', 'BEACON', 'SERVER'],
  description:
    'Origin of the client seed: the request that took the seat, the account, or the public beacon; or derived from the ' +
    'hashes of all seats and the client seeds of the players. In old battles also the server when it played',
});
const RollView = Type.Object(
  {
    seat: SeatNumber,
    nonce: Type.Integer({
      minimum: 1,
      description: 'The number of this roll among those of its player, or of the bot',
    }),
    serverSeed,
    serverSeedHash,
    clientSeed: Type.String({ description: 'The inputs of the roll beside the server seed' }),
    clientSeedSource: ClientSeedOrigin,
    roll: Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'The roll' }),
    ...itemFields,
    itemName: Type.String({ description: 'Its name' }),
    valueCents: Cents('Its value when the battle was created'),
    isFlip: Type.Boolean({ description: 'Whether the second wheel turned; it uses the same roll' }),
  },
  { title: 'BattleRoll', description: 'A roll with its seeds' },
);

const RoundView = Type.Object(
  {
    round: RoundNumber,
    rolls: Type.Array(RollView, { description: 'By seat' }),
  },
  { title: 'BattleRound', description: 'Every roll of a round' },
);

const TieBreakView = Type.Object(
  {
    serverSeedHash: Type.String({ description: 'The hash that binds the server since the battle was created' }),
    committedAt: Type.String({ ...Timestamp, description: 'Since when: before anybody had paid for a seat' }),
    contenders: OrNull(Type.Array(TeamNumber), 'The teams that were tied; null where none were'),
    serverSeed: OrNull(Type.String(), 'Revealed at the end, also where it was not needed'),
    clientSeed: OrNull(
      Type.String(),
      'Combination of all client seeds of the rolls, or the beacon’s; null without a tie',
    ),
    nonce: Type.Integer({ description: 'Always 1' }),
    roll: OrNull(Type.Integer(), 'From 1 to the number of contenders; null where there was no tie'),
    team: OrNull(TeamNumber, 'The winner of the tie; null without one'),
  },
  { title: 'BattleTieBreak', description: 'The roll that decides among those who stand equal' },
);

const PrizeView = Type.Object(
  {
    seat: SeatNumber,
    drops: Type.Array(Type.Object({ seat: SeatNumber, round: RoundNumber }), { description: 'The drops that it gets' }),
    paidCents: Cents('Amount that is paid to it, in cents of BRL'),
  },
  { title: 'BattlePrize', description: 'The winnings of a seat' },
);

const ResultView = Type.Object(
  {
    winningTeam: OrNull(TeamNumber, 'Null where the pot is shared: every seat wins, and no team'),
    potCents: Cents('Worth of everything drawn, together'),
    prizes: Type.Array(PrizeView, { description: 'The winnings of each seat. Those of a bot stay with the house' }),
  },
  { title: 'BattleResult', description: 'How it ended' },
);

const exampleSeat = {
  takenAt: '2026-11-15T12:00:00.000Z',
  firstNonce: exampleRoll.nonce,
  serverSeedHashes: [exampleRoll.serverSeedHash],
};
const exampleGiven = { clientSeed: exampleRoll.clientSeed, clientSeedSource: 'REQUEST' as const };
const exampleItem = {
  itemId: '77',
  imageUrl: 'https://images.example/items/77.png',
  rarity: 'CLASSIFIED',
  rarityColor: '#d32ce6',
};
const exampleName = 'AK-47 | Redline (Field-Tested)';

export const BattleView = Type.Object(
  {
    ...headFields,
    invitationCode: Type.Optional(
      Type.String({
        description:
          'Invitation code of a private battle, which others need to join; shown to its players and to those who ' +
          'sent it',
      }),
    ),
    cancelReason: OrNull(Type.String(), 'Why it was cancelled'),
    beacon: OrNull(BeaconView, 'Null until a round is named, and where no beacon decides'),
    versions: Type.Array(VersionView, { description: 'The contents of the cases, each version once' }),
    seats: Type.Array(SeatView, { description: 'The seats that are taken, in their order' }),
    botSeats: OrNull(
      Type.Array(BotSeatView),
      'The commitments of a bot in every seat but the first, public since the battle was created. Null in battles ' +
        'from before that',
    ),
    rounds: Type.Array(RoundView, { description: 'Every roll with its seeds; empty until the end' }),
    tieBreak: TieBreakView,
    result: OrNull(ResultView, 'Null until the end'),
  },
  {
    title: 'Battle',
    description: 'A battle, with everything that verifies it',
    examples: [
      {
        ...exampleHead,
        cancelReason: null,
        beacon: null,
        versions: [
          {
            caseId: '5',
            versionNumber: 3,
            flipThreshold: null,
            items: [
              { ...exampleItem, name: exampleName, valueCents: '2870', hashRangeStart: 1, hashRangeEnd: 10_000_000 },
            ],
          },
        ],
        seats: exampleHolders.map((holder, index) => ({
          ...holder,
          ...exampleSeat,
          ...(index === 0 ? exampleGiven : { clientSeed: null, clientSeedSource: null }),
          totalCents: index === 0 ? '2870' : '2000',
          isWinner: index === 0,
          paidCents: '0',
        })),
        botSeats: [
          { seat: 2, serverSeedHashes: exampleSeat.serverSeedHashes, committedAt: '2026-11-15T12:00:00.000Z' },
        ],
        rounds: [
          {
            round: 1,
            rolls: exampleHolders.map(({ seat }) => ({
              seat,
              ...exampleRoll,
              ...exampleItem,
              itemName: exampleName,
              valueCents: seat === 1 ? '2870' : '2000',
              isFlip: false,
            })),
          },
        ],
        tieBreak: {
          serverSeedHash: exampleRoll.serverSeedHash,
          committedAt: '2026-11-15T12:00:00.000Z',
          contenders: null,
          serverSeed: exampleRoll.serverSeed,
          clientSeed: null,
          nonce: 1,
          roll: null,
          team: null,
        },
        result: {
          winningTeam: 1,
          potCents: '4870',
          prizes: [
            {
              seat: 1,
              paidCents: '0',
              drops: [
                { seat: 1, round: 1 },
                { seat: 2, round: 1 },
              ],
            },
            { seat: 2, drops: [], paidCents: '0' },
          ],
        },
      },
    ],
  },
);

/** As somebody sees it, or nobody in particular. */
export function battleView(battle: ShownBattle, { viewerId, code }: Viewer): Static<typeof BattleView> {
  const { invitationCode, cancelReason, beacon, tieBreak, isTeams, winningTeam } = battle;
  const isInside = viewerId !== null && battle.seats.some(({ userId }) => userId === viewerId);
  return {
    ...headView(battle),
    ...(invitationCode !== null && (isInside || code === invitationCode) ? { invitationCode } : {}),
    cancelReason,
    beacon: beacon && beaconView(beacon),
    versions: battle.versions.map(({ caseId, versionNumber, flipThreshold, items }) => ({
      caseId,
      versionNumber,
      flipThreshold,
      items: items.map((item) => versionItemView(item, battle.botSeats !== null)),
    })),
    seats: battle.seats.map((seat) => seatView(seat, isTeams)),
    botSeats: battle.botSeats?.map(botSeatView) ?? null,
    rounds: [...Map.groupBy(battle.rolls, ({ round }) => round)].map(([round, rolls]) => ({
      round,
      rolls: rolls.map(rollView),
    })),
    tieBreak: {
      ...tieBreak,
      committedAt: tieBreak.committedAt.toISOString(),
      contenders: tieBreak.contenders?.slice() ?? null,
      nonce: 1,
      team: tieBreak.roll && winningTeam,
    },
    result: resultView(battle),
  };
}

function versionItemView(item: BattleItem, isKept: boolean): Static<typeof VersionItem> {
  const { itemId, name, imageUrl, rarity, hashRangeStart, hashRangeEnd } = item;
  const valueCents = isKept ? item.valueCents.toString() : null;
  return {
    itemId,
    name,
    imageUrl,
    rarity,
    rarityColor: rarityColorOf(rarity),
    valueCents,
    hashRangeStart,
    hashRangeEnd,
  };
}

const botSeatView = ({ seat, serverSeedHashes, committedAt }: BotSeat): Static<typeof BotSeatView> => ({
  seat,
  serverSeedHashes: [...serverSeedHashes],
  committedAt: committedAt.toISOString(),
});

function seatView(seat: BattleSeat, isTeams: boolean): Static<typeof SeatView> {
  return {
    ...holderView(seat, isTeams),
    takenAt: seat.takenAt.toISOString(),
    firstNonce: seat.firstNonce,
    serverSeedHashes: [...seat.serverSeedHashes],
    clientSeed: seat.clientSeed,
    clientSeedSource: seat.clientSeed === null ? null : seat.isAccountSeed ? 'ACCOUNT' : 'REQUEST',
    totalCents: seat.totalCents?.toString() ?? null,
    isWinner: seat.isWinner,
    paidCents: seat.paidCents?.toString() ?? null,
  };
}

function rollView({ round: _round, wonBySeat: _wonBySeat, valueCents, ...rest }: BattleRoll): Static<typeof RollView> {
  return { ...rest, rarityColor: rarityColorOf(rest.rarity), valueCents: valueCents.toString() };
}

/** From what is written of each drop, not computed anew: what is shown is what was given. */
function resultView({ potCents, winningTeam, seats, rolls }: Battle): Static<typeof ResultView> | null {
  if (potCents === null) return null;
  const bySeat = rolls.toSorted((one, other) => one.seat - other.seat || one.round - other.round);
  return {
    winningTeam,
    potCents: potCents.toString(),
    prizes: seats.map(({ seat, paidCents }) => ({
      seat,
      drops: bySeat.flatMap((drop) => (drop.wonBySeat === seat ? [{ seat: drop.seat, round: drop.round }] : [])),
      paidCents: (paidCents ?? 0n).toString(),
    })),
  };
}
