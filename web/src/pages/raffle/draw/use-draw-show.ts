import { useEffect, useState } from 'react';
import { beginShow } from '../../../data/spoilers.ts';
import type { Raffle } from '../raffle.types.ts';

export type Prize = Raffle['prizes'][number];
export type WonPrize = Prize & {
  winner: NonNullable<Prize['winner']>;
  winningTicket: number;
  winningIndex: number;
  eligibleTickets: number;
  roll: number;
};

const isWon = (prize: Prize): prize is WonPrize =>
  prize.winner !== null && prize.winningTicket !== null && prize.winningIndex !== null && prize.roll !== null;

export const wonPrizesOf = ({ prizes }: Raffle): readonly WonPrize[] => prizes.filter(isWon);

export interface DrawShow {
  /** It is null before the draw and after it. */
  current: WonPrize | null;
  shown: readonly WonPrize[];
  next: () => void;
  skip: () => void;
  replay: () => void;
}

/**
 * A viewer of the draw sees one prize after the other; a later visitor sees the winners at once. News of the winnings
 * waits for the show.
 */
export function useDrawShow(raffle: Raffle): DrawShow {
  const isDrawn = raffle.status === 'COMPLETED';
  const [revealed, setRevealed] = useState(isDrawn ? Number.POSITIVE_INFINITY : 0);
  const won = isDrawn ? wonPrizesOf(raffle) : [];
  const current = won[revealed] ?? null;
  const mayWin = raffle.status === 'DRAWING' && (raffle.ownTickets ?? 0) > 0;
  const holds = current !== null || mayWin;
  useEffect(() => (holds ? beginShow() : undefined), [holds]);
  return {
    current,
    shown: won.slice(0, revealed),
    next: () => setRevealed((before) => before + 1),
    skip: () => setRevealed(Number.POSITIVE_INFINITY),
    replay: () => setRevealed(0),
  };
}
