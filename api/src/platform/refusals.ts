import { strict as assert } from 'node:assert';
import { AppError } from './errors.ts';

/** One of several commands that are done together: it cannot be done, and has cost nothing; with what is answered. */
export interface Refused {
  refused: AppError;
}

export const isRefused = (outcome: object): outcome is Refused => 'refused' in outcome;

/** Of a command by itself: what came of it; where it was refused that is thrown. */
export function notRefused<Done extends object>(outcome: Done | Refused | undefined): Done {
  assert(outcome !== undefined, 'every command has an outcome');
  if (isRefused(outcome)) throw outcome.refused;
  return outcome;
}

/** What `decide` gives, or why it refuses. */
export function orRefused<Decided>(decide: () => Decided): Decided | Refused {
  try {
    return decide();
  } catch (error) {
    if (error instanceof AppError) return { refused: error };
    throw error;
  }
}

/**
 * Does all that are not refused at once. For each in its place what came of it, which may be another refusal, or why it had
 * been refused before.
 */
export async function doTheRest<Each extends object, Result>(
  all: readonly (Each | Refused)[],
  work: (rest: readonly Each[]) => Promise<readonly Result[]>,
): Promise<(Result | Refused)[]> {
  const rest = all.filter((each): each is Each => !isRefused(each));
  const results = (rest.length === 0 ? [] : await work(rest)).values();
  return all.map((each) => (isRefused(each) ? each : (results.next().value as Result)));
}
