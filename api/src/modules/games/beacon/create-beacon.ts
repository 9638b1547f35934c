import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { publishedAt, type SignedRound } from '@lisura/fairness';
import { Type } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import type { HotStore } from '../../../platform/hot-store/hot-store.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { createOutsideClient, shaped } from '../../../platform/outbound/outside-client.ts';
import { OutsideError } from '../../../platform/outbound/outside-error.ts';
import { raiseAlert, resolveAlert } from '../../people/alerts/index.ts';
import { BEACON_LATE, BEACON_WRONG, beaconLate, beaconWrong } from './beacon.messages.ts';
import {
  type Beacon,
  type BeaconRound,
  type BeaconSource,
  isOverdue,
  type RoundFlaw,
  roundFor,
} from './beacon.records.ts';

const TIMEOUT_MS = 5_000;
const MAX_REPLY_BYTES = 8 * 1024;
/**
 * A silent source is left alone for so long. Few jobs run at a time, and each that waited for it would keep others from
 * running.
 */
export const REST_MS = 20_000;
/** Plays of one moment wait for the same round, so checked rounds are kept. */
export const MAX_KEPT = 8;

const readAnswer = shaped(
  Type.Object({
    round: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    randomness: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    signature: Type.String({ pattern: '^[0-9a-f]{96}$' }),
  }),
);

export interface BeaconDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  chain: BeaconSource;
  timeoutMs?: number;
}

/** It speaks the protocol of drand's relays: `GET {url}/public/<round>`. */
export function createBeacon(deps: BeaconDeps): Beacon {
  const { db, clock, chain } = deps;
  const obtain = createRoundSource(deps);
  const kept = new Map<number, Promise<BeaconRound | null>>();

  async function readOnce(round: number): Promise<BeaconRound | null> {
    const answer = await obtain(round).catch(async (error: unknown) => {
      await notifyIfOverdue(deps, round);
      throw error;
    });
    if (answer === null) await notifyIfOverdue(deps, round);
    else await Promise.all([resolveAlert(db, BEACON_WRONG), resolveAlert(db, BEACON_LATE)]);
    return answer;
  }

  function readShared(round: number): Promise<BeaconRound | null> {
    const reading = readOnce(round);
    kept.set(round, reading);
    const forget = () => kept.delete(round);
    reading.then((answer) => {
      if (answer === null) forget();
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    }, forget);
    return reading;
  }

  return {
    roundFor: (fixedAt, delaySeconds) => roundFor(chain, fixedAt, delaySeconds),
    read: async (round) => {
      assert(Number.isSafeInteger(round) && round >= 1, `no round: ${round}`);
      if (clock.now() < publishedAt(chain, round)) return null;
      return kept.get(round) ?? readShared(round);
    },
  };
}

async function notifyIfOverdue({ db, clock, chain }: BeaconDeps, round: number): Promise<void> {
  if (!isOverdue(chain, round, clock.now())) return;
  await raiseAlert(db, beaconLate(round, publishedAt(chain, round)));
}

/** The result is null while the round is not published. A wrong answer raises an alert and throws. */
function createRoundSource({ db, clock, logger, chain, timeoutMs = TIMEOUT_MS }: BeaconDeps) {
  const isSigned = createSignatureChecker();
  const open = async () => {
    const { url: baseUrl, publicKey } = await chain.source();
    const limits = { timeoutMs, maxReplyBytes: MAX_REPLY_BYTES };
    const { genesis, period } = chain;
    const named = { hash: baseUrl.split('/').at(-1) ?? '', publicKey, genesis, period };
    return { chain: named, client: createOutsideClient({ name: 'beacon', baseUrl, ...limits, logger }) };
  };
  let opened: ReturnType<typeof open> | null = null;
  let restsUntilMs = 0;

  return async (round: number): Promise<BeaconRound | null> => {
    opened ??= open();
    const { client, chain: named } = await opened;
    if (clock.now().getTime() < restsUntilMs) throw new OutsideError('NOT_SENT', 'beacon: it was silent a moment ago');
    const answer = await client.ask({ path: `/public/${round}`, read: readAnswer }).catch((error: unknown) => {
      if (wasSilent(error)) restsUntilMs = clock.now().getTime() + REST_MS;
      return nullIfNotThereYet(error);
    });
    if (answer === null) return null;
    const { randomness, signature } = answer;
    const flaw =
      flawBesideSignature(round, answer) ??
      ((await isSigned({ publicKey: named.publicKey, round, signature })) ? null : 'SIGNATURE');
    if (flaw === null) return { round, randomness, signature, chain: named };
    const reason = reasonOf(flaw, round, answer.round);
    await raiseAlert(db, beaconWrong(round, flaw, reason));
    throw new OutsideError('UNREADABLE', `beacon: ${reason}`);
  };
}

