import type { CaseItem, OpenCaseBody, OpenedCases } from '../../../data/generated/api.ts';

/** What the page showed of a case when the button was pressed: the result is checked against this. */
export interface ShownVersion {
  caseId: string;
  versionNumber: number;
  flipThreshold: number | null;
  items: readonly CaseItem[];
}

/** One press of the button, however often it has to be asked. */
export interface OpenRequest {
  idempotencyKey: string;
  userId: string;
  caseId: string;
  body: OpenCaseBody;
  /** The client seed that must have been used. */
  clientSeed: string;
  /** The hashes that were shown before, by nonce. */
  hashes: readonly (readonly [nonce: number, hash: string])[];
  pressedAtMs: number;
}

/** A press and its one answer. */
export interface Opened {
  request: OpenRequest;
  answer: OpenedCases;
  version: ShownVersion;
}
