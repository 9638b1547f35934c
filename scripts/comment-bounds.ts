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
  'api/src/modules/people': { dialect: 119, long: 5, words: 68 },
  'api/src/modules/assets': { dialect: 118, long: 10, words: 67 },
  'api/src/modules/games': { dialect: 335, long: 14, words: 65 },
  'api/src/modules/trade': { dialect: 406, long: 20, words: 76 },
  'api/src/modules/pages': { dialect: 5, long: 1, words: 20 },
  'api/src/modules/admin': { dialect: 94, long: 5, words: 60 },
  'api/src': { dialect: 0, long: 0, words: 73 },
  'api/test': { dialect: 228, long: 5, words: 67 },
  api: { dialect: 1, long: 1, words: 92 },
  fairness: { dialect: 13, long: 4, words: 83 },
  'embedded-postgres': { dialect: 14, long: 2, words: 125 },
  sandbox: { dialect: 80, long: 1, words: 58 },
  bench: { dialect: 6, long: 1, words: 67 },
  tools: { dialect: 4, long: 2, words: 65 },
  scripts: { dialect: 3, long: 1, words: 61 },
  'web/src': { dialect: 83, long: 3, words: 41 },
  web: { dialect: 22, long: 1, words: 84 },
};
