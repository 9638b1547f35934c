import type { Tx } from '../../../platform/database/db.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { Id } from '../../../platform/ids.ts';
import type { PersonFacts } from '../../../platform/personal-data/person-facts.ts';
import { deleteBeside, findBearers, findBrought, keepBeside } from './person-facts.sql.ts';

/**
 * Discoveries about a closed account concern its person for this long. A Pix payment can be returned for 90 days, and
 * its report takes some more; a trade can be reversed for seven.
 */
const KNOWN_DAYS = 100;

/** While one of these is on a closed account, its person stays known. */
type Reason = 'suspension' | 'debt' | 'bar';

const PREFIX = 'accounts:';
const CLOSED = `${PREFIX}closed`;

/** The name of the fact that lists closed accounts for a reason. */
export const accountsWith = (reason: Reason) => `${PREFIX}${reason}`;
export const namesAccounts = (fact: string) => fact.startsWith(PREFIX);
/** The new account takes these over, so the lists are not kept. */
export const endsWithTakeOver = (fact: string) => namesAccounts(fact) && fact !== CLOSED;

/** The end by the id of the account. */
type ClosedAccounts = Record<Id<'user'>, string>;

/** Lists all accounts that a person has closed recently. */
export const personFactsFollow: PersonFacts = {
  [CLOSED]: {
    keep: async (tx, userId, now) => {
      const until = new Date(now.getTime() + KNOWN_DAYS * DAY_MS);
      const brought = (await findBrought(tx, userId, CLOSED))?.value as ClosedAccounts | undefined;
      const known = Object.entries(brought ?? {}).filter(([, end]) => new Date(end) > now);
      return { value: { ...Object.fromEntries(known), [userId]: until.toISOString() }, until };
    },
  },
};

/** Finds the new account of each closed one. Call it under the locks of the closed ones. */
export const bearersOf = (tx: Tx, closedIds: readonly Id<'user'>[]) => findBearers(tx, CLOSED, closedIds);

/** Discoveries about a closed account concern the account that its person returned with. */
export const bearerOf = async (tx: Tx, userId: Id<'user'>): Promise<Id<'user'>> =>
  (await bearersOf(tx, [userId])).get(userId) ?? userId;

/**
 * Call it under the lock of an account whose person has not returned. Returns false where the person is no longer
 * known.
 */
export const keepKnown = (tx: Tx, closedId: Id<'user'>, reason: Reason): Promise<boolean> =>
  keepBeside(tx, { prefix: PREFIX, beside: accountsWith(reason), closedId });

export const forgetReason = (tx: Tx, closedId: Id<'user'>, reason: Reason): Promise<void> =>
  deleteBeside(tx, accountsWith(reason), closedId);
