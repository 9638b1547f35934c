import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { flag, integer, orNull, part, record, type Static, string } from '../../../../platform/record.ts';
import { timeOf } from '../../../../platform/schemas.ts';

/** This is SHA-256 over the 32 bytes of the previous hash and the UTF-8 bytes of the text. */
export type ChainHash = (previousHash: string, text: string) => string;
export const chainHash: ChainHash = (previousHash, text) =>
  createHash('sha256').update(previousHash, 'hex').update(text, 'utf8').digest('hex');

/** The hash covers these fields, as PostgreSQL prints them. */
export interface TrailEntry {
  id: string;
  action: string;
  userId: string | null;
  actorId: string | null;
  entityType: string | null;
  entityId: string | null;
  metadata: string;
  ip: string | null;
  createdAtMicros: string;
}

/** A table that was tampered with may lack the hashes. */
export interface LinkedEntry extends TrailEntry {
  position: string;
  previousHash: string | null;
  hash: string | null;
}

const exampleHash = '3f1c0a5be77d4a86c19e02b4d85f6a7390bd1e44c2f86a05d37b9e18f4a06c52';
const position = integer('Counted from 1 in the order of linking', 4210);
const hash = string('SHA-256, 64 hex characters', exampleHash);

const ChainHead = Type.Object({ position, hash });
export type ChainHead = Static<typeof ChainHead>;

export interface Link extends ChainHead {
  id: string;
  previousHash: string;
}

/** It is signed and stored outside the table. */
export interface Checkpoint extends ChainHead {
  at: string;
  /** A checkpoint signs the one before, so that a missing one is noticed. */
  previous: string;
  signature: string;
}

const ChainBreak = Type.Object({
  position: orNull(position, 'Position of the fault; null if it has none'),
  entryId: orNull(string('Its id', '4305'), 'The entry found there'),
  reason: string('The fault, for people to read', 'Entry 4305 was altered: its content does not give its hash'),
});
export type ChainBreak = Static<typeof ChainBreak>;

export interface CheckpointRecord {
  /** They have valid signatures and the order of the file. */
  checkpoints: readonly Checkpoint[];
  fault: ChainBreak | null;
}

export const VerifiedChain = record('VerifiedAuditChain', 'The result of verifying the audit trail', {
  valid: flag('True where nothing is broken', true),
  checked: integer('Entries that verify, from the first on', 4210),
  pending: integer('Entries written and not linked yet; normally a moment old', 3),
  head: orNull(
    part(ChainHead, 'The entry', { position: 4210, hash: exampleHash }),
    'The last entry that verifies; its hash covers all before it',
  ),
  brokenAt: orNull(part(ChainBreak, 'The fault'), 'The first fault of the trail; null if it is whole', null),
  checkpoints: part(
    Type.Object({
      checked: integer('Checkpoints that were held against the trail', 12),
      valid: flag('Whether all of them fit', true),
      lastPosition: orNull(position, 'The last position that the checkpoints cover'),
    }),
    'Signed heads of the chain, kept outside the database',
    { checked: 12, valid: true, lastPosition: 4200 },
  ),
});
export type ChainReport = Static<typeof VerifiedChain>;

/** This is about a second of work: a page can show progress, and ten million entries take few calls. */
export const RANGE_ENTRIES = 100_000;

export const RangeQuery = Type.Object({
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 0,
      description: 'The position up to which the range before has verified; 0 begins',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 100,
      maximum: RANGE_ENTRIES,
      default: RANGE_ENTRIES,
      description: 'Entries of this range, at most',
    }),
  ),
});

export const VerifiedRange = record('VerifiedAuditRange', `At most ${RANGE_ENTRIES} entries of the chain`, {
  ...VerifiedChain.properties,
  after: integer('Beginning of this range', 0),
  lastPosition: integer('The last position of the trail now', 4210),
  isDone: flag('True at the end of the trail, or where it is broken', true),
});
export type RangeReport = Static<typeof VerifiedRange>;

const SignedHead = Type.Object({
  position,
  hash,
  at: timeOf('When it was signed'),
  signature: string(
    'Ed25519, hex, over the UTF-8 text `["lisura audit head 1",position,"hash","at"]`',
    'ab'.repeat(64),
  ),
});
export type SignedHead = Static<typeof SignedHead>;
export const PublicHead = record('AuditHead', 'The signed head of the audit trail', {
  head: orNull(
    part(SignedHead, 'The head', {
      position: 4210,
      hash: exampleHash,
      at: '2026-11-15T12:00:00.000Z',
      signature: 'ab'.repeat(64),
    }),
    'The last entry that is linked; null while there is none',
  ),
  publicKey: string('Ed25519, 32 bytes as hex', 'cd'.repeat(32)),
});

/** A process leaves the work to another one that is at it, or waits. */
export type Patience = 'try' | 'wait';
