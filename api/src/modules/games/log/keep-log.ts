import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { createEd25519Signer } from '../../../platform/secrets/ed25519.ts';
import { raiseAlert, resolveAlert } from '../../people/alerts/index.ts';
import { createLogGrowth } from './grow-log.ts';
import { type HeadFile, openHeadFile } from './head-file.ts';
import { LOG_INTERRUPTED, logInterrupted } from './log.alerts.ts';
import { countLeaves, findNewestHead, isResumed, readTiles } from './log.sql.ts';
import type { Interruption, LogSource, SignedHead, TreeState } from './log.types.ts';
import { EMPTY_ROOT, hashFinder, tilesFor } from './tree.ts';

/** Another text that the same key may sign is never a head. */
const CONTEXT = 'lisura log head 1';

/** Where the log is signed, and kept outside the database. */
export interface LogPlaces {
  headFile: string;
  /** 32 bytes. */
  signingSeed: Buffer;
}

export interface LogKeeper {
  readonly publicKey: Buffer;
  /** Adds what is there for good and signs it. True where something was added. */
  growNow(): Promise<boolean>;
  /** Why nothing is signed now; null where the log goes on. */
  interruption(): Promise<Interruption | null>;
  start(): void;
  stop(): Promise<void>;
}

interface KeeperDeps extends LogPlaces {
  db: Db;
  clock: Clock;
  logger: Logger;
  sources: readonly LogSource[];
  intervalMs?: number;
}

/**
 * Grows the log every few seconds, off the path of requests. Every process runs one; a lock elects which of them adds. Before
 * anything is signed the log must go on from the last head that this machine has seen and be signed by the same key:
 * otherwise nothing is, an alert is raised, and the public is answered that the log is interrupted.
 */
export function createLogKeeper({ db, clock, logger, sources, intervalMs = 5_000, ...places }: KeeperDeps): LogKeeper {
  const signer = createEd25519Signer(places.signingSeed);
  const file = openHeadFile(places.headFile);
  const sign = (tree: TreeState): SignedHead => {
    const at = clock.now();
    const text = JSON.stringify([CONTEXT, Number(tree.size), tree.root.toString('hex'), at.toISOString()]);
    return { ...tree, at, publicKey: signer.publicKey, signature: signer.sign(text) };
  };
  const growth = createLogGrowth({ db, sources, sign });
  let timer: NodeJS.Timeout | undefined;
  let [isStopped, isFailing, wasInterrupted] = [false, false, false];
  let lastTurn: Promise<unknown> = Promise.resolve();

  const interruption = () => findInterruption(db, file, signer.publicKey);

  async function grow(): Promise<boolean> {
    const found = await interruption();
    if (found !== null) {
      wasInterrupted = true;
      await raiseAlert(db, logInterrupted(found));
      return false;
    }
    if (wasInterrupted) await resolveAlert(db, LOG_INTERRUPTED);
    wasInterrupted = false;
    const hasGrown = await growth.grow();
    const newest = await findNewestHead(db);
    if (newest !== null) await file.write(newest);
    return hasGrown;
  }

  /** One after another, whoever asks. */
  function growNow(): Promise<boolean> {
    const turn = lastTurn.then(grow);
    lastTurn = turn.catch(() => undefined);
    return turn;
  }

  async function tick(): Promise<void> {
    try {
      await growNow();
      isFailing = false;
    } catch (error) {
      // Once, not at every turn: a database that is away is reported by others too.
      if (!isFailing) logger.error({ err: error }, 'The public log could not be continued; it is tried again');
      isFailing = true;
    }
    if (!isStopped) timer = setTimeout(tick, intervalMs).unref();
  }

  return {
    publicKey: signer.publicKey,
    growNow,
    interruption,
    start: () => {
      timer ??= setTimeout(tick, intervalMs).unref();
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await lastTurn;
    },
  };
}

async function findInterruption(db: Db, file: HeadFile, publicKey: Buffer): Promise<Interruption | null> {
  const newest = await findNewestHead(db);
  if (newest !== null && !newest.publicKey.equals(publicKey) && !(await isResumed(db, newest))) {
    return { cause: 'KEY_CHANGED', lost: newest };
  }
  let kept: TreeState | null;
  try {
    kept = await file.read();
  } catch {
    const last = newest ?? { size: 0n, root: EMPTY_ROOT };
    return (await isResumed(db, last)) ? null : { cause: 'FILE_UNREADABLE', lost: last };
  }
  if (kept === null || (await isRootAt(db, kept)) || (await isResumed(db, kept))) return null;
  return { cause: 'BEHIND', lost: kept };
}

/** Whether the tree of the database began as the one given. */
async function isRootAt(db: Db, { size, root }: TreeState): Promise<boolean> {
  if ((await countLeaves(db)) < size) return false;
  const whole = { start: 0n, end: size };
  return hashFinder(await readTiles(db, tilesFor([whole])))(whole).equals(root);
}
