import { join, type Sql, sql } from '../../../platform/database/sql.ts';
import type { Invariants, Walk } from '../../../platform/invariants/invariants.ts';
import type { Game } from './game.ts';

/**
 * Commitments are compared by hash, because their seeds are sealed; other invariants compare each hash with its seed.
 * They are unpacked as a whole: a join would unpack a user's runs for each nonce.
 */
export function sharedRollsInvariants(games: readonly Game[]): Invariants {
  const wagers = games.flatMap(({ stakes }) => (stakes?.figures ? [{ ...stakes, ...stakes.figures }] : []));
  const all = (selects: readonly Sql[], name: Sql) => sql`(${join([...selects], ' union all ')}) ${name}`;
  const rolls = all(
    games.map((game) => game.rolls),
    sql`roll`,
  );
  const plays = all(
    wagers.map((game) => game.plays),
    sql`play`,
  );
  const inTurn = all(
    wagers.filter((game) => !game.takesNoncesAhead).map((game) => game.plays),
    sql`play`,
  );
  const nobody = sql`
    select null::bigint as user_id, null::bigint as first_nonce, null::bigint as last_nonce, null::bigint as stake_cents
    where false`;
  const unplayedStakes = all([nobody, ...games.flatMap(({ stakes }) => stakes?.unplayed ?? [])], sql`unplayedStakes`);
  return {
    ...nonceInvariants({ rolls, plays, inTurn, unplayedStakes }),
    ...seedInvariants(rolls),
    'every roll of every game comes out where it is computed again, and so does what it came to': recomputedIn(games),
    'a game has paid each user no more money than its plays tell': paidInvariant(games),
  };
}

const recomputedIn =
  (games: readonly Game[]): Walk =>
  async (db, atMost) => {
    const found: object[] = [];
    for (const { name: game, recomputed } of games) {
      if (found.length === atMost) break;
      const rows = await recomputed(db, atMost - found.length);
      found.push(...rows.map((row) => ({ game, ...row })));
    }
    return found;
  };

/** Plays also count items, so they may count more than the game has paid in money. */
function paidInvariant(games: readonly Game[]): Sql {
  const wins = games.flatMap(({ stakes }) => {
    const prize = stakes?.transfers.prize ?? null;
    return stakes === null || prize === null
      ? []
      : [sql`select user_id, ${prize}::text as type, won_cents from (${stakes.plays}) play`];
  });
  const types = games.flatMap(({ stakes }) => stakes?.transfers.prize ?? []);
  return sql`
    select user_id, type, paid.cents from (
      select user_id, type, sum(amount_cents) as cents from transfers where type = any(${types}::text[]) group by 1, 2
    ) paid
    left join (
      select user_id, type, sum(won_cents) as cents from (${join(wins, ' union all ')}) wins group by 1, 2
    ) won using (user_id, type)
    where paid.cents > coalesce(won.cents, 0)`;
}

interface NonceTables {
  rolls: Sql;
  plays: Sql;
  inTurn: Sql;
  unplayedStakes: Sql;
}

function nonceInvariants({ rolls, plays, inTurn, unplayedStakes }: NonceTables): Invariants {
  return {
    'the nonces of a user are rolled, awaited or recorded as skipped, each once': sql`
      with used as (
        select stream, nonce, nonce as last_nonce from ${rolls} where stream like 'user:%'
        union all
        select stream, first_nonce, last_nonce from skipped_nonces where stream like 'user:%'
        union all
        select 'user:' || user_id, first_nonce, last_nonce from ${unplayedStakes}
      ), counted as (
        select stream, sum(last_nonce - nonce + 1) as nonces, max(last_nonce) as last, bool_or(is_twice) as is_twice
        from (
          select *, nonce <= max(last_nonce) over (
            partition by stream order by nonce, last_nonce rows between unbounded preceding and 1 preceding) as is_twice
          from used) used
        group by stream)
      select user_id, accounts.nonce, nonces, last, is_twice from accounts
      left join counted on stream = 'user:' || user_id
      where (accounts.nonce, accounts.nonce, false)
        is distinct from (coalesce(nonces, 0), coalesce(last, 0), coalesce(is_twice, false))`,
    'an account counts what was wagered': sql`
      select user_id from accounts
      left join (
        select user_id, sum(cents) as cents from (
          select user_id, wagered_cents as cents from ${plays}
          union all
          select user_id, stake_cents from ${unplayedStakes}) stake
        group by user_id) played using (user_id)
      where wagered_cents <> coalesce(cents, 0)`,
    'the nonces of a user rise with time, by which the plays since the kept days are found': sql`
      select user_id, nonce from (
        select user_id, nonce, created_at, lag(created_at) over (partition by user_id order by nonce) as last_created_at
        from ${inTurn}) play
      where created_at < last_created_at`,
  };
}

function seedInvariants(rolls: Sql): Invariants {
  return {
    'a committed seed is the one that was used': sql`
      with known as materialized (select * from commitments)
      select stream, nonce from ${rolls} join known using (stream, nonce)
      where (roll.server_seed_hash, roll.committed_at) is distinct from (known.server_seed_hash, known.committed_at)`,
    'a seed is committed to no later than it is used': sql`
      select stream, nonce from ${rolls} where committed_at > created_at`,
    'a committed seed is of no other roll': sql`
      with known as materialized (select * from commitments)
      select known.stream, known.nonce from known join ${rolls} using (server_seed_hash)
      where (roll.stream, roll.nonce) is distinct from (known.stream, known.nonce)`,
    'no seed is used twice': sql`select server_seed from ${rolls} group by server_seed having count(*) > 1`,
    'a client seed that the server drew is 64 hex characters': sql`
      select stream, nonce from ${rolls} where client_seed_source = 'SERVER' and client_seed !~ '^[0-9a-f]{64}$'`,
    'no client seed that the server drew is used twice': sql`
      select client_seed from ${rolls} where client_seed_source = 'SERVER' group by client_seed having count(*) > 1`,
    'who chose the client seed is recorded with every roll that follows one of which it is': sql`
      select stream, nonce from (
        select stream, nonce, client_seed_source, min(nonce) filter (where client_seed_source is not null)
          over (partition by stream) as first_recorded
        from ${rolls}) roll
      where client_seed_source is null and nonce > first_recorded`,
  };
}
