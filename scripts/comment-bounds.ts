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
  'api/src/platform': { dialect: 0, long: 0, words: 47 },
  'api/src/modules/people': { dialect: 0, long: 2, words: 42 },
  'api/src/modules/assets': { dialect: 0, long: 5, words: 43 },
  'api/src/modules/games': { dialect: 3, long: 2, words: 38 },
  'api/src/modules/trade': { dialect: 1, long: 0, words: 36 },
  'api/src/modules/pages': { dialect: 0, long: 0, words: 15 },
  'api/src/modules/admin': { dialect: 1, long: 2, words: 29 },
  'api/src': { dialect: 0, long: 0, words: 51 },
  'api/test': { dialect: 11, long: 2, words: 52 },
  api: { dialect: 0, long: 0, words: 81 },
  fairness: { dialect: 1, long: 3, words: 71 },
  'embedded-postgres': { dialect: 0, long: 0, words: 100 },
  sandbox: { dialect: 1, long: 0, words: 38 },
  bench: { dialect: 0, long: 0, words: 58 },
  tools: { dialect: 1, long: 1, words: 56 },
  ops: { dialect: 0, long: 0, words: 60 },
  docs: { dialect: 0, long: 0, words: 19 },
  scripts: { dialect: 1, long: 0, words: 55 },
  'web/src': { dialect: 21, long: 2, words: 36 },
  web: { dialect: 9, long: 0, words: 74 },
};
