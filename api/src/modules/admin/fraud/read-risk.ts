import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import { addDays, dayOf } from '../../../platform/days.ts';
import type { Id } from '../../../platform/ids.ts';
import type { RowsOfUser } from '../../../platform/personal-data/personal-rows.ts';
import { readProtection } from '../../assets/limits/index.ts';
import type { WagerGame } from '../../games/rolls/index.ts';
import { readUserFigures } from '../../games/statistics/index.ts';
import { listSecurityEntries } from '../../people/audit/index.ts';
import { findUser, userNotFound } from '../../people/users/index.ts';
import { WATCHED_DAYS } from './fraud.records.ts';
import { listSuspicionsOf } from './fraud.sql.ts';
import type { Risk } from './risk.records.ts';
import { countUnsettled, findSharing, listRiskSessions, readMoney, readOdds } from './risk.sql.ts';

const SECURITY_ENTRIES = 20;

export interface RiskDeps {
  db: Db;
  clock: Clock;
  wagerGames: readonly WagerGame[];
  unsettled: readonly Readonly<Record<string, RowsOfUser>>[];
}

export async function readRisk(deps: RiskDeps, userId: Id<'user'>): Promise<Risk> {
  const { db, clock, wagerGames } = deps;
  const user = await findUser(db, userId);
  if (user === null) throw userNotFound();
  const from = addDays(dayOf(clock.now()), 1 - WATCHED_DAYS);
  const [money, plays, odds, sessions, sharedAddresses] = await Promise.all([
    readMoney(db, userId),
    readUserFigures(db, userId, wagerGames),
    readOdds(db, userId, from),
    listRiskSessions(db, userId),
    findSharing(db, userId),
  ]);
  // It reads in two steps, because others need connections, too.
  const [unsettled, protection, security, suspicions] = await Promise.all([
    countUnsettled(db, Object.assign({}, ...deps.unsettled), userId),
    readProtection(deps, userId),
    listSecurityEntries(db, userId, SECURITY_ENTRIES),
    listSuspicionsOf(db, userId),
  ]);
  return { user, money, plays, odds, sessions, sharedAddresses, unsettled, protection, security, suspicions };
}
