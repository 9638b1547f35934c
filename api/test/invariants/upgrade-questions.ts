import { type Sql, sql } from '../../src/platform/sql.ts';

/** What must hold of upgrades at any moment; each must find nothing. */
export const upgradeQuestions: Readonly<Record<string, Sql>> = {
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
};
