import { type Sql, sql } from '../../../src/platform/database/sql.ts';
import { copyOf, NOBODY, type ViolationFixtures } from './violation-fixture.ts';

const OTHER_SEED = '5e'.repeat(32);
const WON = sql`source_type = 'RAFFLE'`;
const DRAWN = sql`(select min(id) from raffles where status = 'COMPLETED')`;
const SOLD = sql`type = 'RAFFLE_TICKET'`;
const REFUND = sql`type = 'RAFFLE_REFUND'`;

export const changedPrizes: readonly Sql[] = [
  sql`update raffle_prizes set server_seed = ${OTHER_SEED} where raffle_id = ${DRAWN} and display_order = 1`,
  sql`update raffle_prizes set server_seed = ${OTHER_SEED} where raffle_id = ${DRAWN} and display_order = 5`,
  sql`update raffle_prizes set server_seed_hash = ${OTHER_SEED} where raffle_id = ${DRAWN} and display_order = 0`,
  sql`update raffle_prizes set eligible_tickets = 1 where raffle_id = ${DRAWN} and display_order = 5`,
  sql`update raffle_prizes set eligible_tickets = eligible_tickets + 1 where winner_id is not null`,
  sql`update raffle_prizes set roll = roll % 6 + 1 where raffle_id = ${DRAWN} and display_order = 0`,
  sql`update raffle_prizes set winning_index = winning_index + 1 where winner_id is not null`,
  sql`update raffle_prizes set winning_ticket = winning_ticket + 1 where winner_id is not null`,
  sql`update raffle_prizes set winner_id = ${NOBODY} where raffle_id = ${DRAWN} and display_order = 0`,
  sql`update raffle_purchases set user_id = ${NOBODY} where raffle_id = ${DRAWN}`,
];

const salesViolationFixtures: ViolationFixtures = {
  'the tickets of a raffle are numbered without gap or overlap, and as many as are counted': [
    sql`update raffles set tickets_sold = tickets_sold - 1 where id = ${DRAWN}`,
    sql`update raffles set max_tickets = tickets_sold - 1 where id = ${DRAWN}`,
    sql`delete from raffle_purchases where raffle_id = ${DRAWN}`,
    sql`delete from raffle_purchases where raffle_id = ${DRAWN} and first_ticket = 1`,
    sql`update raffle_purchases set first_ticket = 7 where raffle_id = ${DRAWN} and first_ticket = 6`,
    sql`update raffle_purchases set first_ticket = first_ticket + 1 where raffle_id = ${DRAWN}`,
    // As many as were sold, one of them twice and one not at all.
    sql`update raffle_purchases set tickets = case first_ticket when 1 then 4 else 1 end
      where raffle_id = ${DRAWN} and first_ticket in (1, 4)`,
  ],
  'a buyer of a raffle has the tickets of all purchases, paid for, and not more than may be': [
    sql`update raffle_buyers set tickets = tickets + 1`,
    sql`update raffle_buyers set spent_cents = spent_cents + 1`,
    sql`delete from raffle_buyers`,
    sql`delete from raffle_purchases`,
    sql`update raffles set max_tickets_per_user = 3 where id = ${DRAWN}`,
  ],
  'a purchase of tickets is its debit': [
    sql`delete from transfers where ${SOLD}`,
    sql`update transfers set user_id = ${NOBODY} where ${SOLD}`,
    sql`update transfers set type = 'UPGRADE' where ${SOLD}`,
    sql`update transfers set amount_cents = amount_cents + 1 where ${SOLD}`,
    sql`update transfers set debit_account = 'HELD' where ${SOLD}`,
    sql`update transfers set credit_account = 'HELD' where ${SOLD}`,
    sql`update transfers set reference_type = 'SALE' where ${SOLD}`,
    sql`update transfers set reference_id = '0' where ${SOLD}`,
  ],
  'every debit for tickets of a raffle is of one purchase': [
    copyOf('transfers', `type = 'RAFFLE_TICKET'`),
    sql`delete from raffle_purchases`,
    sql`update raffle_purchases set transfer_id = (select min(transfer_id) from raffle_purchases)`,
  ],
  'nothing is sold of a raffle after its sales are over': [
    sql`update raffle_purchases set created_at = created_at + interval '1 day' where raffle_id = ${DRAWN}`,
    sql`update raffle_purchases set created_at = created_at + interval '1 day'
      where raffle_id = (select id from raffles where status = 'CANCELLED')`,
  ],
  'the hash of a list of tickets is that of the list': [
    sql`update raffles set ticket_list_hash = ${OTHER_SEED} where id = ${DRAWN}`,
    sql`update raffles set ticket_list_hash = null where id = ${DRAWN}`,
    sql`update raffle_purchases set user_id = ${NOBODY} where raffle_id = ${DRAWN} and first_ticket = 6`,
    sql`update raffle_purchases set tickets = tickets + 1 where raffle_id = ${DRAWN} and first_ticket = 6`,
  ],
};

