import type { Db } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Coins } from './marketplace.records.ts';

export async function findCoinsMissed(db: Db, { kind, key }: { kind: string; key: string }): Promise<Coins | null> {
  const rows = await db.query<{ coins: string }>(sql`
    select details ->> 'neededCoins' as coins from alerts
    where kind = ${kind} and key = ${key} and resolved_at is null`);
  return rows[0] === undefined ? null : Number(rows[0].coins);
}
