import { sql } from '../../../../platform/database/sql.ts';
import type { Module } from '../../../../platform/module.ts';
import { keepDays } from '../../../../platform/roll-ups/kept-days.ts';
import {
  jsonNumber,
  jsonRanges,
  jsonText,
  leafSql,
  rollParts,
  type ShowingGame,
  seedOfUserAt,
  type WagerGame,
} from '../../rolls/index.ts';
import { recomputedOpenings } from '../cases.invariants.ts';
import { clientSeedOf, committedAtOf, serverSeedOf } from './openings.sql.ts';

const plays = sql`
  select user_id, nonce, created_at, price_cents as wagered_cents, item_value_cents as won_cents, true as is_won, 1 as rounds
  from case_openings`;

/** Won and expected cents use the present prices, so that a later change of prices makes nobody look lucky. */
const odds = sql`
  select user_id, created_at, won.value_cents_brl as won_cents, expected_cents, variance, largest_cents
  from case_openings
  join (
    select version_id, sum(share * value_cents_brl) as expected_cents,
      sum(share * value_cents_brl * value_cents_brl) - sum(share * value_cents_brl) * sum(share * value_cents_brl)
        as variance,
      max(value_cents_brl) as largest_cents
    from (
      select version_id, item_id, (hash_range_end - hash_range_start + 1) * 0.0000001 as share
      from case_version_items) line
    join items on items.id = item_id group by version_id) version using (version_id)
  join (select id, value_cents_brl from items) won on won.id = case_openings.item_id`;

/** Without the ranges a version could be shown in another order once the roll is known. */
const leafOfVersion = leafSql('CASE_VERSIONS', sql`id`, [
  jsonText(sql`case_id`),
  jsonNumber(sql`number`),
  jsonNumber(sql`flip_threshold`),
  jsonRanges(sql`from case_version_items where version_id = case_versions.id`),
]);

export const caseGame: WagerGame & ShowingGame = {
  name: 'CASES',
  rolls: sql`
    select 'user:' || user_id as stream, nonce, ${serverSeedOf} as server_seed,
      hash_of_seed(server_seed) as server_seed_hash, ${clientSeedOf} as client_seed, client_seed_source,
      ${committedAtOf} as committed_at, created_at
    from case_openings`,
  seedAt: seedOfUserAt(sql`case_openings`, serverSeedOf),
  results: {
    table: 'case_openings',
    leaves: sql`
      select id, ${leafSql('CASES', sql`id`, [...rollParts, jsonText(sql`case_id`), jsonText(sql`item_id`)])} as leaf,
        false as may_come
      from (
        select id, nonce, hash_of_seed(server_seed) as server_seed_hash, ${serverSeedOf} as server_seed,
          ${clientSeedOf} as client_seed, roll, case_id, item_id
        from case_openings) opening`,
  },
  terms: [
    {
      kind: 'CASE_VERSIONS',
      table: 'case_versions',
      leaves: sql`select id, ${leafOfVersion} as leaf, false as may_come from case_versions`,
    },
  ],
  recomputed: recomputedOpenings,
  drops: sql`
    select id, user_id, case_id, version_id, item_id, item_value_cents, chance_width, null::bigint as battle_id, created_at,
      nonce
    from case_openings`,
  stakes: {
    transfers: { stake: 'CASE_OPEN', refund: null, prize: null },
    plays,
    unplayed: null,
    figures: {
      takesNoncesAhead: false,
      odds,
      fields: {
        today: ['casesOpenedToday', 'Cases that were opened'],
        played: ['casesOpened', 'Cases that you have opened'],
        won: null,
      },
    },
  },
};

/** The squares and products tell how certain a return is. */
export const caseDays = keepDays({
  table: 'case_days',
  columns: ['case_id', 'openings', 'wagered_cents', 'won_cents', 'wagered_squares', 'won_squares', 'wagered_won'],
  running: { keys: ['case_id'] },
  firstMoment: sql`select min(created_at) from case_openings`,
  figures: ({ day, isWithin }) => sql`
    select ${day}, case_id, count(*), sum(price_cents), sum(item_value_cents), sum(price_cents::numeric * price_cents),
      sum(item_value_cents::numeric * item_value_cents), sum(price_cents::numeric * item_value_cents)
    from case_openings where ${isWithin} group by 1, case_id`,
});

export const dropDays = keepDays({
  table: 'drop_days',
  columns: ['item_id', 'drops', 'best_value_cents'],
  running: { keys: ['item_id'], largest: ['best_value_cents'] },
  firstMoment: sql`select min(created_at) from case_openings`,
  figures: ({ day, isWithin }) => sql`
    select ${day}, item_id, count(*), max(item_value_cents) from case_openings where ${isWithin} group by 1, item_id`,
});

export const openingsPersonalData: Required<Module<never>>['personalData'] = {
  openings: {
    key: 'nonce',
    rows: (userId) => sql`
      select id, case_id, version_id, item_id, price_cents,
        item_value_cents, inventory_item_id, is_flip,
        nonce, ${serverSeedOf} as server_seed, hash_of_seed(server_seed) as server_seed_hash,
        ${clientSeedOf} as client_seed, client_seed_source, roll,
        ${committedAtOf} as committed_at, created_at
      from case_openings where user_id = ${userId}`,
  },
};
