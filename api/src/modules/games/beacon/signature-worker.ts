import { parentPort } from 'node:worker_threads';
import type { SignedRound } from '@lisura/fairness';
import { isSigned } from '@lisura/fairness/beacon';

/** This is the thread of `signature-checker.ts`. Answers have the order of the questions. */
parentPort?.on('message', (question: SignedRound) => parentPort?.postMessage(isSigned(question)));
