import type { Tx } from '../../../platform/database/db.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { Id } from '../../../platform/ids.ts';
import type { PersonFacts } from '../../../platform/personal-data/person-facts.ts';
import { deleteBeside, findBearers, findBrought, keepBeside } from './person-facts.sql.ts';

/** A Pix payment can be returned for 90 days, and its report takes some more; a trade can be reversed for seven. */
const KNOWN_DAYS = 100;

type Reason = 'suspension' | 'debt' | 'bar';

const PREFIX = 'accounts:';
const CLOSED = `${PREFIX}closed`;

export const accountsWith = (reason: Reason) => `${PREFIX}${reason}`;
export const namesAccounts = (fact: string) => fact.startsWith(PREFIX);
/** The new account takes these over, so the lists end. */
export const endsWithTakeOver = (fact: string) => namesAccounts(fact) && fact !== CLOSED;

type ClosedAccounts = Record<Id<'user'>, string>;

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

/** The caller holds the locks of the closed accounts. */
export const bearersOf = (tx: Tx, closedIds: readonly Id<'user'>[]) => findBearers(tx, CLOSED, closedIds);

export const bearerOf = async (tx: Tx, userId: Id<'user'>): Promise<Id<'user'>> =>
  (await bearersOf(tx, [userId])).get(userId) ?? userId;

/** The caller locks the account, whose person has not returned. Returns false if the person is no longer known. */
export const keepKnown = (tx: Tx, closedId: Id<'user'>, reason: Reason): Promise<boolean> =>
  keepBeside(tx, { prefix: PREFIX, beside: accountsWith(reason), closedId });

export const forgetReason = (tx: Tx, closedId: Id<'user'>, reason: Reason): Promise<void> =>
  deleteBeside(tx, accountsWith(reason), closedId);
