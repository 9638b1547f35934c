export interface Turns {
  /** Whether a request may begin in this turn of the event loop; it has then begun. */
  begin(): boolean;
  /** Begins it in a later turn, in the order they came; false where too many wait already. */
  beginLater(work: () => void): boolean;
}

/**
 * Requests that come all at once would be begun, and answered, in one long turn of the event loop, in which nothing else
 * happens: a supervisor that asks whether the process lives would hear nothing and end it. So a turn begins so many, the
 * next ones wait for the next turns, and beyond those nobody waits: a queue that nobody can serve in time helps nobody.
 */
export function createTurns({ perTurn, maxWaiting }: { perTurn: number; maxWaiting: number }): Turns {
  let waiting: (() => void)[] = [];
  let begun = 0;

  function nextTurn(): void {
    const batch = waiting.slice(0, perTurn);
    waiting = waiting.slice(perTurn);
    begun = batch.length;
    if (begun === perTurn) setImmediate(nextTurn);
    for (const work of batch) work();
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
