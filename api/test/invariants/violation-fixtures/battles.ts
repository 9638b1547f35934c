import { raw, type Sql, sql } from '../../../src/platform/database/sql.ts';
import { copyOf, first, hashPlaced, NOBODY, type ViolationFixtures } from './violation-fixture.ts';

const OTHER_SEED = '5e'.repeat(32);
const entry = first('transfers', `type = 'BATTLE_ENTRY'`);
const refund = first('transfers', `type = 'BATTLE_REFUND'`);
const share = first('transfers', `type = 'BATTLE_WIN'`);
const won = first('inventory_items', `source_type = 'BATTLE'`);
const rolled = (condition: Sql) => sql`
  (battle_id, seat, round) = (select battle_id, seat, round from battle_rolls where ${condition}
    order by battle_id, seat, round limit 1)`;
const battle = (condition: string) => first('battles', condition);
const seatOf = (condition: Sql) => sql`
  (battle_id, seat) = (select battle_id, seat from battle_seats join battles on battles.id = battle_id
    where ${condition} order by battle_id, seat limit 1)`;
const SEAT = seatOf(sql`user_id is not null`);
const BOT_ROLL = rolled(sql`(battle_id, seat) in (select battle_id, seat from battle_seats where user_id is null)`);
const TIED = 'tie_roll is not null and beacon_round is null';
const DECIDED = `tie_roll is null and mode = 'NORMAL' and not is_teams and status = 'COMPLETED'`;

/** All battles seem to have ended on a day that is added up, whose figures are kept with a change. */
const keptWith = (change: Sql) => sql`
  with day as (select min(day) as day, (min(day) + time '12:00') at time zone 'America/Sao_Paulo' as noon from rolled_days
  ), moved as (update battles set ended_at = noon from day where ended_at is not null
  ), kept (day, mode, battles, wagered_cents, won_cents, bot_seats, bot_wagered_cents, bot_won_cents, plays) as (
    select day, mode, count(distinct battles.id), sum(case when user_id is null then 0 else entry_cents end),
      sum(case when user_id is null then 0 else won_cents end), count(*) - count(user_id),
      sum(case when user_id is null then entry_cents else 0 end), sum(case when user_id is null then won_cents else 0 end),
      count(user_id)
    from battles join battle_seats on battle_id = battles.id, day where status = 'COMPLETED' group by day, mode)
  insert into battle_days select ${change} from kept`;

export const changedBattleRolls: readonly Sql[] = [
  sql`update battle_rolls set nonce = nonce + 1 where ${rolled(sql`true`)}`,
  sql`update battle_rolls set server_seed = ${OTHER_SEED} where ${rolled(sql`true`)}`,
  sql`update battle_rolls set server_seed_hash = ${OTHER_SEED} where ${rolled(sql`true`)}`,
  sql`update battle_rolls set client_seed = client_seed || '.' where ${rolled(sql`true`)}`,
  sql`update battle_rolls set roll = roll % 10000000 + 1 where ${rolled(sql`true`)}`,
  sql`update battle_rolls set item_id = ${NOBODY} where ${rolled(sql`true`)}`,
  sql`update battle_rolls set seat = 9 where ${rolled(sql`true`)}`,
  sql`update battle_rolls set round = 99 where ${rolled(sql`true`)}`,
  sql`update battle_rolls set is_flip = not is_flip where ${rolled(sql`is_flip`)}`,
  sql`update battle_rolls set client_seed_source = 'SERVER' where ${rolled(sql`client_seed_source = 'REQUEST'`)}`,
  sql`update battle_rolls set client_seed_source = 'REQUEST' where ${rolled(sql`client_seed_source = 'BEACON'`)}`,
  sql`update battle_rolls set client_seed_source = 'SERVER' where ${rolled(sql`client_seed_source = 'DERIVED'`)}`,
  sql`update battle_rolls set client_seed_source = 'REQUEST' where ${rolled(sql`client_seed_source = 'ACCOUNT'`)}`,
  sql`update battle_seats set is_account_seed = true where ${SEAT}`,
  sql`update battle_seats set client_seed = 'another' where user_id is null`,
  sql`update battle_seats set client_seed = 'another' where client_seed is not null`,
  sql`update battles set beacon_randomness = ${OTHER_SEED} where beacon_randomness is not null`,
];

