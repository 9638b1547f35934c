export interface Seats {
  /** Gives what frees the seat again, harmless to call twice; null where none is left. */
  take(key: string): (() => void) | null;
}

/** So many at once for each key. */
export function createSeats(limitPerKey: number): Seats {
  const taken = new Map<string, number>();
  const takenOf = (key: string) => taken.get(key) ?? 0;
  return {
    take: (key) => {
      if (takenOf(key) >= limitPerKey) return null;
      taken.set(key, takenOf(key) + 1);
      let isFree = false;
      return () => {
        if (isFree) return;
        isFree = true;
        const left = takenOf(key) - 1;
        if (left === 0) taken.delete(key);
        else taken.set(key, left);
      };
    },
  };
}
