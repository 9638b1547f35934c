import { type Sql, sql } from '../../src/platform/sql.ts';

/** What must hold of cases and their openings at any moment; each must find nothing. */
export const caseQuestions: Readonly<Record<string, Sql>> = {
  'a debit is the sum of its openings': sql`
    select transfers.id from transfers left join case_openings on transfer_id = transfers.id
    where type = 'CASE_OPEN' group by transfers.id
    having amount_cents <> coalesce(sum(price_cents), 0) or count(distinct case_openings.user_id) <> 1
      or min(case_openings.user_id) <> transfers.user_id`,
  'every opening has its debit': sql`
    select opening.id from case_openings opening left join transfers on transfers.id = transfer_id
      and transfers.user_id = opening.user_id and type = 'CASE_OPEN' where transfers.id is null`,
  'every opening has its one item, as rolled': sql`
    select opening.id from case_openings opening left join inventory_items held on held.id = inventory_item_id
    where (held.source_type, held.source_id, held.item_id)
      is distinct from ('CASE_OPENING', opening.id::text, opening.item_id)`,
  'every item from an opening has one': sql`
    select held.id from inventory_items held left join case_openings on inventory_item_id = held.id
    where source_type = 'CASE_OPENING' and case_openings.id is null`,
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
