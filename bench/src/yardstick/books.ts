import type { Client } from 'pg';

/** These queries must find nothing, because a yardstick that loses money would be none. */
const YARDSTICK_FAULTS = {
  'an account that is not the sum of its entries': `
    select "userId" from accounts
    where "balanceCents" <> (select coalesce(sum("amountCents"), 0) from ledger_entries entry where entry."userId" = accounts."userId")`,
  'an account whose openings are not as many as its nonces': `
    select "userId" from accounts where nonce <> (select count(*) from openings where openings."userId" = accounts."userId")`,
  'an account whose openings have not earned': `
    select "userId" from event_progress
    where "wageredCents" <> (select coalesce(sum("priceCents"), 0) from openings where openings."userId" = event_progress."userId")`,
  'an opening without the item that it won': `
    select opening.id from openings opening left join inventory_items held
      on held.id = opening."inventoryItemId" and held."userId" = opening."userId" and held."itemId" = opening."itemId"
    where held.id is null`,
  'a charge that is not the price of its openings': `
    select entry.id from ledger_entries entry
    where type = 'CASE_OPEN'
      and -"amountCents" <> (select coalesce(sum("priceCents"), 0) from openings where "ledgerEntryId" = entry.id)`,
};

const PRODUCT_FAULTS = {
  'an account that is not the sum of its transfers': `
    select user_id from accounts where balance_cents <> (
      select coalesce(sum(case credit_account when 'USER' then amount_cents else 0 end
        - case debit_account when 'USER' then amount_cents else 0 end), 0)
      from transfers where transfers.user_id = accounts.user_id)`,
  'an account whose openings are not as many as its nonces': `
    select user_id from accounts where nonce <> (select count(*) from case_openings opening where opening.user_id = accounts.user_id)`,
  'an opening without the item that it won': `
    select opening.id from case_openings opening left join inventory_items held
      on held.id = opening.inventory_item_id and held.user_id = opening.user_id and held.item_id = opening.item_id
    where held.id is null`,
};

/** Throws where the books of a side do not balance, or where fewer openings are stored than were answered. */
export async function checkBooks(client: Client, side: 'product' | 'yardstick', answered: number): Promise<void> {
  const isProduct = side === 'product';
  await client.query(isProduct ? '' : `create index if not exists by_entry on openings ("ledgerEntryId")`);
  for (const [fault, query] of Object.entries(isProduct ? PRODUCT_FAULTS : YARDSTICK_FAULTS)) {
    const { rowCount } = await client.query(query);
    if (rowCount !== 0) throw new Error(`The ${side} has ${rowCount} times ${fault}`);
  }
  const { rows } = await client.query<{ count: string }>(
    `select count(*) from ${isProduct ? 'case_openings' : 'openings'}`,
  );
  const stored = Number(rows[0]?.count);
  if (stored < answered) throw new Error(`The ${side} answered ${answered} openings and has ${stored}`);
  console.log(`The books of the ${side} balance: ${stored} openings stored, ${answered} answered`);
}
