import type { OpenRequest } from './types.ts';

/** A press without an answer survives a reload of its tab and is asked again with the same key. */
const KEPT = 'lisura:opening';
const MAX_AGE_MS = 10 * 60_000;

export const keepPending = (request: OpenRequest): void => sessionStorage.setItem(KEPT, JSON.stringify(request));

export const forgetPending = (): void => sessionStorage.removeItem(KEPT);

/** Finds the press of this person for this case, unless it is too old to be waited for. */
export function pendingOf(userId: string, caseId: string, nowMs = Date.now()): OpenRequest | null {
  const kept = sessionStorage.getItem(KEPT);
  if (kept === null) return null;
  const request = JSON.parse(kept) as OpenRequest;
  const isFresh = nowMs - request.pressedAtMs < MAX_AGE_MS;
  return isFresh && request.userId === userId && request.caseId === caseId ? request : null;
}
