import { type Sql, sql } from '../../../src/platform/database/sql.ts';
import { copyOf, first, hashPlaced, NOBODY, type ViolationFixtures } from './violation-fixture.ts';

const SHOT = sql`source_type = 'EVENT_SHOT'`;
const CLAIMED = sql`source_type = 'EVENT_CLAIM'`;

export const changedShots: readonly Sql[] = [
  sql`update event_shots set client_seed = client_seed || '.' where ${first('event_shots', 'true')}`,
];

export const eventsViolationFixtures: ViolationFixtures = {
  'what is spent of the budget of an event is what its claims and shots gave': [
    sql`update event_budgets set spent_cents = spent_cents + 1`,
    sql`update event_budgets set budget_cents = spent_cents - 1 where spent_cents > 0`,
    sql`update event_claims set item_value_cents = item_value_cents + 1 where item_value_cents is not null`,
    sql`update event_shots set item_value_cents = item_value_cents + 1`,
  ],
  'the tables of a published event cover every roll once': [
    sql`update event_prizes set hash_range_start = 2 where hash_range_start = 1`,
    sql`update event_prizes set hash_range_end = hash_range_end - 1 where hash_range_end = 10000000`,
    sql`update event_prizes set hash_range_end = hash_range_end + 1 where hash_range_start = 1`,
    // As many rolls as there are, some of them twice and some not at all.
    sql`with third as (
        insert into event_prizes
        select event_id, ticket_price, item_id, 4000001, 5000000 from event_prizes where hash_range_start = 1)
      update event_prizes set hash_range_start = 6000001 where hash_range_start = 5000001`,
  ],
  'tickets given in an event are those of its claims': [
    sql`update event_progress set tickets_given = tickets_given + 1`,
    sql`update event_claims set tickets = tickets + 1`,
    sql`delete from event_claims`,
  ],
  'a claim gave what its tier promises, to who claimed it': [
    sql`delete from inventory_items where ${CLAIMED}`,
    sql`update inventory_items set item_id = null where ${CLAIMED}`,
    sql`update inventory_items set source_type = 'TEST' where ${CLAIMED}`,
    sql`update inventory_items set source_id = source_id || '0' where ${CLAIMED}`,
    sql`update inventory_items set acquired_from = 'Case' where ${CLAIMED}`,
    sql`update inventory_items set acquired_from = null where ${CLAIMED}`,
    sql`delete from transfers where type = 'EVENT_REWARD'`,
    sql`update transfers set user_id = ${NOBODY} where type = 'EVENT_REWARD'`,
    sql`update transfers set type = 'DEPOSIT' where type = 'EVENT_REWARD'`,
    sql`update transfers set amount_cents = amount_cents + 1 where type = 'EVENT_REWARD'`,
    sql`update transfers set debit_account = 'HELD' where type = 'EVENT_REWARD'`,
    sql`update transfers set credit_account = 'HELD' where type = 'EVENT_REWARD'`,
    sql`update event_claims set tickets = tickets + 1`,
    sql`update event_claims set tickets = null`,
  ],
  'a credit of an event belongs to a claim': [
    copyOf('transfers', `type = 'EVENT_REWARD'`),
    sql`delete from event_claims`,
  ],
  'tiers are claimed by who has the points': [sql`update event_progress set wagered_cents = 9`],
  'tickets of an event are never below zero, and those spent are what the shots cost': [
    sql`update event_progress set wagered_cents = 0`,
    sql`update event_progress set tickets_spent = tickets_spent + 1`,
    sql`update event_shots set ticket_price = ticket_price + 1`,
    sql`delete from event_shots`,
  ],
  'the shots of a user in an event are counted, and their nonces have no gap': [
    sql`update event_progress set shots = shots + 1`,
    sql`delete from event_shots where nonce = 1
      and (event_id, user_id) in (select event_id, user_id from event_shots where nonce = 2)`,
    sql`delete from event_shots`,
    sql`update event_shots set nonce = nonce + 1`,
  ],
  'every shot has its one item, as rolled': [
    sql`delete from inventory_items where ${SHOT}`,
    copyOf('inventory_items', `source_type = 'EVENT_SHOT'`),
    sql`update event_shots set inventory_item_id = ${NOBODY}`,
    sql`update inventory_items set item_id = null where ${SHOT}`,
    sql`update inventory_items set acquired_from = 'Case' where ${SHOT}`,
    sql`update inventory_items set acquired_from = null where ${SHOT}`,
  ],
  'every item from a shot or a claim in an event has one': [
    copyOf('inventory_items', `source_type = 'EVENT_SHOT'`),
    copyOf('inventory_items', `source_type = 'EVENT_CLAIM'`),
  ],
};

const OTHER_SEED = '5e'.repeat(32);

export const shotCommitmentsViolationFixtures: ViolationFixtures = {
  'a seed of a shot that nobody asked for is committed to at the time of the shot': [
    sql`update event_shots set committed_at = committed_at - interval '1 second' where nonce = 2`,
    sql`delete from commitment_runs where stream like 'event:%' and first_nonce = 1`,
  ],
  'nothing is committed to beyond the next shot of an event': [
    sql`update commitment_runs set first_nonce = 4 where stream like 'event:%' and first_nonce = 3`,
    sql`update commitment_runs set stream = 'event:1:user:' || ${NOBODY}::int where stream like 'event:%' and first_nonce = 3`,
  ],
  'what was shown of a shot before it is on the trail': [
    sql`delete from audit_entries where action = 'SEEDS_COMMITTED' and entity_type = 'event'`,
    sql`update audit_entries set user_id = ${NOBODY} where action = 'SEEDS_COMMITTED'`,
    sql`update audit_entries set entity_id = '0' where action = 'SEEDS_COMMITTED'`,
    sql`update audit_entries set entity_type = 'case' where action = 'SEEDS_COMMITTED'`,
    sql`update audit_entries set action = 'ITEM_CREATED' where action = 'SEEDS_COMMITTED'`,
    sql`update commitment_runs set ${hashPlaced(1, sql`${OTHER_SEED}`)} where stream like 'event:%'`,
    sql`update commitment_runs set first_nonce = 4 where stream like 'event:%' and first_nonce = 3`,
  ],
};
