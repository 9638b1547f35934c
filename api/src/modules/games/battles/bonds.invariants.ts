import { sql } from '../../../platform/database/sql.ts';
import type { Invariants } from '../../../platform/invariants/invariants.ts';

import { otherRounds } from '../beacon/index.ts';

/** What must hold of what a battle is bound to at its creation, before its first seat is paid for. */
export const bondsInvariants: Invariants = {
  'every roll of a bot is of a seed that was committed to when its battle was created': sql`
    select rolled.battle_id, rolled.seat, rolled.round from battle_rolls rolled
    join battle_seats seated on seated.battle_id = rolled.battle_id and seated.seat = rolled.seat and user_id is null
    join battles battle on battle.id = rolled.battle_id and rules >= 2
    left join battle_seats creator on creator.battle_id = battle.id and creator.seat = 1
    left join commitment_runs run on run.stream = 'battle:' || battle.id || ':bot:' || rolled.seat
      and run.first_nonce = 1 and run.last_nonce = round_count
    where run.stream is null or creator.seat is null or run.committed_at > creator.taken_at
      or rolled.committed_at is distinct from run.committed_at
      or rolled.server_seed_hash is distinct from encode(substring(run.server_seed_hashes
        from (rolled.nonce - 1)::int * 32 + 1 for 32), 'hex')`,
  'a battle is bound to every bot that might come, and to the roll that breaks a tie, before its first seat is taken': sql`
    select battle.id, bound.stream from battles battle
    join battle_seats creator on creator.battle_id = battle.id and creator.seat = 1
    cross join lateral (
      select 'battle:' || battle.id || ':bot:' || seat as stream, round_count as nonces
      from generate_series(2, seat_count) seat
      union all
      select 'battle:' || battle.id, 1) bound
    left join commitment_runs run on run.stream = bound.stream and run.first_nonce = 1 and run.last_nonce = bound.nonces
    where rules >= 2 and (run.stream is null or run.committed_at > creator.taken_at)`,
  'the round of a battle follows from when its last seat was taken, and from its terms': otherRounds(
    sql`battles`,
    sql`started_at`,
  ),
  'no battle is of earlier rules than one before it': sql`
    select id from battles where rules < 2 and id > (select min(id) from battles where rules >= 2)`,
  'what a drop of a battle counts is what its item was worth when the battle was created': sql`
    select rolled.battle_id, rolled.seat, rolled.round from battle_rolls rolled
    join battles on battles.id = rolled.battle_id and (rules >= 2 or beacon_round is not null)
    left join battle_rounds played on played.battle_id = rolled.battle_id and played.round = rolled.round
    left join battle_version_values kept on kept.battle_id = rolled.battle_id and kept.version_id = played.version_id
    where rolled.value_cents::text is distinct from item_values ->> rolled.item_id::text`,
  'of every battle the values of all items that it may give are kept': sql`
    select distinct played.battle_id, played.version_id from battle_rounds played
    join battles on battles.id = played.battle_id and rules >= 2
    join case_version_items line on line.version_id = played.version_id
    left join battle_version_values kept on kept.battle_id = played.battle_id and kept.version_id = played.version_id
    where kept.item_values ->> line.item_id::text is null
    union all
    select battle_id, version_id from battle_version_values kept where not exists (
      select from battle_rounds played where played.battle_id = kept.battle_id and played.version_id = kept.version_id)`,
};
