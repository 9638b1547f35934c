import { sql } from '../../../platform/database/sql.ts';
import { type Game, jsonNumber, jsonText, leafSql } from '../rolls/index.ts';
import type { LogSource } from './log.types.ts';

/** Runs of hashes that were shown before their rolls. */
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

/** Of each transfer all that the books have of it; times in microseconds since 1970. */
const digestOfTransfers = sql`(
  select encode(sha256(convert_to(string_agg(
      concat_ws('|', id, user_id, debit_account, credit_account, amount_cents, type, reason, reference_type, reference_id,
        (extract(epoch from created_at) * 1000000)::bigint),
      E'\\n' order by id), 'UTF8')), 'hex')
  from transfers where id between first_transfer and last_transfer)`;

/** The books, some thousand transfers at a time. */
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

/** Where the log did not go on from what was signed, and who let it go on. */
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

/** Whatever the log has leaves of. The heads of the ledger are written by the log itself and come last. */
export const sourcesOf = (games: readonly Game[]): readonly LogSource[] => [
  INTERRUPTIONS,
  COMMITMENTS,
  ...games.map(({ name, results }) => ({ kind: name, ...results })),
  LEDGER,
];
