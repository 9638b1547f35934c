import { sql } from '../../../../platform/database/sql.ts';
import { type Game, jsonText, leafSql, rollParts } from '../../rolls/index.ts';
import { recomputedShots } from './shots.invariants.ts';

/** Shots are paid in tickets: they are rolls, and no wagers. */
export const shotGame: Game = {
  name: 'SHOTS',
  rolls: sql`
    select 'event:' || event_id || ':user:' || user_id as stream, nonce, server_seed, server_seed_hash, client_seed,
      client_seed_source, committed_at, created_at
    from event_shots`,
  results: {
    table: 'event_shots',
    leaves: sql`
      select id, ${leafSql('SHOTS', sql`id`, [...rollParts, jsonText(sql`event_id`), jsonText(sql`item_id`)])} as leaf,
        false as may_come
      from event_shots`,
  },
  recomputed: recomputedShots,
  drops: null,
  stakes: null,
};
