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

/** The prizes that somebody has won, in the order in which they were drawn. */
export const wonPrizesOf = ({ prizes }: Raffle): readonly WonPrize[] => prizes.filter(isWon);

export interface DrawShow {
  /** The prize whose ticket is being shown; null before the draw and after it. */
  current: WonPrize | null;
  /** The prizes that are drawn and shown. */
  shown: readonly WonPrize[];
  next: () => void;
  skip: () => void;
  replay: () => void;
}

/**
 * Who watches a raffle while it is drawn sees one prize after the other; who comes later sees the winners at once. What
 * the socket says meanwhile of what was won waits.
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
