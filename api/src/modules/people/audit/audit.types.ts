/** An entry as its hash covers it: every field as the text that PostgreSQL prints. */
export interface TrailEntry {
  id: string;
  action: string;
  userId: string | null;
  actorId: string | null;
  entityType: string | null;
  entityId: string | null;
  /** The jsonb as PostgreSQL prints it: one spelling for one value. */
  metadata: string;
  ip: string | null;
  createdAtMicros: string;
}

/** An entry with its place in the chain. The hashes are hex; a table that was tampered with may lack them. */
export interface LinkedEntry extends TrailEntry {
  position: string;
  previousHash: string | null;
  hash: string | null;
}

/** The last entry of a chain: its hash covers everything before it. */
export interface ChainHead {
  position: number;
  hash: string;
}

export interface Link extends ChainHead {
  id: string;
  previousHash: string;
}

/** A head of the chain that was anchored outside the table. */
export interface Checkpoint extends ChainHead {
  at: string;
  /** The signature of the checkpoint before, so that none can be taken out of the middle unseen. */
  previous: string;
  signature: string;
}

export interface CheckpointRecord {
  /** Those whose own signature holds, in the order of the file. */
  checkpoints: readonly Checkpoint[];
  /** What is wrong with the record itself. */
  fault: ChainBreak | null;
}

/** Where the trail is broken first. The position is null where not even that can be read. */
export interface ChainBreak {
  position: number | null;
  entryId: string | null;
  reason: string;
}

export interface ChainReport {
  valid: boolean;
  /** Entries that were verified. */
  checked: number;
  /** Entries that are committed and not linked yet. */
  pending: number;
  /** The last entry up to which everything verifies. */
  head: ChainHead | null;
  brokenAt: ChainBreak | null;
  checkpoints: { checked: number; valid: boolean; lastPosition: number | null };
}

/** Towards another process that does the same at the moment: leave it to that one, or wait for it to end. */
export type Patience = 'try' | 'wait';
