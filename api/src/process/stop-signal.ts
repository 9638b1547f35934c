import type { Logger } from '../platform/observability/logger.ts';
import { SAME_SIGNAL_MS } from './stop-times.ts';

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
