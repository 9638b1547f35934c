import { seedNotes } from '../client-seed.ts';
import {
  type BattleStanding,
  breakTie,
  decideBattle,
  prizesOf,
  type SeatPrize,
  sumOf,
  TIE_NONCE,
  teamOf,
  tieClientSeed,
} from '../outcomes/battle.ts';
import { isFlipThresholdSound } from '../outcomes/flip.ts';
import { pickItem } from '../outcomes/ranges.ts';
import { rollOf } from '../roll.ts';
import { compared, coveredStep, type VerificationStep } from '../verification.ts';
import {
  type BattleRoll,
  type BattleTerms,
  type PlayedBattle,
  type PlayedSeat,
  type PlayedTie,
  playedVersion,
} from './battle-answer.ts';
import { bondNotes, bondParts, clientSeedSteps, derivedSeedOf, savedBondSteps } from './battle-bonds.ts';
import { type BeaconTrust, beaconParts, beaconRoundSteps, delayText, listOf, UNTRUSTED } from './beacon.ts';
import { flipStep, type NamedVersion } from './opening.ts';
import { type GameVerification, gameVerification, revealedSteps, savedNotes, type VerifiedPart } from './parts.ts';

/**
 * Checks a whole battle. `before` is an answer that was saved before the outcome, or null; public randomness is checked
 * against `trust`.
 */
export function verifyBattle(
  battle: PlayedBattle,
  before: BattleTerms | null,
  trust: BeaconTrust = UNTRUSTED,
): GameVerification {
  const { mode, isTeams, rolls, seats, cases } = battle;
  const values = rolls.map((ofSeat) => ofSeat.map(({ valueCents }) => valueCents));
  const standing = decideBattle({ mode, isTeams, values });
  const { part: tie, winningTeam } = tiePart(battle, standing);
  const derived = derivedSeedOf(battle);
  const sources = rolls.flat().map(({ clientSeedSource }) => clientSeedSource);
  const isDerived = standing.contenders.length > 1 && battle.beacon === null;
  return gameVerification(
    `battle ${battle.id}: ${termsText(battle)}`,
    [
      ...(before === null ? [] : [beforePart(battle, before)]),
      entryPart(battle),
      ...bondParts(battle, before),
      ...beaconParts(battle.beacon, listOf(battle, battle.filledAt, before), trust),
      ...battle.versions.map(versionPart),
      ...cases.flatMap((_, index) => seats.map((seat) => rollPart(battle, seat, index + 1, derived))),
      standingPart(battle, standing),
      tie,
      resultPart(battle, sumOf(values.flat()), winningTeam),
      ...prizesOf({ mode, isTeams, winningTeam, values }).map((prize) =>
        prizePart(battle, prize, winningTeam === null || teamOf(prize.seat, isTeams) === winningTeam),
      ),
    ],
    [
      ...(isDerived ? [...sources, 'DERIVED' as const] : sources).flatMap(seedNotes),
      ...bondNotes(battle),
      ...savedNotes(before !== null),
    ],
  );
}

function termsText({ mode, isTeams, seatCount, cases, randomness, beaconDelaySeconds }: BattleTerms): string {
  const seats = `${seatCount} seats ${isTeams ? 'in teams' : 'for themselves'}`;
  return `${mode}, ${seats}, ${cases.length} rounds, randomness ${randomness}${delayText(beaconDelaySeconds)}`;
}

function beforePart(battle: PlayedBattle, before: BattleTerms): VerifiedPart {
  const casesText = ({ cases }: BattleTerms) =>
    cases.map(({ caseId, versionNumber }) => `${caseId} version ${versionNumber}`).join(', ');
  const seedsText = (seats: BattleTerms['seats'], number: number) => {
    const found = seats.find(({ seat }) => seat === number);
    return found === undefined ? 'none' : `from nonce ${found.firstNonce} on: ${found.serverSeedHashes.join(', ')}`;
  };
  const taken = before.seats.filter(({ serverSeedHashes }) => serverSeedHashes.length > 0);
  return {
    title: 'before',
    result: `the terms and the hashes of ${taken.length} of ${battle.seatCount} seats are those that were saved`,
    steps: [
      compared('id', 'The battle is the one that was saved', battle.id, before.id),
      compared('terms', 'It was played as it was announced', termsText(battle), termsText(before)),
      compared('cases', 'The cases and their versions are those announced', casesText(battle), casesText(before)),
      compared('tie', 'The hash for a tie is the one shown', battle.tieSeedHash, before.tieSeedHash),
      ...savedBondSteps(battle, before),
      ...beaconRoundSteps(battle.beaconRound, before.beaconRound),
      ...taken.map(({ seat }) =>
        compared(
          `seat ${seat}`,
          'The hashes of the seat are those shown',
          seedsText(battle.seats, seat),
          seedsText(taken, seat),
        ),
      ),
    ],
  };
}

