import { type Sql, sql } from '../../../platform/database/sql.ts';
import {
  jsonArray,
  jsonFlag,
  jsonList,
  jsonMoment,
  jsonNumber,
  jsonText,
  type LoggedTerms,
  leafSql,
} from '../rolls/index.ts';
import { SEAT_STREAM } from './battles.sql.ts';

/** In battles from before bots were bound, what items are worth is shown to nobody. */
const itemsOfVersion = jsonList(
  jsonArray([jsonText(sql`line.item_id`), jsonText(sql`case when rules >= 2 then worth.value end`)]),
  sql`hash_range_start`,
  // The values of a version are one text, which is read once for all of its items.
  sql`
    from case_version_items line
    left join jsonb_each_text(kept.item_values) worth on worth.key = line.item_id::text
    where line.version_id = played.version_id`,
);

/** A battle may play fifty cases of hundreds of items each. The same for all kinds, so that terms stand before results. */
export const BATTLES_AT_ONCE = 200;

/** From its creation on: the rules, the case of each round, and what each item counts. */
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
 * From its start on, which a beacon follows: who sits where, the round that decides, the hashes of all rolls, and the moment
 * from which the round follows. Whoever has a head that is older than the round knows that nothing was chosen after it.
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
