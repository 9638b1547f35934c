import type { Sql } from '../../../platform/database/sql.ts';
import type { Walk } from '../../../platform/invariants/invariants.ts';
import type { Module } from '../../../platform/module.ts';

/**
 * All that is known of a game before anybody plays it. Figures, limits, the books and the invariants of all games are made
 * of these, so that none of them knows a game by name. Nothing can be left out: what a game does not have is null.
 */
export interface Game {
  /** In figures, such as CASES. */
  readonly name: string;
  /**
   * Selects stream, nonce, server_seed, server_seed_hash, client_seed, client_seed_source, committed_at and created_at: a
   * row for each roll.
   */
  readonly rolls: Sql;
  /**
   * Selects server_seed of the roll with a nonce of a stream, by an index; nothing where this game has not rolled it. Null where
   * nobody sends a client seed.
   */
  readonly seedAt: ((stream: Sql, nonce: Sql) => Sql) | null;
  readonly results: LoggedRows;
  /** What says which roll gives what, logged as soon as it is fixed: contents of cases, lists of tickets, stakes. */
  readonly terms?: readonly LoggedTerms[];
  /** Finds rolls that do not come out where they are computed again, with what they came to, by other code than plays them. */
  readonly recomputed: Walk;
  /**
   * What it shows everybody of what is won. Selects id, user_id, case_id, version_id, item_id, item_value_cents,
   * chance_width, battle_id, created_at and nonce of one table: a row for each. The nonce is null where nonces are taken
   * ahead. Ids rise with time, and the table has an index for the newest of all and of the rare ones.
   */
  readonly drops: Sql | null;
  /** Null where it is paid with something that is no money. */
  readonly stakes: GameStakes | null;
}

/** Rows whose every result the public log has a leaf of. Their ids come from the sequence of the table, in the transaction that writes them. */
interface LoggedRows {
  readonly table: string;
  /**
   * Selects id, leaf and may_come: a row for each. `leaf` is null where there is no result, and `may_come` is true where there
   * may be one later. A leaf never changes, and says nothing that `leafOf` of the fairness package does not read from answers.
   */
  readonly leaves: Sql;
  /** How many are read in one statement, where their leaves take long to compute. */
  readonly rowsAtOnce?: number;
}

/** Rows that never change from the moment that they have a leaf. */
export interface LoggedTerms extends LoggedRows {
  readonly kind: string;
}

/** What is staked in a game, and comes of it. */
interface GameStakes {
  /** The types of its lines in the books; `refund` and `prize` are null where it gives nothing back, or pays no money. */
  readonly transfers: { readonly stake: string; readonly refund: string | null; readonly prize: string | null };
  /**
   * Selects user_id, created_at, wagered_cents and won_cents: what limits count. For figures also nonce, is_won, and rounds,
   * which is 1, and 0 for all but one of those who play a round together: a row for each play.
   */
  readonly plays: Sql;
  /**
   * Selects user_id, first_nonce, last_nonce and stake_cents: what is paid and not played yet. Its nonces are taken, and its
   * stake counts as wagered until it is given back.
   */
  readonly unplayed: Sql | null;
  /** Null where something is sold, such as tickets, and nothing is wagered on rolls: it is in no figures. */
  readonly figures: GameFigures | null;
}

/** How the figures of a game are made, and called. */
interface GameFigures {
  /**
   * Its nonces are taken before it is played, so that they do not rise with the time of the plays as those of other games
   * do. Such plays are found by their time, for which their table has an index on the user and that time.
   */
  readonly takesNoncesAhead: boolean;
  /**
   * The plays beside what was to be expected of them; null where the odds are not known. Selects user_id, created_at,
   * won_cents, expected_cents, variance (in squared cents) and largest_cents, which is the most that it could have given: a
   * row for each play. What was won and what was expected are valued at one moment.
   */
  readonly odds: Sql | null;
  /** The fields of answers that count its plays, each with what it means. */
  readonly fields: {
    /** Its rounds, to administrators. */
    readonly today: FigureField;
    /** A user's plays, to the user. */
    readonly played: FigureField;
    /** Those that were won; null where every play wins. */
    readonly won: FigureField | null;
  };
}

type FigureField = readonly [name: string, description: string];

/** A game in which money is staked. */
export type StakedGame = Game & { readonly stakes: GameStakes };

/** A game in which people wager on rolls. */
export type WagerGame = Game & { readonly stakes: GameStakes & { readonly figures: GameFigures } };

/** A game whose stakes are taken before they are played: it says which of them wait, or sells something. */
export type EarlyStakedGame = Game & {
  readonly stakes: GameStakes & ({ readonly unplayed: Sql } | { readonly figures: null });
};

/** A game that shows what is won in it. */
export type ShowingGame = Game & { readonly drops: Sql };

/** What a module that is a game says beside what every module does. */
export interface GameModule<Deps> extends Module<Deps> {
  readonly game: Game;
  readonly personalData: Required<Module<Deps>>['personalData'];
}
