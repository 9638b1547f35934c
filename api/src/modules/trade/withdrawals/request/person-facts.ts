import type { Tx } from '../../../../platform/database/db.ts';
import { dayEnd, dayOf, dayStart } from '../../../../platform/days.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { PersonFact, PersonFacts } from '../../../../platform/personal-data/person-facts.ts';
import { centsSince, findBrought, keptDays, readBroughtDays } from '../../../people/person-facts/index.ts';
import { MAX_QUIET_HOURS } from './auto-approval-settings.ts';
import { findLastSecurityEntry, sumAutoApproved } from './request.sql.ts';

const APPROVED = 'autoApproved';
const SECURITY = 'securityEntry';

/** What was approved today without a person, of this account or of one that the same person had before. */
export async function sumApprovedToday(tx: Tx, userId: Id<'user'>, now: Date): Promise<Cents> {
  const today = dayOf(now);
  const [own, brought] = await Promise.all([
    sumAutoApproved(tx, userId, dayStart(today), dayEnd(today)),
    readBroughtDays(tx, userId, APPROVED),
  ]);
  return own + centsSince(brought, today);
}

const autoApprovedFact: PersonFact = {
  keep: async (tx, userId, now) => {
    const today = dayOf(now);
    const all = new Map([[today, await sumApprovedToday(tx, userId, now)]]);
    return keptDays(new Map(), all, { first: today, until: dayEnd(today) });
  },
};

interface KeptEntry {
  at: string;
}

/** Whether an entry since then speaks of a stolen account, of this one or of one that the same person had before. */
export async function hasSecurityEntry(tx: Tx, userId: Id<'user'>, since: Date): Promise<boolean> {
  const at = await findSecurityEntry(tx, userId, since);
  return at !== null && at > since;
}

async function findSecurityEntry(tx: Tx, userId: Id<'user'>, since: Date): Promise<Date | null> {
  const [own, brought] = await Promise.all([
    findLastSecurityEntry(tx, userId, since),
    findBrought(tx, userId, SECURITY),
  ]);
  const before = brought === null ? null : new Date((brought.value as KeptEntry).at);
  return own !== null && (before === null || own > before) ? own : before;
}

/** The age of an account begins anew with it; what makes one suspicious does not end with it. */
const securityEntryFact: PersonFact = {
  keep: async (tx, userId, now) => {
    const at = await findSecurityEntry(tx, userId, new Date(now.getTime() - MAX_QUIET_HOURS * HOUR_MS));
    if (at === null) return null;
    const until = new Date(at.getTime() + MAX_QUIET_HOURS * HOUR_MS);
    return until <= now ? null : { value: { at: at.toISOString() }, until };
  },
};

export const withdrawalsFollow: PersonFacts = { [APPROVED]: autoApprovedFact, [SECURITY]: securityEntryFact };
