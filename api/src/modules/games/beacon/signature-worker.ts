import { parentPort } from 'node:worker_threads';
import { isSigned, type SignedRound } from './bls-signature.ts';

/** The thread of `signature-checker.ts`: a question in, an answer out, in the same order. */
parentPort?.on('message', (question: SignedRound) => parentPort?.postMessage(isSigned(question)));
