import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { HANG_MS } from './patience.ts';

/** Looks again and again until it holds; fails where it never will. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + HANG_MS;
  while (!(await holds())) {
    assert.ok(performance.now() < deadlineMs, `still not so after ${HANG_MS} ms: ${holds}`);
    await wait(5);
  }
}
