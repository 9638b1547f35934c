import type { Db } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { unauthorized } from '../../../platform/errors.ts';
import { type Id, toId } from '../../../platform/ids.ts';
import { listView, type PageRequest } from '../../../platform/lists.ts';
import { keepDays } from '../../../platform/roll-ups/kept-days.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import { caseWorth, isPaused, maxCaseRtpSetting } from '../cases/index.ts';
import { battleNotFound, codeNeeded } from './battles.records.ts';
import { findBattle } from './battles.sql.ts';
import { type Battle, type ShownBattle, sitsIn, type Viewer } from './shown-battle.records.ts';
import { summaryView } from './summaries.records.ts';
import { countUserBattles, findOwnSeats, type ListedBattle, listUserBattles } from './summaries.sql.ts';

/**
 * Tells whether a waiting battle would pay back too much at present prices. All seats of a round open the same case, so
 * a battle pays back what its cases do together.
 */
export function isBattlePaused({ status, entryCents, cases, versions }: Battle, maxRtpPercent: string): boolean {
  if (status !== 'WAITING') return false;
  const worths = new Map(
    versions.map(({ versionId, items }) => [
      versionId,
      caseWorth(items.map(({ nowCents, ...range }) => ({ ...range, valueCentsBrl: nowCents }))),
    ]),
  );
  const worthCents = cases.reduce((sum, { versionId }) => sum + (worths.get(versionId) ?? 0n), 0n);
  return isPaused({ worthCents, priceCents: entryCents, maxRtpPercent });
}

export interface ReadDeps {
  db: Db;
  settings: Settings;
}

export async function findShownBattle({ db, settings }: ReadDeps, id: Id<'battle'>): Promise<ShownBattle | null> {
  const battle = await findBattle(db, id);
  return battle && { ...battle, isPaused: isBattlePaused(battle, settings.get(maxCaseRtpSetting)) };
}

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
    return own === undefined ? [] : [{ ...summary, own }];
  });
  return { data: battles, meta };
}

export async function summariesOf(
  { settings }: Pick<ReadDeps, 'settings'>,
  page: PageRequest,
  [listing, counting]: readonly [Promise<ListedBattle[]>, Promise<number>],
) {
  const [battles, total] = await Promise.all([listing, counting]);
  const maxRtpPercent = settings.get(maxCaseRtpSetting);
  const summaries = battles.map(({ worthCents, ...battle }) => {
    const terms = { worthCents, priceCents: battle.entryCents, maxRtpPercent };
    return summaryView({ ...battle, isPaused: isPaused(terms) });
  });
  return listView(summaries, page, total);
}

const OVER = sql`
  select invitation_code is null as is_public, status, mode, seat_count, entry_cents,
    coalesce(ended_at, cancelled_at) as created_at
  from battles where status in ('COMPLETED', 'CANCELLED')`;

/** The lists ask for these kinds. A trigger adds the days up to `battle_list_totals`. */
export const battleListDays = keepDays({
  table: 'battle_list_days',
  columns: ['is_public', 'status', 'mode', 'seat_count', 'entry_cents', 'battles'],
  firstMoment: sql`select min(created_at) from (${OVER}) battle`,
  figures: ({ day, isWithin }) => sql`
    select ${day}, is_public, status, mode, seat_count, entry_cents, count(*) from (${OVER}) battle
    where ${isWithin} group by 1, 2, 3, 4, 5, 6`,
});

type Visibility = Pick<ShownBattle, 'status' | 'invitationCode'>;

function isShownToEverybody({ status, invitationCode }: Visibility, code: string | null): boolean {
  const isOver = status === 'COMPLETED' || status === 'CANCELLED';
  return isOver && (invitationCode === null || invitationCode === code);
}

/** A battle that does not exist is as hidden as one that is not over. */
export async function isPublicBattle(deps: ReadDeps, id: Id<'battle'>, code: string | null): Promise<boolean> {
  const battle = await findShownBattle(deps, id);
  return battle !== null && isShownToEverybody(battle, code);
}

/**
 * A public battle that is over is shown to everybody; before that it needs a session. A private one needs a seat in it
 * or its code, and once it is over the code is enough without a session. Without a session nobody learns whether a
 * battle exists.
 */
export async function showBattle(deps: ReadDeps, id: Id<'battle'>, { viewerId, code }: Viewer): Promise<ShownBattle> {
  const battle = await findShownBattle(deps, id);
  if (battle !== null && isShownToEverybody(battle, code)) return battle;
  if (viewerId === null) throw unauthorized();
  if (battle === null) throw battleNotFound();
  const { invitationCode } = battle;
  if (invitationCode !== null && code !== invitationCode && !sitsIn(battle, viewerId)) throw codeNeeded();
  return battle;
}
