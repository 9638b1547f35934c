import type { Tx } from '../../../platform/database/db.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { Id } from '../../../platform/ids.ts';
import type { PersonFacts } from '../../../platform/personal-data/person-facts.ts';
import { deleteBeside, findBearers, keepBeside } from './closed-accounts.sql.ts';
import { findBrought } from './facts.sql.ts';

/**
 * For so long after a closing what comes to light of the account is its person's. A payment by Pix can be given back for 90
 * days, and that is reported some days later; a trade at Steam for seven.
 */
const KNOWN_DAYS = 100;

/** What a closed account may have on it that keeps its person known for as long as it is there. */
type Reason = 'suspension' | 'debt' | 'bar';

const PREFIX = 'accounts:';
const CLOSED = `${PREFIX}closed`;

/** Under which closed accounts of a person are kept, by id, because of what is on them. */
export const accountsWith = (reason: Reason) => `${PREFIX}${reason}`;
export const namesAccounts = (fact: string) => fact.startsWith(PREFIX);
/** Who came back has what is on the accounts; that they were named for it is over. */
export const endsWithTakeOver = (fact: string) => namesAccounts(fact) && fact !== CLOSED;

/** By id: until when. */
type ClosedAccounts = Record<Id<'user'>, string>;

/** All accounts that a person has closed within these days. */
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

/** By the closed account: which account its person has come back with, where they have. Under the locks of the closed ones. */
export const bearersOf = (tx: Tx, closedIds: readonly Id<'user'>[]) => findBearers(tx, CLOSED, closedIds);

/** Who bears what comes to light of an account: itself, or where it is closed who its person has come back as. */
export const bearerOf = async (tx: Tx, userId: Id<'user'>): Promise<Id<'user'>> =>
  (await bearersOf(tx, [userId])).get(userId) ?? userId;

/** Of an account whose person has not come back, under its lock. False where nobody would be known any more. */
export const keepKnown = (tx: Tx, closedId: Id<'user'>, reason: Reason): Promise<boolean> =>
  keepBeside(tx, { prefix: PREFIX, beside: accountsWith(reason), closedId });

/** Nothing of that kind is on the account any more. */
export const forgetReason = (tx: Tx, closedId: Id<'user'>, reason: Reason): Promise<void> =>
  deleteBeside(tx, accountsWith(reason), closedId);
