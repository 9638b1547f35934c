import type { VerifyLink } from '../../shared/fairness/verify-link.ts';
import type { ShownItem } from '../../shared/items/rarity.ts';

export const GAMES = ['caixas', 'upgrades', 'batalhas', 'rifas', 'eventos'] as const;
export type Game = (typeof GAMES)[number];

export const OUTCOMES = ['todos', 'ganhos', 'perdas'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export type PlayState = 'won' | 'lost' | 'shared' | 'waiting' | 'running' | 'cancelled';

export interface Play {
  /** Of all games. */
  key: string;
  game: Game;
  createdAt: string;
  what: string;
  note: string | null;
  item: ShownItem | null;
  state: PlayState;
  /** It is null where the play was not paid with money. */
  paidCents: string | null;
  /** It is null until the outcome is known. */
  receivedCents: string | null;
  verify: VerifyLink | null;
}

export interface LoadedPlays {
  game: Game;
  plays: readonly Play[];
  hasMore: boolean;
}

/**
 * Joins the plays of several games, newest first. A game with more to load may have played anything below its last
 * loaded play, so the list ends there; `next` is the game to load to go on.
 */
export function mergePlays(loaded: readonly LoadedPlays[]): { plays: Play[]; next: Game | null } {
  const timeOf = ({ createdAt }: Play) => Date.parse(createdAt);
  const ends = loaded
    .filter(({ hasMore }) => hasMore)
    .map(({ game, plays }) => ({ game, end: plays.length === 0 ? Infinity : timeOf(plays.at(-1) as Play) }))
    .sort((one, other) => other.end - one.end);
  const [last] = ends;
  const all = loaded.flatMap(({ plays }) => plays).sort((one, other) => timeOf(other) - timeOf(one));
  return { plays: last === undefined ? all : all.filter((play) => timeOf(play) >= last.end), next: last?.game ?? null };
}

/** Adds up payments and prizes; unfinished plays and plays without money count in neither. */
export function hasOutcome({ paidCents, receivedCents, state }: Play, outcome: Outcome): boolean {
  if (outcome === 'todos') return true;
  if (paidCents === null || receivedCents === null || state === 'cancelled') return false;
  const isMore = BigInt(receivedCents) >= BigInt(paidCents);
  return outcome === 'ganhos' ? isMore : !isMore;
}
