import type { Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { LedgerEntry } from './wallet.types.ts';

interface WrittenEntry {
  transferId: Id<'transfer'>;
  userId: Id<'user'>;
  /** The user's, after all entries. */
  balanceCents: bigint;
  debtCents: bigint;
  /** What the user has paid of the debt with it; below zero, what came back of that. */
  paidCents: bigint;
}

const PAID_REASON = 'Pagamento de um depósito que foi devolvido';
const REFUND_REASON = 'Um depósito não foi devolvido: o valor pago por ele está de volta';

/**
 * Writes entries and the balances that follow from them: one statement for any number of entries and users. The account
 * rows are locked in the order of their ids, so that two of these never wait for each other. Gives a row for each entry
 * in the order given, and none for an entry whose user has no account.
 *
 * The entries happen in their order: what a user could not pay at its place is refused, even if a later entry would
 * make up for it. Such a balance is set to −1, for the constraint to refuse it by its name.
 *
 * Who owes has no balance: every credit pays the debt first, by an entry of its own that this statement adds, and a debt that
 * is more than paid gives the rest back. So the balance and the debt are the two sides of one sum: what the user has, less
 * what the user owes.
 */
export function writeEntries(tx: Tx, entries: readonly LedgerEntry[]): Promise<WrittenEntry[]> {
  return tx.query<WrittenEntry>(sql`
    with entry as materialized (
      select *,
        case 'USER' when credit_account then amount_cents when debit_account then -amount_cents else 0 end as change,
        case 'DEBT' when credit_account then amount_cents when debit_account then -amount_cents else 0 end as relief
      from unnest(
        ${entries.map((entry) => entry.userId)}::bigint[], ${entries.map((entry) => entry.debitAccount)}::text[],
        ${entries.map((entry) => entry.creditAccount)}::text[], ${entries.map((entry) => entry.amountCents)}::bigint[],
        ${entries.map((entry) => entry.type)}::text[], ${entries.map((entry) => entry.reason)}::text[],
        ${entries.map((entry) => entry.reference?.type ?? null)}::text[],
        ${entries.map((entry) => entry.reference?.id ?? null)}::text[]
      ) with ordinality as given (user_id, debit_account, credit_account, amount_cents, type, reason, reference_type,
        reference_id, place)
    ), running as (
      select user_id, change, change + relief as net, debit_account,
        sum(change + relief) over (partition by user_id order by place) as so_far
      from entry
    ), total as (
      select user_id, sum(change) as change, sum(net) as net, count(*) as entries,
        min(so_far) filter (where debit_account = 'USER') as lowest
      from running group by user_id
    ), locked as materialized (
      select user_id, balance_cents, debt_cents, balance_cents - debt_cents as owned from accounts
      where user_id in (select user_id from entry) order by user_id for update
    ), settled as materialized (
      select user_id, entries, case when owned + lowest < 0 then -1 else greatest(owned + net, 0) end as balance_cents,
        greatest(-(owned + net), 0) as debt_cents, balance_cents + change - greatest(owned + net, 0) as paid_cents
      from locked join total using (user_id)
    ), changed as (
      update accounts
      set balance_cents = settled.balance_cents, debt_cents = settled.debt_cents,
        transfer_count = transfer_count + entries + (paid_cents <> 0)::int
      from settled where accounts.user_id = settled.user_id
      returning accounts.user_id, accounts.balance_cents, accounts.debt_cents, paid_cents
    ), line as (
      select user_id, debit_account, credit_account, amount_cents, type, reason, reference_type, reference_id, place
      from entry
      union all
      select user_id, 'USER', 'DEBT', paid_cents, 'DEBT_PAYMENT', ${PAID_REASON}, null, null, null
      from changed where paid_cents > 0
      union all
      select user_id, 'DEBT', 'USER', -paid_cents, 'DEBT_REFUND', ${REFUND_REASON}, null, null, null
      from changed where paid_cents < 0
    ), written as (
      insert into transfers (user_id, debit_account, credit_account, amount_cents, type, reason, reference_type, reference_id)
      select user_id, debit_account, credit_account, amount_cents, type, reason, reference_type, reference_id
      from line join changed using (user_id) order by place
      returning id, user_id, type
    )
    select written.id as transfer_id, user_id, balance_cents, debt_cents,
      paid_cents
    from written join changed using (user_id) where type not in ('DEBT_PAYMENT', 'DEBT_REFUND') order by written.id`);
}

/** Locks the account until the end of `tx` and gives its balance; null where the user has none. */
export async function lockBalance(tx: Tx, userId: Id<'user'>): Promise<bigint | null> {
  const rows = await tx.query<{ balanceCents: bigint }>(
    sql`select balance_cents from accounts where user_id = ${userId} for update`,
  );
  return rows[0] === undefined ? null : BigInt(rows[0].balanceCents);
}

/** Locks the accounts until the end of `tx`; returns how many there are. */
export async function lockBalances(tx: Tx, userIds: readonly Id<'user'>[]): Promise<number> {
  const rows = await tx.query(
    sql`select user_id from accounts where user_id = any(${userIds}::bigint[]) order by user_id for update`,
  );
  return rows.length;
}

export async function insertHold(tx: Tx, userId: Id<'user'>, amountCents: bigint): Promise<Id<'hold'>> {
  const rows = await tx.query<{ id: Id<'hold'> }>(
    sql`insert into holds (user_id, amount_cents) values (${userId}, ${amountCents}) returning id`,
  );
  return rows[0]?.id as Id<'hold'>;
}

/** What became of an attempt to end a hold: whose it is, and whether it was this attempt that ended it. */
interface EndedHold {
  userId: Id<'user'>;
  amountCents: bigint;
  ended: boolean;
}

/**
 * Ends a hold that is still there, at most once whoever else tries; null where there is no such hold. The account is
 * locked before the hold, as everywhere.
 */
export async function endHold(tx: Tx, id: Id<'hold'>, status: 'SETTLED' | 'RELEASED'): Promise<EndedHold | null> {
  const rows = await tx.query<EndedHold>(sql`
    with hold as materialized (
      select id, user_id, amount_cents from holds where id = ${id}
    ), locked as materialized (
      select user_id from accounts where user_id = (select user_id from hold) for update
    ), ended as (
      update holds set status = ${status}, ended_at = now()
      from locked where holds.id = ${id} and holds.user_id = locked.user_id and holds.status = 'HELD'
      returning holds.id
    )
    select user_id, amount_cents, exists (select from ended) as ended from hold`);
  return rows[0] ?? null;
}
