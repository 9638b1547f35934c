import { battleFrom, battleTermsFrom } from '../plays/battle-answer.ts';
import { openingFrom, versionFrom } from '../plays/opening.ts';
import { raffleFrom } from '../plays/raffle-answer.ts';
import { type JsonFields, orNull, readJson, UnreadableJson } from '../plays/read-json.ts';
import { refusalFrom } from '../plays/refusal.ts';
import { eventFrom, shotFrom } from '../plays/shot.ts';
import { upgradeFrom } from '../plays/upgrade.ts';
import type { RangedItem, RecordedRoll } from '../verification.ts';

// A leaf is a JSON array without spaces. A result has leaves of its decision and its outcome, and terms have leaves of
// their ranges. Everybody who may see a result can write its leaves. Nobody else can guess them, because leaves of
// private matters hold a secret: a server seed, or the code of a private battle.

export const RESULT_KINDS = ['CASES', 'UPGRADES', 'SHOTS', 'BATTLES', 'RAFFLES'] as const;
export type ResultKind = (typeof RESULT_KINDS)[number];

/** These were fixed before a roll and staked on it. */
export const TERMS_KINDS = [
  'CASE_VERSIONS',
  'EVENT_TERMS',
  'RAFFLE_TERMS',
  'TICKET_LISTS',
  'BATTLE_TERMS',
  'BATTLE_SEATS',
  'UPGRADE_STAKES',
  'SHOT_STAKES',
] as const;
export type TermsKind = (typeof TERMS_KINDS)[number];

export type LeafKind = ResultKind | TermsKind | 'REFUSALS';

export interface Leaf {
  kind: LeafKind;
  id: string;
  text: string;
}

/** Reads an answer of the platform, and throws the name of a field that is missing. */
export function leafOf(kind: LeafKind, answer: unknown): Leaf {
  const fields = readJson(answer);
  const id = kind === 'CASE_VERSIONS' ? fields.fields('logLeaf').text('id') : fields.text('id');
  return { kind, id, text: JSON.stringify([kind, id, ...LEAVES[kind](answer)]) };
}

/** Writes all leaves of a result: its own and those of its terms. */
export const leavesOf = (kind: ResultKind, answer: unknown): Leaf[] => [
  leafOf(kind, answer),
  ...termsLeavesOf(kind, answer),
];

/** Writes the leaves of everything that was fixed before a result. */
export const termsLeavesOf = (kind: ResultKind, answer: unknown): Leaf[] =>
  TERMS_IN[kind](answer).map((each) => leafOf(each, answer));

const TERMS_IN: Readonly<Record<ResultKind, (answer: unknown) => readonly TermsKind[]>> = {
  // The version holds the possible outcomes, and the ledger the payments.
  CASES: () => [],
  UPGRADES: () => ['UPGRADE_STAKES'],
  SHOTS: () => ['SHOT_STAKES'],
  // An administrator without the code of a private battle can only write its result.
  BATTLES: (answer) => (isCodeMissing(readJson(answer)) ? [] : ['BATTLE_TERMS', 'BATTLE_SEATS']),
  // There is no list where nothing was sold.
  RAFFLES: (answer) =>
    readJson(answer).isNull('ticketListHash') ? ['RAFFLE_TERMS'] : ['RAFFLE_TERMS', 'TICKET_LISTS'],
};

const rangesOf = (items: readonly RangedItem[]) =>
  items.map(({ itemId, hashRangeStart, hashRangeEnd }) => [itemId, hashRangeStart, hashRangeEnd]);

const rollOf = ({ nonce, serverSeedHash, serverSeed, clientSeed, roll }: RecordedRoll) => [
  nonce,
  serverSeedHash,
  serverSeed,
  clientSeed,
  roll,
];