const drawViolationFixtures: ViolationFixtures = {
  'the prizes of a raffle are drawn with it, all of them and no sooner': [
    sql`update raffles set status = 'DRAWING' where id = ${DRAWN}`,
    sql`update raffles set status = 'COMPLETED' where status = 'ACTIVE'`,
    sql`delete from raffle_prizes where raffle_id = ${DRAWN}`,
    sql`update raffle_prizes set eligible_tickets = null where raffle_id = ${DRAWN} and display_order = 1`,
    sql`update raffle_prizes set winner_id = null where raffle_id = ${DRAWN} and display_order = 1`,
    sql`update raffle_prizes set winner_id = ${NOBODY} where raffle_id = ${DRAWN} and display_order = 5`,
  ],
  'nobody wins two prizes of a raffle': [
    sql`update raffle_prizes set winner_id = ${NOBODY} where raffle_id = ${DRAWN} and winner_id is not null`,
  ],
  'the seed of a prize is the one committed to in its place': [
    sql`update raffle_prizes set server_seed_hash = ${OTHER_SEED}`,
    sql`delete from commitment_runs where stream like 'raffle:%'`,
    sql`update commitment_runs set first_nonce = first_nonce + 100 where stream like 'raffle:%'`,
    sql`update raffle_prizes set committed_at = committed_at - interval '1 second'`,
    sql`update raffle_prizes set committed_at = null where raffle_id = ${DRAWN}`,
  ],
  'a seed committed to for a raffle is rolled, awaited or recorded as skipped': [
    sql`delete from skipped_nonces where stream = 'raffle:' || ${DRAWN}`,
    sql`delete from skipped_nonces where stream = 'raffle:' || (select id from raffles where status = 'CANCELLED')`,
    sql`delete from skipped_nonces where stream = 'raffle:' || (select id from raffles where status = 'ACTIVE')`,
    sql`insert into skipped_nonces (stream, first_nonce, last_nonce, reason) values ('raffle:' || ${DRAWN}, 1, 1, 'test')`,
    sql`delete from raffle_prizes where display_order = 0`,
  ],
  'a prize that was won gave its one item': [
    sql`delete from inventory_items where ${WON}`,
    copyOf('inventory_items', `source_type = 'RAFFLE'`),
    copyOf('inventory_items', `source_type = 'RAFFLE'`, { source_index: 5 }),
    sql`update inventory_items set item_id = null where ${WON}`,
    sql`update inventory_items set source_id = '0' where ${WON}`,
    sql`update inventory_items set source_index = source_index + 1 where ${WON}`,
    sql`update inventory_items set source_type = 'TEST' where ${WON}`,
    sql`update raffle_prizes set inventory_item_id = ${NOBODY} where winner_id is not null`,
  ],
  'what was won in a raffle is its winner’s as long as it was not swapped': [
    sql`update inventory_items set user_id = ${NOBODY} where ${WON}`,
    sql`update inventory_items set acquired_from = 'Case' where ${WON}`,
    sql`update inventory_items set acquired_from = null where ${WON}`,
  ],
  'every item from a raffle is a prize of one': [
    copyOf('inventory_items', `source_type = 'RAFFLE'`, { source_index: 77 }),
    sql`update raffle_prizes set inventory_item_id = null`,
  ],
  'the client seed of a raffle is its list of tickets, or what the beacon said': [
    sql`update raffles set client_seed = ${OTHER_SEED} where client_seed is not null`,
    sql`update raffles set client_seed = null where id = ${DRAWN}`,
    sql`update raffles set client_seed = ${OTHER_SEED}, beacon_randomness = ${OTHER_SEED} where randomness = 'drand'`,
    sql`update raffles set beacon_signature = '00' where randomness = 'drand'`,
    sql`update raffles set beacon_round = null where randomness = 'drand'`,
  ],
  'the round of a raffle follows from when its sales were closed, and from its terms': [
    sql`update raffles set beacon_round = beacon_round + 1 where beacon_chain is not null`,
    sql`update raffles set beacon_at = beacon_at + interval '3 seconds' where beacon_chain is not null`,
    sql`update raffles set beacon_at = null where beacon_chain is not null`,
    sql`update raffles set closed_at = closed_at - interval '3 seconds' where beacon_chain is not null`,
    sql`update raffles set closed_at = closed_at + interval '3 seconds', beacon_chain = null where beacon_round is not null`,
    sql`update raffles set beacon_delay_seconds = null where id = (select max(id) from raffles where randomness = 'drand')`,
  ],
  'the stakes of a raffle count in events only when it was drawn': [
    sql`update raffle_buyers set is_counted = true`,
    sql`update raffles set status = 'DRAWING' where id = ${DRAWN}`,
  ],
};

const adminViolationFixtures: ViolationFixtures = {
  'who has bought tickets of a raffle that was cancelled is paid back once, and nobody else is': [
    sql`delete from transfers where ${REFUND}`,
    sql`update transfers set user_id = ${NOBODY} where ${REFUND}`,
    sql`update transfers set type = 'DEPOSIT' where ${REFUND}`,
    sql`update transfers set amount_cents = amount_cents + 1 where ${REFUND}`,
    sql`update transfers set debit_account = 'HELD' where ${REFUND}`,
    sql`update transfers set credit_account = 'HELD' where ${REFUND}`,
    sql`update transfers set reference_type = 'SALE' where ${REFUND}`,
    sql`update transfers set reference_id = '0' where ${REFUND}`,
    sql`update raffle_buyers set refund_transfer_id = null`,
    sql`update raffles set status = 'ACTIVE' where status = 'CANCELLED'`,
    sql`update raffles set status = 'CANCELLED' where id = ${DRAWN}`,
  ],
  'every refund of a raffle is of one buyer': [
    copyOf('transfers', `type = 'RAFFLE_REFUND'`),
    sql`delete from raffle_buyers`,
    sql`update raffle_buyers set refund_transfer_id = (select min(refund_transfer_id) from raffle_buyers)
      where refund_transfer_id is not null`,
  ],
};

export const rafflesViolationFixtures: ViolationFixtures = {
  ...salesViolationFixtures,
  ...drawViolationFixtures,
  ...adminViolationFixtures,
};
