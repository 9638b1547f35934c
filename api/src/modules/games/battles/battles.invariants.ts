import { sql } from '../../../platform/database/sql.ts';
import type { Invariants } from '../../../platform/invariants/invariants.ts';
import { otherRounds } from '../beacon/index.ts';

const STREAM = sql`coalesce('user:' || user_id, 'battle:' || battle_id || ':bot:' || seat)`;

export const battlesInvariants: Invariants = {
  'every person in a battle has paid its entry': sql`
    select battle_id, seat from battle_seats seated join battles on battles.id = battle_id
    left join transfers on transfers.id = transfer_id
    where seated.user_id is not null
      and (transfers.user_id, type, amount_cents, debit_account, credit_account, reference_type, reference_id)
        is distinct from (seated.user_id, 'BATTLE_ENTRY', entry_cents, 'USER', 'SYSTEM', 'BATTLE', battle_id::text)`,
  'every entry of a battle has one seat': sql`
    select transfers.id from transfers left join battle_seats on transfer_id = transfers.id
    where type = 'BATTLE_ENTRY' group by transfers.id having count(battle_id) <> 1`,
  'a cancelled battle has paid every entry back once, and no other has': sql`
    with owed as (
      select battle_id::text as reference_id, user_id, entry_cents from battle_seats
      join battles on battles.id = battle_id where status = 'CANCELLED' and user_id is not null
    ), returned as (
      select reference_id, user_id, count(*) as credits, sum(amount_cents) as cents, bool_and(
        (debit_account, credit_account, reference_type) is not distinct from ('SYSTEM', 'USER', 'BATTLE')) as is_right
      from transfers where type = 'BATTLE_REFUND' group by 1, 2)
    select reference_id, user_id from owed full join returned using (reference_id, user_id)
    where (entry_cents, 1, true) is distinct from (cents, credits, is_right)`,
  'the nonces of a cancelled battle are recorded as skipped, and those of no other': sql`
    select battle_id, seat from battle_seats join battles on battles.id = battle_id
    left join skipped_nonces skipped on stream = ${STREAM} and skipped.first_nonce = battle_seats.first_nonce
      and last_nonce = skipped.first_nonce + round_count - 1
    where (skipped.stream is not null) <> (status = 'CANCELLED')`,
  'every cancelled battle is on the trail': sql`
    select battles.id from battles
    left join audit_entries on action = 'BATTLE_CANCELLED' and entity_type = 'battle' and entity_id = battles.id::text
      and metadata ->> 'reason' = cancel_reason
    where battles.status = 'CANCELLED' and audit_entries.id is null`,
  'a battle has the rounds that its entry pays for': sql`
    select battles.id from battles left join battle_rounds on battle_id = battles.id
    group by battles.id
    having count(round) <> round_count or min(round) <> 1 or max(round) <> round_count
      or coalesce(sum(price_cents), 0) <> entry_cents
    union all
    select distinct battle_id from battle_rounds left join battles on battles.id = battle_id where battles.id is null`,
  'a round is of a version of its case': sql`
    select battle_id, round from battle_rounds played left join case_versions version on version.id = version_id
    where version.case_id is distinct from played.case_id`,
  'a battle has a free seat as long as it waits, and none once it has started': sql`
    select battles.id from battles left join battle_seats on battle_id = battles.id
    group by battles.id
    having count(seat) <> seats_taken or max(seat) > seat_count or count(seat) > seat_count
      or (status = 'WAITING' and count(seat) = seat_count)
      or (status in ('IN_PROGRESS', 'COMPLETED') and count(seat) <> seat_count)
      or count(*) filter (where user_id = creator_id and seat = 1) <> 1
      or count(distinct user_id) <> count(user_id)`,
  'a seat is taken by a person or by a bot, which pays nothing': sql`
    select battle_id, seat from battle_seats
    where num_nonnulls(user_id, bot_name) <> 1 or (user_id is null and (transfer_id is not null or first_nonce <> 1))`,
  'every roll of a battle to come is committed to before the last seat is taken': sql`
    select battle_id, seat from battle_seats seated join battles on battles.id = battle_id
    left join lateral (
      select max(committed_at) as last_at from commitment_runs run
      where stream = ${STREAM} and last_nonce >= seated.first_nonce
        and last_nonce < seated.first_nonce + round_count + 99
        and run.first_nonce < seated.first_nonce + round_count) known on true
    where coalesce(length(committed_hashes(${STREAM}, first_nonce, round_count)), 0) <> 64 * round_count
      or last_at > started_at
    union all
    select battles.id, null from battles
    left join commitment_runs known on stream = 'battle:' || battles.id and first_nonce = 1
    where stream is null or committed_at > started_at`,
  'nothing happens in a battle after its end, and nothing ends in one that has not': sql`
    select battle_id, seat from battle_seats seated join battles on battles.id = battle_id
    where seated.ended_at is distinct from battles.ended_at or taken_at > battles.ended_at or taken_at > cancelled_at
    union all
    select battles.id, null from battles
    where (ended_at is not null) <> (status = 'COMPLETED') or (cancelled_at is not null) <> (status = 'CANCELLED')
      or started_at > ended_at or started_at > cancelled_at
      or (status <> 'CANCELLED' and (started_at is null) <> (status = 'WAITING'))
    union all
    select battle_id, seat from battle_rolls left join battles on battles.id = battle_id
    where status is distinct from 'COMPLETED' or battle_rolls.created_at > ended_at`,
  'what the lists count of a day that is added up is what was over on it': sql`
    with truth as (
      select (coalesce(ended_at, cancelled_at) at time zone 'America/Sao_Paulo')::date as day,
        (invitation_code is null) as is_public, status, mode, seat_count, entry_cents, count(*) as battles
      from battles where status in ('COMPLETED', 'CANCELLED') group by 1, 2, 3, 4, 5, 6)
    select day, is_public, status, mode, seat_count, entry_cents
    from (select * from truth where day in (select day from rolled_days)) truth
    full join battle_list_days kept using (day, is_public, status, mode, seat_count, entry_cents)
    where truth.battles is distinct from kept.battles`,
  'the totals of the lists are the sums of their days, of each entry and of all': sql`
    with truth as (
      select is_public, status, mode, seat_count, entry_cents, sum(battles) as battles from battle_list_days
      group by 1, 2, 3, 4, 5
      union all
      select is_public, status, mode, seat_count, null, sum(battles) from battle_list_days group by 1, 2, 3, 4)
    select is_public, status, mode, seat_count, entry_cents from (
      select is_public, status, mode, seat_count, entry_cents, battles from truth
      union all
      select is_public, status, mode, seat_count, entry_cents, -battles from battle_list_totals) figure
    group by 1, 2, 3, 4, 5 having sum(battles) <> 0`,
};

/** These sentences hold for what a battle is bound to before its first seat is paid. */
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
