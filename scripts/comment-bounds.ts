/**
 * How much of its comments a folder may still have in dialect, in long comments and in words. The bounds only go down: a
 * change that makes a folder plainer lowers its bounds, and no change raises one. The test prints what each folder has.
 */
interface CommentBounds {
  /** Comments in which a pattern of `plain-english.test.ts` is found. */
  dialect: number;
  /** Comments of more than `LONG_COMMENT` words. */
  long: number;
  /** Words of comments for each 100 lines that are not blank. */
  words: number;
}

export const LONG_COMMENT = 60;

/** A folder counts without the folders in it that have bounds of their own; every source of the project is in one. */
export const COMMENT_BOUNDS: Readonly<Record<string, CommentBounds>> = {
  'api/src/platform': { dialect: 0, long: 0, words: 53 },
  'api/src/modules/people': { dialect: 42, long: 4, words: 62 },
  'api/src/modules/assets': { dialect: 60, long: 8, words: 63 },
  'api/src/modules/games': { dialect: 22, long: 6, words: 51 },
  'api/src/modules/trade': { dialect: 3, long: 1, words: 48 },
  'api/src/modules/pages': { dialect: 5, long: 1, words: 20 },
  'api/src/modules/admin': { dialect: 15, long: 3, words: 51 },
  'api/src': { dialect: 0, long: 0, words: 73 },
  'api/test': { dialect: 75, long: 4, words: 62 },
  api: { dialect: 1, long: 1, words: 92 },
  fairness: { dialect: 8, long: 4, words: 83 },
  'embedded-postgres': { dialect: 3, long: 1, words: 119 },
  sandbox: { dialect: 5, long: 1, words: 46 },
  bench: { dialect: 6, long: 1, words: 67 },
  tools: { dialect: 4, long: 2, words: 65 },
  scripts: { dialect: 3, long: 1, words: 61 },
  'web/src': { dialect: 83, long: 3, words: 41 },
  web: { dialect: 22, long: 1, words: 84 },
};
