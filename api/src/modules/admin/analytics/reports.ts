import type { Db } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { daysBefore } from '../../../platform/days.ts';
import type { ListPart } from '../../../platform/lists.ts';
import { transferDays } from '../../assets/wallet/index.ts';
import { battleDays } from '../../games/battles/index.ts';
import { caseDays, worthOfVersion } from '../../games/cases/index.ts';
import type { WagerGame } from '../../games/rolls/index.ts';
import { gameDays, userDays } from '../../games/statistics/index.ts';
import { upgradeBandDays } from '../../games/upgrades/index.ts';
import { activityDays } from '../../people/auth/index.ts';
import type { ActivityDay, ActivityTotals, Days } from './analytics.records.ts';
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

export const readCaseReturns = (db: Db, { from, to }: Days) =>
  listCaseReturns(db, caseDays.between(from, to), worthOfVersion('cases.current_version_id'));

export const readModes = (db: Db, { from, to }: Days) => listModes(db, battleDays.between(from, to));

export const readBands = (db: Db, { from, to }: Days) => listBands(db, upgradeBandDays.between(from, to));

export async function readActivity(
  db: Db,
  { from, to }: Days,
): Promise<{ data: ActivityDay[]; total: ActivityTotals }> {
  const [data, counted] = await Promise.all([
    listActivityDays(db, activityDays.between(from, to)),
    countActiveUsers(db, { from, to }, daysBefore({ from, to })),
  ]);
  return { data, total: { ...counted, newUsers: countOf(data, ({ newUsers }) => newUsers) } };
}

export const readFinancesOf = (db: Db, { from, to }: Days) => readFinances(db, transferDays.between(from, to));

/** A play of a battle is the seat of a person; bots stake nothing. */
export const readTypeFigures = (db: Db, games: readonly WagerGame[], { from, to }: Days) =>
  listTypeFigures(db, gameDays(games).between(from, to));

export function readUserFigures(db: Db, games: readonly WagerGame[], { from, to }: Days, part: ListPart) {
  const played = games.map(
    (game) => sql`select user_id, plays, wagered_cents, won_cents from (${userDays(game).between(from, to)}) figures`,
  );
  return listUserFigures(db, played, part);
}
