import type { ClientSeedSource } from '../client-seed.ts';
import { BATTLE_MODES, type BattleDrop, type BattleMode, type SeatPrize } from '../outcomes/battle.ts';
import type { RangedItem, RecordedRoll } from '../verification.ts';
import {
  type BeaconRound,
  beaconFrom,
  beaconRoundFrom,
  checkDecided,
  checkUndecided,
  timeFrom,
} from './game-answer.ts';
import { type NamedVersion, versionOf } from './opening.ts';
import { type JsonFields, orNull, readJson, UnreadableJson } from './read-json.ts';
import { clientSeedSourceOf, recordedRollOf } from './recorded-roll.ts';

/** A seat is bound to these when it is taken. */
interface TakenSeat {
  seat: number;
  firstNonce: number;
  /** By round. */
  serverSeedHashes: readonly string[];
  /** A person gave it; null where there was none, and in battles from before it was told. */
  clientSeed: string | null;
}

/** A bot is bound to these when the battle is created. */
interface BotSeat {
  seat: number;
  /** By round. */
  serverSeedHashes: readonly string[];
  committedAt: string;
}

interface ValuedItem extends RangedItem {
  /** Battles from before it was kept have null. */
  valueCents: bigint | null;
}

interface ValuedVersion extends NamedVersion {
  items: readonly ValuedItem[];
}

/** These are known before the outcome. */
export interface BattleTerms {
  id: string;
  mode: BattleMode;
  isTeams: boolean;
  seatCount: number;
  randomness: string;
  /** The round is published at least this long after the last seat; null in battles whose round the server named. */
  beaconDelaySeconds: number | null;
  entryPriceCents: bigint;
  /** By round. */
  cases: readonly { caseId: string; versionNumber: number; priceCents: bigint }[];
  /** Taken seats stand here by number. */
  seats: readonly TakenSeat[];
  tieSeedHash: string;
  versions: readonly ValuedVersion[];
  /** Every seat but the first has some; null in battles from before they were public. */
  botSeats: readonly BotSeat[] | null;
  /** It is named when the last seat is taken, before anybody can know it; null until then, and without a beacon. */
  beaconRound: number | null;
}

export interface PlayedSeat extends TakenSeat {
  team: number;
  isBot: boolean;
  clientSeedSource: ClientSeedSource | null;
  totalCents: bigint;
  isWinner: boolean;
  paidCents: bigint;
}

export interface BattleRoll extends RecordedRoll {
  itemId: string;
  valueCents: bigint;
  isFlip: boolean;
}

export interface PlayedTie {
  serverSeed: string;
  /** The following fields are null without a tie. */
  contenders: readonly number[] | null;
  clientSeed: string | null;
  nonce: number;
  roll: number | null;
  team: number | null;
}

export interface PlayedBattle extends BattleTerms {
  seats: readonly PlayedSeat[];
  beacon: BeaconRound | null;
  /** The last seat was taken then: where the round follows from it, it is the start of the battle. */
  filledAt: Date;
  /** Battles from before the hashes of bots were public have null. */
  times: BattleTimes | null;
  /** `rolls[seat - 1][round - 1]` */
  rolls: readonly (readonly BattleRoll[])[];
  tie: PlayedTie;
  winningTeam: number | null;
  potCents: bigint;
  /** Only seats that got something stand here. */
  prizes: readonly SeatPrize[];
}

/** Times are ISO 8601. */
interface BattleTimes {
  createdAt: string;
  tieCommittedAt: string;
  /** By seat. */
  takenAt: readonly string[];
  startedAt: string;
  endedAt: string;
}