const wasSilent = (error: unknown) =>
  error instanceof OutsideError && (error.fault === 'UNKNOWN' || error.fault === 'NOT_SENT');

/** Relays answer 425 for a future round; their documents promise 404. */
function nullIfNotThereYet(error: unknown): null {
  if (error instanceof OutsideError && (error.status === 404 || error.status === 425)) return null;
  throw error;
}

function flawBesideSignature(round: number, answer: Omit<BeaconRound, 'chain'>): RoundFlaw | null {
  if (answer.round !== round) return 'ROUND';
  return hash('sha256', Buffer.from(answer.signature, 'hex')) === answer.randomness ? null : 'RANDOMNESS';
}

function reasonOf(flaw: RoundFlaw, round: number, answeredRound: number): string {
  switch (flaw) {
    case 'ROUND':
      return `Round ${round} was asked for and round ${answeredRound} was answered`;
    case 'RANDOMNESS':
      return `The randomness of round ${round} is not the SHA-256 of its signature`;
    case 'SIGNATURE':
      return `The signature of round ${round} is not one of the key that the beacon is known by`;
  }
}

/** Once the day is over, a game is cancelled after so many vain questions for its round. */
export const TRIES = 5;

/**
 * Counts one more vain question for the round of a game. A server that was down for the day has not asked during it,
 * and its first failure may be the fault of its own network. Sweeps ask once a minute. If the count is lost, it starts
 * anew and the game waits on.
 */
export async function hasAskedEnough(hotStore: HotStore, game: 'battle' | 'raffle', id: string): Promise<boolean> {
  const [tries] = await hotStore.countHits([{ key: `silent-beacon:${game}:${id}`, windowMs: HOUR_MS }]);
  return tries !== undefined && tries.count >= TRIES;
}

export type CheckSignature = (question: SignedRound) => Promise<boolean>;

type Waiting = PromiseWithResolvers<boolean>;

/**
 * Signatures are checked in a thread: one takes some 50 ms, the first half a second, and every other request would
 * wait. It keeps no process alive. If the thread fails, waiting questions fail and the next one starts another.
 */
export function createSignatureChecker(): CheckSignature {
  let thread: { worker: Worker; waiting: Waiting[] } | null = null;
  return (question) => {
    thread ??= startThread(() => {
      thread = null;
    });
    const { worker, waiting } = thread;
    const mine = Promise.withResolvers<boolean>();
    waiting.push(mine);
    worker.ref();
    worker.postMessage(question);
    return mine.promise;
  };
}

function startThread(onEnd: () => void): { worker: Worker; waiting: Waiting[] } {
  const waiting: Waiting[] = [];
  const worker = new Worker(new URL('./signature-worker.ts', import.meta.url), { execArgv: [] });
  const fail = (error: unknown) => {
    onEnd();
    for (const each of waiting.splice(0)) each.reject(error);
  };
  worker
    .on('message', (isSigned: boolean) => {
      waiting.shift()?.resolve(isSigned);
      if (waiting.length === 0) worker.unref();
    })
    .on('error', fail)
    .on('exit', (code) => fail(new Error(`The thread that checks signatures ended with ${code}`)));
  return { worker, waiting };
}
