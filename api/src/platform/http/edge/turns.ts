export interface Turns {
  /** Says whether a request may begin in this turn of the event loop, and counts it. */
  begin(): boolean;
  /** Begins it in a later turn, in order; returns false if too many wait already. */
  beginLater(work: () => void): boolean;
}

interface TurnsOptions {
  perTurn: number;
  maxWaiting: number;
  /**
   * A turn that has taken so many milliseconds begins no more waiting requests, because a busy machine needs longer for
   * each.
   */
  turnMs?: number;
  now?: () => number;
}

/**
 * Spreads requests over turns of the event loop. A burst in one long turn would block a supervisor's check, which then
 * ends the process. A turn begins a number of requests, the next ones wait for later turns, and further ones are
 * refused, because a queue that cannot be served in time is useless.
 */
export function createTurns({ perTurn, maxWaiting, turnMs = 10, now = () => performance.now() }: TurnsOptions): Turns {
  const waiting: (() => void)[] = [];
  let begun = 0;

  function nextTurn(): void {
    const endsMs = now() + turnMs;
    const most = Math.min(perTurn, waiting.length);
    let done = 0;
    while (done < most && (done === 0 || now() < endsMs)) {
      waiting[done]?.();
      done += 1;
    }
    waiting.splice(0, done);
    // New requests must not overtake the waiting ones.
    begun = waiting.length > 0 ? perTurn : done;
    if (begun === perTurn) setImmediate(nextTurn);
  }

  return {
    begin: () => {
      if (begun >= perTurn) return false;
      begun += 1;
      // The clock is not read for the first of a turn, so that a turn of few costs nothing.
      if (begun === perTurn) setImmediate(nextTurn);
      return true;
    },
    beginLater: (work) => {
      if (waiting.length >= maxWaiting) return false;
      waiting.push(work);
      return true;
    },
  };
}
