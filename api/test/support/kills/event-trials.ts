import { wager } from '../../../src/modules/games/events/test-support.ts';
import type { Id } from '../../../src/platform/ids.ts';
import { type EventFlow, runFlow } from './event-flows.ts';
import type { Player, Stage, Trials } from './stage.ts';

async function claimOf({ db, event }: Stage, { person }: Player, number: number, key: string | null) {
  await wager(db, person, 300);
  const tierId = event.tiers[number - 1]?.id as Id<'event-tier'>;
  return { name: 'claimTier' as const, userId: person.userId, key, command: { eventId: event.id, tierId } };
}

/** A shot, and every kind of claim. */
export const eventTrials: Trials<EventFlow> = {
  kind: 'events',
  runFlow,
  trials: [
    {
      title: 'a shot in an event',
      flow: async ({ db, event }, { person, userId }) => {
        await wager(db, person, 300);
        return { name: 'shoot', userId, key: null, command: { eventId: event.id, ticketPrice: 250 } };
      },
      change: {
        items: Array(4).fill('AVAILABLE'),
        progress: ['wagered 300, given 0 tickets, spent 250'],
        shots: ['1 for 250'],
      },
    },
    {
      title: 'claiming money in an event with an Idempotency-Key',
      flow: (stage, player) => claimOf(stage, player, 1, 'mine'),
      change: {
        balanceCents: 700,
        transfers: ['EVENT_REWARD 700'],
        progress: ['wagered 300, given 0 tickets, spent 0'],
        claims: ['money'],
        keys: ['mine 200'],
      },
    },
    {
      title: 'claiming tickets in an event',
      flow: (stage, player) => claimOf(stage, player, 2, null),
      change: { progress: ['wagered 300, given 50 tickets, spent 0'], claims: ['50 tickets'] },
    },
    {
      title: 'claiming an item in an event',
      flow: (stage, player) => claimOf(stage, player, 3, null),
      change: {
        items: Array(4).fill('AVAILABLE'),
        progress: ['wagered 300, given 0 tickets, spent 0'],
        claims: ['an item'],
      },
    },
  ],
};
