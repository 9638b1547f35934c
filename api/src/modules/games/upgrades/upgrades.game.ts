import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';
import { keepDays } from '../../../platform/roll-ups/kept-days.ts';
import {
  jsonArray,
  jsonList,
  jsonNumber,
  jsonText,
  leafSql,
  rollParts,
  seedOfUserAt,
  type WagerGame,
} from '../rolls/index.ts';
import { recomputedUpgrades } from './upgrades.invariants.ts';

const plays = sql`
  select user_id, nonce, created_at, items_value_cents + balance_cents as wagered_cents,
    case status when 'WON' then target_value_cents else 0 end as won_cents, status = 'WON' as is_won, 1 as rounds
  from upgrades`;

/** An upgrade gives the target at its chance, which is in millionths, or nothing. */
const odds = sql`
  select user_id, created_at, case status when 'WON' then target_value_cents else 0 end as won_cents,
    target_value_cents * chance as expected_cents,
    target_value_cents::numeric * target_value_cents * chance * (1 - chance) as variance,
    target_value_cents as largest_cents
  from (select *, chance_units * 0.000001 as chance from upgrades) upgrade`;

/** The chance follows from these stakes. The seed keeps others from guessing them. */
const leafOfStakes = leafSql('UPGRADE_STAKES', sql`id`, [
  jsonText(sql`server_seed`),
  jsonText(sql`target_item_id`),
  jsonText(sql`target_value_cents`),
  jsonText(sql`balance_cents`),
  jsonNumber(sql`edge_units`),
  jsonList(
    jsonArray([jsonText(sql`inventory_item_id`), jsonText(sql`item_id`), jsonText(sql`value_cents`)]),
    sql`inventory_item_id`,
    sql`from (select inventory_item_id, item_id, value_cents from upgrade_inputs where upgrade_id = upgrades.id) staked`,
  ),
]);

export const upgradeGame: WagerGame = {
  name: 'UPGRADES',
  rolls: sql`
    select 'user:' || user_id as stream, nonce, server_seed, server_seed_hash, client_seed, client_seed_source,
      committed_at, created_at
    from upgrades`,
  seedAt: seedOfUserAt(sql`upgrades`),
  results: {
    table: 'upgrades',
    leaves: sql`
      select id, ${leafSql('UPGRADES', sql`id`, [...rollParts, jsonNumber(sql`success_threshold`), jsonText(sql`status`)])} as leaf,
        false as may_come
      from upgrades`,
  },
  terms: [
    {
      kind: 'UPGRADE_STAKES',
      table: 'upgrades',
      leaves: sql`select id, ${leafOfStakes} as leaf, false as may_come from upgrades`,
    },
  ],
  recomputed: recomputedUpgrades,
  drops: null,
  stakes: {
    transfers: { stake: 'UPGRADE', refund: null, prize: null },
    plays,
    unplayed: null,
    figures: {
      takesNoncesAhead: false,
      odds,
      fields: {
        today: ['upgradesToday', 'Upgrades'],
        played: ['upgradesMade', 'Upgrades that you have tried'],
        won: ['upgradesWon', 'Those of them that you have won'],
      },
    },
  },
};

/**
 * Band 0 is below 10 percent, band 1 below 20 and so on; 90 percent, the maximum, is in band 9. The sum of the chances
 * is the expected number of wins, in millionths.
 */
export const upgradeBandDays = keepDays({
  table: 'upgrade_band_days',
  columns: ['band', 'upgrades', 'upgrades_won', 'chance_units', 'wagered_cents', 'won_cents'],
  running: { keys: ['band'] },
  firstMoment: sql`select min(created_at) from upgrades`,
  figures: ({ day, isWithin }) => sql`
    select ${day}, least(chance_units / 100000, 9), count(*), count(*) filter (where status = 'WON'), sum(chance_units),
      sum(items_value_cents + balance_cents), coalesce(sum(target_value_cents) filter (where status = 'WON'), 0)
    from upgrades where ${isWithin} group by 1, 2`,
});

export const upgradesPersonalData: Required<Module<never>>['personalData'] = {
  upgrades: {
    key: 'nonce',
    rows: (userId) => sql`
      select id, target_item_id, status, items_value_cents,
        balance_cents, target_value_cents, chance_units,
        inventory_item_id,
        array(select inventory_item_id::text from upgrade_inputs where upgrade_id = upgrades.id order by 1) as inputs,
        nonce, server_seed, server_seed_hash,
        client_seed, client_seed_source, roll, committed_at, created_at
      from upgrades where user_id = ${userId}`,
  },
};
