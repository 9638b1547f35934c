import { strict as assert } from 'node:assert';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import { type AnchorDeps, createAnchor } from './anchor-head.ts';
import { linkEntries } from './audit.rules.ts';
import { findHead, listPending, takeLock, writeLinks } from './audit.sql.ts';
import type { Patience } from './audit.types.ts';
import { chainHash } from './chain-hash.ts';

/** Small enough that a batch neither holds the event loop for long nor makes a large statement. */
const BATCH_SIZE = 1_000;
const MIN_KEY_BYTES = 32;
/** A stop must not wait for a long backlog: what is left is linked by whoever starts next. */
const STOP_LIMIT_MS = 2_000;

export interface AuditLinker {
  start(): void;
  /** Links what is pending and returns how many entries that were; 0 also while another process links. */
  linkNow(): Promise<number>;
  /** Links what is pending and anchors the head. */
  stop(): Promise<void>;
}

export interface AuditLinkerDeps extends AnchorDeps {
  intervalMs?: number;
}

/**
 * Links committed entries into the chain, off the path of requests: entries never wait for it. Every process runs one;
 * for each batch an advisory lock elects which of them links. Entries whose transactions commit out of the order of
 * their ids simply get later positions.
 */
export function createAuditLinker({ intervalMs = 500, ...deps }: AuditLinkerDeps): AuditLinker {
  assert(deps.signingKey.length >= MIN_KEY_BYTES, `The signing key must have at least ${MIN_KEY_BYTES} bytes`);
  const { db, logger } = deps;
  const anchorHead = createAnchor(deps);
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let failing = false;
  let lastTurn: Promise<unknown> = Promise.resolve();

  /** One after another, whoever asks. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = lastTurn.then(work);
    lastTurn = turn.catch(() => undefined);
    return turn;
  }

  async function link(): Promise<number> {
    const linked = await linkPending(db, 'try', () => stopped);
    await anchorHead('try');
    return linked;
  }

  /** The last turn waits for another process's: what that one has not seen would be left. */
  async function linkAndAnchorAll(): Promise<void> {
    const endMs = performance.now() + STOP_LIMIT_MS;
    await linkPending(db, 'wait', () => performance.now() > endMs);
    await anchorHead('wait');
  }

  async function tick(): Promise<void> {
    try {
      await inTurn(link);
      failing = false;
    } catch (error) {
      // Once, not twice a second: a database that is away is logged by others too.
      if (!failing) logger.error({ err: error }, 'The audit trail could not be linked or anchored; it is tried again');
      failing = true;
    }
    if (!stopped) timer = setTimeout(tick, intervalMs).unref();
  }

  return {
    start: () => {
      timer ??= setTimeout(tick, intervalMs).unref();
    },
    linkNow: () => inTurn(link),
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await inTurn(linkAndAnchorAll).catch((error: unknown) =>
        logger.error({ err: error }, 'The audit trail was not linked or anchored to its end; the next start does it'),
      );
    },
  };
}

/** Batch by batch, each in a transaction of its own, until one is not full or it is enough. */
async function linkPending(db: Db, patience: Patience, isEnough: () => boolean): Promise<number> {
  let linked = 0;
  for (;;) {
    const batch = await transaction(db, (tx) => linkBatch(tx, patience));
    linked += batch;
    if (batch < BATCH_SIZE || isEnough()) return linked;
  }
}

async function linkBatch(tx: Tx, patience: Patience): Promise<number> {
  // A statement of its own: those after it see everything that the linker before has committed.
  if (!(await takeLock(tx, 'linking', patience))) return 0;
  const pending = await listPending(tx, BATCH_SIZE);
  if (pending.length === 0) return 0;
  const linked = await writeLinks(tx, linkEntries(await findHead(tx), pending, chainHash));
  assert.equal(linked, pending.length, 'Every pending entry is linked, or none');
  return linked;
}
