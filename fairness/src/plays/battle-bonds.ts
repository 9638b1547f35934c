import { derivedBattleSeed } from '../outcomes/battle-seed.ts';
import { compared, type VerificationStep } from '../verification.ts';
import type { BattleRoll, BattleTerms, PlayedBattle, PlayedSeat } from './battle-answer.ts';
import type { VerifiedPart } from './parts.ts';

// Checks that a battle kept to everything it was bound to before anybody paid.

/**
 * Checks a battle whose bots were bound at its creation. The server tells the times and hashes, and only a saved answer
 * proves that they were public. An answer by which a bot was bound later, or played with another seed, is refused.
 */
export function bondParts(battle: PlayedBattle, before: BattleTerms | null): VerifiedPart[] {
  const { botSeats, times, seats, cases } = battle;
  const unchecked = uncheckedBonds(battle, before);
  if (botSeats === null || times === null) {
    return unchecked.length === 0
      ? []
      : [{ title: 'bots', result: 'they were bound to nothing', steps: [], unchecked }];
  }
  const told = botSeats.map(({ seat, serverSeedHashes }) => `${seat}: ${serverSeedHashes.length}`);
  const [firstTakenAt = ''] = times.takenAt;
  return [
    {
      title: 'bound before',
      result: `the hashes of bots in ${botSeats.length} seats and of a tie were committed to before anybody paid`,
      steps: [
        compared(
          'bots',
          'The hashes that a bot would have are told of every seat but the first, one for each round',
          told.join(', '),
          seats
            .slice(1)
            .map(({ seat }) => `${seat}: ${cases.length}`)
            .join(', '),
        ),
        ...botSeats.map(({ seat, committedAt }) =>
          boundStep(`seat ${seat}`, `Those of seat ${seat}`, committedAt, firstTakenAt),
        ),
        boundStep('tie', 'The hash for a tie', times.tieCommittedAt, firstTakenAt),
        orderStep(times),
        ...seats.flatMap((seat) => holderSteps(battle, seat)),
      ],
      unchecked,
    },
  ];
}

const boundStep = (name: string, what: string, committedAt: string, firstTakenAt: string): VerificationStep =>
  compared(
    name,
    `${what}: the server was bound before the first seat was paid for, and did not choose when it played`,
    areInOrder([committedAt, firstTakenAt]) ? 'before' : committedAt,
    'before',
  );

function orderStep({ createdAt, takenAt, startedAt, endedAt }: NonNullable<PlayedBattle['times']>): VerificationStep {
  const isRight = takenAt.every((at) => areInOrder([createdAt, at, startedAt])) && areInOrder([startedAt, endedAt]);
  return compared('times', 'It was created, then its seats were taken, then it was played', isRight, true);
}

/** Returns false where one of them is no time. */
const areInOrder = (times: readonly string[]) =>
  times.every((time, index) => index === 0 || Date.parse(times[index - 1] as string) <= Date.parse(time));

function holderSteps({ botSeats }: PlayedBattle, seat: PlayedSeat): VerificationStep[] {
  const { seat: number, isBot, serverSeedHashes, firstNonce, clientSeed, clientSeedSource } = seat;
  const ofBot = botSeats?.find((each) => each.seat === number)?.serverSeedHashes.join(', ') ?? null;
  const isGiven = clientSeedSource === 'REQUEST' || clientSeedSource === 'ACCOUNT';
  const given = compared(
    `seat ${number}`,
    'Its client seed was given by a person, with a request or on the account, or there is none',
    clientSeed === null ? clientSeedSource === null : isGiven,
    true,
  );
  if (!isBot) {
    const isOther = serverSeedHashes.join(', ') !== ofBot;
    return [given, compared(`seat ${number}`, 'A person plays, by other seeds than a bot would', isOther, true)];
  }
  return [
    given,
    compared(
      `seat ${number}`,
      'The bot plays by the seeds that were committed to at the creation',
      serverSeedHashes.join(', '),
      ofBot,
    ),
    compared(`seat ${number}`, 'The nonces of a bot begin with 1', firstNonce, 1),
  ];
}

