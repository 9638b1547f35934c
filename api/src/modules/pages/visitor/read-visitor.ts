import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { Caller } from '../../../platform/http/edge/access.ts';
import { readProtection } from '../../assets/limits/index.ts';
import { readStandings } from '../../assets/wallet/index.ts';
import { countUnread } from '../../people/notifications/index.ts';
import { findUser } from '../../people/users/index.ts';
import { hasSuspension } from '../../trade/suspensions/index.ts';
import { permissionsOf, reachedOf, type Visitor } from './visitor.records.ts';

export interface VisitorDeps {
  db: Db;
  clock: Clock;
  canDeposit: boolean;
}

/** Reads everything at once. Returns null without a login. */
export async function readVisitor(deps: VisitorDeps, caller: Caller | null): Promise<Visitor | null> {
  if (caller === null) return null;
  const { db, canDeposit } = deps;
  const { userId, role } = caller;
  const [user, standings, unreadNotifications, protection, isSuspended] = await Promise.all([
    findUser(db, userId),
    readStandings(db, [userId]),
    countUnread(db, userId),
    readProtection(deps, userId),
    hasSuspension(db, userId),
  ]);
  // The account may have been closed a moment ago.
  if (user === null || user.status !== 'ACTIVE') return null;
  const { balanceCents, debtCents } = standings.get(userId) ?? { balanceCents: 0n, debtCents: 0n };
  const { limits, bar, ageConfirmedAt } = protection;
  return {
    user,
    balanceCents,
    debtCents,
    unreadNotifications,
    limitsReached: reachedOf(limits),
    bar,
    ageConfirmedAt,
    permissions: permissionsOf({ role, isBarred: bar !== null, isSuspended, canDeposit }),
  };
}
