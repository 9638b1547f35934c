import type { Id } from '../../../platform/ids.ts';

/** This many characters are some thousand pages. */
const MAX_LENGTH = 8 * 1024 * 1024;

interface KeptPage {
  epochs: string;
  text: string;
}

export interface KeptPages {
  /** A page depends on its user and on `asked`; `read` makes it with the epochs of its moment. */
  get(userId: Id<'user'>, asked: string, read: () => Promise<KeptPage>): Promise<string>;
}

const lengthOf = (key: string, { text }: KeptPage) => key.length + text.length;

/**
 * Keeps pages of inventories as they were sent, and sends one again while its epochs are the same. Every request asks the
 * database for these two numbers, together with the others of its moment. The least recently used page goes first.
 */
export function createKeptPages(
  readEpochs: (userId: Id<'user'>) => Promise<string | undefined>,
  maxLength = MAX_LENGTH,
): KeptPages {
  const kept = new Map<string, KeptPage>();
  let length = 0;
  const forget = (key: string) => {
    const page = kept.get(key);
    if (page === undefined) return;
    length -= lengthOf(key, page);
    kept.delete(key);
  };
  const keep = (key: string, page: KeptPage) => {
    forget(key);
    kept.set(key, page);
    length += lengthOf(key, page);
    for (const oldest of kept.keys()) {
      if (length <= maxLength) return;
      forget(oldest);
    }
  };
  return {
    get: async (userId, asked, read) => {
      const key = `${userId} ${asked}`;
      const known = kept.get(key);
      if (known !== undefined && (await readEpochs(userId)) === known.epochs) {
        // It moves to the end of the map, unless it was replaced or forgotten meanwhile.
        if (kept.get(key) === known) {
          kept.delete(key);
          kept.set(key, known);
        }
        return known.text;
      }
      const page = await read();
      keep(key, page);
      return page.text;
    },
  };
}
