import { sql } from '../../../platform/database/sql.ts';
import { differences, type Invariants, PAGE_ROWS, walk } from '../../../platform/invariants/invariants.ts';
import { type Roll, rollDifferences } from '../rolls/index.ts';

interface UpgradeRow extends Roll {
  status: string;
  successThreshold: number;
}

export const recomputedUpgrades = walk<UpgradeRow>({
  pageAfter: (last) => sql`
    select id, nonce, server_seed, server_seed_hash, client_seed, roll, status, success_threshold
    from upgrades where id > ${last?.id ?? 0} order by id limit ${PAGE_ROWS}`,
  nameOf: ({ id }) => ({ id }),
  differingIn: (row) => [
    ...rollDifferences(row),
    ...differences({ status: [row.status, row.roll >= row.successThreshold ? 'WON' : 'LOST'] }),
  ],
});

export const upgradesInvariants: Invariants = {
  'what was staked in an upgrade is used up, its user’s, and worth what was counted': sql`
    select upgrades.id from upgrades left join upgrade_inputs input on input.upgrade_id = upgrades.id
    left join inventory_items held on held.id = input.inventory_item_id
    group by upgrades.id
    having count(input.inventory_item_id) not between 1 and 6 or coalesce(sum(value_cents), 0) <> items_value_cents
      or bool_or((held.user_id, held.status, held.item_id)
        is distinct from (upgrades.user_id, 'USED_IN_UPGRADE', input.item_id))`,
  'the part of an upgrade from the balance is its debit': sql`
    select upgrades.id from upgrades left join transfers on transfers.id = transfer_id
    where balance_cents > 0
      and (transfers.user_id, type, amount_cents, debit_account, credit_account, reference_type, reference_id)
        is distinct from (upgrades.user_id, 'UPGRADE', balance_cents, 'USER', 'SYSTEM', 'UPGRADE', upgrades.id::text)`,
  'every debit for an upgrade has one': sql`
    select id from transfers where type = 'UPGRADE'
      and not exists (select from upgrades where upgrades.transfer_id = transfers.id)`,
  'an upgrade gave its target where it was won, and nothing where it was lost': sql`
    select upgrades.id from upgrades
    left join inventory_items held on source_type = 'UPGRADE' and source_id = upgrades.id::text
    group by upgrades.id
    having count(held.id) <> (upgrades.status = 'WON')::int
      or (min(held.id), min(held.item_id))
        is distinct from (inventory_item_id, case upgrades.status when 'WON' then target_item_id end)`,
  'what was won in an upgrade is its user’s as long as it was not swapped': sql`
    select upgrades.id from upgrades join inventory_items held on held.id = inventory_item_id
    where acquired_from is distinct from 'Swap'
      and (acquired_from, held.user_id) is distinct from ('Upgrade', upgrades.user_id)`,
  'every item from an upgrade has one': sql`
    select id from inventory_items held where source_type = 'UPGRADE'
      and not exists (
        select from upgrades where upgrades.inventory_item_id = held.id and upgrades.id::text = held.source_id)`,
  'the chance of an upgrade follows from its stake, its target and the share of the house': sql`
    select id from upgrades
    where chance_units <> least(900000,
      div((items_value_cents + balance_cents)::numeric * (1000000 - edge_units), target_value_cents))`,
  'the kept figures of upgrades by chance are the truth': sql`
    with truth as (
      select (created_at at time zone 'America/Sao_Paulo')::date as day, chance_units * 10 / 1000000 as band,
        count(*) as upgrades, count(inventory_item_id) as upgrades_won, sum(chance_units) as chance_units,
        sum(items_value_cents + balance_cents) as wagered_cents,
        sum(case status when 'WON' then target_value_cents else 0 end) as won_cents
      from upgrades group by 1, 2)
    select day, band from (select * from truth where day in (select day from rolled_days)) truth
    full join upgrade_band_days kept using (day, band)
    where (truth.upgrades, truth.upgrades_won, truth.chance_units, truth.wagered_cents, truth.won_cents)
      is distinct from (kept.upgrades, kept.upgrades_won, kept.chance_units, kept.wagered_cents, kept.won_cents)`,
  'the kept odds of upgrades are the truth': sql`
    with truth as (
      select (created_at at time zone 'America/Sao_Paulo')::date as day, user_id, count(*) as plays,
        coalesce(sum(target_value_cents) filter (where status = 'WON'), 0) as won_cents,
        sum(target_value_cents::numeric * chance_units) as expected_units,
        sum(target_value_cents::numeric * target_value_cents * chance_units * (1000000 - chance_units)) as variance_units,
        max(target_value_cents) as largest_cents
      from upgrades group by 1, 2)
    select day, user_id from (select * from truth where day in (select day from rolled_days)) truth
    full join (select * from odds_days where game = 'UPGRADES') kept using (day, user_id)
    where (truth.plays, truth.won_cents, truth.expected_units, truth.variance_units, truth.largest_cents)
      is distinct from (kept.plays, kept.won_cents, kept.expected_cents * 1000000, kept.variance * 1000000000000,
        kept.largest_cents)`,
  'every item used up in an upgrade was staked in one': {
    byOwnWays: sql`
      select id from inventory_items held where status = 'USED_IN_UPGRADE'
        and not exists (select from upgrade_inputs where inventory_item_id = held.id)`,
  },
};
