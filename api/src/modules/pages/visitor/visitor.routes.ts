import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { Caller } from '../../../platform/http/edge/access.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { readProtection } from '../../assets/limits/index.ts';
import { readStandings } from '../../assets/wallet/index.ts';
import { countUnread } from '../../people/notifications/index.ts';
import { findUser, userView } from '../../people/users/index.ts';
import { hasSuspension } from '../../trade/suspensions/index.ts';
import { permissionsOf, reachedOf, Visitor } from './visitor.records.ts';

export function visitorPublicRoutes(routes: Routes, deps: VisitorDeps): void {
  routes.get(
    '/auth/session',
    {
      config: { readsSession: true },
      schema: {
        operationId: 'getVisitor',
        summary: 'Read the visitor of a page',
        description:
          'Answers, for every page, the user of the session with balance, unread notifications, limits that are ' +
          'reached and the features that the page may offer. Without a session, or with one that has ended, the ' +
          'request succeeds too, and `user` is null. It counts towards the general limit of requests alone.',
        response: { 200: Visitor },
      },
    },
    async ({ caller }) => {
      const visitor = caller === null ? NOBODY : await readVisitor(deps, caller);
      return { ...visitor, serverTime: deps.clock.now() };
    },
  );
}

export interface VisitorDeps {
  db: Db;
  clock: Clock;
  canDeposit: boolean;
}

const NOBODY: Omit<Visitor, 'serverTime'> = {
  user: null,
  balanceCents: null,
  debtCents: null,
  unreadNotifications: 0,
  limitsReached: [],
  exclusion: null,
  ageConfirmedAt: null,
  permissions: [],
};

async function readVisitor(deps: VisitorDeps, { userId, role }: Caller): Promise<typeof NOBODY> {
  const { db, canDeposit } = deps;
  const [user, standings, unreadNotifications, { limits, bar: exclusion, ageConfirmedAt }, isSuspended] =
    await Promise.all([
      findUser(db, userId),
      readStandings(db, [userId]),
      countUnread(db, userId),
      readProtection(deps, userId),
      hasSuspension(db, userId),
    ]);
  // The account may have been closed a moment ago.
  if (user === null || user.status !== 'ACTIVE') return NOBODY;
  const { balanceCents, debtCents } = standings.get(userId) ?? { balanceCents: 0n, debtCents: 0n };
  return {
    user: userView(user),
    balanceCents,
    debtCents,
    unreadNotifications,
    limitsReached: reachedOf(limits),
    exclusion,
    ageConfirmedAt,
    permissions: permissionsOf({ role, isBarred: exclusion !== null, isSuspended, canDeposit }),
  };
}
