import { SAME_SIGNAL_MS } from '../stop-times.ts';

export interface Signals {
  /** The exit code. */
  stopAsked: Promise<number>;
  askToStop(code: number): void;
  onRestart(restart: () => void): void;
}

/**
 * SIGHUP asks for new workers; where the process has a terminal it says that this is gone, and stops everything. A second
 * signal to stop, a second later or more, ends the process at once.
 */
export function listenToSignals(): Signals {
  const { promise: stopAsked, resolve: askToStop } = Promise.withResolvers<number>();
  let firstMs: number | null = null;
  let restart: () => void = () => undefined;
  const onStop = () => {
    firstMs ??= performance.now();
    if (performance.now() - firstMs > SAME_SIGNAL_MS) process.exit(1);
    askToStop(0);
  };
  process.on('SIGINT', onStop).on('SIGTERM', onStop);
  process.on('SIGHUP', () => (process.stdin.isTTY ? onStop() : restart()));
  return {
    stopAsked,
    askToStop,
    onRestart: (newRestart) => {
      restart = newRestart;
    },
  };
}
