export interface Turns {
  /** Whether a request may begin in this turn of the event loop; it has then begun. */
  begin(): boolean;
  /** Begins it in a later turn, in the order they came; false where too many wait already. */
  beginLater(work: () => void): boolean;
}

interface TurnsOptions {
  perTurn: number;
  maxWaiting: number;
  /** A busy machine needs longer for each: a turn that has taken so many milliseconds begins no more of those that wait. */
  turnMs?: number;
  now?: () => number;
}

/**
 * Requests that come all at once would be begun, and answered, in one long turn of the event loop, in which nothing else
 * happens: a supervisor that asks whether the process lives would hear nothing and end it. So a turn begins so many, the
 * next ones wait for the next turns, and beyond those nobody waits: a queue that nobody can serve in time helps nobody.
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
    // Nobody overtakes those that still wait.
    begun = waiting.length > 0 ? perTurn : done;
    if (begun === perTurn) setImmediate(nextTurn);
  }

  return {
    begin: () => {
      if (begun >= perTurn) return false;
      begun += 1;
      // Not with the first of a turn: a turn of few, which is most of them, then costs nothing.
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
