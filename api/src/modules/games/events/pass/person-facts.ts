import type { PersonFacts } from '../../../../platform/personal-data/person-facts.ts';
import { CLAIMED_BEFORE, findClaimsThatCount } from './claims.sql.ts';

/** Each tier is claimed once by a person, and not once by each account that they make. */
export const passFollows: PersonFacts = {
  [CLAIMED_BEFORE]: {
    keep: async (tx, userId) => {
      const { tierIds, until } = await findClaimsThatCount(tx, userId);
      if (until === null) return null;
      return { value: Object.fromEntries(tierIds.map((id) => [id, true])), until };
    },
  },
};