function entryPart({ cases, entryPriceCents }: PlayedBattle): VerifiedPart {
  const sum = sumOf(cases.map(({ priceCents }) => priceCents));
  return {
    title: 'entry',
    result: `${sum} cents a seat`,
    steps: [compared('entry', 'The entry is what the cases cost', sum, entryPriceCents)],
  };
}

function versionPart({ caseId, versionNumber, items, flipThreshold }: NamedVersion): VerifiedPart {
  const isSound = flipThreshold === null || isFlipThresholdSound(items, flipThreshold);
  return {
    title: `case ${caseId}, version ${versionNumber}`,
    result: 'its ranges cover every roll',
    steps: [
      coveredStep('the version', items),
      compared('flip', 'The second wheel turns from the start of a range on, or never', isSound, true),
    ],
  };
}

function rollPart(battle: PlayedBattle, seat: PlayedSeat, round: number, derivedSeed: string | null): VerifiedPart {
  const recorded = battle.rolls[seat.seat - 1]?.[round - 1] as BattleRoll;
  const version = playedVersion(battle, round);
  const roll = rollOf(recorded);
  const drawn = coveredStep('the version', version.items).ok ? pickItem(version.items, roll) : null;
  return {
    title: `round ${round}, seat ${seat.seat}`,
    result: `nonce ${recorded.nonce}, roll ${roll}, ${drawn?.name ?? 'nothing'} for ${recorded.valueCents} cents`,
    steps: [
      ...revealedSteps(recorded.serverSeed, recorded.serverSeedHash),
      compared(
        'commitment',
        'The hash is the one that the seat has for this round',
        recorded.serverSeedHash,
        seat.serverSeedHashes[round - 1] ?? null,
      ),
      compared(
        'nonce',
        'Nonces follow each other from the first of the seat',
        seat.firstNonce + round - 1,
        recorded.nonce,
      ),
      ...clientSeedStepsOf(battle, seat, recorded, derivedSeed),
      compared('roll', 'The seeds and the nonce give the roll', roll, recorded.roll),
      ...(drawn === null
        ? []
        : [
            compared('item', `The roll lies in the range of ${drawn.name}`, drawn.itemId, recorded.itemId),
            ...valueSteps(drawn.valueCents, recorded.valueCents),
          ]),
      flipStep(version, roll, recorded),
    ],
  };
}

/** Battles from before they were kept have none. */
const valueSteps = (valueCents: bigint | null, recordedCents: bigint): VerificationStep[] =>
  valueCents === null
    ? []
    : [compared('value', 'It counts what it was worth when the battle was created', valueCents, recordedCents)];

function clientSeedStepsOf(
  { beacon }: PlayedBattle,
  seat: PlayedSeat,
  recorded: BattleRoll,
  derivedSeed: string | null,
): VerificationStep[] {
  if (beacon !== null) return beaconSteps(recorded, beacon.randomness);
  return derivedSeed === null ? [] : clientSeedSteps(seat, derivedSeed, recorded);
}

const beaconSteps = (recorded: BattleRoll, randomness: string): VerificationStep[] => [
  compared('clientSeed', 'The client seed is the randomness of the beacon', randomness, recorded.clientSeed),
  compared('source', 'The roll says so', 'BEACON', recorded.clientSeedSource),
];

