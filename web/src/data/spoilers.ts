/**
 * While a reel spins, nothing else may tell its result: what the socket says of drops, the balance and notifications
 * waits here until the reel has stopped.
 */
let spinning = 0;
let waiting: (() => void)[] = [];

/** Runs it now, or when the last reel has stopped. */
export function afterTheShow(show: () => void): void {
  if (spinning === 0) show();
  else waiting.push(show);
}

/** A reel begins; call what it gives when it has stopped. Calling it twice does no harm. */
export function beginShow(): () => void {
  spinning += 1;
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    spinning -= 1;
    if (spinning > 0) return;
    const due = waiting;
    waiting = [];
    for (const show of due) show();
  };
}
