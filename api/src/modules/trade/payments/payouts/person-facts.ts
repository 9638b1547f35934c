import type { Db, Tx } from '../../../../platform/database/db.ts';
import { dayEnd, dayOf, dayStart } from '../../../../platform/days.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { PersonFacts } from '../../../../platform/personal-data/person-facts.ts';
import { centsSince, keptDays, readBroughtDays } from '../../../people/person-facts/index.ts';
import { sumAskedSince } from './change-payouts.sql.ts';

const WITHDRAWN = 'moneyWithdrawals';

/** What was asked for today and not given back, by this account or one that the same person had before. */
export async function sumAskedToday(db: Db | Tx, userId: Id<'user'>, now: Date): Promise<Cents> {
  const today = dayOf(now);
  const [own, brought] = await Promise.all([
    sumAskedSince(db, userId, dayStart(today)),
    readBroughtDays(db, userId, WITHDRAWN),
  ]);
  return own + centsSince(brought, today);
}

export const payoutsFollow: PersonFacts = {
  [WITHDRAWN]: {
    keep: async (tx, userId, now) => {
      const today = dayOf(now);
      const all = new Map([[today, await sumAskedToday(tx, userId, now)]]);
      return keptDays(new Map(), all, { first: today, until: dayEnd(today) });
    },
  },
};
