import { type Sql, sql } from '../../../platform/database/sql.ts';

/**
 * Finds games whose round does not follow from the moment at which everything else was fixed, as docs/fairness.md has
 * it. The kept chain says when it publishes; without it the round may not be earlier than the terms allow.
 */
export const otherRounds = (table: Sql, fixedAt: Sql): Sql => sql`
  select id from ${table}
  where beacon_delay_seconds is not null and (
    beacon_at < ${fixedAt} + beacon_delay_seconds * interval '1 second'
    or (beacon_chain is not null and (
      beacon_round is distinct from greatest(1, 1 + ceil(
        (extract(epoch from ${fixedAt}) + beacon_delay_seconds - (beacon_chain ->> 'genesis')::numeric)
          / (beacon_chain ->> 'period')::numeric))
      or beacon_at is distinct from to_timestamp(((beacon_chain ->> 'genesis')::numeric
        + (beacon_round - 1) * (beacon_chain ->> 'period')::numeric)::double precision))))
  union all
  select id from ${table} where randomness = 'drand' and beacon_delay_seconds is null
    and id > (select min(id) from ${table} where beacon_delay_seconds is not null)`;
