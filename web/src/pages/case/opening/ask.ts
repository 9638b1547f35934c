import { call } from '../../../data/api.ts';
import { isApiError } from '../../../data/api-error.ts';
import type { OpenedCases } from '../../../data/generated/api.ts';
import type { OpenRequest } from './types.ts';

const ATTEMPTS = 20;
const LONGEST_PAUSE_MS = 8_000;

/**
 * Asks until there is an answer. Where none came, or the server is restarting, nobody knows whether the case was opened:
 * the same key is asked again, so that it is opened once. `onDoubt` is told whether that is so at the moment.
 */
export async function askUntilAnswered(
  request: OpenRequest,
  onDoubt: (isInDoubt: boolean) => void,
): Promise<OpenedCases> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call('POST /cases/{id}/open', {
        params: { id: request.caseId },
        body: request.body,
        idempotencyKey: request.idempotencyKey,
      });
    } catch (error) {
      const pauseMs = pauseBeforeRepeat(error, attempt);
      if (pauseMs === null || attempt + 1 >= ATTEMPTS) throw error;
      onDoubt(true);
      await pauseOrOnline(pauseMs);
    }
  }
}

/** Null where the answer is final. */
export function pauseBeforeRepeat(error: unknown, attempt: number): number | null {
  if (!isApiError(error)) return null;
  // Of a repeat: the first request may have opened it, and its answer is still to come.
  const isFinal = error.status !== 429 || attempt === 0;
  if (error.code === 'IDEMPOTENCY_KEY_IN_USE' || !isFinal) return (error.retryAfter ?? 1) * 1_000;
  if (error.code === 'OFFLINE' || error.status >= 500) return Math.min(LONGEST_PAUSE_MS, 500 * 2 ** attempt);
  return null;
}

/** Nobody knows whether the case was opened. */
export const isInDoubt = (error: unknown): boolean =>
  isApiError(error) && (error.code === 'OFFLINE' || error.status >= 500 || error.code === 'IDEMPOTENCY_KEY_IN_USE');

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
