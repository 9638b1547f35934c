import { sql } from '../../../platform/database/sql.ts';
import { jsonArray, jsonFlag, jsonList, jsonNumber, jsonText, type LoggedTerms, leafSql } from '../rolls/index.ts';

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
const leafOfTerms = leafSql('BATTLE_TERMS', sql`battles.id`, [
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
]);

/** From its start on, which a beacon follows: who sits where, and the round that decides. */
const leafOfSeats = leafSql('BATTLE_SEATS', sql`battles.id`, [
  jsonText(sql`invitation_code`),
  jsonNumber(sql`beacon_round`),
  jsonList(
    jsonArray([jsonNumber(sql`seat`), jsonText(sql`user_id`), jsonText(sql`bot_name`), jsonNumber(sql`first_nonce`)]),
    sql`seat`,
    sql`from battle_seats where battle_id = battles.id`,
  ),
]);

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