/** Rolls without a given client seed use this one; battles without such rolls have null. */
export function derivedSeedOf({ botSeats, seats, tieSeedHash }: PlayedBattle): string | null {
  if (botSeats === null) return null;
  const fixed = seats.map(({ seat, serverSeedHashes, clientSeed }) => {
    const ofBot = botSeats.find((each) => each.seat === seat)?.serverSeedHashes ?? [];
    return { hashes: seat === 1 ? serverSeedHashes : ofBot, clientSeed };
  });
  return derivedBattleSeed(tieSeedHash, fixed);
}

/** Finds the origin of a client seed in a battle without a beacon. Bots have no client seed of their own. */
export function clientSeedSteps(seat: PlayedSeat, derived: string, recorded: BattleRoll): VerificationStep[] {
  const isGiven = !seat.isBot && seat.clientSeed !== null;
  const [clientSeed, source] = isGiven ? [seat.clientSeed, seat.clientSeedSource] : [derived, 'DERIVED'];
  const text = isGiven
    ? 'The client seed is the one that the seat was taken with'
    : 'The client seed is computed from the hashes of all seats and the client seeds given';
  return [
    compared('clientSeed', text, clientSeed, recorded.clientSeed),
    compared('source', 'The roll says where it comes from', source, recorded.clientSeedSource),
  ];
}

export const OLD_BOTS =
  'Bots played, and this battle is from before their hashes were public at its creation. Nothing proves that their seeds ' +
  'were not chosen when everything else was known.';

export const UNSAVED_BOTS =
  'Bots played, and nothing that was saved before is compared: their hashes are those that the server tells now. Save the ' +
  'answer to the creation, or of GET /api/battles/<id> before you pay or add bots, and give it as --before.';

export const NOTHING_LATER =
  'Bots played, and nobody gave a client seed after their hashes were public: the server knew everything that decides when ' +
  'it made them, and could have chosen them. Give a clientSeed of your own when you add bots, or let the beacon decide.';

/** These parts cannot be checked, so the battle cannot be called valid. */
function uncheckedBonds(battle: PlayedBattle, before: BattleTerms | null): string[] {
  const { seats, botSeats } = battle;
  if (!seats.some(({ isBot }) => isBot)) return [];
  if (botSeats === null) return [OLD_BOTS];
  // The public log has the hashes of all seats before the round, or says so.
  if (battle.beacon !== null && battle.beaconDelaySeconds !== null) return [];
  return [...(before === null ? [UNSAVED_BOTS] : []), ...uncheckedChance(battle)];
}

/** Something has to decide the rolls of bots that nobody could know when their seeds were made, nor choose afterwards. */
function uncheckedChance({ seats, beacon }: PlayedBattle): string[] {
  if (beacon !== null) return [];
  return seats.some(({ seat, clientSeedSource }) => seat > 1 && clientSeedSource === 'REQUEST') ? [] : [NOTHING_LATER];
}

export const OLD_NOTE =
  'This battle is from before the values that decide were public at its creation: what a drop was worth is what the server ' +
  'says that it was worth when it was drawn.';

export const bondNotes = ({ botSeats }: PlayedBattle): string[] => (botSeats === null ? [OLD_NOTE] : []);

export function savedBondSteps(battle: BattleTerms, before: BattleTerms): VerificationStep[] {
  const given = before.seats.filter(({ clientSeed }) => clientSeed !== null);
  const seedOf = (number: number) => battle.seats.find(({ seat }) => seat === number)?.clientSeed ?? null;
  return [
    compared('bots', 'The hashes of bots are those shown', botsText(battle), botsText(before)),
    compared('values', 'The items and what they are worth are those shown', itemsText(battle), itemsText(before)),
    ...given.map(({ seat, clientSeed }) =>
      compared(`seat ${seat}`, 'The client seed of the seat is the one shown', seedOf(seat), clientSeed),
    ),
  ];
}

const botsText = ({ botSeats }: BattleTerms): string | null =>
  botSeats?.map(({ seat, serverSeedHashes }) => `${seat}: ${serverSeedHashes.join(', ')}`).join('; ') ?? null;

const itemsText = ({ versions }: BattleTerms): string =>
  versions
    .flatMap(({ caseId, versionNumber, flipThreshold, items }) => [
      `${caseId} version ${versionNumber}, flip ${flipThreshold ?? 'never'}`,
      ...items.map((item) => [item.itemId, item.hashRangeStart, item.hashRangeEnd, item.valueCents ?? '?'].join(' ')),
    ])
    .sort()
    .join(', ');
