import { Worker } from 'node:worker_threads';
import type { SignedRound } from '@lisura/fairness';

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
