import type { EmbeddedPostgres } from '@lisura/embedded-postgres';
import type { Logger } from '../platform/observability/logger.ts';
import { within } from '../platform/time-limits.ts';

/**
 * After DRAIN_SECONDS a stop takes less than 5 seconds: requests and jobs have 2, services and workers a little more,
 * the database the rest.
 */
export const DRAIN_MS = 2_000;
export const SERVICES_STOP_MS = 2_700;
export const WORKERS_STOP_MS = 3_200;
export const STOP_MS = 4_200;
/** Ctrl-C under npm arrives twice: from the terminal and from npm. */
const SAME_SIGNAL_MS = 1_000;

export interface StopSignal {
  /** The exit code. */
  asked: Promise<number>;
  ask(code: number): void;
  /** A second signal, at least a second later, ends the process at once. */
  askBySignal(): void;
}

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
  /** It stops last; null where another database is configured. */
  database: Promise<EmbeddedPostgres> | null;
  /** It is in milliseconds of `performance.now()`. */
  endsAtMs: number;
  logger: Logger;
}

/** Abandons a service that does not end in time. Returns whether all ended in order. */
export async function endServices({ services, servicesMs, database, endsAtMs, logger }: Ending): Promise<boolean> {
  try {
    await within(servicesMs, services.disposeAsync(), 'the stop of the services');
    return true;
  } catch (error) {
    logger.error({ err: error }, 'The stop was not clean');
    return false;
  } finally {
    const leftMs = () => Math.max(endsAtMs - performance.now(), 0);
    const embedded = database && (await within(leftMs() / 2, database, 'the start of the database').catch(() => null));
    await embedded?.stop(leftMs());
  }
}
