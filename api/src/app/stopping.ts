import type { EmbeddedPostgres } from '@lisura/embedded-postgres';
import type { Logger } from '../platform/observability/logger.ts';
import { within } from '../platform/time-limits.ts';

/**
 * A stop takes less than 5 seconds, once what DRAIN_SECONDS asks for is over: requests and jobs under way get 2 of them, all
 * services together a little more, workers of a supervisor a little more than these, and what is left is the database's.
 */
export const DRAIN_MS = 2_000;
export const SERVICES_STOP_MS = 2_700;
export const WORKERS_STOP_MS = 3_200;
export const STOP_MS = 4_200;
/** Ctrl-C under npm comes twice, from the terminal and from npm. */
const SAME_SIGNAL_MS = 1_000;

/** Why a process ends; the first reason wins. */
export interface StopSignal {
  /** The exit code. */
  asked: Promise<number>;
  ask(code: number): void;
  /** For a signal that means a stop too. A second one, a second later or more, ends the process at once. */
  askBySignal(): void;
}

/** Signals ask for a stop, and so does a fault that nobody has caught. */
export function listenForStop(logger: Logger): StopSignal {
  const { promise: asked, resolve: ask } = Promise.withResolvers<number>();
  let firstMs: number | null = null;
  const askBySignal = () => {
    firstMs ??= performance.now();
    if (performance.now() - firstMs > SAME_SIGNAL_MS) process.exit(1);
    ask(0);
  };
  process.on('SIGINT', askBySignal).on('SIGTERM', askBySignal);
  const onFault = (error: unknown) => {
    logger.fatal({ err: error }, 'Unhandled fault: the process stops');
    ask(1);
  };
  process.on('uncaughtException', onFault).on('unhandledRejection', onFault);
  return { asked, ask, askBySignal };
}

interface Ending {
  services: AsyncDisposableStack;
  servicesMs: number;
  /** The embedded database, which is the last to go; null where there is none of ours. */
  database: Promise<EmbeddedPostgres> | null;
  /** When all must be over, in milliseconds of `performance.now()`. */
  endsAtMs: number;
  logger: Logger;
}

/** Whether everything ended in order. What does not end in its time is left behind: the process goes all the same. */
export async function endServices({ services, servicesMs, database, endsAtMs, logger }: Ending): Promise<boolean> {
  try {
    await within(servicesMs, services.disposeAsync(), 'the stop of the services');
    return true;
  } catch (error) {
    logger.error({ err: error }, 'The stop was not clean');
    return false;
  } finally {
    const leftMs = () => Math.max(endsAtMs - performance.now(), 0);
    // One that never came up has said so where it was waited for.
    const embedded = database && (await within(leftMs() / 2, database, 'the start of the database').catch(() => null));
    await embedded?.stop(leftMs());
  }
}
