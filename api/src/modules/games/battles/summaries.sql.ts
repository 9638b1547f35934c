import type { Db, Tx } from '../../../platform/database/db.ts';
import { join, lookUp, lookUpIfAny, type Sql, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { countRows, type ListPart, orderBy, partOf, type RowList, type RowOrder } from '../../../platform/lists.ts';
import { rolledDays } from '../../../platform/roll-ups/roll-ups.ts';
import { type CaseRow, casesOf, casesWith, HEAD } from './battles.sql.ts';
import type { BattleFilter, BattleSort, BattleSummary, LobbyFilter, OwnSeat } from './summaries.records.ts';

/** Newest first. */
const NEWEST: RowOrder = { by: ['id'], way: 'desc' };

/** The worth is that of all rolls of a waiting battle; each version is looked up once. */
const WORTH: Sql = sql`(
  select sum(rounds * (
      select sum((hash_range_end - hash_range_start + 1)::numeric * value_cents_brl)
      from case_version_items ${lookUp('items', 'item_id')} where version_id = played.version_id))
  from (select version_id, count(*) as rounds from battle_rounds where battle_id = battle.id group by version_id) played
  where battle.status = 'WAITING')`;

const HOLDERS: Sql = sql`(
  select json_agg(json_build_object('seat', seat, 'userId', user_id::text, 'username', username,
      'avatarUrl', avatar_url, 'botName', bot_name) order by seat)
  from battle_seats ${lookUpIfAny('users', 'user_id')} where battle_id = battle.id)`;

export interface ListedBattle extends Omit<BattleSummary, 'isPaused'> {
  /** All rolls of all rounds give it together. It is null unless the battle waits. */
  worthCents: bigint | null;
}

type SummaryRow = Omit<ListedBattle, 'entryCents' | 'potCents' | 'worthCents' | 'cases'> & {
  entryCents: bigint;
  potCents: bigint | null;
  worthCents: bigint | null;
  cases: CaseRow[];
};

async function listBattles(db: Db | Tx, battles: Sql, order: RowOrder = NEWEST): Promise<ListedBattle[]> {
  const rows = await db.query<SummaryRow>(sql`
    select ${HEAD}, ${casesWith(sql``)} as cases, ${HOLDERS} as seats, ${WORTH} as worth_cents
    from (${battles}) battle ${orderBy(order, 'battle')}`);
  return rows.map((row) => ({
    ...row,
    cases: casesOf(row.cases),
  }));
}

const listOfFilter = (filter: BattleFilter, more: readonly Sql[]): RowList => ({
  from: 'battles',
  where: [...more, ...conditions(filter)],
  order: NEWEST,
});

const PUBLIC = sql`invitation_code is null`;

export const listPublicBattles = (db: Db, filter: BattleFilter, part: ListPart) =>
  listBattles(db, partOf(listOfFilter(filter, [PUBLIC]), part));
export const countPublicBattles = (db: Db, filter: BattleFilter) =>
  countBattles(db, filter, { ofBattles: [PUBLIC], ofTotals: [sql`is_public`] });

export const listAllBattles = (db: Db, filter: BattleFilter, part: ListPart) =>
  listBattles(db, partOf(listOfFilter(filter, []), part));
export const countAllBattles = (db: Db, filter: BattleFilter) =>
  countBattles(db, filter, { ofBattles: [], ofTotals: [] });

const SORTS: Readonly<Record<BattleSort, RowOrder>> = {
  newest: NEWEST,
  cheapest: { by: ['entry_cents', 'id'], way: 'asc' },
  dearest: { by: ['entry_cents', 'id'], way: 'desc' },
  filling: { by: ['free_seats', 'id'], way: 'asc' },
};

/** Public battles that are not over are few, since they fill or end within minutes. */
function lobbyList(filter: LobbyFilter): RowList {
  const { isTeams, caseId, randomness, hasFreeSeat, sort } = filter;
  const where = [...conditions(filter)];
  if (isTeams !== undefined) where.push(sql`is_teams = ${isTeams}`);
  if (randomness !== undefined) where.push(sql`randomness = ${randomness}`);
  if (hasFreeSeat !== undefined) where.push(hasFreeSeat ? sql`free_seats > 0` : sql`free_seats = 0`);
  if (caseId !== undefined) {
    where.push(sql`exists (select from battle_rounds where battle_id = lobby.id and case_id = ${caseId})`);
  }
  return {
    from: sql`(
      select battles.*, seat_count - (select count(*) from battle_seats where battle_id = battles.id) as free_seats
      from battles where status in ('WAITING', 'IN_PROGRESS') and ${PUBLIC}) lobby`,
    where,
    order: SORTS[sort],
  };
}

export const listLobbyBattles = (db: Db, filter: LobbyFilter, part: ListPart) =>
  listBattles(db, partOf(lobbyList(filter), part), SORTS[filter.sort]);
export const countLobbyBattles = (db: Db, filter: LobbyFilter) => countRows(db, lobbyList(filter));

/** Days that are added up are counted by their totals; only other battles are counted one by one. */
async function countBattles(
  db: Db,
  filter: BattleFilter,
  { ofBattles, ofTotals }: { ofBattles: readonly Sql[]; ofTotals: readonly Sql[] },
): Promise<number> {
  const wanted = conditions(filter);
  const all = (more: readonly Sql[]) => join([sql`true`, ...more, ...wanted], ' and ');
  const hasPrice = filter.minPriceCents !== undefined || filter.maxPriceCents !== undefined;
  // Without a price the totals of the kinds are enough: there may be as many entry prices as battles.
  const ofEntry = hasPrice ? sql`entry_cents is not null` : sql`entry_cents is null`;
  const overAt = sql`status in ('COMPLETED', 'CANCELLED') and coalesce(ended_at, cancelled_at)`;
  // The joins are lateral, because PostgreSQL overestimates the rows and would start workers for next to none.
  const rows = await db.query<{ count: string }>(sql`
    with rolled as materialized (${rolledDays})
    select (select coalesce(sum(battles), 0) from battle_list_totals where ${all([...ofTotals, ofEntry])})
      + (select count(*) from battles where status in ('WAITING', 'IN_PROGRESS') and ${all(ofBattles)})
      + before_days.battles + since_days.battles as count
    from rolled
    cross join lateral (
      select count(*) as battles from battles where ${overAt} < starts_at and ${all(ofBattles)}) before_days
    cross join lateral (
      select count(*) as battles from battles where ${overAt} >= ends_at and ${all(ofBattles)}) since_days`);
  return Number(rows[0]?.count ?? 0);
}

/** The index of a user's seats finds them. */
const seatsOf = (userId: Id<'user'>): RowList => ({
  from: 'battle_seats',
  where: [sql`user_id = ${userId}`],
  order: { by: ['battle_id'], way: 'desc' },
  key: ['user_id', 'battle_id'],
});

export const listUserBattles = (db: Db, userId: Id<'user'>, part: ListPart) =>
  listBattles(
    db,
    sql`select battles.* from (${partOf(seatsOf(userId), part)}) seated join battles on battles.id = battle_id`,
  );
export const countUserBattles = (db: Db, userId: Id<'user'>) => countRows(db, seatsOf(userId));

export async function findOwnSeats(
  db: Db,
  userId: Id<'user'>,
  battleIds: readonly Id<'battle'>[],
): Promise<ReadonlyMap<Id<'battle'>, OwnSeat>> {
  type Row = Omit<OwnSeat, 'wonCents'> & { battleId: Id<'battle'>; wonCents: bigint | null };
  const rows = await db.query<Row>(sql`
    select battle_id, seat, is_winner, won_cents
    from battle_seats where user_id = ${userId} and battle_id = any(${battleIds}::bigint[])`);
  return new Map(rows.map(({ battleId, seat, isWinner, wonCents }) => [battleId, { seat, isWinner, wonCents }]));
}

/** A user pays for few battles at once, so few are not over. */
const activeOf = (userId: Id<'user'>): RowList => ({
  from: 'battles',
  where: [
    sql`status in ('WAITING', 'IN_PROGRESS')`,
    sql`exists (select from battle_seats where battle_id = battles.id and user_id = ${userId})`,
  ],
  order: NEWEST,
});

export const listActiveBattles = (db: Db, userId: Id<'user'>, part: ListPart) =>
  listBattles(db, partOf(activeOf(userId), part));
export const countActiveBattles = (db: Db, userId: Id<'user'>) => countRows(db, activeOf(userId));

function conditions({ mode, seatCount, status, minPriceCents, maxPriceCents }: BattleFilter): Sql[] {
  const all: Sql[] = [];
  if (mode !== undefined) all.push(sql`mode = ${mode}`);
  if (seatCount !== undefined) all.push(sql`seat_count = ${seatCount}`);
  if (status !== undefined) all.push(sql`status = ${status}`);
  if (minPriceCents !== undefined) all.push(sql`entry_cents >= ${minPriceCents}`);
  if (maxPriceCents !== undefined) all.push(sql`entry_cents <= ${maxPriceCents}`);
  return all;
}
