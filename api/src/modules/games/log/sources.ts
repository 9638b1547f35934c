import { type Sql, sql } from '../../../platform/database/sql.ts';
import { type Game, jsonNumber, jsonText, leafSql, REFUSALS } from '../rolls/index.ts';
import type { LogSource } from './log.records.ts';

export const COMMITMENTS: LogSource = {
  kind: 'COMMITMENTS',
  table: 'commitment_runs',
  leaves: sql`
    select id, ${leafSql('COMMITMENTS', sql`id`, [
      jsonText(sql`stream`),
      jsonNumber(sql`first_nonce`),
      jsonText(sql`encode(server_seed_hashes, 'hex')`),
    ])} as leaf, false as may_come
    from commitment_runs`,
};

/** A cancelled battle takes nonces and never rolls them. */
export const SKIPPED: LogSource = {
  kind: 'SKIPPED',
  table: 'skipped_nonces',
  leaves: sql`
    select id, ${leafSql('SKIPPED', sql`id`, [
      jsonText(sql`stream`),
      jsonNumber(sql`first_nonce`),
      jsonNumber(sql`last_nonce`),
      jsonText(sql`reason`),
    ])} as leaf, false as may_come
    from skipped_nonces`,
};

const MICROSECONDS = sql`(extract(epoch from created_at) * 1000000)::bigint`;
const digestOfLines = (before: Sql, line: Sql): Sql => sql`(
  select encode(sha256(${before} || convert_to(string_agg(${line}, E'\\n' order by id), 'UTF8')), 'hex')
  from transfers where id between first_transfer and last_transfer)`;
const NOTHING = sql`''::bytea`;

/** The first format was ambiguous: a reason could imitate the end of its line and the next line. */
const PLAIN_LINE = sql`
  concat_ws('|', id, user_id, debit_account, credit_account, amount_cents, type, reason, reference_type, reference_id,
    ${MICROSECONDS})`;
/** Times are microseconds since 1970. */
const JSON_LINE = sql`
  json_build_array(id, user_id, debit_account, credit_account, amount_cents, type, reason, reference_type, reference_id,
    ${MICROSECONDS})::text`;

/**
 * Heads keep their format. From the third on, the salt comes before the lines: the digest is public, and without a salt
 * one could find an unknown field by trial.
 */
const digestOfTransfers = sql`case format
  when 1 then ${digestOfLines(NOTHING, PLAIN_LINE)}
  when 2 then ${digestOfLines(NOTHING, JSON_LINE)}
  else ${digestOfLines(sql`salt`, JSON_LINE)} end`;

export const LEDGER: LogSource = {
  kind: 'LEDGER',
  table: 'ledger_heads',
  leaves: sql`
    select id, ${leafSql('LEDGER', sql`id`, [
      jsonText(sql`first_transfer`),
      jsonText(sql`last_transfer`),
      jsonText(digestOfTransfers),
    ])} as leaf, false as may_come
    from ledger_heads`,
};

export const INTERRUPTIONS: LogSource = {
  kind: 'INTERRUPTIONS',
  table: 'log_interruptions',
  leaves: sql`
    select id, ${leafSql('INTERRUPTIONS', sql`id`, [
      jsonNumber(sql`lost_size`),
      jsonText(sql`encode(lost_root, 'hex')`),
      jsonText(sql`reason`),
    ])} as leaf, false as may_come
    from log_interruptions`,
};

/** Terms come before results, and the log itself writes the heads of the ledger. */
export const sourcesOf = (games: readonly Game[]): readonly LogSource[] => [
  INTERRUPTIONS,
  COMMITMENTS,
  SKIPPED,
  REFUSALS,
  ...games.flatMap(({ terms }) => terms ?? []),
  ...games.map(({ name, results }) => ({ kind: name, ...results })),
  LEDGER,
];
