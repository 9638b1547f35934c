import { call } from '../../../data/api.ts';
import { type ApiError, isApiError } from '../../../data/api-error.ts';
import type { OpenedCases } from '../../../data/generated/api.ts';
import type { OpenRequest, ShownVersion } from './types.ts';

const ATTEMPTS = 20;
const LONGEST_PAUSE_MS = 8_000;

/**
 * Asks until there is an answer. Without one, or while the server restarts, nobody knows whether the case was opened,
 * so the same key is asked again and it is opened once. `onDoubt` is told then. `isRepeat` says that the press was
 * asked for before, by this page or by one before a reload.
 */
export function askUntilAnswered(request: OpenRequest, isRepeat: boolean, onDoubt: () => void): Promise<OpenedCases> {
  const ask = () =>
    call('POST /cases/{id}/open', {
      params: { id: request.caseId },
      body: request.body,
      idempotencyKey: request.idempotencyKey,
      // It is repeated here, where it is known of each request whether it is a repeat.
      attempts: 1,
    });
  return repeat(ask, isRepeat, onDoubt);
}

/**
 * The answer to a press that was resumed after a reload may be of a version that this page never showed. The case is
 * open by then: limits refuse nothing but the question.
 */
export async function playedVersion({ openings: [first] }: OpenedCases, shown: ShownVersion): Promise<ShownVersion> {
  if (first === undefined || first.versionNumber === shown.versionNumber) return shown;
  const params = { id: first.caseId, number: first.versionNumber };
  return repeat(
    () => call('GET /cases/{id}/versions/{number}', { params }),
    true,
    () => undefined,
  );
}

async function repeat<Answer>(ask: () => Promise<Answer>, isRepeat: boolean, onRepeat: () => void): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      const pauseMs = pauseBeforeRepeat(error, isRepeat ? attempt + 1 : attempt);
      if (pauseMs === null || attempt + 1 >= ATTEMPTS) throw error;
      onRepeat();
      await pauseOrOnline(pauseMs);
    }
  }
}

/** It is null where the answer is final. */
export function pauseBeforeRepeat(error: unknown, attempt: number): number | null {
  if (!isApiError(error)) return null;
  // The first request may have opened it, and its answer may still come.
  const isFinal = error.status !== 429 || attempt === 0;
  if (error.code === 'IDEMPOTENCY_KEY_IN_USE' || !isFinal) return (error.retryAfter ?? 1) * 1_000;
  if (error.code === 'OFFLINE' || error.status >= 500) return Math.min(LONGEST_PAUSE_MS, 500 * 2 ** attempt);
  return null;
}

/** The server has said that the case was not opened. After anything else nobody knows. */
export const isRefusal = (error: unknown): error is ApiError =>
  isApiError(error) && error.code !== 'OFFLINE' && error.status < 500 && error.code !== 'IDEMPOTENCY_KEY_IN_USE';

function pauseOrOnline(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      removeEventListener('online', wake);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    addEventListener('online', wake);
  });
}