export const battlesViolationFixtures: ViolationFixtures = {
  'every roll of a bot is of a seed that was committed to when its battle was created': [
    // The server makes the seeds of bots when it plays, and says so, or keeps the hour of the creation, or writes
    // others.
    sql`update commitment_runs set committed_at = started_at from battles
      where stream like 'battle:' || battles.id || ':bot:%' and started_at is not null`,
    sql`update battle_rolls set committed_at = created_at where ${BOT_ROLL}`,
    sql`update battle_rolls set server_seed = ${OTHER_SEED}, server_seed_hash = ${OTHER_SEED} where ${BOT_ROLL}`,
    sql`delete from commitment_runs where stream like 'battle:%:bot:%'`,
    sql`update battle_seats set taken_at = taken_at - interval '1 hour' where seat = 1`,
    sql`delete from battle_seats where seat = 1`,
  ],
  'a battle is bound to every bot that might come, and to the roll that breaks a tie, before its first seat is taken': [
    sql`delete from commitment_runs where stream like 'battle:%:bot:4'`,
    sql`delete from commitment_runs where stream ~ '^battle:[0-9]+$'`,
    sql`update commitment_runs set committed_at = now() + interval '1 hour' where stream like 'battle:%:bot:3'`,
    sql`update battles set round_count = round_count + 1 where ${battle(`status = 'WAITING'`)}`,
    sql`update battle_seats set taken_at = taken_at - interval '1 hour' where seat = 1`,
  ],
  'the round of a battle follows from when its last seat was taken, and from its terms': [
    sql`update battles set beacon_round = beacon_round - 1 where beacon_chain is not null`,
    sql`update battles set beacon_at = beacon_at - interval '3 seconds' where beacon_chain is not null`,
    sql`update battles set started_at = started_at - interval '3 seconds' where beacon_chain is not null`,
    sql`update battles set beacon_delay_seconds = 60 where status = 'IN_PROGRESS'`,
    sql`update battles set beacon_delay_seconds = null where id = (select max(id) from battles where randomness = 'drand')`,
  ],
  'no battle is of earlier rules than one before it': [
    sql`update battles set rules = 1 where id = (select max(id) from battles)`,
  ],
  'what a drop of a battle counts is what its item was worth when the battle was created': [
    sql`delete from battle_version_values`,
    sql`update battle_version_values set item_values = '{}'`,
    sql`update battle_rolls set value_cents = value_cents + 1 where ${rolled(sql`true`)}`,
  ],
  'of every battle the values of all items that it may give are kept': [
    sql`delete from battle_version_values`,
    sql`update battle_version_values set item_values = '{}' where battle_id = (select max(battle_id) from battle_version_values)`,
    sql`insert into battle_version_values select ${NOBODY}, version_id, item_values from battle_version_values limit 1`,
  ],
  'of a public battle the most valuable drop of each person who won is shown': [
    sql`delete from battle_drops where ${first('battle_drops', 'true')}`,
    ...['user_id', 'case_id', 'version_id', 'item_id', 'item_value_cents', 'chance_width'].map(
      (column) =>
        sql`update battle_drops set ${raw(column)} = ${raw(column)} + 1 where ${first('battle_drops', 'true')}`,
    ),
    sql`
      insert into battle_drops
        (battle_id, seat, user_id, case_id, version_id, item_id, item_value_cents, chance_width)
      select id, seat, user_id, 1, 1, 1, 1, 1 from battles join battle_seats on battle_id = id
      where invitation_code is not null and user_id is not null limit 1`,
  ],
  'every person in a battle has paid its entry': [
    sql`delete from transfers where ${entry}`,
    sql`update transfers set user_id = ${NOBODY} where ${entry}`,
    sql`update transfers set type = 'UPGRADE' where ${entry}`,
    sql`update transfers set amount_cents = amount_cents + 1 where ${entry}`,
    sql`update transfers set debit_account = 'HELD' where ${entry}`,
    sql`update transfers set credit_account = 'HELD' where ${entry}`,
    sql`update transfers set reference_type = 'CASE' where ${entry}`,
    sql`update transfers set reference_id = '0' where ${entry}`,
    sql`update battle_seats set transfer_id = null where ${SEAT}`,
    sql`update battles set entry_cents = entry_cents + 1`,
  ],
  'every entry of a battle has one seat': [
    copyOf('transfers', `type = 'BATTLE_ENTRY'`),
    sql`update battle_seats set transfer_id = (select max(transfer_id) from battle_seats) where ${SEAT}`,
    sql`update battle_seats set transfer_id = null where ${SEAT}`,
  ],
  'a cancelled battle has paid every entry back once, and no other has': [
    sql`delete from transfers where ${refund}`,
    copyOf('transfers', `type = 'BATTLE_REFUND'`),
    sql`update transfers set amount_cents = amount_cents - 1 where ${refund}`,
    sql`update transfers set debit_account = 'HELD' where ${refund}`,
    sql`update transfers set credit_account = 'HELD' where ${refund}`,
    sql`update transfers set reference_type = null where ${refund}`,
    sql`update transfers set user_id = ${NOBODY} where ${refund}`,
    sql`update battles set status = 'WAITING' where status = 'CANCELLED'`,
    sql`update battles set status = 'CANCELLED' where status = 'WAITING'`,
  ],
  'the nonces of a cancelled battle are recorded as skipped, and those of no other': [
    sql`delete from skipped_nonces where stream like 'battle:%'`,
    sql`update skipped_nonces set last_nonce = last_nonce + 1 where stream like 'battle:%'`,
    sql`update battles set status = 'WAITING' where status = 'CANCELLED'`,
    sql`update battles set status = 'CANCELLED' where status = 'WAITING'`,
  ],
  'every cancelled battle is on the trail': [
    sql`delete from audit_entries where action = 'BATTLE_CANCELLED'`,
    sql`update audit_entries set entity_id = '0' where action = 'BATTLE_CANCELLED'`,
    sql`update battles set cancel_reason = 'Another' where status = 'CANCELLED'`,
  ],
  'a battle has the rounds that its entry pays for': [
    sql`delete from battle_rounds where (battle_id, round) = (select min(battle_id), 1 from battle_rounds)`,
    sql`update battle_rounds set price_cents = price_cents + 1`,
    sql`update battle_rounds set round = 3 where (battle_id, round) = (select min(battle_id), 1 from battle_rounds)`,
    sql`update battle_rounds set round = 3 where (battle_id, round) = (select min(battle_id), 2 from battle_rounds)`,
    sql`update battles set round_count = round_count + 1`,
    sql`update battles set entry_cents = entry_cents - 1`,
    sql`insert into battle_rounds select ${NOBODY}, round, case_id, version_id, price_cents from battle_rounds limit 1`,
  ],
  'a round is of a version of its case': [
    sql`update battle_rounds set case_id = ${NOBODY}`,
    sql`update battle_rounds set version_id = ${NOBODY}`,
  ],
  'a battle has a free seat as long as it waits, and none once it has started': [
    sql`update battles set seats_taken = seats_taken + 1 where ${battle(`status = 'WAITING'`)}`,
    sql`update battles set seat_count = 1, seats_taken = 1 where ${battle(`status = 'WAITING'`)}`,
    sql`update battles set seat_count = 4 where ${battle(`status = 'IN_PROGRESS'`)}`,
    sql`update battles set seat_count = 1 where ${battle(`status = 'COMPLETED'`)}`,
    sql`update battle_seats set seat = 9 where ${seatOf(sql`status = 'CANCELLED' and seat = 2`)}`,
    sql`update battles set creator_id = ${NOBODY} where ${battle('true')}`,
    sql`update battle_seats set user_id = creator_id from battles where battles.id = battle_id and seat = 2`,
    sql`delete from battle_seats where ${seatOf(sql`seat = 2`)}`,
  ],
  'a seat is taken by a person or by a bot, which pays nothing': [
    sql`update battle_seats set bot_name = 'Both' where ${SEAT}`,
    sql`update battle_seats set bot_name = null where user_id is null`,
    sql`update battle_seats set transfer_id = ${NOBODY} where user_id is null`,
    sql`update battle_seats set first_nonce = 2 where user_id is null`,
  ],
  'every roll of a battle to come is committed to before the last seat is taken': [
    sql`update commitment_runs set server_seed_hashes = substr(server_seed_hashes, 1, octet_length(server_seed_hashes) - 32),
        sealed_seeds = substr(sealed_seeds, 1, octet_length(sealed_seeds) - 32)
      where stream like 'battle:%:bot:%'`,
    sql`delete from commitment_runs where stream like 'battle:%' and stream not like '%bot%'`,
    sql`update commitment_runs set committed_at = now() + interval '1 hour' where stream like 'battle:%:bot:%'`,
    sql`update commitment_runs set committed_at = now() + interval '1 hour' where stream ~ '^battle:[0-9]+$'`,
    sql`update battles set started_at = created_at - interval '1 hour' where started_at is not null`,
  ],
  'nothing happens in a battle after its end, and nothing ends in one that has not': [
    sql`update battle_seats set ended_at = ended_at + interval '1 second' where ${seatOf(sql`status = 'COMPLETED'`)}`,
    sql`update battle_seats set ended_at = now() where ${seatOf(sql`status = 'WAITING'`)}`,
    sql`update battle_seats set taken_at = now() + interval '1 hour' where ${seatOf(sql`status = 'COMPLETED'`)}`,
    sql`update battle_seats set taken_at = now() + interval '1 hour' where ${seatOf(sql`status = 'CANCELLED'`)}`,
    sql`update battles set ended_at = now() where status = 'IN_PROGRESS'`,
    sql`update battles set cancelled_at = now() where status = 'WAITING'`,
    sql`update battles set started_at = now() where status = 'WAITING'`,
    sql`update battles set started_at = ended_at + interval '1 second' where status = 'COMPLETED'`,
    sql`update battles set status = 'IN_PROGRESS' where ${battle(`status = 'COMPLETED'`)}`,
    sql`update battle_rolls set created_at = now() + interval '1 hour' where ${rolled(sql`true`)}`,
    sql`update battle_rolls set battle_id = ${NOBODY} where ${rolled(sql`true`)}`,
  ],
  'every end of a battle is decided anew: who stands first, and the roll that breaks a tie': [
    sql`update battles set tie_server_seed = ${OTHER_SEED} where ${battle(TIED)}`,
    sql`update battles set tie_server_seed_hash = ${OTHER_SEED} where ${battle(DECIDED)}`,
    sql`update commitment_runs set ${hashPlaced(1, sql`${OTHER_SEED}`)} from battles
      where stream = 'battle:' || battles.id and ${battle(DECIDED)}`,
    sql`update battles set tie_contenders = array[1] where ${battle(TIED)}`,
    sql`update battles set tie_contenders = array[1, 2] where ${battle(DECIDED)}`,
    sql`update battles set tie_client_seed = ${OTHER_SEED} where ${battle(TIED)}`,
    sql`update battles set tie_client_seed = ${OTHER_SEED} where ${battle(DECIDED)}`,
    sql`update battles set tie_client_seed = ${OTHER_SEED} where ${battle('tie_roll is not null and beacon_round is not null')}`,
    sql`update battles set tie_roll = 3 - tie_roll where ${battle(TIED)}`,
    sql`update battles set tie_roll = 1 where ${battle(DECIDED)}`,
    sql`update battles set winning_team = 3 - winning_team where ${battle(TIED)}`,
    sql`update battles set winning_team = 3 - winning_team where ${battle(DECIDED)}`,
    sql`update battles set winning_team = 1 where ${battle(`mode = 'SHARED'`)}`,
    ...['NORMAL', 'CRAZY', 'TERMINAL'].map(
      (mode) => sql`update battles set winning_team = winning_team % seat_count + 1 where mode = ${mode}`,
    ),
    sql`update battles set winning_team = 3 - winning_team where is_teams`,
  ],
  'a battle that is over has a roll for each seat and round, and no other has any': [
    sql`delete from battle_rolls where ${rolled(sql`true`)}`,
    sql`update battles set status = 'IN_PROGRESS' where ${battle(`status = 'COMPLETED'`)}`,
  ],
  'what was drawn in a battle is counted, by seat and together': [
    sql`update battle_rolls set value_cents = value_cents + 1 where ${rolled(sql`true`)}`,
    sql`update battle_seats set total_cents = total_cents + 1 where ${seatOf(sql`status = 'COMPLETED'`)}`,
    sql`update battle_seats set total_cents = 0 where ${seatOf(sql`status = 'WAITING'`)}`,
    sql`update battles set pot_cents = pot_cents + 1 where ${battle(`status = 'COMPLETED'`)}`,
    sql`update battles set pot_cents = 0 where ${battle(`status = 'WAITING'`)}`,
  ],
  'every drop of a battle goes to who won it': [
    sql`update battle_rolls set won_by_seat = 3 - won_by_seat where ${rolled(sql`true`)}`,
    sql`update battle_rolls set won_by_seat = 1 where ${rolled(sql`won_by_seat is null`)}`,
    sql`update battle_rolls set won_by_seat = won_by_seat % 4 + 1 from battles where battles.id = battle_id and is_teams`,
  ],
  'what a seat of a battle has won is counted': [
    sql`update battle_seats set won_cents = won_cents + 1 where ${seatOf(sql`status = 'COMPLETED'`)}`,
    sql`update battle_seats set is_winner = not is_winner where ${seatOf(sql`status = 'COMPLETED'`)}`,
    sql`update battle_seats set is_winner = false where ${seatOf(sql`mode = 'SHARED'`)}`,
    sql`update battle_seats set is_winner = not is_winner where ${seatOf(sql`is_teams`)}`,
  ],
  'a shared pot is split evenly, the cents left over one each from the first seat on': [
    sql`update battle_seats set paid_cents = paid_cents + 1 where ${seatOf(sql`mode = 'SHARED'`)}`,
    sql`update battle_seats set paid_cents = 1 where ${seatOf(sql`mode = 'NORMAL' and status = 'COMPLETED'`)}`,
    sql`update battles set pot_cents = pot_cents + 1 where mode = 'SHARED'`,
  ],
  'the share of a person is paid once, and nothing else is paid by a battle': [
    sql`delete from transfers where ${share}`,
    copyOf('transfers', `type = 'BATTLE_WIN'`),
    sql`update transfers set amount_cents = amount_cents + 1 where ${share}`,
    sql`update transfers set user_id = ${NOBODY} where ${share}`,
    sql`update transfers set debit_account = 'HELD' where ${share}`,
    sql`update transfers set credit_account = 'HELD' where ${share}`,
    sql`update transfers set reference_type = null where ${share}`,
    sql`update transfers set reference_id = '0' where ${share}`,
  ],
  'a drop that a person won is an item of theirs, and one that a bot won is none': [
    sql`delete from inventory_items where ${won}`,
    sql`update inventory_items set user_id = ${NOBODY} where ${won}`,
    sql`update inventory_items set item_id = null where ${won}`,
    sql`update inventory_items set acquired_from = 'Upgrade' where ${won}`,
    sql`update inventory_items set source_id = '0' where ${won}`,
    sql`update inventory_items set source_type = 'TEST' where ${won}`,
    sql`update inventory_items set source_index = 77 where ${won}`,
    sql`update battle_rolls set inventory_item_id = null where ${rolled(sql`inventory_item_id is not null`)}`,
    sql`update battle_rolls set inventory_item_id = ${NOBODY}
      where ${rolled(sql`inventory_item_id is null and won_by_seat is not null`)}`,
    sql`update battle_rolls set inventory_item_id = ${NOBODY} where ${rolled(sql`won_by_seat is null`)}`,
    sql`update battle_rolls set inventory_item_id = (select max(inventory_item_id) from battle_rolls)
      where ${rolled(sql`inventory_item_id is not null`)}`,
  ],
  'every item from a battle is a drop of it': [
    copyOf('inventory_items', `source_type = 'BATTLE'`),
    sql`update inventory_items set source_id = '0' where ${won}`,
    sql`update battle_rolls set inventory_item_id = null where ${rolled(sql`inventory_item_id is not null`)}`,
  ],
  'the kept figures of battles are the truth': [
    sql`insert into battle_days select min(day), 'NORMAL', 1, 0, 0, 0, 0, 0, 0 from rolled_days`,
    keptWith(sql`day, mode, battles + 1, wagered_cents, won_cents, bot_seats, bot_wagered_cents, bot_won_cents, plays`),
    keptWith(sql`day, mode, battles, wagered_cents + 1, won_cents, bot_seats, bot_wagered_cents, bot_won_cents, plays`),
    keptWith(sql`day, mode, battles, wagered_cents, won_cents + 1, bot_seats, bot_wagered_cents, bot_won_cents, plays`),
    keptWith(sql`day, mode, battles, wagered_cents, won_cents, bot_seats + 1, bot_wagered_cents, bot_won_cents, plays`),
    keptWith(sql`day, mode, battles, wagered_cents, won_cents, bot_seats, bot_wagered_cents + 1, bot_won_cents, plays`),
    keptWith(sql`day, mode, battles, wagered_cents, won_cents, bot_seats, bot_wagered_cents, bot_won_cents + 1, plays`),
    keptWith(sql`day, mode, battles, wagered_cents, won_cents, bot_seats, bot_wagered_cents, bot_won_cents, plays + 1`),
    sql`update battles set ended_at = (select (min(day) + time '12:00') at time zone 'America/Sao_Paulo' from rolled_days)
      where ${battle(`status = 'COMPLETED'`)}`,
  ],
  'what the lists count of a day that is added up is what was over on it': [
    sql`insert into battle_list_days select min(day), true, 'COMPLETED', 'NORMAL', 2, 100, 1 from rolled_days`,
    sql`update battles set ended_at = (select (min(day) + time '12:00') at time zone 'America/Sao_Paulo' from rolled_days)
      where ${battle(`status = 'COMPLETED'`)}`,
  ],
  'the totals of the lists are the sums of their days, of each entry and of all': [
    sql`insert into battle_list_totals values (true, 'COMPLETED', 'NORMAL', 2, 100, 1)`,
    sql`insert into battle_list_totals values (true, 'COMPLETED', 'NORMAL', 2, null, 1)`,
    sql`insert into battle_list_days select min(day), true, 'COMPLETED', 'NORMAL', 2, 100, 1 from rolled_days`,
  ],
};
