import { setTimeout as sleep } from 'node:timers/promises';
import type { Id } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { SendsUnderWay } from './sends-under-way.ts';

/** Until so long has passed, or the signal is given; tests wait in their own time. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<unknown>;

export interface WritingDeps {
  logger: Logger;
  wait?: Wait;
  sends: SendsUnderWay;
}

/** Together five minutes: as long as a database may be away that starts anew, or whose place another takes. */
const PAUSES_MS: readonly number[] = [1_000, 3_000, 10_000, ...Array<number>(10).fill(30_000)];

const waitOrStop: Wait = (ms, signal) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);

/**
 * Writes what this process knows of an order and nobody may be able to find out by asking. Where that fails it is tried
 * again for some minutes, for which no caller waits: null then. So `write` must be right at any later moment, too.
 */
export async function writeSurely<Result>(
  deps: WritingDeps,
  orderId: Id<'order'>,
  write: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await write();
  } catch (error) {
    deps.logger.error({ err: error, orderId }, 'What is known of an order could not be written, and is written later');
    void deps.sends.add(writeLater(deps, orderId, write));
    return null;
  }
}

/** A stop ends the pause, and it is tried for the last time. */
async function writeLater(
  { logger, wait = waitOrStop, sends: { stopping } }: WritingDeps,
  orderId: Id<'order'>,
  write: () => Promise<unknown>,
): Promise<void> {
  for (const pauseMs of PAUSES_MS) {
    await wait(pauseMs, stopping);
    try {
      await write();
      return;
    } catch (error) {
      logger.warn({ err: error, orderId }, 'What is known of an order could still not be written');
    }
    if (stopping.aborted) break;
  }
  logger.error({ orderId }, 'What is known of an order is lost: the job asks the other side');
}
