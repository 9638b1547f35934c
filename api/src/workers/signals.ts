import { listenForStop, type StopSignal } from '../app/stopping.ts';
import type { Logger } from '../platform/observability/logger.ts';

/** Early hang-ups are remembered. */
export interface HangUps {
  hear(onHangUp: () => void): void;
}

interface HangUpOptions {
  startedByNpm: boolean;
  parentId?: () => number;
}

const PARENT_CHECK_MS = 500;

/**
 * npm dies of a SIGHUP without passing it on, but waits for us after other signals. If npm started us and is gone, the
 * signal was meant for us.
 */
export function listenForHangUps({ startedByNpm, parentId = () => process.ppid }: HangUpOptions): HangUps {
  let waiting = 0;
  let tell = () => {
    waiting += 1;
  };
  process.on('SIGHUP', () => tell());
  if (startedByNpm) onParentGone(parentId, () => tell());
  return {
    hear: (onHangUp) => {
      tell = onHangUp;
      if (waiting > 0) onHangUp();
    },
  };
}

function onParentGone(parentId: () => number, onGone: () => void): void {
  const parent = parentId();
  const check = setInterval(() => {
    if (parentId() === parent) return;
    clearInterval(check);
    onGone();
  }, PARENT_CHECK_MS);
  check.unref();
}

export interface Signals {
  stop: StopSignal;
  onRestart(restart: () => void): void;
}

/** SIGHUP asks for new workers. With a terminal it means that the terminal is gone, which stops everything. */
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
