import type { Tx } from '../platform/database/db.ts';
import { sql } from '../platform/database/sql.ts';
import { type AccountChange, type LedgerLine, termsOf } from './ledger-lines.ts';

export async function insertTransfers(tx: Tx, lines: readonly LedgerLine[]): Promise<void> {
  if (lines.length === 0) return;
  const terms = lines.map(termsOf);
  await tx.query(sql`
    insert into transfers (id, user_id, debit_account, credit_account, amount_cents, type, reason, reference_type,
      reference_id, created_at)
    overriding system value
    select id, user_id, debit_account, credit_account, amount_cents, type, reason, reference_type, reference_id,
      to_timestamp(at_ms / 1000.0)
    from unnest(
      ${lines.map(({ id }) => id)}::bigint[], ${lines.map(({ deed }) => deed.player.id)}::bigint[],
      ${lines.map(({ debit }) => debit)}::text[], ${lines.map(({ credit }) => credit)}::text[],
      ${lines.map(({ cents }) => cents)}::bigint[], ${lines.map(({ type }) => type)}::text[],
      ${terms.map(({ reason }) => reason)}::text[], ${terms.map(({ reference }) => reference.type)}::text[],
      ${terms.map(({ reference }) => reference.id)}::text[], ${lines.map(({ atMs }) => atMs)}::bigint[]
    ) as given (id, user_id, debit_account, credit_account, amount_cents, type, reason, reference_type, reference_id, at_ms)`);
}

/** The rows are locked in the order of the ids, as everywhere. */
export async function updateAccounts(tx: Tx, changes: readonly AccountChange[]): Promise<void> {
  const userIds = changes.map(({ player }) => player.id);
  await tx.query(sql`
    with locked as materialized (
      select user_id from accounts where user_id = any(${userIds}::bigint[]) order by user_id for update
    )
    update accounts set balance_cents = accounts.balance_cents + change.balance_cents, nonce = nonce + nonces,
      wagered_cents = accounts.wagered_cents + change.wagered_cents, transfer_count = transfer_count + lines
    from locked join unnest(
      ${userIds}::bigint[], ${changes.map(({ balanceCents }) => balanceCents)}::bigint[],
      ${changes.map(({ nonces }) => nonces)}::bigint[], ${changes.map(({ wageredCents }) => wageredCents)}::bigint[],
      ${changes.map(({ lines }) => lines)}::bigint[]
    ) as change (user_id, balance_cents, nonces, wagered_cents, lines) using (user_id)
    where accounts.user_id = locked.user_id`);
}
