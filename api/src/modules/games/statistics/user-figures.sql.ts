import type { Db, Tx } from '../../../platform/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import { sql } from '../../../platform/sql.ts';

/** Of one user, over all time. */
export interface UserFigures {
  openings: number;
  upgrades: number;
  upgradesWon: number;
  wageredCents: Cents;
  wonCents: Cents;
  bestWinCents: Cents;
  itemsAvailable: number;
}

/**
 * The days that are added up, and what was played after them. In one statement, so that a day that is being added up
 * meanwhile is counted once: either here or there.
 */
export async function readUserFigures(db: Db | Tx, userId: Id<'user'>): Promise<UserFigures> {
  // Every roll of a user has the next nonce, without a gap, and nonces rise with time: the rolls that the days have
  // counted are the first ones, and what was played since is found by its nonce, without reading the history. A game
  // whose rolls take this nonce must be counted in "last_nonce", and its plays since be added below. The limit is how
  // many rolls there are since; it cuts nothing off, and makes the index be used whatever the statistics say.
  const rows = await db.query<Record<keyof UserFigures, string>>(sql`
    with days as materialized (
      select coalesce(sum(openings), 0) as openings, coalesce(sum(upgrades), 0) as upgrades,
        coalesce(sum(upgrades_won), 0) as upgrades_won, coalesce(sum(wagered_cents), 0) as wagered_cents,
        coalesce(sum(won_cents), 0) as won_cents, coalesce(max(best_win_cents), 0) as best_win_cents,
        coalesce(sum(openings + upgrades), 0)::bigint as last_nonce
      from user_days where user_id = ${userId}
    ), rolls as materialized (
      select days.last_nonce, accounts.nonce - days.last_nonce as since
      from days, accounts where user_id = ${userId}
    ), opened as (
      select count(*) as openings, coalesce(sum(price_cents), 0) as wagered_cents,
        coalesce(sum(item_value_cents), 0) as won_cents, coalesce(max(item_value_cents), 0) as best_win_cents
      from (
        select * from case_openings where user_id = ${userId} and nonce > (select last_nonce from rolls)
        order by nonce limit (select since from rolls)) play
    ), upgraded as (
      select count(*) as upgrades, count(*) filter (where status = 'WON') as upgrades_won,
        coalesce(sum(items_value_cents + balance_cents), 0) as wagered_cents,
        coalesce(sum(target_value_cents) filter (where status = 'WON'), 0) as won_cents,
        coalesce(max(target_value_cents) filter (where status = 'WON'), 0) as best_win_cents
      from (
        select * from upgrades where user_id = ${userId} and nonce > (select last_nonce from rolls)
        order by nonce limit (select since from rolls)) play)
    select days.openings + opened.openings as openings, days.upgrades + upgraded.upgrades as upgrades,
      days.upgrades_won + upgraded.upgrades_won as "upgradesWon",
      days.wagered_cents + opened.wagered_cents + upgraded.wagered_cents as "wageredCents",
      days.won_cents + opened.won_cents + upgraded.won_cents as "wonCents",
      greatest(days.best_win_cents, opened.best_win_cents, upgraded.best_win_cents) as "bestWinCents",
      (select coalesce(sum(count), 0) from inventory_counts
        where user_id = ${userId} and status = 'AVAILABLE') as "itemsAvailable"
    from days, opened, upgraded`);
  const row = rows[0] as Record<keyof UserFigures, string>;
  return {
    openings: Number(row.openings),
    upgrades: Number(row.upgrades),
    upgradesWon: Number(row.upgradesWon),
    wageredCents: BigInt(row.wageredCents),
    wonCents: BigInt(row.wonCents),
    bestWinCents: BigInt(row.bestWinCents),
    itemsAvailable: Number(row.itemsAvailable),
  };
}