/** Reads an answer of `GET /api/battles/<id>` from any time. */
export function battleTermsFrom(answer: unknown): BattleTerms {
  const battle = readJson(answer);
  const mode = BATTLE_MODES.find((each) => each === battle.text('mode'));
  if (mode === undefined) throw new UnreadableJson(`'mode' must be ${BATTLE_MODES.join(', ')}`);
  return {
    id: battle.text('id'),
    mode,
    isTeams: battle.flag('isTeams'),
    seatCount: battle.integer('seatCount'),
    randomness: battle.text('randomness'),
    beaconDelaySeconds: orNull(battle, 'beaconDelaySeconds', battle.integer),
    entryPriceCents: battle.cents('entryPriceCents'),
    cases: numbered(battle, 'cases', 'round').map((each) => ({
      caseId: each.text('caseId'),
      versionNumber: each.integer('versionNumber'),
      priceCents: each.cents('priceCents'),
    })),
    seats: battle.list('seats').map(takenSeatFrom).toSorted(bySeat),
    tieSeedHash: battle.fields('tieBreak').text('serverSeedHash'),
    versions: battle.list('versions').map(valuedVersionFrom),
    botSeats: orNull(battle, 'botSeats', (name) => battle.list(name).map(botSeatFrom).toSorted(bySeat)),
    beaconRound: beaconRoundFrom(battle),
  };
}

/** Reads a saved answer of `GET /api/battles/<id>` from before the outcome. */
export function savedBattleFrom(answer: unknown): BattleTerms {
  checkUndecided(readJson(answer));
  return battleTermsFrom(answer);
}

/** Reads an answer of `GET /api/battles/<id>` from after the end. */
export function battleFrom(answer: unknown): PlayedBattle {
  const battle = readJson(answer);
  checkDecided(battle);
  const terms = battleTermsFrom(answer);
  checkValues(terms);
  const seats = numbered(battle, 'seats', 'seat').map(playedSeatFrom);
  checkSeats(terms, seats);
  const rounds = numbered(battle, 'rounds', 'round').map((round) => numbered(round, 'rolls', 'seat').map(rollFrom));
  if (rounds.length !== terms.cases.length || rounds.some((rolls) => rolls.length !== terms.seatCount)) {
    throw new UnreadableJson(`'rounds' must have a roll of every seat for each of the 'cases'`);
  }
  const result = battle.fields('result');
  const prizes = result.list('prizes').map(prizeFrom);
  checkPrizes(prizes, seats);
  return {
    ...terms,
    seats,
    beacon: beaconFrom(battle),
    filledAt:
      terms.beaconDelaySeconds === null
        ? latestOf(battle.list('seats').map((seat) => timeFrom(seat, 'takenAt')))
        : timeFrom(battle, 'startedAt'),
    times: timesFrom(battle),
    rolls: seats.map((_, index) => rounds.map((rolls) => rolls[index] as BattleRoll)),
    tie: tieFrom(battle.fields('tieBreak')),
    winningTeam: orNull(result, 'winningTeam', result.integer),
    potCents: result.cents('potCents'),
    prizes,
  };
}

const latestOf = (times: readonly Date[]) => new Date(Math.max(...times.map((at) => at.getTime())));

/** A round was played on this version. */
export function playedVersion({ cases, versions }: PlayedBattle, round: number): ValuedVersion {
  const { caseId, versionNumber } = cases[round - 1] as BattleTerms['cases'][number];
  const found = versions.find((each) => each.caseId === caseId && each.versionNumber === versionNumber);
  if (found === undefined) throw new UnreadableJson(`'versions' lacks version ${versionNumber} of case ${caseId}`);
  return found;
}

function timesFrom(battle: JsonFields): BattleTimes | null {
  if (battle.isNull('botSeats')) return null;
  return {
    createdAt: battle.text('createdAt'),
    tieCommittedAt: battle.fields('tieBreak').text('committedAt'),
    takenAt: numbered(battle, 'seats', 'seat').map((seat) => seat.text('takenAt')),
    startedAt: battle.text('startedAt'),
    endedAt: battle.text('endedAt'),
  };
}

