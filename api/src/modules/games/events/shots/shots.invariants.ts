import { sql } from '../../../../platform/database/sql.ts';
import { differences, type Invariants, PAGE_ROWS, walk } from '../../../../platform/invariants/invariants.ts';
import { type Roll, rollDifferences } from '../../rolls/index.ts';

interface ShotRow extends Roll {
  itemId: string;
  chanceWidth: number;
  rangeItemId: string | null;
  rangeWidth: number | null;
}

/** Every shot: its hash, its roll, and in the table of its price the item and the chance. */
export const recomputedShots = walk<ShotRow>({
  pageAfter: (last) => sql`
    select shot.*, prize.item_id as range_item_id, hash_range_end - hash_range_start + 1 as range_width
    from (
      select id, event_id, ticket_price, item_id, chance_width, nonce, server_seed, server_seed_hash, client_seed, roll
      from event_shots where id > ${last?.id ?? 0} order by id limit ${PAGE_ROWS}) shot
    left join event_prizes prize on prize.event_id = shot.event_id and prize.ticket_price = shot.ticket_price
      and roll between hash_range_start and hash_range_end
    order by shot.id`,
  nameOf: ({ id }) => ({ id }),
  differingIn: (row) => [
    ...rollDifferences(row),
    ...differences({
      itemId: [row.itemId, row.rangeItemId],
      chanceWidth: [row.chanceWidth, row.rangeWidth],
    }),
  ],
});

/** What must hold of shots, and of what they spend, at any moment. */
export const shotsInvariants: Invariants = {
  'tickets of an event are never below zero, and those spent are what the shots cost': sql`
    select event_id, user_id from event_progress join events on events.id = event_id
    left join (
      select event_id, user_id, sum(ticket_price) as cost from event_shots group by event_id, user_id
    ) fired using (event_id, user_id)
    where div(wagered_cents::numeric * tickets_per_real, 100) + tickets_given - tickets_spent < 0
      or tickets_spent <> coalesce(fired.cost, 0)`,
  'the shots of a user in an event are counted, and their nonces have no gap': sql`
    select event_id, user_id, shots, fired.count, fired.last from event_progress
    left join (
      select event_id, user_id, count(*), max(nonce) as last from event_shots group by event_id, user_id
    ) fired using (event_id, user_id)
    where shots <> coalesce(fired.count, 0) or shots <> coalesce(fired.last, 0)`,
  'every shot has its one item, as rolled': sql`
    select shot.id from event_shots shot left join inventory_items held
      on source_type = 'EVENT_SHOT' and source_id = shot.id::text
    group by shot.id having count(*) <> 1 or min(held.id) is distinct from shot.inventory_item_id
      or min(held.item_id) is distinct from shot.item_id
      or not bool_and(coalesce(held.acquired_from, '') in ('Evento - Atire na Caixa', 'Swap'))`,
  'every item from a shot or a claim in an event has one': sql`
    select id from inventory_items held where
      (source_type = 'EVENT_SHOT' and not exists (select from event_shots where inventory_item_id = held.id))
      or (source_type = 'EVENT_CLAIM' and not exists (select from event_claims where inventory_item_id = held.id))`,
};
