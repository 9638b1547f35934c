import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Cents } from '../../../platform/money.ts';
import type { ItemValue, LastChange } from './operations.records.ts';

export const listLastChanges = (db: Db, keys: readonly string[]): Promise<LastChange[]> =>
  db.query<LastChange>(sql`
    select setting.key, entry.created_at as at, entry.actor_id, users.username as actor_name,
      entry.metadata ->> 'reason' as reason
    from unnest(${keys}::text[]) as setting (key)
    cross join lateral (
      select created_at, actor_id, metadata from audit_entries
      where entity_type = 'setting' and entity_id = setting.key and action = 'SETTING_CHANGED'
      order by id desc limit 1) entry
    left join users on users.id = entry.actor_id`);

export async function listItemValues(tx: Tx): Promise<ItemValue[]> {
  const rows = await tx.query<Omit<ItemValue, 'valueCents'> & { valueCents: Cents | null }>(
    sql`select id, name, value_cents_brl as value_cents from items order by id`,
  );
  return rows.map((row) => ({ ...row, valueCents: row.valueCents ?? 0n }));
}

export async function sumOwnedValue(tx: Tx): Promise<Cents> {
  const rows = await tx.query<{ cents: Cents }>(sql`
    select coalesce(sum(count * coalesce(value_cents_brl, 0)), 0) as cents
    from inventory_counts join items on items.id = item_id where status in ('AVAILABLE', 'LOCKED', 'IN_SWAP')`);
  return rows[0]?.cents ?? 0n;
}
