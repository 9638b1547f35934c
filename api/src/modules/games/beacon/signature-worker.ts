import { parentPort } from 'node:worker_threads';
import type { SignedRound } from '@lisura/fairness';
import { isSigned } from '@lisura/fairness/beacon';

/** The thread of `signature-checker.ts`: a question in, an answer out, in the same order. */
parentPort?.on('message', (question: SignedRound) => parentPort?.postMessage(isSigned(question)));
