import { sql } from '../../../../platform/database/sql.ts';
import { type Game, jsonArray, jsonNumber, jsonText, leafSql, rollParts } from '../../rolls/index.ts';
import { BATTLES_AT_ONCE, battleTerms } from '../battles.log-terms.ts';
import { SEAT_STREAM } from '../battles.sql.ts';
import { recomputedRolls } from './rounds.invariants.ts';

/** A play for each person, at the end of the battle; a round for each battle, whose creator sits in the first seat. */
const plays = sql`
  select user_id, first_nonce + round_count - 1 as nonce, seated.ended_at as created_at, entry_cents as wagered_cents,
    won_cents, is_winner as is_won, (seat = 1)::int as rounds
  from battle_seats seated join battles on battles.id = battle_id
  where user_id is not null and seated.ended_at is not null`;

/** Seats that are paid and not played; those of a cancelled battle were given back. */
const unplayed = sql`
  select user_id, first_nonce, first_nonce + round_count - 1 as last_nonce, entry_cents as stake_cents
  from battle_seats join battles on battles.id = battle_id
  where user_id is not null and status in ('WAITING', 'IN_PROGRESS')`;

/** Every roll by seat and round, the roll that broke a tie, and who has won. */
const leafOfBattle = leafSql('BATTLES', sql`battles.id`, [
  sql`(
    select '[' || string_agg('[' || rolled || ']', ',' order by seat) || ']'
    from (
      select seat, string_agg(${jsonArray([...rollParts, jsonText(sql`item_id`)])}, ',' order by round) as rolled
      from battle_rolls where battle_id = battles.id group by seat) of_seat)`,
  jsonArray([jsonText(sql`tie_server_seed_hash`), jsonNumber(sql`tie_roll`)]),
  jsonNumber(sql`winning_team`),
]);

export const battleGame = {
  name: 'BATTLES',
  rolls: sql`
    select ${SEAT_STREAM} as stream, nonce, server_seed,
      server_seed_hash, rolled.client_seed, client_seed_source, committed_at, created_at
    from battle_rolls rolled join battle_seats using (battle_id, seat)
    union all
    select 'battle:' || id, 1, tie_server_seed, tie_server_seed_hash, tie_client_seed, tie_client_seed_source,
      tie_committed_at, ended_at
    from battles where tie_roll is not null`,
  seedAt: (stream, nonce) => sql`
    select server_seed from (
      select battle_id, seat from battle_seats
      where user_id = substring(${stream} from '^user:([0-9]+)$')::bigint and first_nonce <= ${nonce}
      order by first_nonce desc limit 1) seated
    join battle_rolls using (battle_id, seat) where nonce = ${nonce}
    union all
    select tie_server_seed from battles
    where id = substring(${stream} from '^battle:([0-9]+)$')::bigint and tie_server_seed is not null and ${nonce} = 1`,
  results: {
    table: 'battles',
    rowsAtOnce: BATTLES_AT_ONCE,
    leaves: sql`
      select id, case status when 'COMPLETED' then ${leafOfBattle} end as leaf,
        status in ('WAITING', 'IN_PROGRESS') as may_come
      from battles`,
  },
  terms: battleTerms,
  recomputed: recomputedRolls,
  drops: sql`
    select id, user_id, case_id, version_id, item_id, item_value_cents, chance_width, battle_id, created_at,
      null::bigint as nonce
    from battle_drops`,
  stakes: {
    transfers: { stake: 'BATTLE_ENTRY', refund: 'BATTLE_REFUND', prize: 'BATTLE_WIN' },
    plays,
    unplayed,
    figures: {
      takesNoncesAhead: true,
      odds: null,
      fields: {
        today: ['battlesToday', 'Battles that came to their end'],
        played: ['battlesPlayed', 'Battles that you have played to their end'],
        won: ['battlesWon', 'Those of them that you have won, or shared'],
      },
    },
  },
} as const satisfies Game;
