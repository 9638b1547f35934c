import { type Sql, sql } from '../../../src/platform/database/sql.ts';
import { copyOf, first, NOBODY, type ViolationFixtures } from './violation-fixture.ts';

const STAKED = sql`inventory_items.id = (select min(inventory_item_id) from upgrade_inputs)`;
const WON = sql`inventory_items.id = (select min(inventory_item_id) from upgrades)`;

export const changedUpgrades: readonly Sql[] = [
  sql`update upgrades set client_seed = client_seed || '.' where ${first('upgrades', 'true')}`,
];

export const upgradesViolationFixtures: ViolationFixtures = {
  'what was staked in an upgrade is used up, its user’s, and worth what was counted': [
    sql`with emptied as (delete from upgrade_inputs) update upgrades set items_value_cents = 0`,
    // Six more items are worth nothing, and sound in everything else.
    sql`with staked as (
        select upgrade_id, user_id, item_id from upgrade_inputs join upgrades on upgrades.id = upgrade_id limit 1
      ), added as (
        insert into inventory_items (user_id, item_id, status, source_type, source_id, source_index)
        select user_id, item_id, 'USED_IN_UPGRADE', 'TEST', '1', n from staked, generate_series(1, 6) n returning id)
      insert into upgrade_inputs select added.id, upgrade_id, item_id, 0 from added, staked`,
    sql`update upgrade_inputs set value_cents = value_cents + 1`,
    sql`update inventory_items set user_id = ${NOBODY} where ${STAKED}`,
    sql`update inventory_items set status = 'AVAILABLE' where ${STAKED}`,
    sql`update inventory_items set item_id = null where ${STAKED}`,
    sql`delete from inventory_items where ${STAKED}`,
  ],
  'the part of an upgrade from the balance is its debit': [
    sql`delete from transfers where ${first('transfers', `type = 'UPGRADE'`)}`,
    sql`update transfers set user_id = ${NOBODY} where type = 'UPGRADE'`,
    sql`update transfers set type = 'CASE_OPEN' where type = 'UPGRADE'`,
    sql`update transfers set amount_cents = amount_cents + 1 where type = 'UPGRADE'`,
    sql`update transfers set debit_account = 'HELD' where type = 'UPGRADE'`,
    sql`update transfers set credit_account = 'HELD' where type = 'UPGRADE'`,
    sql`update transfers set reference_type = null where type = 'UPGRADE'`,
    sql`update transfers set reference_id = '0' where type = 'UPGRADE'`,
  ],
  'every debit for an upgrade has one': [
    copyOf('transfers', `type = 'UPGRADE'`),
    sql`update upgrades set transfer_id = null where ${first('upgrades', 'true')}`,
  ],
  'an upgrade gave its target where it was won, and nothing where it was lost': [
    sql`delete from inventory_items where ${WON}`,
    copyOf('inventory_items', `source_type = 'UPGRADE'`),
    sql`update inventory_items set opening_id = null, source_index = 0, source_type = 'UPGRADE', source_id = (
        select id::text from upgrades where status = 'LOST' limit 1)
      where ${first('inventory_items', 'opening_id is not null')}`,
    sql`update upgrades set inventory_item_id = ${NOBODY} where ${first('upgrades', `status = 'WON'`)}`,
    sql`update upgrades set inventory_item_id = ${NOBODY} where ${first('upgrades', `status = 'LOST'`)}`,
    sql`update inventory_items set item_id = null where ${WON}`,
  ],
  'what was won in an upgrade is its user’s as long as it was not swapped': [
    sql`update inventory_items set user_id = ${NOBODY} where ${WON}`,
    sql`update inventory_items set acquired_from = null where ${WON}`,
  ],
  'every item from an upgrade has one': [
    copyOf('inventory_items', `source_type = 'UPGRADE'`),
    sql`update inventory_items set source_id = '0' where ${WON}`,
    sql`update upgrades set inventory_item_id = null where ${first('upgrades', `status = 'WON'`)}`,
  ],
  'the chance of an upgrade follows from its stake, its target and the share of the house': [
    sql`update upgrades set chance_units = chance_units + 1`,
    sql`update upgrades set edge_units = edge_units + 1000`,
    sql`update upgrades set target_value_cents = target_value_cents + 10`,
    sql`update upgrades set balance_cents = balance_cents + 10`,
    sql`update upgrades set items_value_cents = items_value_cents + 10`,
    sql`update upgrades set chance_units = 1000000, edge_units = 0, balance_cents = target_value_cents - items_value_cents`,
  ],
  'the kept figures of upgrades by chance are the truth': [
    sql`update upgrade_band_days set band = 9 - band`,
    sql`update upgrade_band_days set upgrades = upgrades + 1`,
    sql`update upgrade_band_days set upgrades_won = upgrades_won + 1`,
    sql`update upgrade_band_days set chance_units = chance_units + 1`,
    sql`update upgrade_band_days set wagered_cents = wagered_cents + 1`,
    sql`update upgrade_band_days set won_cents = won_cents + 1`,
    sql`delete from upgrade_band_days`,
    sql`delete from upgrades`,
  ],
  'the kept odds of upgrades are the truth': [
    sql`update odds_days set plays = plays + 1`,
    sql`update odds_days set won_cents = won_cents + 1`,
    sql`update odds_days set expected_cents = expected_cents + 1`,
    sql`update odds_days set variance = variance + 1`,
    sql`update odds_days set largest_cents = largest_cents + 1`,
    sql`delete from odds_days`,
    sql`delete from upgrades`,
  ],
  'every item used up in an upgrade was staked in one': [
    sql`update inventory_items set status = 'USED_IN_UPGRADE' where ${WON}`,
    sql`delete from upgrade_inputs`,
  ],
};
