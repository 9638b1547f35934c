import { sha256Hex } from '@lisura/fairness';
import { sql } from '../../../src/platform/database/sql.ts';
import { notValid } from './evidence.ts';
import type { Fraud } from './fraud.ts';
import { drawnArguments, playPerson, sellTickets } from './games.ts';

const forgedBeacon: Fraud = {
  name: 'Forged beacon',
  deed: 'It invents the signature of a round, and the randomness that follows from it',
  notices: [notValid('battle', /The key of the chain has signed the round/)],
  play: async (house, isDishonest) => {
    const battle = await playPerson(house);
    const signature = battle.beacon.signature.replace(/^../, (start: string) => (start === '8a' ? '8b' : '8a'));
    const randomness = sha256Hex(Buffer.from(signature, 'hex'));
    const beacon = { ...battle.beacon, signature, randomness };
    return [await drawnArguments(house, 'battle', { battle: isDishonest ? { ...battle, beacon } : battle })];
  },
};

const ownChain: Fraud = {
  name: 'Own chain',
  deed: 'It takes its randomness from a chain whose key it holds itself',
  notices: [
    {
      command: 'battle',
      verdict: 'NOT CHECKED',
      words: /The chain of the beacon is not the one that is believed here/,
    },
  ],
  play: async (house, isDishonest) => {
    const battle = await playPerson(house);
    const args = await drawnArguments(house, 'battle', { battle });
    // To whom nobody has named the chain of the sandbox, it is such a chain.
    return [isDishonest ? args.filter((each) => !each.startsWith('--chain')) : args];
  },
};

const chosenRound: Fraud = {
  name: 'Chosen round',
  deed: 'It looks at the round that follows from the terms, and lets a later one decide',
  notices: [notValid('battle --server', /The round is the first that is published at least \d+ seconds after/)],
  play: async (house, isDishonest) => {
    const battle = await playPerson(house, async (id) => {
      await house.log();
      if (!isDishonest) return;
      await house.alter(sql`
        update battles set beacon_round = beacon_round + 5, beacon_at = beacon_at + interval '15 seconds' where id = ${id}`);
    });
    return [await drawnArguments(house, 'battle', { battle })];
  },
};

const delayedDraw: Fraud = {
  name: 'Delayed draw',
  deed: 'It says that sales closed later than they did, so that a later round follows from the terms',
  notices: [notValid('raffle --server', /TICKET_LISTS \d+ is in the log as it is told/)],
  play: async (house, isDishonest) => {
    const { id, sellOut, draw } = await sellTickets(house, { randomness: 'drand' });
    await sellOut();
    const { raffle, tickets } = await draw(async () => {
      if (!isDishonest) return;
      await house.alter(sql`
        update raffles set closed_at = closed_at + interval '15 seconds', beacon_round = beacon_round + 5,
          beacon_at = beacon_at + interval '15 seconds' where id = ${id}`);
    });
    const args = await drawnArguments(house, 'raffle', { raffle });
    return [[...args, `--tickets=${await house.save('tickets.txt', tickets)}`]];
  },
};

const lateSeats: Fraud = {
  name: 'Seats that come into the log late',
  deed: 'It logs who sits in a battle only once it knows the round, and could have chosen the seats to suit it',
  notices: [{ command: 'battle --server', verdict: 'NOT CHECKED', words: /has no head that is older than the round/ }],
  play: async (house, isDishonest) => {
    const battle = await playPerson(house, isDishonest ? async () => {} : undefined);
    if (isDishonest) await house.log({ isLate: true });
    return [await drawnArguments(house, 'battle', { battle })];
  },
};

export const DRAW_FRAUDS: readonly Fraud[] = [forgedBeacon, ownChain, chosenRound, delayedDraw];

/**
 * It comes last, because a head of the log is never older than the one before it, which is ahead of the clock
 * afterwards.
 */
export const LAST_FRAUDS: readonly Fraud[] = [lateSeats];
