import type { Sql } from '../../../platform/database/sql.ts';
import type { Game, ShowingGame, WagerGame } from './game.types.ts';

export const isWagerGame = (game: Game): game is WagerGame => game.stakes !== null && game.stakes.figures !== null;

export const isShowing = (game: Game): game is ShowingGame => game.drops !== null;

/** What is staked and wagered on no roll. */
export const salesOf = (games: readonly Game[]): Sql[] =>
  games.flatMap(({ stakes }) => (stakes !== null && stakes.figures === null ? [stakes.plays] : []));

/** What is paid and not played yet. */
export const unplayedStakesOf = (games: readonly Game[]): Sql[] =>
  games.flatMap(({ stakes }) => stakes?.unplayed ?? []);
