import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import type { ItemValue } from './price-changes.rules.ts';

/** Who changed a setting last. */
export interface LastChange {
  key: string;
  at: Date;
  /** Null: the platform itself. */
  actorId: Id<'user'> | null;
  actorName: string | null;
  reason: string | null;
}

/** Of each key the newest entry of the audit trail, one look into its index for each. */
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
  const rows = await tx.query<{ id: Id<'item'>; name: string; valueCents: bigint | null }>(
    sql`select id, name, value_cents_brl as value_cents from items order by id`,
  );
  return rows.map(({ id, name, valueCents }) => ({ id, name, valueCents: BigInt(valueCents ?? 0) }));
}

/** In cents of BRL. */
export async function sumOwnedValue(tx: Tx): Promise<Cents> {
  const rows = await tx.query<{ cents: bigint }>(sql`
    select coalesce(sum(count * coalesce(value_cents_brl, 0)), 0) as cents
    from inventory_counts join items on items.id = item_id where status in ('AVAILABLE', 'LOCKED', 'IN_SWAP')`);
  return BigInt(rows[0]?.cents ?? 0);
}
