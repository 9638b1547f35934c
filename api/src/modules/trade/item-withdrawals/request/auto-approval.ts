import { Type } from 'typebox';
import type { Tx } from '../../../../platform/database/db.ts';
import { dayEnd, dayOf, dayStart } from '../../../../platform/days.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { PersonFact, PersonFacts } from '../../../../platform/personal-data/person-facts.ts';
import { defineSetting } from '../../../../platform/settings/settings.ts';
import { centsSince, findBrought, keptDays, readBroughtDays } from '../../../people/person-facts/index.ts';
import { findLastSecurityEntry, sumAutoApproved } from './request.sql.ts';

export const autoApprovalDailyLimitSetting = defineSetting({
  key: 'autoApprovalDailyLimitCents',
  description:
    'Value of the items, in cents of USD, that a user may withdraw on a São Paulo day without review; 0 reviews all.',
  schema: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
  unit: 'USD_CENTS',
  default: 10_000,
  weakenedBy: 'RAISED',
});

export const autoApprovalMinAccountHoursSetting = defineSetting({
  key: 'autoApprovalMinAccountHours',
  description: 'Age from which an account can withdraw items without review.',
  schema: Type.Integer({ minimum: 0, maximum: 8_760 }),
  default: 24,
  weakenedBy: 'LOWERED',
});

/** Older events count for nothing, whatever the setting says. */
const MAX_QUIET_HOURS = 8_760;

export const autoApprovalQuietHoursSetting = defineSetting({
  key: 'autoApprovalQuietHours',
  description:
    'Hours without a security event (an unexpected address or device; a second factor locked, disabled or ' +
    'recovered) after which items can be withdrawn without review.',
  schema: Type.Integer({ minimum: 0, maximum: MAX_QUIET_HOURS }),
  default: 24,
  weakenedBy: 'LOWERED',
});

const APPROVED = 'autoApproved';
const SECURITY = 'securityEntry';

/** It includes approvals of an account that the same person had before. */
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

/** It includes entries of an account that the same person had before. */
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

/** The age of an account begins anew with it, but a suspicion outlives it. */
const securityEntryFact: PersonFact = {
  keep: async (tx, userId, now) => {
    const at = await findSecurityEntry(tx, userId, new Date(now.getTime() - MAX_QUIET_HOURS * HOUR_MS));
    if (at === null) return null;
    const until = new Date(at.getTime() + MAX_QUIET_HOURS * HOUR_MS);
    return until <= now ? null : { value: { at: at.toISOString() }, until };
  },
};

export const itemWithdrawalsFollow: PersonFacts = { [APPROVED]: autoApprovedFact, [SECURITY]: securityEntryFact };
