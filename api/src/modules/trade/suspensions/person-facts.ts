import type { PersonFacts, TakeOver } from '../../../platform/personal-data/person-facts.ts';
import { accountsWith } from '../../people/person-facts/index.ts';
import { hasSuspension, moveSuspensions } from './suspensions.sql.ts';

/** The suspension stays on the closed account until its person comes back, so that it may be lifted meanwhile. */
export const clearanceFollows: PersonFacts = {
  [accountsWith('suspension')]: {
    keep: async (tx, userId) => ((await hasSuspension(tx, userId)) ? { value: { [userId]: true }, until: null } : null),
  },
};

/** Also one that began after the closing, for a trade that was taken back then. */
export const takeOverSuspensions: TakeOver = moveSuspensions;
