import { useSyncExternalStore } from 'react';

/**
 * While a reel spins, nothing else may tell its result: what the socket says of drops, the balance and notifications
 * waits here until the reel has stopped. A play begins its show before it asks, for events may be faster than the answer.
 */
let spinning = 0;
let waiting: (() => void)[] = [];
const watchers = new Set<() => void>();

/** Runs it now, or when the last reel has stopped. */
export function afterTheShow(show: () => void): void {
  if (spinning === 0) show();
  else waiting.push(show);
}

/** A reel begins; call what it gives when it has stopped. Calling it twice does no harm. */
export function beginShow(): () => void {
  spinning += 1;
  tellWatchers();
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    spinning -= 1;
    if (spinning > 0) return;
    const due = waiting;
    waiting = [];
    for (const show of due) show();
    tellWatchers();
  };
}

function tellWatchers(): void {
  for (const watcher of watchers) watcher();
}

export const useIsShowing = (): boolean =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    () => spinning > 0,
    () => false,
  );
