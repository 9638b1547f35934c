import type { Client } from 'pg';
import { createSessions, onDatabase } from '../people.ts';
import { createPlayable } from '../playable.ts';
import type { ProductServer } from '../servers.ts';

export const KINDS = 2_000;
export const HELD_ITEMS = 300;
/** The items of a user are of so many kinds. */
export const HELD_KINDS = 100;
export const PRICE_CENTS = 110;
export const STARTING_CENTS = 1_000_000_000_000n;

export interface ProductWorld {
  caseId: string;
  holders: string[];
  players: string[];
}

export async function fillProduct({ dataDir }: ProductServer, people: number): Promise<ProductWorld> {
  const holders = await createSessions(dataDir, people);
  const players = await createSessions(dataDir, people);
  const caseId = await onDatabase(dataDir, async (client) => {
    const made = await createPlayable(client, players);
    await giveItems(
      client,
      holders.map(({ userId }) => userId),
    );
    await client.query('vacuum analyze');
    return made;
  });
  const idsOf = (sessions: typeof holders) => sessions.map(({ sessionId }) => sessionId);
  return { caseId, holders: idsOf(holders), players: idsOf(players) };
}

async function giveItems(client: Client, userIds: string[]): Promise<void> {
  await client.query(
    `insert into items (name, market_hash_name, image_url, rarity, weapon_category, exterior, value_cents_brl)
     select 'Weapon ' || n || ' | Skin ' || n % 30, 'Weapon ' || n, 'https://bench.example/' || n || '.png', 'CLASSIFIED',
       'RIFLE', 'FIELD_TESTED', 100 + n * 37 % 5000
     from generate_series(1, $1::int) n`,
    [KINDS],
  );
  await client.query(
    `insert into inventory_items (user_id, item_id, acquired_at, acquired_from, source_type, source_id, source_index)
     select user_id, (select min(id) from items where image_url like 'https://bench.example/%') + (user_id + n) % $2::int,
       now() - n * interval '1 minute', 'Caixa - Bench', 'BENCH', user_id::text, n
     from unnest($1::bigint[]) user_id, generate_series(1, $3::int) n`,
    [userIds, HELD_KINDS, HELD_ITEMS],
  );
}
