import { type Sql, sql } from '../../../src/platform/database/sql.ts';
import { copyOf, first, NOBODY, OF_TEST, type ViolationFixtures } from './violation-fixture.ts';

export const changedOpenings: readonly Sql[] = [
  sql`update case_openings set client_seed = coalesce(client_seed, encode(drawn_client_seed, 'hex')) || '.'
    where ${first('case_openings', 'true')}`,
];

export const casesViolationFixtures: ViolationFixtures = {
  'the ranges of a version cover every roll once, and its flip begins at one of them': [
    sql`update case_version_items set hash_range_start = 2 where hash_range_start = 1`,
    sql`update case_version_items set hash_range_end = hash_range_end - 1 where hash_range_end = 10000000`,
    sql`update case_version_items set hash_range_end = hash_range_end - 1 where hash_range_start = 1`,
    sql`update case_version_items set hash_range_end = hash_range_end + 1 where hash_range_start = 1`,
    // As many rolls as there are, some of them twice and some not at all.
    sql`with third as (
        insert into case_version_items
        select version_id, item_id, 4000001, 5000000 from case_version_items where hash_range_start = 1
        and version_id in (select id from case_versions where flip_threshold is null))
      update case_version_items set hash_range_start = 6000001 where hash_range_start = 5000001
        and version_id in (select id from case_versions where flip_threshold is null)`,
    sql`delete from case_version_items`,
    sql`update case_versions set flip_threshold = flip_threshold + 1`,
  ],
  'a debit is the sum of its openings': [
    sql`update transfers set amount_cents = amount_cents + 1 where type = 'CASE_OPEN'`,
    sql`update case_openings set price_cents = price_cents + 1 where ${first('case_openings', 'true')}`,
    sql`delete from case_openings where ${first('case_openings', 'true')}`,
    sql`update case_openings set user_id = ${NOBODY} where id = (
      select max(id) from case_openings group by transfer_id having count(*) > 1 limit 1)`,
    sql`update transfers set user_id = ${NOBODY} where type = 'CASE_OPEN'`,
    copyOf('transfers', `type = 'CASE_OPEN'`),
  ],
  'every opening has its debit, which is not of a later time': [
    sql`update case_openings set created_at = created_at - interval '1 minute' where ${first('case_openings', 'true')}`,
    sql`delete from transfers where ${first('transfers', `type = 'CASE_OPEN'`)}`,
    sql`update transfers set user_id = ${NOBODY} where ${first('transfers', `type = 'CASE_OPEN'`)}`,
    sql`update transfers set type = 'UPGRADE' where ${first('transfers', `type = 'CASE_OPEN'`)}`,
  ],
  'every opening has its one item, as rolled': [
    sql`delete from inventory_items where ${first('inventory_items', 'opening_id is not null')}`,
    sql`update inventory_items set ${OF_TEST} where ${first('inventory_items', 'opening_id is not null')}`,
    sql`update inventory_items set opening_id = 0 where ${first('inventory_items', 'opening_id is not null')}`,
    sql`update inventory_items set source_type = 'TEST' where ${first('inventory_items', 'opening_id is not null')}`,
    sql`update inventory_items set item_id = null where ${first('inventory_items', 'opening_id is not null')}`,
  ],
  'every item from an opening has one': [
    copyOf('inventory_items', 'opening_id is not null'),
    // As items were written before they had a column for it, and of nothing at all.
    sql`insert into inventory_items (user_id, item_id, source_type, source_id, source_index)
      select user_id, item_id, 'CASE_OPENING', id::text, 0 from case_openings limit 1`,
    sql`insert into inventory_items (user_id, item_id, source_index) select user_id, item_id, null from inventory_items limit 1`,
    sql`delete from case_openings where ${first('case_openings', 'true')}`,
  ],
  'the client seed of an opening is kept once: as bytes where the server drew it, else as text': [
    sql`update case_openings set client_seed = encode(drawn_client_seed, 'hex') where drawn_client_seed is not null`,
    sql`update case_openings set drawn_client_seed = '\\xff' where client_seed is not null`,
    sql`update case_openings set drawn_client_seed = decode(repeat('5e', 32), 'hex'), client_seed = null
      where client_seed_source = 'REQUEST'`,
    sql`update case_openings set client_seed = encode(drawn_client_seed, 'hex'), drawn_client_seed = null
      where client_seed_source = 'SERVER'`,
    sql`update case_openings set drawn_client_seed = null where client_seed_source = 'SERVER'`,
  ],
  'the kept figures of each case are the truth': [
    sql`update case_days set openings = openings + 1`,
    sql`update case_days set wagered_cents = wagered_cents + 1`,
    sql`update case_days set won_cents = won_cents + 1`,
    sql`update case_days set wagered_squares = wagered_squares + 1`,
    sql`update case_days set won_squares = won_squares + 1`,
    sql`update case_days set wagered_won = wagered_won + 1`,
    sql`delete from case_days`,
    sql`update case_days set case_id = ${NOBODY}`,
    sql`delete from case_openings where ${first('case_openings', 'true')}`,
  ],
  'the kept figures of what cases gave are the truth': [
    sql`update drop_days set drops = drops + 1`,
    sql`update drop_days set best_value_cents = best_value_cents + 1`,
    sql`delete from drop_days`,
    sql`update drop_days set item_id = ${NOBODY}`,
    sql`delete from case_openings where ${first('case_openings', 'true')}`,
  ],
  'the kept odds of openings are of those that were made': [
    sql`update odds_days set plays = plays + 1`,
    sql`update odds_days set won_cents = plays * largest_cents + 1`,
    sql`update odds_days set expected_cents = plays * largest_cents + 1`,
    sql`delete from odds_days`,
    sql`update odds_days set user_id = ${NOBODY}`,
    sql`delete from case_openings where ${first('case_openings', 'true')}`,
  ],
};
