import type { Notice } from './fraud.ts';

/**
 * The page `/verificar` says this of each fraud. The journey `web/test/frauds.test.ts` shows each to the page, and the
 * honest answers, too.
 */
export const PAGE_NOTICES = {
  'Ignored client seed': 'NOT VALID',
  'Swapped hash': 'NOT VALID',
  'Replayed result': 'NOT VALID',
  'Nonce used twice': 'NOT VALID',
  'Invented roll': 'NOT VALID',
  'Cheaper item': 'NOT VALID',
  'Silent change of a pay table': 'NOT VALID',
  'Range shifted by one': 'NOT VALID',
  'Flip threshold moved': 'NOT VALID',
  'Chosen seeds of bots': 'NOT VALID',
  'Changed item values': 'NOT VALID',
  'Different hashes to different people': 'NOT VALID',
  'Other winner of a battle': 'NOT VALID',
  'Changed list of tickets': 'NOT VALID',
  'Ticket sold after the close': 'NOT VALID',
  'Early close': 'NOT VALID',
  'Other winner of a raffle': 'NOT VALID',
  'Forged beacon': 'NOT VALID',
  'Own chain': 'NOT CHECKED',
  'Chosen round': 'NOT VALID',
  'Delayed draw': 'NOT VALID',
  'Past rewritten': 'NOT VALID',
  'Past rewritten with its log': 'NOT VALID',
  'Log that goes back': 'NOT VALID',
  'Leaf left out': 'NOT CHECKED',
  'Other signing key': 'NOT VALID',
  'Seats that come into the log late': 'NOT CHECKED',
} satisfies Record<string, Notice['verdict']>;

export type FraudOnPage = keyof typeof PAGE_NOTICES;
