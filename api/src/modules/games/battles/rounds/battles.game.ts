import { type Sql, sql } from '../../../../platform/database/sql.ts';
import { keepDays } from '../../../../platform/roll-ups/kept-days.ts';
import {
  type Game,
  jsonArray,
  jsonFlag,
  jsonList,
  jsonMoment,
  jsonNumber,
  jsonText,
  type LoggedTerms,
  leafSql,
  rollParts,
} from '../../rolls/index.ts';
import { SEAT_STREAM } from '../battles.sql.ts';
import { recomputedRolls } from './rounds.invariants.ts';

/** Battles from before bots were bound show no values. */
const itemsOfVersion = jsonList(
  jsonArray([jsonText(sql`line.item_id`), jsonText(sql`case when rules >= 2 then worth.value end`)]),
  sql`hash_range_start`,
  // The values of a version are one text, which is read once for all its items.
  sql`
    from case_version_items line
    left join jsonb_each_text(kept.item_values) worth on worth.key = line.item_id::text
    where line.version_id = played.version_id`,
);

/**
 * A battle may play fifty cases of hundreds of items each. All kinds have the same limit, so that terms are logged
 * before results.
 */
const BATTLES_AT_ONCE = 200;

/** They are fixed when the battle is created. */
const terms: readonly Sql[] = [
  jsonText(sql`invitation_code`),
  jsonText(sql`mode`),
  jsonFlag(sql`is_teams`),
  jsonNumber(sql`seat_count`),
  jsonText(sql`randomness`),
  jsonText(sql`entry_cents`),
  jsonText(sql`(
    select encode(server_seed_hashes, 'hex') from commitment_runs
    where stream = 'battle:' || battles.id and last_nonce = 1)`),
  jsonList(
    jsonArray([jsonText(sql`battle_rounds.case_id`), jsonNumber(sql`number`), jsonText(sql`price_cents`)]),
    sql`round`,
    sql`from battle_rounds join case_versions on case_versions.id = version_id where battle_id = battles.id`,
  ),
  jsonList(
    jsonArray([jsonText(sql`played.case_id`), jsonNumber(sql`number`), itemsOfVersion]),
    sql`played.case_id, number`,
    sql`
      from (select distinct case_id, version_id from battle_rounds where battle_id = battles.id) played
      join case_versions on case_versions.id = version_id
      left join battle_version_values kept on kept.battle_id = battles.id and kept.version_id = played.version_id`,
  ),
];

/** Battles without a delay keep the leaves that they have always had. */
const leafWith = (kind: string, parts: readonly Sql[], since: readonly Sql[]): Sql => sql`
  case when beacon_delay_seconds is null then ${leafSql(kind, sql`battles.id`, parts)}
    else ${leafSql(kind, sql`battles.id`, [...parts, ...since])} end`;

const leafOfTerms = leafWith('BATTLE_TERMS', terms, [jsonNumber(sql`beacon_delay_seconds`)]);

/**
 * It is fixed at the start, before the beacon. A head that is older than the round proves that nothing was chosen after
 * it.
 */
const leafOfSeats = leafWith(
  'BATTLE_SEATS',
  [
    jsonText(sql`invitation_code`),
    jsonNumber(sql`beacon_round`),
    jsonList(
      jsonArray([jsonNumber(sql`seat`), jsonText(sql`user_id`), jsonText(sql`bot_name`), jsonNumber(sql`first_nonce`)]),
      sql`seat`,
      sql`from battle_seats where battle_id = battles.id`,
    ),
  ],
  [
    jsonList(
      jsonText(sql`committed_hashes(${SEAT_STREAM}, first_nonce, round_count)`),
      sql`seat`,
      sql`from battle_seats where battle_id = battles.id`,
    ),
    jsonMoment(sql`started_at`),
  ],
);

export const battleTerms: readonly LoggedTerms[] = [
  {
    kind: 'BATTLE_TERMS',
    table: 'battles',
    rowsAtOnce: BATTLES_AT_ONCE,
    leaves: sql`select id, ${leafOfTerms} as leaf, false as may_come from battles`,
  },
  {
    kind: 'BATTLE_SEATS',
    table: 'battles',
    rowsAtOnce: BATTLES_AT_ONCE,
    leaves: sql`
      select id, case when started_at is not null then ${leafOfSeats} end as leaf, status = 'WAITING' as may_come
      from battles`,
  },
];

/** Each person has one play. The round is counted for the first seat, which is the creator's. */
const plays = sql`
  select user_id, first_nonce + round_count - 1 as nonce, seated.ended_at as created_at, entry_cents as wagered_cents,
    won_cents, is_winner as is_won, (seat = 1)::int as rounds
  from battle_seats seated join battles on battles.id = battle_id
  where user_id is not null and seated.ended_at is not null`;

/** These seats are paid and not played. Cancelled battles have given their entries back. */
const unplayed = sql`
  select user_id, first_nonce, first_nonce + round_count - 1 as last_nonce, entry_cents as stake_cents
  from battle_seats join battles on battles.id = battle_id
  where user_id is not null and status in ('WAITING', 'IN_PROGRESS')`;

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

export const battleDays = keepDays({
  table: 'battle_days',
  columns: [
    'mode',
    'battles',
    'wagered_cents',
    'won_cents',
    'bot_seats',
    'bot_wagered_cents',
    'bot_won_cents',
    'plays',
  ],
  running: { keys: ['mode'] },
  firstMoment: sql`select min(ended_at) from battle_seats`,
  figures: ({ day, isWithin }) => sql`
    select ${day}, mode, count(distinct id), sum(entry_cents) filter (where user_id is not null),
      sum(won_cents) filter (where user_id is not null), count(*) filter (where user_id is null),
      coalesce(sum(entry_cents) filter (where user_id is null), 0),
      coalesce(sum(won_cents) filter (where user_id is null), 0), count(user_id)
    from (
      select battles.id, mode, entry_cents, user_id, won_cents, battles.ended_at as created_at
      from battles join battle_seats on battle_id = battles.id) played
    where ${isWithin} group by 1, mode`,
});
