import { hostname } from 'node:os';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import { createOutsideClient } from '../../../../platform/outbound/outside-client.ts';
import { createEd25519Signer, type Ed25519Signer } from '../../../../platform/secrets/ed25519.ts';
import { deriveKey } from '../../../../platform/secrets/secrets.ts';
import { type Checkpoint, chainHash, type Patience, type SignedHead } from './chain.records.ts';
import { continueTrail } from './chain.rules.ts';
import {
  afterPosition,
  findHashAt,
  findHead,
  findWritten,
  listWritten,
  noteWritten,
  TRAIL_START,
  takeLock,
  trailPages,
} from './chain.sql.ts';
import { isSigned, lossOf, openCheckpointFile, type ReadFile, signCheckpoint } from './checkpoint-file.ts';

const TIMEOUT_MS = 5_000;
const RETRY_MS = 5_000;
const MAX_REPLY_BYTES = 16 * 1024;

/**
 * Sends a checkpoint in the background, one at a time and the newest first, since it covers all before. Call it
 * repeatedly: a refused one is sent again after a while, an accepted one is not.
 */
export function createCheckpointPost(
  copyUrl: string | null,
  logger: Logger,
  retryMs = RETRY_MS,
): (checkpoint: Checkpoint) => void {
  if (copyUrl === null) return () => {};
  const { origin, pathname, searchParams } = new URL(copyUrl);
  const keeper = createOutsideClient({
    name: 'keeper of checkpoints',
    baseUrl: origin,
    query: Object.fromEntries(searchParams),
    timeoutMs: TIMEOUT_MS,
    maxReplyBytes: MAX_REPLY_BYTES,
    logger,
  });
  let taken: string | null = null;
  let isSending = false;
  let retryAtMs = 0;

  async function send(checkpoint: Checkpoint): Promise<void> {
    isSending = true;
    try {
      await keeper.ask({ method: 'POST', path: pathname, body: checkpoint, replyAs: 'text', read: () => true });
      taken = checkpoint.signature;
    } catch {
      retryAtMs = performance.now() + retryMs;
    }
    isSending = false;
  }

  return (checkpoint) => {
    if (!isSending && taken !== checkpoint.signature && performance.now() >= retryAtMs) void send(checkpoint);
  };
}

export interface CheckpointPlaces {
  checkpointFile: string;
  signingKey: Buffer;
  copyFile?: string | null;
  copyUrl?: string | null;
}

export interface AnchorDeps extends CheckpointPlaces {
  db: Db;
  logger: Logger;
}

/** Machines share the database and not their files. */
export const placeOf = (checkpointFile: string) => `${hostname()} ${checkpointFile}`;

/**
 * A checkpoint is written only if the file is whole, the trail agrees with its last checkpoint, and every entry since
 * continues from the one before. So each vouches for all before it. After tampering the file stays as evidence until a
 * person has looked.
 */
export function createAnchor({ db, logger, checkpointFile, signingKey, copyFile, copyUrl }: AnchorDeps) {
  const place = placeOf(checkpointFile);
  const file = openCheckpointFile(checkpointFile, signingKey);
  const keepCopy = createCopy(copyFile ?? null, signingKey, logger);
  const post = createCheckpointPost(copyUrl ?? null, logger);
  let newest: Checkpoint | null = null;
  let refused = false;

  function refuse(reason: string): void {
    if (!refused)
      logger.error({ reason, checkpointFile }, 'The audit trail is not anchored any more: verify the chain');
    refused = true;
  }

  /** Returns null where the head may be signed. */
  async function faultOf(tx: Tx, record: ReadFile): Promise<string | null> {
    if (record.fault !== null) return record.fault.reason;
    for (const written of [await findWritten(tx, place), newest]) {
      const loss = written === null ? null : lossOf(record, written);
      if (loss !== null) return loss.reason;
    }
    const last = record.checkpoints.at(-1);
    if (last === undefined || (await findHashAt(tx, last.position)) === last.hash) return null;
    return `The trail does not agree with the checkpoint at position ${last.position}`;
  }

  async function anchor(tx: Tx, patience: Patience): Promise<void> {
    // The processes of one machine share the file, and its lines are a chain, too.
    if (!(await takeLock(tx, 'anchoring', patience))) return;
    const record = await file.read();
    const fault = await faultOf(tx, record);
    if (fault !== null) return refuse(fault);
    const last = record.checkpoints.at(-1) ?? null;
    const head = await findHead(tx);
    if (head !== null && head.position > (last?.position ?? 0)) {
      const pages = trailPages(tx, last === null ? TRAIL_START : afterPosition(last.position), String(head.position));
      const { head: verified, brokenAt } = await continueTrail(last, pages, chainHash);
      if (brokenAt !== null) return refuse(brokenAt.reason);
      const checkpoint = signCheckpoint(verified, head.readAt.toISOString(), last?.signature ?? '', signingKey);
      await file.append([checkpoint]);
      // This comes after the file, which so has every checkpoint that the database knows of.
      await noteWritten(tx, place, checkpoint);
      logger.info({ checkpoint }, 'The head of the audit trail is anchored');
    }
    refused = false;
    const whole = await file.read();
    newest = whole.checkpoints.at(-1) ?? null;
    await keepCopy(whole);
  }

  return async (patience: Patience): Promise<void> => {
    const head = await findHead(db);
    const isAnchored = newest !== null && head?.position === newest.position && head.hash === newest.hash;
    if (!isAnchored && (head !== null || newest !== null)) await transaction(db, (tx) => anchor(tx, patience));
    if (newest !== null) post(newest);
  };
}

/** A failing copy stops no anchoring. */
function createCopy(copyFile: string | null, signingKey: Buffer, logger: Logger): (whole: ReadFile) => Promise<void> {
  if (copyFile === null) return async () => {};
  const copy = openCheckpointFile(copyFile, signingKey);
  let failing = false;

  async function follow({ checkpoints }: ReadFile): Promise<void> {
    const record = await copy.read();
    if (record.fault !== null) throw new Error(record.fault.reason);
    const last = record.checkpoints.at(-1);
    const known = checkpoints.findIndex(({ signature }) => signature === last?.signature);
    if (last !== undefined && known < 0) throw new Error('It does not end with a checkpoint of the first file');
    const missing = checkpoints.slice(known + 1);
    if (missing.length > 0) await copy.append(missing);
  }

  return async (whole) => {
    try {
      await follow(whole);
      failing = false;
    } catch (error) {
      if (!failing) logger.error({ err: error, copyFile }, 'The copy of the checkpoints is not kept any more');
      failing = true;
    }
  };
}

/** The key signs other things, which this keeps apart. */
const CONTEXT = 'lisura audit head 1';

export interface HeadSigner {
  /** 32 bytes as hex. */
  readonly publicKey: string;
  newest(db: Db): Promise<SignedHead | null>;
}

/**
 * A kept copy of the public head proves later changes. It signs only what an anchor has verified, not what a row
 * claims.
 */
export function createHeadSigner(signingKey: Buffer): HeadSigner {
  const signer = createEd25519Signer(deriveKey(signingKey, 'audit head'));
  return {
    publicKey: signer.publicKey.toString('hex'),
    newest: async (db) => {
      const anchored = (await listWritten(db)).find((checkpoint) => isSigned(checkpoint, signingKey));
      return anchored === undefined ? null : signedHead(anchored, signer);
    },
  };
}

function signedHead({ position, hash, at }: Checkpoint, signer: Ed25519Signer): SignedHead {
  const text = JSON.stringify([CONTEXT, position, hash, at]);
  return { position, hash, at, signature: signer.sign(text).toString('hex') };
}
