import { strict as assert } from 'node:assert';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import { type AnchorDeps, createAnchor } from './anchor-head.ts';
import { chainHash, type Patience } from './chain.records.ts';
import { linkEntries } from './chain.rules.ts';
import { findHead, listPending, takeLock, writeLinks } from './chain.sql.ts';

/** A larger batch would hold the event loop or make a large statement. */
const BATCH_SIZE = 1_000;
const MIN_KEY_BYTES = 32;
/** The next start links the rest of a long backlog. */
const STOP_LIMIT_MS = 2_000;

export interface AuditLinker {
  start(): void;
  /** Returns 0 while another process links. */
  linkNow(): Promise<number>;
  stop(): Promise<void>;
}

export interface AuditLinkerDeps extends AnchorDeps {
  intervalMs?: number;
}

/**
 * The linker works in the background, so requests never wait. Every process runs one; an advisory lock elects the
 * linker of each batch. Entries that commit out of the order of their ids get later positions.
 */
export function createAuditLinker({ intervalMs = 500, ...deps }: AuditLinkerDeps): AuditLinker {
  assert(deps.signingKey.length >= MIN_KEY_BYTES, `The signing key must have at least ${MIN_KEY_BYTES} bytes`);
  const { db, logger } = deps;
  const anchorHead = createAnchor(deps);
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let failing = false;
  let lastTurn: Promise<unknown> = Promise.resolve();

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

  /** The last turn waits for another process, which would leave newer entries. */
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
      // Others log a missing database, too.
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

async function linkPending(db: Db, patience: Patience, isEnough: () => boolean): Promise<number> {
  let linked = 0;
  for (;;) {
    const batch = await transaction(db, (tx) => linkBatch(tx, patience));
    linked += batch;
    if (batch < BATCH_SIZE || isEnough()) return linked;
  }
}

async function linkBatch(tx: Tx, patience: Patience): Promise<number> {
  // As a statement of its own it lets the next ones see the commits of the linker before.
  if (!(await takeLock(tx, 'linking', patience))) return 0;
  const pending = await listPending(tx, BATCH_SIZE);
  if (pending.length === 0) return 0;
  const linked = await writeLinks(tx, linkEntries(await findHead(tx), pending, chainHash));
  assert.equal(linked, pending.length, 'Every pending entry is linked, or none');
  return linked;
}
