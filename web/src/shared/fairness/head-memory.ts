import { isHeadSigned, type LogHead, logHeadFrom } from '@lisura/fairness';

/** This browser keeps the newest head of the public log that it found right. */
export interface HeadMemory {
  read(): Promise<LogHead | null>;
  write(head: LogHead): void;
  forget(): void;
}

const KEPT = 'lisura:log-head';

/**
 * The storage is read each time, because a browser that keeps nothing for a page may refuse even to name it. Such a
 * page compares with nothing, and says so. A changed entry is no head, and accuses nobody.
 */
export const headMemory = (storage: () => Storage, name = KEPT): HeadMemory => ({
  read: async () => {
    try {
      const head = logHeadFrom(JSON.parse(storage().getItem(name) ?? 'null'));
      return (await isHeadSigned(head)) ? head : null;
    } catch {
      return null;
    }
  },
  write: (head) => ignoreRefusal(() => storage().setItem(name, JSON.stringify(head))),
  forget: () => ignoreRefusal(() => storage().removeItem(name)),
});

function ignoreRefusal(change: () => void): void {
  try {
    change();
  } catch {
    // The storage may be full or closed to this page; the next check then compares with an older head, or with none.
  }
}
