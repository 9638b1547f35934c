import type { Raffle } from '../raffle.types.ts';

/** This browser keeps the raffles that it was shown before their draw, and checks the draw against them. */
const nameOf = (id: string) => `lisura:raffle:${id}`;

/** Hashes stay as they were first seen; facts that are fixed at the close are added. */
export function rememberRaffle(raffle: Raffle): void {
  // Prizes may change until a ticket is sold.
  if (raffle.drawnAt !== null || raffle.cancelledAt !== null || raffle.ticketsSold === 0) return;
  const seen = rememberedRaffle(raffle.id);
  const { prizes } = seen === null ? raffle : (JSON.parse(seen) as Raffle);
  sessionStorage.setItem(nameOf(raffle.id), JSON.stringify({ ...raffle, prizes }));
}

/** Returns null where this browser did not see it in time. */
export const rememberedRaffle = (id: string): string | null => sessionStorage.getItem(nameOf(id));
