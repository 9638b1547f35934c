import type { Sql } from '../../../platform/database/sql.ts';
import type { Walk } from '../../../platform/invariants/invariants.ts';
import type { Module } from '../../../platform/module.ts';

/**
 * The product makes figures, limits, the ledger and invariants from these values, so it knows no game by name. A part
 * that a game does not have is null.
 */
export interface Game {
  readonly name: string;
  /**
   * Selects stream, nonce, server_seed, server_seed_hash, client_seed, client_seed_source, committed_at and created_at
   * of each roll.
   */
  readonly rolls: Sql;
  /**
   * Selects server_seed of the roll with a nonce of a stream, by an index. It is null where requests have no client
   * seed.
   */
  readonly seedAt: ((stream: Sql, nonce: Sql) => Sql) | null;
  readonly results: LoggedRows;
  /** Terms, such as contents of cases, map rolls to results and are logged as soon as they are fixed. */
  readonly terms?: readonly LoggedTerms[];
  /** Computes every play again by other code, and finds those that differ. */
  readonly recomputed: Walk;
  /**
   * Selects the public wins: id, user_id, case_id, version_id, item_id, item_value_cents, chance_width, battle_id,
   * created_at and nonce of one table. The nonce is null where nonces are taken ahead. Ids rise with time, and the
   * table has an index for the newest of all and of the rare ones.
   */
  readonly drops: Sql | null;
  readonly stakes: GameStakes | null;
}

/** The ids come from the table's sequence, in the transaction that writes the rows. */
interface LoggedRows {
  readonly table: string;
  /**
   * Selects id, leaf and may_come. `leaf` is null without a result; `may_come` is true where one may follow. A leaf
   * never changes, and `leafOf` of the fairness package reads all of it from answers.
   */
  readonly leaves: Sql;
  readonly rowsAtOnce?: number;
}

export interface LoggedTerms extends LoggedRows {
  readonly kind: string;
}

interface GameStakes {
  /** `refund` or `prize` is null where the game gives no stake back, or pays no money. */
  readonly transfers: { readonly stake: string; readonly refund: string | null; readonly prize: string | null };
  /**
   * Selects user_id, created_at, wagered_cents and won_cents of each play, which limits count. Figures also need nonce,
   * is_won, and rounds, which is 1, and 0 for all players of a shared round but one.
   */
  readonly plays: Sql;
  /**
   * Selects user_id, first_nonce, last_nonce and stake_cents of paid stakes that are not played yet. Their nonces are
   * taken, and they count as wagered until they are given back.
   */
  readonly unplayed: Sql | null;
  /** It is null where something is sold and nothing is wagered. */
  readonly figures: GameFigures | null;
}

interface GameFigures {
  /**
   * The nonces do not rise with time, so plays are found by their time, for which the table has an index on the user
   * and that time.
   */
  readonly takesNoncesAhead: boolean;
  /**
   * Selects user_id, created_at, won_cents, expected_cents, variance (in squared cents) and largest_cents (the largest
   * possible win) of each play. Wins and expected wins are valued at one moment.
   */
  readonly odds: Sql | null;
  /** Fields of answers. */
  readonly fields: {
    /** Rounds, for administrators. */
    readonly today: FigureField;
    readonly played: FigureField;
    readonly won: FigureField | null;
  };
}

type FigureField = readonly [name: string, description: string];

export type StakedGame = Game & { readonly stakes: GameStakes };

export type WagerGame = Game & { readonly stakes: GameStakes & { readonly figures: GameFigures } };

export type EarlyStakedGame = Game & {
  readonly stakes: GameStakes & ({ readonly unplayed: Sql } | { readonly figures: null });
};

export type ShowingGame = Game & { readonly drops: Sql };

export interface GameModule<Deps> extends Module<Deps> {
  readonly game: Game;
  readonly personalData: Required<Module<Deps>>['personalData'];
}

export const isWagerGame = (game: Game): game is WagerGame => game.stakes !== null && game.stakes.figures !== null;

export const isShowing = (game: Game): game is ShowingGame => game.drops !== null;

export const salesOf = (games: readonly Game[]): Sql[] =>
  games.flatMap(({ stakes }) => (stakes !== null && stakes.figures === null ? [stakes.plays] : []));

export const unplayedStakesOf = (games: readonly Game[]): Sql[] =>
  games.flatMap(({ stakes }) => stakes?.unplayed ?? []);
