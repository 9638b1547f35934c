import type { Clock } from '../../../platform/clock.ts';
import { type Db, transaction } from '../../../platform/database/db.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { createEd25519Signer, type Ed25519Signer } from '../../../platform/secrets/ed25519.ts';
import { raiseAlert, resolveAlert } from '../../people/alerts/index.ts';
import { recordAudit } from '../../people/audit/index.ts';
import { type Decider, type DecisionDeps, requireFreshDecider } from '../../people/decisions/index.ts';
import { createLogGrowth } from './grow-log.ts';
import { type HeadFile, headFileOf, openHeadFile } from './head-file.ts';
import {
  type Interruption,
  LOG_INTERRUPTED,
  LOG_STANDS_STILL,
  type LogSource,
  logInterrupted,
  logIsNotInterrupted,
  logStandsStill,
  type SignedHead,
  type TreeState,
} from './log.records.ts';
import { countLeaves, findFirstHead, findNewestHead, insertInterruption, isResumed, readTiles } from './log.sql.ts';
import { EMPTY_ROOT, hashFinder, tilesFor } from './tree.ts';

/** Distinguishes heads from other texts that the same key may sign. */
const CONTEXT = 'lisura log head 1';

/** This is a minute of failed turns. */
const FAILURES_TOLD = 12;

export interface LogPlaces {
  headFolder: string;
  formerHeadFile: string | null;
  /** The key of this deployment comes first, then its former ones; each has 32 bytes. */
  signingSeeds: readonly Buffer[];
}

export interface LogKeeper {
  publicKey(): Promise<Buffer>;
  /** Returns whether something was added. */
  growNow(): Promise<boolean>;
  /** It is null while the log is running. */
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
 * Every process runs a keeper, and a lock elects the writer. The log must extend the last head that this machine has
 * seen, under the same key; otherwise nothing is signed, an alert is raised, and the API answers that the log is
 * interrupted.
 */
export function createLogKeeper({ db, clock, logger, sources, intervalMs = 5_000, ...places }: KeeperDeps): LogKeeper {
  const signers = places.signingSeeds.map(createEd25519Signer);
  /** Keeps the key that has signed the log so far, even if the deployment has a newer one. */
  const signerAfter = (last: SignedHead | null): Ed25519Signer =>
    signers.find(({ publicKey }) => last?.publicKey.equals(publicKey)) ?? (signers[0] as Ed25519Signer);
  const sign = (tree: TreeState, last: SignedHead | null): SignedHead => {
    const { publicKey, sign: signText } = signerAfter(last);
    // The process that signed the last head may have had another clock.
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
      // Only the first failure is logged, because others report a missing database too.
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

/** Returns null before the first head. */
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

async function isRootAt(db: Db, { size, root }: TreeState): Promise<boolean> {
  if ((await countLeaves(db)) < size) return false;
  const whole = { start: 0n, end: size };
  return hashFinder(await readTiles(db, tilesFor([whole])))(whole).equals(root);
}

export interface ResumeDeps extends DecisionDeps {
  keeper: Pick<LogKeeper, 'interruption'>;
}

/** The lost head becomes a leaf. */
export async function resumeLog(deps: ResumeDeps, decider: Decider & { reason: string }): Promise<Interruption> {
  const { db, clock, keeper } = deps;
  const { actorId, reason, ip } = decider;
  const found = await keeper.interruption();
  if (found === null) throw logIsNotInterrupted();
  const { cause, lost } = found;
  await transaction(db, async (tx) => {
    await requireFreshDecider(deps, tx, decider);
    await insertInterruption(tx, { lost, resumedBy: actorId, reason, at: clock.now() });
    const metadata = { cause, lostSize: lost.size, lostRoot: lost.root.toString('hex'), reason };
    await recordAudit(tx, [{ action: 'LOG_RESUMED', userId: null, actorId, metadata, ip }]);
  });
  return found;
}
