import { sql } from '../../../../platform/database/sql.ts';
import {
  type Game,
  jsonArray,
  jsonFlag,
  jsonList,
  jsonNumber,
  jsonRanges,
  jsonText,
  leafSql,
  rollParts,
} from '../../rolls/index.ts';
import { recomputedShots } from '../events.invariants.ts';

/**
 * An event promises these terms from its publication on: what wagers earn, the pass, and which roll of a shot gives
 * which item.
 */
const leafOfEvent = leafSql('EVENT_TERMS', sql`id`, [
  jsonNumber(sql`points_per_real`),
  jsonNumber(sql`tickets_per_real`),
  jsonList(
    jsonArray([
      jsonNumber(sql`number`),
      jsonNumber(sql`points_required`),
      jsonText(sql`reward_type`),
      jsonText(sql`item_id`),
      jsonText(sql`balance_cents`),
      jsonNumber(sql`tickets`),
      jsonFlag(sql`restricted_to_games`),
    ]),
    sql`number`,
    sql`from event_tiers where event_id = events.id`,
  ),
  jsonList(
    jsonArray([
      jsonNumber(sql`ticket_price`),
      jsonFlag(sql`is_restricted`),
      jsonRanges(sql`
        from event_prizes prize where event_id = events.id and prize.ticket_price = priced.ticket_price`),
    ]),
    sql`ticket_price`,
    sql`
      from (
        select ticket_price, bool_or(restricted_to_games) as is_restricted from event_prizes
        where event_id = events.id group by ticket_price) priced`,
  ),
]);

/** Shots cost tickets, so they are rolls and no wagers. */
export const shotGame: Game = {
  name: 'SHOTS',
  rolls: sql`
    select 'event:' || event_id || ':user:' || user_id as stream, nonce, server_seed, server_seed_hash, client_seed,
      client_seed_source, committed_at, created_at
    from event_shots`,
  seedAt: (stream, nonce) => sql`
    select server_seed from event_shots
    where event_id = substring(${stream} from '^event:([0-9]+):user:[0-9]+$')::bigint
      and user_id = substring(${stream} from '^event:[0-9]+:user:([0-9]+)$')::bigint and nonce = ${nonce}`,
  results: {
    table: 'event_shots',
    leaves: sql`
      select id, ${leafSql('SHOTS', sql`id`, [...rollParts, jsonText(sql`event_id`), jsonText(sql`item_id`)])} as leaf,
        false as may_come
      from event_shots`,
  },
  terms: [
    {
      kind: 'EVENT_TERMS',
      table: 'events',
      leaves: sql`
        select id, case when status <> 'DRAFT' then ${leafOfEvent} end as leaf, status = 'DRAFT' as may_come from events`,
    },
    {
      kind: 'SHOT_STAKES',
      table: 'event_shots',
      leaves: sql`
        select id, ${leafSql('SHOT_STAKES', sql`id`, [jsonText(sql`server_seed`), jsonNumber(sql`ticket_price`)])} as leaf,
          false as may_come
        from event_shots`,
    },
  ],
  recomputed: recomputedShots,
  drops: null,
  stakes: null,
};
