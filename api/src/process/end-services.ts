import type { EmbeddedPostgres } from '@lisura/embedded-postgres';
import type { Logger } from '../platform/observability/logger.ts';
import { within } from '../platform/time-limits.ts';

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
