import { strict as assert } from 'node:assert';
import type { AppError } from './errors.ts';

/**
 * The refusal of one of several commands that run together: it cannot be done, has cost nothing, and has its own
 * answer.
 */
export interface Refused {
  refused: AppError;
}

export const isRefused = (outcome: object): outcome is Refused => 'refused' in outcome;

/** Returns what happened to a command that was done by itself; throws if it was refused. */
export function notRefused<Done extends object>(outcome: Done | Refused | undefined): Done {
  assert(outcome !== undefined, 'every command has an outcome');
  if (isRefused(outcome)) throw outcome.refused;
  return outcome;
}