const LEAVES: Readonly<Record<LeafKind, (answer: unknown) => unknown[]>> = {
  CASES: (answer) => {
    const opening = openingFrom(answer);
    return [...rollOf(opening), opening.caseId, opening.itemId];
  },
  UPGRADES: (answer) => {
    const upgrade = upgradeFrom(answer);
    return [...rollOf(upgrade), upgrade.successThreshold, upgrade.status];
  },
  SHOTS: (answer) => {
    const shot = shotFrom(answer);
    return [...rollOf(shot), shot.eventId, shot.itemId];
  },
  BATTLES: (answer) => {
    const { rolls, tie, winningTeam, tieSeedHash } = battleFrom(answer);
    return [
      rolls.map((ofSeat) => ofSeat.map((roll) => [...rollOf(roll), roll.itemId])),
      [tieSeedHash, tie.roll],
      winningTeam,
    ];
  },
  RAFFLES: (answer) => {
    const { prizes, clientSeed } = raffleFrom(answer);
    return [
      clientSeed,
      prizes.map(({ displayOrder, serverSeedHash, serverSeed, roll, winningTicket, winnerId }) => [
        displayOrder,
        serverSeedHash,
        serverSeed,
        roll,
        winningTicket,
        winnerId,
      ]),
    ];
  },
  CASE_VERSIONS: (answer) => {
    const { caseId, versionNumber, flipThreshold, items } = versionFrom(answer);
    return [caseId, versionNumber, flipThreshold, rangesOf(items)];
  },
  EVENT_TERMS: (answer) => {
    const event = readJson(answer);
    const tables = [...eventFrom(answer).prizesAt].toSorted(([one], [other]) => one - other);
    const restricted = new Set(
      event
        .list('shoots')
        .filter(isRestricted)
        .map((table) => table.integer('ticketPrice')),
    );
    return [
      event.integer('pointsPerReal'),
      event.integer('ticketsPerReal'),
      event.list('tiers').map(tierOf).toSorted(byNumber),
      tables.map(([ticketPrice, prizes]) => [ticketPrice, restricted.has(ticketPrice), rangesOf(prizes)]),
    ];
  },
  RAFFLE_TERMS: (answer) => {
    const raffle = readJson(answer);
    return [
      raffle.text('ticketPriceCents'),
      raffle.integer('maxTickets'),
      orNull(raffle, 'maxTicketsPerUser', raffle.integer),
      raffle.text('randomness'),
      raffle.list('prizes').map(prizeOf).toSorted(byNumber),
      ...ifDelayed(raffle, (delaySeconds) => [delaySeconds, orNull(raffle, 'closesAt', raffle.text)]),
    ];
  },
  TICKET_LISTS: (answer) => {
    const raffle = readJson(answer);
    return [
      raffle.text('ticketListHash'),
      ...ifDelayed(raffle, () => [raffle.text('closedAt'), raffle.fields('beacon').integer('round')]),
    ];
  },
  BATTLE_TERMS: (answer) => {
    const terms = battleTermsFrom(answer);
    const versions = terms.versions.toSorted(
      (one, other) => Number(one.caseId) - Number(other.caseId) || one.versionNumber - other.versionNumber,
    );
    return [
      codeOf(answer),
      terms.mode,
      terms.isTeams,
      terms.seatCount,
      terms.randomness,
      String(terms.entryPriceCents),
      terms.tieSeedHash,
      terms.cases.map(({ caseId, versionNumber, priceCents }) => [caseId, versionNumber, String(priceCents)]),
      versions.map(({ caseId, versionNumber, items }) => [
        caseId,
        versionNumber,
        items.map(({ itemId, valueCents }) => [itemId, valueCents === null ? null : String(valueCents)]),
      ]),
      ...ifDelayed(readJson(answer), (delaySeconds) => [delaySeconds]),
    ];
  },
  BATTLE_SEATS: (answer) => {
    const battle = readJson(answer);
    const { beaconRound, seats } = battleTermsFrom(answer);
    return [
      codeOf(answer),
      beaconRound,
      battle.list('seats').map(seatOf).toSorted(byNumber),
      ...ifDelayed(battle, () => [
        seats.map(({ serverSeedHashes }) => serverSeedHashes.join('')),
        battle.text('startedAt'),
      ]),
    ];
  },
  UPGRADE_STAKES: (answer) => {
    const upgrade = readJson(answer);
    const { serverSeed, targetCents, balanceCents, edgeUnits } = upgradeFrom(answer);
    return [
      serverSeed,
      upgrade.fields('target').text('id'),
      String(targetCents),
      String(balanceCents),
      edgeUnits,
      upgrade
        .list('inputs')
        .map(stakeOf)
        .toSorted(([one], [other]) => Number(one) - Number(other)),
    ];
  },
  SHOT_STAKES: (answer) => {
    const { serverSeed, ticketPrice } = shotFrom(answer);
    return [serverSeed, ticketPrice];
  },
  REFUSALS: (answer) => {
    const { serverSeedHash, nonce, clientSeed, code, at, game, terms } = refusalFrom(answer);
    return [serverSeedHash, nonce, clientSeed, code, at, game, terms];
  },
};

/** Leaves have these since the round follows from a delay; earlier games keep the leaves that were signed. */
const ifDelayed = (game: JsonFields, parts: (delaySeconds: number) => unknown[]): unknown[] =>
  game.isNull('beaconDelaySeconds') ? [] : parts(game.integer('beaconDelaySeconds'));

const isCodeMissing = (battle: JsonFields) => battle.flag('isPrivate') && battle.isNull('invitationCode');

/** Only players and invited users know the code of a private battle; a public one has null. */
function codeOf(answer: unknown): string | null {
  const battle = readJson(answer);
  if (isCodeMissing(battle)) throw new UnreadableJson(`'invitationCode' must be given of a private battle`);
  return orNull(battle, 'invitationCode', battle.text);
}

type Numbered = readonly [number: number, ...rest: unknown[]];
const byNumber = ([one]: Numbered, [other]: Numbered) => one - other;

const seatOf = (seat: JsonFields): Numbered => [
  seat.integer('seat'),
  orNull(seat, 'user', (name) => seat.fields(name).text('id')),
  orNull(seat, 'botName', seat.text),
  seat.integer('firstNonce'),
];

const prizeOf = (prize: JsonFields): Numbered => [
  prize.integer('displayOrder'),
  prize.fields('item').text('id'),
  prize.text('serverSeedHash'),
];

function tierOf(tier: JsonFields): Numbered {
  const reward = tier.fields('reward');
  return [
    tier.integer('number'),
    tier.integer('pointsRequired'),
    reward.text('type'),
    orNull(reward, 'item', (name) => reward.fields(name).text('id')),
    orNull(reward, 'balanceCents', reward.text),
    orNull(reward, 'tickets', reward.integer),
    isRestricted(reward),
  ];
}

/** It is present where the items can be played and sold, but neither withdrawn nor swapped. */
const isRestricted = (fields: JsonFields) => orNull(fields, 'restrictedToGames', fields.flag) ?? false;

const stakeOf = (input: JsonFields): readonly [inventoryItemId: string, itemId: string, valueCents: string] => [
  input.text('inventoryItemId'),
  input.fields('item').text('id'),
  input.fields('item').text('valueCentsBrl'),
];
