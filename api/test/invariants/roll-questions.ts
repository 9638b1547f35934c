import { type Sql, sql } from '../../src/platform/sql.ts';

/** What must hold of the nonces and seeds that the games share; each must find nothing. */
export const rollQuestions: Readonly<Record<string, Sql>> = {
  'the nonces of a user have no gap': sql`
    select user_id, accounts.nonce, rolls.count, rolls.last from accounts
    left join (
      select user_id, count(*), count(distinct nonce) as different, max(nonce) as last
      from (select user_id, nonce from case_openings union all select user_id, nonce from upgrades) rolls
      group by user_id) rolls using (user_id)
    where (accounts.nonce, accounts.nonce, accounts.nonce)
      is distinct from (coalesce(rolls.count, 0), coalesce(rolls.different, 0), coalesce(rolls.last, 0))`,
  'an account counts its openings, its upgrades and what was wagered': sql`
    select user_id from accounts
    left join (
      select user_id, count(*), sum(price_cents) as cents from case_openings group by user_id) openings using (user_id)
    left join (
      select user_id, count(*), sum(items_value_cents + balance_cents) as cents
      from upgrades group by user_id) upgraded using (user_id)
    where cases_opened <> coalesce(openings.count, 0) or upgrades_made <> coalesce(upgraded.count, 0)
      or wagered_cents <> coalesce(openings.cents, 0) + coalesce(upgraded.cents, 0)`,
  'a committed seed is the one that was used': sql`
    select user_id, nonce from (
      select user_id, nonce, server_seed, server_seed_hash, committed_at from case_openings
      union all
      select user_id, nonce, server_seed, server_seed_hash, committed_at from upgrades) roll
    join commitments using (user_id, nonce)
    where (roll.server_seed, roll.server_seed_hash, roll.committed_at)
      is distinct from (commitments.server_seed, commitments.server_seed_hash, commitments.committed_at)`,
  'no seed is used twice': sql`
    select server_seed from (
      select server_seed from case_openings union all select server_seed from upgrades
      union all select server_seed from event_shots) roll
    group by server_seed having count(*) > 1`,
};
