import { type Sql, sql } from '../../src/platform/sql.ts';

/** What must hold of events at any moment; each must find nothing. */
export const eventQuestions: Readonly<Record<string, Sql>> = {
  'tickets of an event are never below zero, and those spent are what the shots cost': sql`
    select event_id, user_id from event_progress join events on events.id = event_id
    left join (
      select event_id, user_id, sum(ticket_price) as cost from event_shots group by event_id, user_id
    ) fired using (event_id, user_id)
    where div(wagered_cents::numeric * tickets_per_real, 100) + tickets_given - tickets_spent < 0
      or tickets_spent <> coalesce(fired.cost, 0)`,
  'tickets given in an event are those of its claims': sql`
    select event_id, user_id from event_progress
    left join (
      select event_id, user_id, sum(tickets) as tickets from event_claims group by event_id, user_id
    ) claimed using (event_id, user_id)
    where tickets_given <> coalesce(claimed.tickets, 0)`,
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
      or not bool_and(held.acquired_from in ('Evento - Atire na Caixa', 'Swap'))`,
  'every item from a shot or a claim in an event has one': sql`
    select id from inventory_items held where
      (source_type = 'EVENT_SHOT' and not exists (select from event_shots where inventory_item_id = held.id))
      or (source_type = 'EVENT_CLAIM' and not exists (select from event_claims where inventory_item_id = held.id))`,
  'a claim gave what its tier promises, to who claimed it': sql`
    select claim.user_id, tier_id from event_claims claim join event_tiers tier on tier.id = tier_id
    left join inventory_items held on held.id = inventory_item_id
    left join transfers on transfers.id = transfer_id
    where case reward_type
      when 'ITEM' then (held.item_id, held.source_type, held.source_id) is distinct from
          (tier.item_id, 'EVENT_CLAIM', tier_id || ':' || claim.user_id)
        or held.acquired_from not in ('Evento', 'Swap')
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
  'the tables of a published event cover every roll once': sql`
    select event_id, ticket_price from (
      select *,
        lead(hash_range_start) over (partition by event_id, ticket_price order by hash_range_start) as next_start
      from event_prizes join events on events.id = event_id where status = 'PUBLISHED') prize
    group by event_id, ticket_price
    having (min(hash_range_start), max(hash_range_end), sum(hash_range_end - hash_range_start + 1))
        is distinct from (1, 10000000, 10000000::bigint)
      or bool_or(next_start is not null and next_start <> hash_range_end + 1)`,
  'a committed seed of an event is the one that was used; one that was not is of the time of its shot': sql`
    select event_id, user_id, nonce from event_shots shot
    left join event_commitments known using (event_id, user_id, nonce)
    where case when known.committed_at is null then shot.committed_at <> shot.created_at
      else (shot.server_seed, shot.server_seed_hash, shot.committed_at)
        is distinct from (known.server_seed, known.server_seed_hash, known.committed_at) end`,
  'a committed seed of an event is of no other shot': sql`
    select known.event_id, known.user_id, known.nonce from event_commitments known join event_shots shot
      using (server_seed)
    where (shot.event_id, shot.user_id, shot.nonce) is distinct from (known.event_id, known.user_id, known.nonce)`,
  'nothing is committed to beyond the next shot of an event': sql`
    select event_id, user_id, nonce from event_commitments left join event_progress using (event_id, user_id)
    where nonce > coalesce(shots, 0) + 1`,
  'what was shown of a shot before it is on the trail': sql`
    select event_id, user_id, nonce from event_commitments shown
    where not exists (
      select from audit_entries where action = 'SEEDS_COMMITTED' and entity_type = 'event'
        and entity_id = shown.event_id::text and audit_entries.user_id = shown.user_id
        and metadata @> jsonb_build_object(
          'firstNonce', shown.nonce, 'serverSeedHashes', jsonb_build_array(shown.server_seed_hash)))`,
};
