import { createRaffle } from '../../../src/modules/games/raffles/index.ts';
import { raffleGame } from '../../../src/modules/games/raffles/raffles.game.ts';
import { buyTickets } from '../../../src/modules/games/raffles/sales/buy-tickets.ts';
import { fixTicketList } from '../../../src/modules/games/raffles/sales/close-sales.ts';
import { byPlatform } from '../../../src/modules/people/decisions/index.ts';
import { systemClock as clock } from '../../../src/platform/clock.ts';
import type { Id } from '../../../src/platform/ids.ts';
import { testSeedSeal as seedSeal } from '../committed-seeds.ts';
import { type RaffleFlow, runFlow } from './raffle-flows.ts';
import type { Player, Stage, Trials } from './stage.ts';
import { unheardSettings } from './unheard-settings.ts';
import { push } from './user-flows.ts';

/** One prize, and tickets of a real each. */
async function raffleOf({ db, itemId }: Stage, maxTickets: number): Promise<Id<'raffle'>> {
  const fields = {
    name: 'Raffle',
    description: '',
    imageUrl: 'https://images.example/1.png',
    ticketPriceCents: 100n,
    maxTickets,
    maxTicketsPerUser: null,
    closesAt: null,
    randomness: 'server' as const,
  };
  const given = { fields, prizes: [{ displayOrder: 0, itemId }] };
  const deps = { db, seedSeal, clock, beacon: null, settings: unheardSettings(db) };
  return (await createRaffle(deps, given, byPlatform)).id;
}

/** The player has two tickets; once no more can be had, the list is fixed. */
async function boughtRaffleOf(stage: Stage, { userId }: Player, maxTickets: number): Promise<Id<'raffle'>> {
  const { db } = stage;
  const raffleId = await raffleOf(stage, maxTickets);
  await buyTickets(
    { db, clock, push, games: [raffleGame] },
    { raffleId, userId, quantity: 2, expectedPriceCents: null },
    null,
  );
  await fixTicketList({ db, clock, beacon: null }, raffleId);
  return raffleId;
}

export const raffleTrials: Trials<RaffleFlow> = {
  kind: 'raffles',
  runFlow,
  trials: [
    {
      title: 'buying the last tickets of a raffle',
      flow: async (stage, { userId }) => {
        const command = { raffleId: await raffleOf(stage, 2), quantity: 2 };
        return { name: 'buyTickets', userId, key: null, command };
      },
      change: { balanceCents: -200, transfers: ['RAFFLE_TICKET 200'], raffles: ['DRAWING: 2 tickets'] },
    },
    {
      title: 'the draw of a raffle',
      flow: async (stage, player) => {
        const command = { raffleId: await boughtRaffleOf(stage, player, 2) };
        return { name: 'drawRaffle', userId: player.userId, key: null, command };
      },
      change: { items: Array(4).fill('AVAILABLE'), raffles: ['COMPLETED: 2 tickets'] },
    },
    {
      title: 'the cancellation of a raffle',
      flow: async (stage, player) => {
        const command = { raffleId: await boughtRaffleOf(stage, player, 5) };
        return { name: 'cancelRaffle', userId: player.userId, key: null, command };
      },
      change: { balanceCents: 200, transfers: ['RAFFLE_REFUND 200'], raffles: ['CANCELLED: 2 tickets'] },
    },
  ],
};
