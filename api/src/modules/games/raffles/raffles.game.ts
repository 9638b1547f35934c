import { type Sql, sql } from '../../../platform/database/sql.ts';
import { type Game, jsonArray, jsonList, jsonMoment, jsonNumber, jsonText, leafSql } from '../rolls/index.ts';
import { recomputedPrizes } from './raffles.invariants.ts';

const leafOfRaffle = leafSql('RAFFLES', sql`raffles.id`, [
  jsonText(sql`client_seed`),
  jsonList(
    jsonArray([
      jsonNumber(sql`display_order`),
      jsonText(sql`server_seed_hash`),
      jsonText(sql`server_seed`),
      jsonNumber(sql`roll`),
      jsonNumber(sql`winning_ticket`),
      jsonText(sql`winner_id`),
    ]),
    sql`display_order`,
    sql`from raffle_prizes where raffle_id = raffles.id`,
  ),
]);

/** The first ticket fixes them. */
const terms: readonly Sql[] = [
  jsonText(sql`ticket_price_cents`),
  jsonNumber(sql`max_tickets`),
  jsonNumber(sql`max_tickets_per_user`),
  jsonText(sql`randomness`),
  jsonList(
    jsonArray([jsonNumber(sql`display_order`), jsonText(sql`item_id`), jsonText(sql`server_seed_hash`)]),
    sql`display_order`,
    sql`from raffle_prizes where raffle_id = raffles.id`,
  ),
];

/** Raffles without a delay keep the leaves that they have always had. */
const leafWith = (kind: string, parts: readonly Sql[], since: readonly Sql[]): Sql => sql`
  case when beacon_delay_seconds is null then ${leafSql(kind, sql`id`, parts)}
    else ${leafSql(kind, sql`id`, [...parts, ...since])} end`;

const leafOfTerms = leafWith('RAFFLE_TERMS', terms, [
  jsonNumber(sql`beacon_delay_seconds`),
  jsonMoment(sql`closes_at`),
]);

const leafOfList = leafWith(
  'TICKET_LISTS',
  [jsonText(sql`ticket_list_hash`)],
  [jsonMoment(sql`closed_at`), jsonNumber(sql`beacon_round`)],
);
/** If no source of public randomness is configured at the close, the round is computed later. */
const IS_LIST_FIXED = sql`ticket_list_hash is not null and (beacon_delay_seconds is null or beacon_round is not null)`;

/** Sold tickets count towards limits, but are no wagers. Raffles take no nonces of their users. */
export const raffleGame = {
  name: 'RAFFLES',
  rolls: sql`
    select 'raffle:' || raffle_id as stream, (display_order + 1)::bigint as nonce, server_seed, server_seed_hash,
      client_seed, case randomness when 'server' then 'DERIVED' else 'BEACON' end as client_seed_source, committed_at,
      drawn_at as created_at
    from raffle_prizes join raffles on raffles.id = raffle_id where roll is not null`,
  seedAt: null,
  results: {
    table: 'raffles',
    leaves: sql`
      select id, case status when 'COMPLETED' then ${leafOfRaffle} end as leaf,
        status not in ('COMPLETED', 'CANCELLED') as may_come
      from raffles`,
  },
  terms: [
    {
      kind: 'RAFFLE_TERMS',
      table: 'raffles',
      leaves: sql`
        select id, case when tickets_sold > 0 or closed_at is not null then ${leafOfTerms} end as leaf,
          status = 'ACTIVE' as may_come
        from raffles`,
    },
    {
      // With a beacon the list is not the client seed, so the result would not hold it.
      kind: 'TICKET_LISTS',
      table: 'raffles',
      leaves: sql`
        select id, case when ${IS_LIST_FIXED} then ${leafOfList} end as leaf,
          status in ('ACTIVE', 'DRAWING') as may_come
        from raffles`,
    },
  ],
  recomputed: recomputedPrizes,
  drops: null,
  stakes: {
    transfers: { stake: 'RAFFLE_TICKET', refund: 'RAFFLE_REFUND', prize: null },
    plays: sql`
      select user_id, created_at, case type when 'RAFFLE_TICKET' then amount_cents else -amount_cents end as wagered_cents,
        0::bigint as won_cents
      from transfers where type in ('RAFFLE_TICKET', 'RAFFLE_REFUND')
      union all
      select winner_id, drawn_at, 0::bigint, item_value_cents from raffle_prizes join raffles on raffles.id = raffle_id
      where winner_id is not null`,
    unplayed: null,
    figures: null,
  },
} as const satisfies Game;
