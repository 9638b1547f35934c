import type { Raffle } from '../raffle.types.ts';

/** What this browser was shown of raffles before their draw: afterwards it is what they are checked against. */
const nameOf = (id: string) => `lisura:raffle:${id}`;

/** Hashes are kept as they were first seen; what is fixed when sales close is added to them. */
export function rememberRaffle(raffle: Raffle): void {
  // Until a ticket is sold its prizes may still change.
  if (raffle.drawnAt !== null || raffle.cancelledAt !== null || raffle.ticketsSold === 0) return;
  const seen = rememberedRaffle(raffle.id);
  const { prizes } = seen === null ? raffle : (JSON.parse(seen) as Raffle);
  sessionStorage.setItem(nameOf(raffle.id), JSON.stringify({ ...raffle, prizes }));
}

/** Null where this browser did not see it in time. */
export const rememberedRaffle = (id: string): string | null => sessionStorage.getItem(nameOf(id));