function standingPart(
  { isTeams, seats, mode }: PlayedBattle,
  { totals, scores, contenders }: BattleStanding,
): VerifiedPart {
  const first = contenders.length === 0 ? 'all share' : `first: team ${contenders.join(', ')}`;
  return {
    title: 'standing',
    result: `${mode} compares ${scores.map((score, index) => `team ${index + 1}: ${score}`).join(', ')} cents; ${first}`,
    steps: seats.flatMap(({ seat, team, totalCents }, index) => [
      compared('team', `The team of seat ${seat}`, teamOf(seat, isTeams), team),
      compared('total', `What seat ${seat} drew, added up`, totals[index] as bigint, totalCents),
    ]),
  };
}

/** A roll decides among the tied, and the winner follows from the computation. */
function tiePart(
  battle: PlayedBattle,
  { contenders }: BattleStanding,
): { part: VerifiedPart; winningTeam: number | null } {
  const { tie, tieSeedHash, beacon, rolls } = battle;
  const revealed = revealedSteps(tie.serverSeed, tieSeedHash);
  if (contenders.length < 2) {
    const steps = [...revealed, ...untiedSteps(tie)];
    const part = { title: 'tie', result: 'none, and its seed is the one committed to', steps };
    return { part, winningTeam: contenders[0] ?? null };
  }
  const clientSeed = beacon?.randomness ?? tieClientSeed(rolls.map((ofSeat) => ofSeat.map((roll) => roll.clientSeed)));
  const { roll, team } = breakTie({ contenders, serverSeed: tie.serverSeed, clientSeed });
  const seedText =
    beacon === null
      ? 'SHA-256 of the client seeds of all rolls, by seat and then by round, is the client seed of the tie'
      : 'The client seed of the tie is the randomness of the beacon';
  const steps = [
    ...revealed,
    compared('contenders', 'The teams that are tied', contenders.join(', '), tie.contenders?.join(', ') ?? null),
    compared('clientSeed', seedText, clientSeed, tie.clientSeed),
    compared('nonce', 'The nonce of a tie', TIE_NONCE, tie.nonce),
    compared('roll', `The seeds and the nonce give the roll, of ${contenders.length}`, roll, tie.roll),
    compared('team', 'The remainder of the roll is the place of the winner, counted from 0', team, tie.team),
  ];
  return {
    part: { title: 'tie', result: `roll ${roll} of ${contenders.length}: team ${team}`, steps },
    winningTeam: team,
  };
}

/** Where nobody is tied, nobody may seem to be. */
const untiedSteps = ({ contenders, roll, team, nonce }: PlayedTie): VerificationStep[] => [
  compared('contenders', 'Fewer than two teams stand first', (contenders?.length ?? 0) < 2, true),
  compared('nonce', 'The nonce of a tie', TIE_NONCE, nonce),
  compared('roll', 'Where nobody is tied there is no roll', null, roll),
  compared('team', 'And it has chosen nobody', null, team),
];

function resultPart(battle: PlayedBattle, potCents: bigint, winningTeam: number | null): VerifiedPart {
  return {
    title: 'result',
    result: `${winningTeam === null ? 'all share' : `team ${winningTeam} wins`}; the pot is ${potCents} cents`,
    steps: [
      compared('winningTeam', 'The team that wins', winningTeam, battle.winningTeam),
      compared('pot', 'What all drew, added up', potCents, battle.potCents),
    ],
  };
}

function prizePart(
  { seats, prizes }: PlayedBattle,
  { seat, drops, paidCents }: SeatPrize,
  isWinner: boolean,
): VerifiedPart {
  const told = prizes.find((each) => each.seat === seat);
  const ofSeat = seats[seat - 1] as PlayedSeat;
  return {
    title: `prize of seat ${seat}`,
    result: `${drops.length} drops and ${paidCents} cents`,
    steps: [
      compared('winner', 'Whether the seat wins, as all do who share the pot', isWinner, ofSeat.isWinner),
      compared('drops', 'The drops it gets, by seat and round', dropsText(drops), dropsText(told?.drops ?? [])),
      compared('paid', 'What it is paid of a shared pot', paidCents, told?.paidCents ?? 0n),
      compared('seat', 'The same is told at the seat', paidCents, ofSeat.paidCents),
    ],
  };
}

const dropsText = (drops: readonly { seat: number; round: number }[]): string =>
  drops
    .toSorted((one, other) => one.seat - other.seat || one.round - other.round)
    .map(({ seat, round }) => `${seat}.${round}`)
    .join(' ');
