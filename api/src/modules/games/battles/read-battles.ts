import type { Db } from '../../../platform/database/db.ts';
import { type Id, toId } from '../../../platform/ids.ts';
import { listView, type PageRequest } from '../../../platform/lists.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import { isPaused, maxCaseRtpSetting } from '../cases/index.ts';
import { isBattlePaused } from './battle-returns.ts';
import { findBattle } from './battles.sql.ts';
import type { ShownBattle } from './battles.types.ts';
import { battleSummaryView, ownBattleView } from './summaries.schemas.ts';
import { countUserBattles, findOwnSeats, type ListedBattle, listUserBattles } from './summaries.sql.ts';

export interface ReadDeps {
  db: Db;
  settings: Settings;
}

/** Null where there is none. */
export async function findShownBattle({ db, settings }: ReadDeps, id: Id<'battle'>): Promise<ShownBattle | null> {
  const battle = await findBattle(db, id);
  return battle && { ...battle, isPaused: isBattlePaused(battle, settings.get(maxCaseRtpSetting)) };
}

/** A page of a user's battles, running and over, each with what their seat has come to. */
export async function ownBattlesOf(deps: ReadDeps, userId: Id<'user'>, page: PageRequest) {
  const { db } = deps;
  const { data, meta } = await summariesOf(deps, page, [
    listUserBattles(db, userId, page),
    countUserBattles(db, userId),
  ]);
  const ids = data.map(({ id }) => toId<'battle'>(id));
  const seats = await findOwnSeats(db, userId, ids);
  const battles = data.flatMap((summary) => {
    const own = seats.get(toId(summary.id));
    return own === undefined ? [] : [ownBattleView(summary, own)];
  });
  return { data: battles, meta };
}

/** A page of battles in its envelope. */
export async function summariesOf(
  { settings }: Pick<ReadDeps, 'settings'>,
  page: PageRequest,
  [listing, counting]: readonly [Promise<ListedBattle[]>, Promise<number>],
) {
  const [battles, total] = await Promise.all([listing, counting]);
  const maxRtpPercent = settings.get(maxCaseRtpSetting);
  const summaries = battles.map(({ worthCents, ...battle }) => {
    const terms = { worthCents, priceCents: battle.entryCents, maxRtpPercent };
    return battleSummaryView({ ...battle, isPaused: isPaused(terms) });
  });
  return listView(summaries, page, total);
}
