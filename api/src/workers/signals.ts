import type { Logger } from '../platform/observability/logger.ts';
import { listenForStop, type StopSignal } from '../stop-signal.ts';

export interface Signals {
  stop: StopSignal;
  onRestart(restart: () => void): void;
}

/** SIGHUP asks for new workers; where the process has a terminal it says that this is gone, and stops everything. */
export function listenToSignals(logger: Logger): Signals {
  const stop = listenForStop(logger);
  let restart: () => void = () => undefined;
  process.on('SIGHUP', () => (process.stdin.isTTY ? stop.askBySignal() : restart()));
  return {
    stop,
    onRestart: (newRestart) => {
      restart = newRestart;
    },
  };
}
