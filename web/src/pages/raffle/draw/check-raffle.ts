import { type GameVerification, raffleFrom, savedRaffleFrom, verifyRaffle } from '@lisura/fairness';
import { useQuery } from '@tanstack/react-query';
import { publicDrawTrust } from '../../../shared/fairness/public-draw-trust.ts';
import type { Raffle } from '../raffle.types.ts';
import { rememberedRaffle } from './seen-raffles.ts';

export interface CheckedRaffle {
  verification: GameVerification;
  /** Tells whether this browser had seen the hashes of the prizes before the draw. */
  hadSeen: boolean;
}

/** Draws a raffle anew in this browser, from the list of its tickets; null until it is done. */
export function useCheckedRaffle(raffle: Raffle, ticketList: string | undefined): CheckedRaffle | null {
  const { data = null } = useQuery({
    queryKey: ['checked raffle', raffle.id],
    queryFn: () => check(raffle, ticketList ?? ''),
    enabled: raffle.status === 'COMPLETED' && ticketList !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return data;
}

async function check(raffle: Raffle, ticketList: string): Promise<CheckedRaffle> {
  const seen = rememberedRaffle(raffle.id);
  const before = seen === null ? null : savedRaffleFrom(JSON.parse(seen));
  const drawn = raffleFrom(raffle);
  const verification = verifyRaffle(drawn, ticketList, before, await publicDrawTrust('RAFFLES', raffle));
  return { verification, hadSeen: before !== null };
}
