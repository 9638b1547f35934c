import { listenForStop, type StopSignal } from '../app/stopping.ts';
import type { Logger } from '../platform/observability/logger.ts';

/** SIGHUP from the first moment on: until somebody asks for them, those that have come are remembered. */
export interface HangUps {
  /** Called for each from now on, and at once where some came before. */
  hear(onHangUp: () => void): void;
}

interface HangUpOptions {
  startedByNpm: boolean;
  parentId?: () => number;
}

const PARENT_CHECK_MS = 500;

/**
 * npm dies of a SIGHUP and passes it on to nobody, while it waits for us after every other signal that asks for an end. So
 * where it started us and is gone, it got the signal that was meant for us.
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