/** A battle has two to four seats, and four in teams. */
function checkSeats({ seatCount, isTeams }: BattleTerms, seats: readonly PlayedSeat[]): void {
  if (seatCount < (isTeams ? 4 : 2) || seatCount > 4) throw new UnreadableJson(`'seatCount' cannot be ${seatCount}`);
  if (seats.length !== seatCount) throw new UnreadableJson(`'seats' must be ${seatCount} in number`);
}

/** Each seat is told at most once. */
function checkPrizes(prizes: readonly SeatPrize[], seats: readonly PlayedSeat[]): void {
  const wrong = prizes.find(
    ({ seat }, index) => seats[seat - 1] === undefined || prizes.slice(0, index).some((each) => each.seat === seat),
  );
  if (wrong !== undefined) throw new UnreadableJson(`'result.prizes' has a seat ${wrong.seat} too many`);
}

const bySeat = (one: { seat: number }, other: { seat: number }) => one.seat - other.seat;

/** Entries must be numbered from 1 on, in that order. */
function numbered(fields: JsonFields, listName: string, name: string): JsonFields[] {
  const list = fields.list(listName).toSorted((one, other) => one.integer(name) - other.integer(name));
  if (list.length === 0 || list.some((entry, index) => entry.integer(name) !== index + 1)) {
    throw new UnreadableJson(`'${listName}' must have each '${name}' from 1 on once`);
  }
  return list;
}

const takenSeatFrom = (seat: JsonFields): TakenSeat => ({
  seat: seat.integer('seat'),
  firstNonce: seat.integer('firstNonce'),
  serverSeedHashes: seat.texts('serverSeedHashes'),
  clientSeed: orNull(seat, 'clientSeed', seat.text),
});

const botSeatFrom = (seat: JsonFields): BotSeat => ({
  seat: seat.integer('seat'),
  serverSeedHashes: seat.texts('serverSeedHashes'),
  committedAt: seat.text('committedAt'),
});

/** Where bots were bound the deciding values must be told, because nothing could be compared without them. */
function checkValues({ botSeats, versions }: BattleTerms): void {
  const hasAll = versions.every(({ items }) => items.every(({ valueCents }) => valueCents !== null));
  if (botSeats !== null && !hasAll) throw new UnreadableJson(`'versions' lacks a 'valueCents' of its items`);
}

function valuedVersionFrom(version: JsonFields): ValuedVersion {
  const { items, ...rest } = versionOf(version);
  const values = version.list('items').map((item) => orNull(item, 'valueCents', item.cents));
  return { ...rest, items: items.map((item, index) => ({ ...item, valueCents: values[index] ?? null })) };
}

const playedSeatFrom = (seat: JsonFields): PlayedSeat => ({
  ...takenSeatFrom(seat),
  team: seat.integer('team'),
  isBot: seat.flag('isBot'),
  clientSeedSource: clientSeedSourceOf(seat),
  totalCents: seat.cents('totalCents'),
  isWinner: seat.flag('isWinner'),
  paidCents: orNull(seat, 'paidCents', seat.cents) ?? 0n,
});

const rollFrom = (roll: JsonFields): BattleRoll => ({
  ...recordedRollOf(roll),
  itemId: roll.text('itemId'),
  valueCents: roll.cents('valueCents'),
  isFlip: roll.flag('isFlip'),
});

const tieFrom = (tie: JsonFields): PlayedTie => ({
  serverSeed: tie.text('serverSeed'),
  contenders: orNull(tie, 'contenders', tie.integers),
  clientSeed: orNull(tie, 'clientSeed', tie.text),
  nonce: tie.integer('nonce'),
  roll: orNull(tie, 'roll', tie.integer),
  team: orNull(tie, 'team', tie.integer),
});

const prizeFrom = (prize: JsonFields): SeatPrize => ({
  seat: prize.integer('seat'),
  drops: prize.list('drops').map(dropFrom),
  paidCents: orNull(prize, 'paidCents', prize.cents) ?? 0n,
});

const dropFrom = (drop: JsonFields): BattleDrop => ({ seat: drop.integer('seat'), round: drop.integer('round') });
