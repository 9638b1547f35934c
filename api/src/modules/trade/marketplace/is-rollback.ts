import type { MarketTrade } from './marketplace.types.ts';

const ROLLBACK_WORDS = /roll(ed)?[ -]?back|revers/i;

/** Only what was accepted has a release date, so that with one an end in vain is a delivery that was taken back. */
export const isRollback = ({ status, reason, releaseDate }: Pick<MarketTrade, 'status' | 'reason' | 'releaseDate'>) =>
  (status === 6 && releaseDate !== null) || (status !== 5 && ROLLBACK_WORDS.test(reason ?? ''));
