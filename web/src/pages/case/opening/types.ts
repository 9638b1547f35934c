import type { CaseItem, OpenCaseBody, OpenedCases } from '../../../data/generated/api.ts';

/** The page showed this when the button was pressed, and the result is checked against it. */
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
  /** The result must have used this client seed. */
  clientSeed: string;
  /** They were shown before; the key is the nonce. */
  hashes: readonly (readonly [nonce: number, hash: string])[];
  pressedAtMs: number;
}

export interface Opened {
  request: OpenRequest;
  answer: OpenedCases;
  version: ShownVersion;
}
