import { sql } from '../../../../platform/database/sql.ts';
import type { Invariants } from '../../../../platform/invariants/invariants.ts';

/** What must hold of what cases give. */
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
