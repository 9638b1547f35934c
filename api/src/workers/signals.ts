import type { Logger } from '../platform/observability/logger.ts';
import { listenForStop, type StopSignal } from '../process/stop-signal.ts';
import type { HangUps } from './hang-ups.ts';

export interface Signals {
  stop: StopSignal;
  /** Called when new workers are asked for, and at once where they were before. */
  onRestart(restart: () => void): void;
}

/** SIGHUP asks for new workers; where the process has a terminal it says that this is gone, and stops everything. */
export function listenToSignals(logger: Logger, hangUps: HangUps): Signals {
  const stop = listenForStop(logger);
  let isAsked = false;
  let restart = () => {
    isAsked = true;
  };
  hangUps.hear(() => (process.stdin.isTTY ? stop.askBySignal() : restart()));
  return {
    stop,
    onRestart: (newRestart) => {
      restart = newRestart;
      if (isAsked) restart();
    },
  };
}
