import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { createEd25519Signer, type Ed25519Signer } from '../../../platform/secrets/ed25519.ts';
import { raiseAlert, resolveAlert } from '../../people/alerts/index.ts';
import { createLogGrowth } from './grow-log.ts';
import { type HeadFile, headFileOf, openHeadFile } from './head-file.ts';
import { LOG_INTERRUPTED, LOG_STANDS_STILL, logInterrupted, logStandsStill } from './log.alerts.ts';
import { countLeaves, findFirstHead, findNewestHead, isResumed, readTiles } from './log.sql.ts';
import type { Interruption, LogSource, SignedHead, TreeState } from './log.types.ts';
import { EMPTY_ROOT, hashFinder, tilesFor } from './tree.ts';

/** Another text that the same key may sign is never a head. */
const CONTEXT = 'lisura log head 1';

/** Turns that fail one after the other until people are told: a minute. */
const FAILURES_TOLD = 12;

/** Where the log is signed, and kept outside the database. */
export interface LogPlaces {
  headFolder: string;
  /** Where the head was kept by earlier versions. */
  formerHeadFile: string | null;
  /** 32 bytes each: of the key of this deployment, then of its former ones. */
  signingSeeds: readonly Buffer[];
}

export interface LogKeeper {
  /** Of the key that signs the next head. */
  publicKey(): Promise<Buffer>;
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
  const signers = places.signingSeeds.map(createEd25519Signer);
  /** The log goes on with the key that has signed it so far, also where the deployment has a newer one. */
  const signerAfter = (last: SignedHead | null): Ed25519Signer =>
    signers.find(({ publicKey }) => last?.publicKey.equals(publicKey)) ?? (signers[0] as Ed25519Signer);
  const sign = (tree: TreeState, last: SignedHead | null): SignedHead => {
    const { publicKey, sign: signText } = signerAfter(last);
    // Never before the last one, whose process may have had another clock.
    const at = new Date(Math.max(clock.now().getTime(), last?.at.getTime() ?? 0));
    const text = JSON.stringify([CONTEXT, Number(tree.size), tree.root.toString('hex'), at.toISOString()]);
    return { ...tree, at, publicKey, signature: signText(text) };
  };
  const growth = createLogGrowth({ db, sources, sign, isStopped: () => isStopped });
  let timer: NodeJS.Timeout | undefined;
  let [isStopped, wasInterrupted, failures] = [false, false, 0];
  let lastTurn: Promise<unknown> = Promise.resolve();

  const interruption = () =>
    findInterruption(
      db,
      places,
      signers.map(({ publicKey }) => publicKey),
    );

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
    if (newest !== null) await (await headFileIn(db, places))?.write(newest);
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
      if (failures >= FAILURES_TOLD) await resolveAlert(db, LOG_STANDS_STILL);
      failures = 0;
    } catch (error) {
      failures += 1;
      // Once, not at every turn: a database that is away is reported by others too.
      if (failures === 1) logger.error({ err: error }, 'The public log could not be continued; it is tried again');
      if (failures === FAILURES_TOLD) await raiseAlert(db, logStandsStill(error)).catch(() => undefined);
    }
    if (!isStopped) timer = setTimeout(tick, intervalMs).unref();
  }

  return {
    publicKey: async () => signerAfter(await findNewestHead(db)).publicKey,
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

/** Null where there is no head yet that could be kept. */
async function headFileIn(db: Db, { headFolder, formerHeadFile }: LogPlaces): Promise<HeadFile | null> {
  const first = await findFirstHead(db);
  return first === null ? null : openHeadFile(headFileOf(headFolder, first.root), formerHeadFile);
}

async function findInterruption(
  db: Db,
  places: LogPlaces,
  publicKeys: readonly Buffer[],
): Promise<Interruption | null> {
  const newest = await findNewestHead(db);
  if (newest !== null && !publicKeys.some((key) => newest.publicKey.equals(key)) && !(await isResumed(db, newest))) {
    return { cause: 'KEY_CHANGED', lost: newest };
  }
  let kept: TreeState | null;
  try {
    kept = (await (await headFileIn(db, places))?.read()) ?? null;
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
