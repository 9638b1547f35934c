import { sql } from '../../../platform/database/sql.ts';
import type { Invariants } from '../../../platform/invariants/invariants.ts';
import { differences, PAGE_ROWS, walk } from '../../../platform/invariants/invariants.ts';
import { type Roll, rollDifferences } from '../rolls/index.ts';

export const catalogueInvariants: Invariants = {
  'the ranges of a version cover every roll once, and its flip begins at one of them': sql`
    select id from case_versions left join lateral (
      select min(hash_range_start) as first, max(hash_range_end) as last,
        sum(hash_range_end - hash_range_start + 1) as covered,
        bool_or(hash_range_start = flip_threshold) as flips,
        bool_or(next_start is not null and next_start <> hash_range_end + 1) as broken
      from (
        select *, lead(hash_range_start) over (order by hash_range_start) as next_start
        from case_version_items where version_id = case_versions.id) ranges) contents on true
    where (first, last, covered, broken) is distinct from (1, 10000000, 10000000, false)
      or (flip_threshold is not null and flips is not true)`,
};

interface OpeningRow extends Roll {
  caseId: string;
  itemId: string;
  chanceWidth: number;
  isFlip: boolean;
  versionCaseId: string | null;
  flipThreshold: number | null;
  rangeItemId: string | null;
  rangeWidth: number | null;
}

export const recomputedOpenings = walk<OpeningRow>({
  pageAfter: (last) => sql`
    select opening.*, version.case_id as version_case_id, flip_threshold, line.item_id as range_item_id,
      hash_range_end - hash_range_start + 1 as range_width
    from (
      select id, user_id, case_id, version_id, item_id, chance_width, nonce,
        encode(server_seed, 'hex') as server_seed, hash_of_seed(server_seed) as server_seed_hash,
        coalesce(client_seed, encode(drawn_client_seed, 'hex')) as client_seed, roll, is_flip
      from case_openings where id > ${last?.id ?? 0} order by id limit ${PAGE_ROWS}) opening
    left join case_versions version on version.id = version_id
    left join case_version_items line on line.version_id = opening.version_id
      and roll between hash_range_start and hash_range_end
    order by opening.id`,
  nameOf: ({ id }) => ({ id }),
  differingIn: (row) => [
    ...rollDifferences(row),
    ...differences({
      caseId: [row.caseId, row.versionCaseId],
      itemId: [row.itemId, row.rangeItemId],
      chanceWidth: [row.chanceWidth, row.rangeWidth],
      isFlip: [row.isFlip, row.flipThreshold !== null && row.roll >= row.flipThreshold],
    }),
  ],
});

export const openingsInvariants: Invariants = {
  'a debit is the sum of its openings': sql`
    select transfers.id from transfers left join case_openings on transfer_id = transfers.id
    where type = 'CASE_OPEN' group by transfers.id
    having amount_cents <> coalesce(sum(price_cents), 0) or count(distinct case_openings.user_id) <> 1
      or min(case_openings.user_id) <> transfers.user_id`,
  'every opening has its debit, which is not of a later time': sql`
    select opening.id from case_openings opening left join transfers on transfers.id = transfer_id
      and transfers.user_id = opening.user_id and type = 'CASE_OPEN'
    where transfers.id is null or transfers.created_at > opening.created_at`,
  'every opening has its one item, as rolled': sql`
    select opening.id from case_openings opening left join inventory_items held on held.id = inventory_item_id
    where (held.opening_id, held.item_id) is distinct from (opening.id, opening.item_id) or held.source_type is not null`,
  'every item from an opening has one': sql`
    select held.id from inventory_items held left join case_openings on inventory_item_id = held.id
    where (opening_id is not null or source_type is null or source_type = 'CASE_OPENING') and case_openings.id is null`,
  'the client seed of an opening is kept once: as bytes where the server drew it, else as text': sql`
    select id from case_openings where (client_seed is null) = (drawn_client_seed is null)
      or (drawn_client_seed is null) = (client_seed_source is not distinct from 'SERVER')`,
  'the kept figures of each case are the truth': sql`
    with truth as (
      select (created_at at time zone 'America/Sao_Paulo')::date as day, case_id, count(*) as openings,
        sum(price_cents) as wagered_cents, sum(item_value_cents) as won_cents,
        sum(power(price_cents::numeric, 2)) as wagered_squares, sum(power(item_value_cents::numeric, 2)) as won_squares,
        sum(item_value_cents * price_cents::numeric) as wagered_won
      from case_openings group by 1, 2)
    select day, case_id from (select * from truth where day in (select day from rolled_days)) truth
    full join case_days kept using (day, case_id)
    where (truth.openings, truth.wagered_cents, truth.won_cents, truth.wagered_squares, truth.won_squares,
        truth.wagered_won)
      is distinct from (kept.openings, kept.wagered_cents, kept.won_cents, kept.wagered_squares, kept.won_squares,
        kept.wagered_won)`,
  'the kept figures of what cases gave are the truth': sql`
    with truth as (
      select (created_at at time zone 'America/Sao_Paulo')::date as day, item_id, count(*) as drops,
        max(item_value_cents) as best_value_cents
      from case_openings group by 1, 2)
    select day, item_id from (select * from truth where day in (select day from rolled_days)) truth
    full join drop_days kept using (day, item_id)
    where (truth.drops, truth.best_value_cents) is distinct from (kept.drops, kept.best_value_cents)`,
  'the kept odds of openings are of those that were made': sql`
    with truth as (
      select (created_at at time zone 'America/Sao_Paulo')::date as day, user_id, count(*) as plays
      from case_openings group by 1, 2)
    select day, user_id from (select * from truth where day in (select day from rolled_days)) truth
    full join (select * from odds_days where game = 'CASES') kept using (day, user_id)
    where truth.plays is distinct from kept.plays or kept.won_cents > kept.plays * kept.largest_cents
      or kept.expected_cents > kept.plays * kept.largest_cents`,
};
