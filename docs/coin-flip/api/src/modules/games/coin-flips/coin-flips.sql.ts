import type { Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { CoinFlip } from './coin-flips.records.ts';

export async function takeFlipIds(tx: Tx, count: number): Promise<Id<'coin-flip'>[]> {
  const rows = await tx.query<{ id: Id<'coin-flip'> }>(sql`
    select nextval('coin_flips_id_seq') as id from generate_series(1, ${count}::int)`);
  return rows.map(({ id }) => id);
}

export async function insertFlip(tx: Tx, flip: CoinFlip): Promise<void> {
  await tx.query(sql`
    insert into coin_flips (id, user_id, stake_cents, paid_cents, transfer_id, nonce, server_seed, server_seed_hash,
      client_seed, client_seed_source, roll, committed_at, created_at)
    overriding system value
    values (${flip.id}, ${flip.userId}, ${flip.stakeCents}, ${flip.paidCents}, ${flip.transferId}, ${flip.nonce},
      ${flip.serverSeed}, ${flip.serverSeedHash}, ${flip.clientSeed}, ${flip.clientSeedSource}, ${flip.roll},
      coalesce(${flip.committedAt}::timestamptz, now()),
      greatest(statement_timestamp(), ${flip.committedAt}::timestamptz))`);
}
