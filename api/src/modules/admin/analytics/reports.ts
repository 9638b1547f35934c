import type { Db } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { type Day, daysBefore } from '../../../platform/days.ts';
import type { ListPart } from '../../../platform/lists.ts';
import { transferDays } from '../../assets/wallet/index.ts';
import { battleDays } from '../../games/battles/index.ts';
import { caseDays, worthOfVersion } from '../../games/cases/index.ts';
import type { WagerGame } from '../../games/rolls/index.ts';
import { gameDays, userDays } from '../../games/statistics/index.ts';
import { upgradeBandDays } from '../../games/upgrades/index.ts';
import { activityDays } from '../../people/auth/index.ts';
import { countOf } from './analytics.rules.ts';
import {
  countActiveUsers,
  listActivityDays,
  listBands,
  listCaseReturns,
  listModes,
  listTypeFigures,
  listUserFigures,
  readFinances,
} from './analytics.sql.ts';
import type { ActivityDay, ActivityTotals } from './analytics.types.ts';

/** The questions, each put to the figures that the modules keep of days. */

export interface Days {
  from: Day;
  to: Day;
}

export const readCaseReturns = (db: Db, { from, to }: Days) =>
  listCaseReturns(db, caseDays.between(from, to), worthOfVersion('cases.current_version_id'));

export const readModes = (db: Db, { from, to }: Days) => listModes(db, battleDays.between(from, to));

export const readBands = (db: Db, { from, to }: Days) => listBands(db, upgradeBandDays.between(from, to));

export async function readActivity(
  db: Db,
  { from, to }: Days,
): Promise<{ days: ActivityDay[]; totals: ActivityTotals }> {
  const [days, counted] = await Promise.all([
    listActivityDays(db, activityDays.between(from, to)),
    countActiveUsers(db, { from, to }, daysBefore({ from, to })),
  ]);
  return { days, totals: { ...counted, newUsers: countOf(days, ({ newUsers }) => newUsers) } };
}

export const readFinancesOf = (db: Db, { from, to }: Days) => readFinances(db, transferDays.between(from, to));

/** By game, of what people played: a play of a battle is a seat of theirs, and the bots of battles stake nothing. */
export const readTypeFigures = (db: Db, games: readonly WagerGame[], { from, to }: Days) =>
  listTypeFigures(db, gameDays(games).between(from, to));

export function readUserFigures(db: Db, games: readonly WagerGame[], { from, to }: Days, part: ListPart) {
  const played = games.map(
    (game) => sql`select user_id, plays, wagered_cents, won_cents from (${userDays(game).between(from, to)}) figures`,
  );
  return listUserFigures(db, played, part);
}
