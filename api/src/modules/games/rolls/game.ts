import type { Sql } from '../../../platform/database/sql.ts';
import type { Walk } from '../../../platform/invariants/invariants.ts';
import type { Module } from '../../../platform/module.ts';

/**
 * Everything that the rest of the product knows of a game. Figures, limits, the ledger and the invariants of all games are
 * made from these values, so none of them knows a game by name. No field is optional; what a game does not have is null.
 */
export interface Game {
  readonly name: string;
  /**
   * Selects stream, nonce, server_seed, server_seed_hash, client_seed, client_seed_source, committed_at and created_at: a
   * row for each roll.
   */
  readonly rolls: Sql;
  /**
   * Selects server_seed of the roll with a nonce of a stream, by an index; no row where this game has not rolled it. Null
   * where requests have no client seed.
   */
  readonly seedAt: ((stream: Sql, nonce: Sql) => Sql) | null;
  readonly results: LoggedRows;
  /** Contents of cases, lists of tickets, stakes: the terms that map rolls to results, logged as soon as they are fixed. */
  readonly terms?: readonly LoggedTerms[];
  /** Computes every play again, by other code than the one that plays, and finds those that differ. */
  readonly recomputed: Walk;
  /**
   * Selects the wins that everybody is shown: id, user_id, case_id, version_id, item_id, item_value_cents, chance_width,
   * battle_id, created_at and nonce of one table, a row for each. The nonce is null where nonces are taken ahead. Ids rise
   * with time, and the table has an index for the newest of all and of the rare ones.
   */
  readonly drops: Sql | null;
  /** Null where the price is not money. */
  readonly stakes: GameStakes | null;
}

/** Rows with a leaf in the public log. Their ids come from the table's sequence, in the transaction that writes them. */
interface LoggedRows {
  readonly table: string;
  /**
   * Selects id, leaf and may_come: a row for each. `leaf` is null without a result; `may_come` is true where one may follow.
   * A leaf never changes, and has nothing that `leafOf` of the fairness package does not read from answers.
   */
  readonly leaves: Sql;
  /** Few, where leaves take long to compute. */
  readonly rowsAtOnce?: number;
}

export interface LoggedTerms extends LoggedRows {
  readonly kind: string;
}

interface GameStakes {
  /** The types of its transfers; `refund` or `prize` is null where it gives no stake back, or pays no money. */
  readonly transfers: { readonly stake: string; readonly refund: string | null; readonly prize: string | null };
  /**
   * Selects user_id, created_at, wagered_cents and won_cents, which limits count: a row for each play. Figures also need
   * nonce, is_won, and rounds, which is 1, and 0 for all players of a shared round but one.
   */
  readonly plays: Sql;
  /**
   * Selects user_id, first_nonce, last_nonce and stake_cents of stakes that are paid and not played yet. Their nonces are
   * taken, and they count as wagered until they are given back.
   */
  readonly unplayed: Sql | null;
  /** Null where something is sold, such as tickets, and nothing is wagered on rolls: it is in no figures. */
  readonly figures: GameFigures | null;
}

interface GameFigures {
  /**
   * Its nonces are taken before the play, so they do not rise with time as those of other games do. Its plays are found by
   * their time, for which their table has an index on the user and that time.
   */
  readonly takesNoncesAhead: boolean;
  /**
   * Selects user_id, created_at, won_cents, expected_cents, variance (in squared cents) and largest_cents, which is the
   * largest possible win: a row for each play. Wins and expected wins are valued at one moment. Null if the odds are unknown.
   */
  readonly odds: Sql | null;
  /** Fields of answers. */
  readonly fields: {
    /** Rounds, for administrators. */
    readonly today: FigureField;
    /** A user's plays, for the user. */
    readonly played: FigureField;
    /** The won plays; null where every play wins. */
    readonly won: FigureField | null;
  };
}

type FigureField = readonly [name: string, description: string];

export type StakedGame = Game & { readonly stakes: GameStakes };

export type WagerGame = Game & { readonly stakes: GameStakes & { readonly figures: GameFigures } };

/** A game whose stakes are taken before they are played: it has unplayed stakes, or sells something. */
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
