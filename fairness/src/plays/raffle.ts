import { seedNotes } from '../client-seed.ts';
import { sha256Hex } from '../hash/sha256.ts';
import { drawRaffle, type RaffleDraw } from '../outcomes/raffle.ts';
import { compared } from '../verification.ts';
import { type BeaconTrust, beaconParts, beaconRoundSteps, delayText, listOf, UNTRUSTED } from './beacon.ts';
import { type GameVerification, gameVerification, revealedSteps, savedNotes, type VerifiedPart } from './parts.ts';
import { type DrawnPrize, type DrawnRaffle, type RaffleTerms, type SalesTerms, ticketsFrom } from './raffle-answer.ts';
import { UnreadableJson } from './read-json.ts';

/**
 * Checks a whole raffle. `ticketList` is the text of the list as it came; `before` is an answer that was saved before
 * the draw, or null; public randomness is checked against `trust`.
 */
export function verifyRaffle(
  raffle: DrawnRaffle,
  ticketList: string,
  before: RaffleTerms | null,
  trust: BeaconTrust = UNTRUSTED,
): GameVerification {
  const tickets = ticketsFrom(ticketList);
  const listHash = sha256Hex(ticketList);
  const clientSeed = raffle.beacon?.randomness ?? listHash;
  const drawn = drawRaffle({ prizes: raffle.prizes.map(withSeed), clientSeed, tickets });
  return gameVerification(
    `raffle ${raffle.id}: ${raffle.ticketsSold} tickets, ${raffle.prizes.length} prizes, randomness ${raffle.randomness}${delayText(raffle.beaconDelaySeconds)}`,
    [
      ...(before === null ? [] : [beforePart(raffle, before)]),
      ...beaconParts(raffle.beacon, listOf(raffle, raffle.closedAt, before), trust),
      ...closeParts(raffle),
      listPart(raffle, { listHash, clientSeed, ticketCount: tickets.reduce((sum, { count }) => sum + count, 0) }),
      ...drawn.map(prizePart),
    ],
    [
      ...(raffle.ticketsSold === 0 ? [] : seedNotes(raffle.beacon === null ? 'DERIVED' : 'BEACON')),
      ...savedNotes(before !== null),
    ],
  );
}

/** The draw needs the seed of each prize; a seed that nobody could win with may have stayed secret. */
const withSeed = (recorded: DrawnPrize) => ({
  displayOrder: recorded.displayOrder,
  serverSeed: recorded.serverSeed ?? '',
  recorded,
});

function beforePart(raffle: DrawnRaffle, before: RaffleTerms): VerifiedPart {
  const hashOf = (order: number) => raffle.prizes.find(({ displayOrder }) => displayOrder === order)?.serverSeedHash;
  return {
    title: 'before',
    result: `the hashes of ${before.prizes.length} prizes are those that were saved`,
    steps: [
      compared('id', 'The raffle is the one that was saved', raffle.id, before.id),
      compared(
        'randomness',
        'It was drawn as it was announced',
        raffle.randomness + delayText(raffle.beaconDelaySeconds),
        before.randomness + delayText(before.beaconDelaySeconds),
      ),
      ...before.prizes.map(({ displayOrder, serverSeedHash }) =>
        compared(
          `prize ${displayOrder}`,
          'The hash of the prize is the one shown',
          hashOf(displayOrder) ?? null,
          serverSeedHash,
        ),
      ),
      ...sameSteps('clientSeed', 'The client seed is the one shown', raffle.clientSeed, before.clientSeed),
      ...sameSteps('list', 'The hash of the list is the one shown', raffle.ticketListHash, before.ticketListHash),
      ...beaconRoundSteps(raffle.beaconRound, before.beaconRound),
      ...salesSteps(raffle, before.sales),
    ],
  };
}

/** Nothing is drawn in a raffle that sold nothing. */
function salesSteps({ ticketsSold, closedAt }: DrawnRaffle, { maxTickets, closesAt }: SalesTerms) {
  if (maxTickets === null || closedAt === null || ticketsSold === 0) return [];
  const isDue = ticketsSold === maxTickets || (closesAt !== null && closedAt >= closesAt);
  return [compared('sales', 'Sales ended when all was sold, or at the time that was announced', isDue, true)];
}

/** The public log has the terms, so the end of the sales needs no saved answer. */
function closeParts(raffle: DrawnRaffle): VerifiedPart[] {
  const { beaconDelaySeconds, sales, ticketsSold } = raffle;
  const result = ticketsSold === sales.maxTickets ? 'all tickets were sold' : 'the announced time had come';
  return beaconDelaySeconds === null ? [] : [{ title: 'close', result, steps: salesSteps(raffle, sales) }];
}

const sameSteps = (name: string, explanation: string, now: string | null, saved: string | null) =>
  saved === null ? [] : [compared(name, explanation, now, saved)];

function listPart(
  { ticketsSold, clientSeed: recorded, ticketListHash, beacon }: DrawnRaffle,
  { listHash, clientSeed, ticketCount }: { listHash: string; clientSeed: string; ticketCount: number },
): VerifiedPart {
  const seedText = beacon === null ? 'That hash is the client seed' : 'The randomness of the beacon is the client seed';
  return {
    title: 'tickets',
    result: `${ticketCount} tickets, client seed ${clientSeed}`,
    steps: [
      compared('ticketsSold', 'Each ticket sold has a line of its own', ticketCount, ticketsSold),
      // Nothing is rolled in a raffle that sold nothing.
      ...(ticketsSold === 0
        ? []
        : [
            compared('listHash', 'SHA-256 of the list of tickets is the hash told', listHash, ticketListHash),
            compared('clientSeed', seedText, clientSeed, recorded),
          ]),
    ],
  };
}

function prizePart({ prize, nonce, ...computed }: RaffleDraw<ReturnType<typeof withSeed>, string>): VerifiedPart {
  const { recorded } = prize;
  const { eligibleTickets, roll, winningIndex, winningTicket, winnerId } = computed;
  if (recorded.serverSeed === null && roll !== null) {
    throw new UnreadableJson(`the prize with 'displayOrder' ${recorded.displayOrder} lacks its 'serverSeed'`);
  }
  return {
    title: `prize ${recorded.displayOrder}`,
    result:
      roll === null
        ? 'no ticket was left that could win it'
        : `roll ${roll} of ${eligibleTickets}: ticket ${winningTicket} of user ${winnerId}`,
    steps: [
      ...(recorded.serverSeed === null ? [] : revealedSteps(recorded.serverSeed, recorded.serverSeedHash)),
      compared('nonce', 'The nonce is the displayOrder and one', nonce, recorded.nonce),
      compared('eligible', 'Tickets of all who have won nothing yet', eligibleTickets, recorded.eligibleTickets),
      compared('roll', 'The seeds and the nonce give the roll', roll, recorded.roll),
      compared(
        'index',
        'The remainder of the roll is the place among them, counted from 0',
        winningIndex,
        recorded.winningIndex,
      ),
      compared('ticket', 'The ticket at that place', winningTicket, recorded.winningTicket),
      compared('winner', 'Whose ticket it is', winnerId, recorded.winnerId),
    ],
  };
}
