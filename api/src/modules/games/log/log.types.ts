import type { Sql } from '../../../platform/database/sql.ts';

/** A kind of leaf, and the rows that it is made of. */
export interface LogSource {
  readonly kind: string;
  readonly table: string;
  /** Selects id, leaf and may_come, as `LoggedRows` says. */
  readonly leaves: Sql;
  readonly rowsAtOnce?: number;
}

/** Leaves in the order of their rows. */
export interface LeafBatch {
  ids: readonly bigint[];
  /** 32 bytes each. */
  hashes: Buffer;
  /** Rows without a result that may have one later. */
  waiting: readonly bigint[];
}

/** Leaves that follow each other, of rows whose ids do. */
export interface Span {
  kind: string;
  firstId: bigint;
  lastId: bigint;
  firstLeaf: bigint;
}

/** A hash of the tree by its place: of `2 ** (8 * level)` leaves, the one number `index` on its level. */
export interface Tile {
  level: number;
  tile: bigint;
  hashes: Buffer;
}

export interface TreeState {
  size: bigint;
  root: Buffer;
}

export interface SignedHead extends TreeState {
  at: Date;
  publicKey: Buffer;
  signature: Buffer;
}

/** Why nothing may be signed. */
export interface Interruption {
  cause: 'BEHIND' | 'KEY_CHANGED' | 'FILE_UNREADABLE';
  /** The last tree that was signed, which the log does not go on from. */
  lost: TreeState;
}
