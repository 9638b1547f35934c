import type { Id } from '../../../platform/ids.ts';

/** Of all pages together, in characters: some thousand pages of a usual size. */
const MAX_LENGTH = 8 * 1024 * 1024;

interface KeptPage {
  epochs: string;
  text: string;
}

export interface KeptPages {
  /** `asked` is all that a page depends on beside its user; `read` makes the page with the epochs of its moment. */
  get(userId: Id<'user'>, asked: string, read: () => Promise<KeptPage>): Promise<string>;
}

const lengthOf = (key: string, { text }: KeptPage) => key.length + text.length;

/**
 * Pages of inventories as they were sent. One is sent again as long as nothing of it has changed, which is asked of the
 * database for every request: two numbers, for all requests of a moment together, instead of the items and the catalogue.
 * What was not asked for the longest is forgotten first.
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
        // Last in the order of the map, unless it was replaced or forgotten meanwhile.
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
