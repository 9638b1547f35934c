import { sql } from '../../../platform/database/sql.ts';
import type { Invariants } from '../../../platform/invariants/invariants.ts';
import { differences, PAGE_ROWS, walk } from '../../../platform/invariants/invariants.ts';
import { type Roll, rollDifferences } from '../rolls/index.ts';

export const eventsInvariants: Invariants = {
  'what is spent of the budget of an event is what its claims and shots gave': sql`
    select event_id from event_budgets
    left join (
      select event_id, sum(cents) as cents from (
        select event_id, item_value_cents as cents from event_shots
        union all
        select event_id, coalesce(item_value_cents, amount_cents, 0)
        from event_claims left join transfers on transfers.id = transfer_id) gave
      group by event_id
    ) given using (event_id)
    where spent_cents <> coalesce(cents, 0) or spent_cents > budget_cents`,
  'the tables of a published event cover every roll once': sql`
    select event_id, ticket_price from (
      select *,
        lead(hash_range_start) over (partition by event_id, ticket_price order by hash_range_start) as next_start
      from event_prizes join events on events.id = event_id where status = 'PUBLISHED') prize
    group by event_id, ticket_price
    having (min(hash_range_start), max(hash_range_end), sum(hash_range_end - hash_range_start + 1))
        is distinct from (1, 10000000, 10000000::bigint)
      or bool_or(next_start is not null and next_start <> hash_range_end + 1)`,
};

export const passInvariants: Invariants = {
  'tickets given in an event are those of its claims': sql`
    select event_id, user_id from event_progress
    left join (
      select event_id, user_id, sum(tickets) as tickets from event_claims group by event_id, user_id
    ) claimed using (event_id, user_id)
    where tickets_given <> coalesce(claimed.tickets, 0)`,
  'a claim gave what its tier promises, to who claimed it': sql`
    select claim.user_id, tier_id from event_claims claim join event_tiers tier on tier.id = tier_id
    left join inventory_items held on held.id = inventory_item_id
    left join transfers on transfers.id = transfer_id
    where case reward_type
      when 'ITEM' then (held.item_id, held.source_type, held.source_id) is distinct from
          (tier.item_id, 'EVENT_CLAIM', tier_id || ':' || claim.user_id)
        or coalesce(held.acquired_from, '') not in ('Evento', 'Swap')
      when 'BALANCE' then (transfers.user_id, transfers.type, amount_cents, debit_account, credit_account)
        is distinct from (claim.user_id, 'EVENT_REWARD', tier.balance_cents, 'SYSTEM', 'USER')
      else claim.tickets is distinct from tier.tickets end`,
  'a credit of an event belongs to a claim': sql`
    select id from transfers where type = 'EVENT_REWARD'
      and not exists (select from event_claims where transfer_id = transfers.id)`,
  'tiers are claimed by who has the points': sql`
    select claim.user_id, tier_id from event_claims claim
    join event_tiers tier on tier.id = tier_id join events on events.id = claim.event_id
    join event_progress progress on progress.event_id = claim.event_id and progress.user_id = claim.user_id
    where div(wagered_cents::numeric * points_per_real, 100) < points_required`,
};

interface ShotRow extends Roll {
  itemId: string;
  chanceWidth: number;
  rangeItemId: string | null;
  rangeWidth: number | null;
}

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

export const shotCommitmentsInvariants: Invariants = {
  'a seed of a shot that nobody asked for is committed to at the time of the shot': sql`
    with known as materialized (select stream, nonce from commitments where stream like 'event:%')
    select shot.id from event_shots shot
    left join known on stream = 'event:' || event_id || ':user:' || user_id and known.nonce = shot.nonce
    where known.nonce is null and shot.committed_at <> shot.created_at`,
  'nothing is committed to beyond the next shot of an event': sql`
    select stream, nonce from commitments
    left join event_progress on stream = 'event:' || event_id || ':user:' || user_id
    where stream like 'event:%' and nonce > coalesce(shots, 0) + 1`,
  'what was shown of a shot before it is on the trail': sql`
    select stream, nonce from commitments shown where stream like 'event:%' and not exists (
      select from audit_entries where action = 'SEEDS_COMMITTED' and entity_type = 'event'
        and 'event:' || entity_id || ':user:' || audit_entries.user_id = shown.stream
        and metadata @> jsonb_build_object('firstNonce', shown.nonce)
        -- Entries of before there were digests name the hash itself.
        and (metadata @> jsonb_build_object('serverSeedHashes', jsonb_build_array(shown.server_seed_hash))
          or metadata ->> 'hashesDigest' = encode(sha256(convert_to(shown.server_seed_hash, 'UTF8')), 'hex')))`,
};
