import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Module } from '../../../platform/module.ts';
import type { Cents } from '../../../platform/money.ts';
import type { LedgerEntry, PlayBar, PlayGuard, Standing } from './wallet.records.ts';

/** Reads many users by one statement; a user without an account is absent. */
export async function readStandings(db: Db, userIds: readonly Id<'user'>[]): Promise<Map<Id<'user'>, Standing>> {
  const rows = await db.query<Standing & { userId: Id<'user'> }>(sql`
    select user_id, balance_cents, debt_cents from accounts where user_id = any(${userIds}::bigint[])`);
  return new Map(rows.map((row) => [row.userId, row]));
}

/** The amounts are those of the user after all entries. */
export interface WrittenEntry extends Standing {
  transferId: Id<'transfer'>;
  userId: Id<'user'>;
  /** This part of the debt was paid; below zero it came back. */
  paidCents: Cents;
}

const PAID_REASON = 'Pagamento de um depósito que foi devolvido';
const REFUND_REASON = 'Um depósito não foi devolvido: o valor pago por ele está de volta';

/**
 * Writes any number of entries of any users, with the balances that follow from them, by one statement. It returns a row
 * for each entry in the order given, and none for an entry whose user has no account. Accounts are locked in the order of
 * their ids, so that two of these statements never wait for each other.
 *
 * Entries happen in their order: one that the user cannot pay at its place is refused, even if a later one would make up
 * for it. The statement sets the balance to −1, for the constraint to refuse it by its name.
 *
 * A user with a debt has no balance: every credit pays the debt first, by an entry that this statement adds, and a debt
 * that is more than paid gives the rest back. So balance less debt is one sum.
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
    select written.id as transfer_id, user_id, balance_cents, debt_cents, paid_cents
    from written join changed using (user_id) where type not in ('DEBT_PAYMENT', 'DEBT_REFUND') order by written.id`);
}

export async function lockBalance(tx: Tx, userId: Id<'user'>): Promise<Cents | null> {
  const rows = await tx.query<{ balanceCents: Cents }>(
    sql`select balance_cents from accounts where user_id = ${userId} for update`,
  );
  return rows[0]?.balanceCents ?? null;
}

/** Returns how many of these accounts there are. */
export async function lockBalances(tx: Tx, userIds: readonly Id<'user'>[]): Promise<number> {
  const rows = await tx.query(
    sql`select user_id from accounts where user_id = any(${userIds}::bigint[]) order by user_id for update`,
  );
  return rows.length;
}

export async function insertHold(tx: Tx, userId: Id<'user'>, amountCents: Cents): Promise<Id<'hold'>> {
  const rows = await tx.query<{ id: Id<'hold'> }>(
    sql`insert into holds (user_id, amount_cents) values (${userId}, ${amountCents}) returning id`,
  );
  return rows[0]?.id as Id<'hold'>;
}

interface EndedHold {
  userId: Id<'user'>;
  amountCents: Cents;
  /** False if the hold had ended before. */
  ended: boolean;
}

/** Ends a hold once, however many try; null where there is no hold of this id. It locks the account before the hold. */
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

interface GuardRow {
  kind: PlayBar | null;
  until: Date;
  hasLimits: boolean;
}

const GUARD = sql`select play_bar as kind, play_barred_until as until, has_limits from accounts`;

export async function findGuard(db: Db | Tx, userId: Id<'user'>): Promise<PlayGuard | null> {
  return guardOf(await db.query<GuardRow>(sql`${GUARD} where user_id = ${userId}`));
}

export async function lockGuard(tx: Tx, userId: Id<'user'>): Promise<PlayGuard | null> {
  return guardOf(await tx.query<GuardRow>(sql`${GUARD} where user_id = ${userId} for update`));
}

function guardOf([row]: readonly GuardRow[]): PlayGuard | null {
  if (row === undefined) return null;
  const { kind, until, hasLimits } = row;
  return { bar: kind === null ? null : { kind, until }, hasLimits };
}

export async function updatePlayBar(tx: Tx, userId: Id<'user'>, kind: PlayBar, until: Date): Promise<void> {
  await tx.query(sql`
    update accounts set play_bar = ${kind}, play_barred_until = ${until} where user_id = ${userId}`);
}

export async function updateBarForEver(tx: Tx, userId: Id<'user'>): Promise<void> {
  await tx.query(sql`
    update accounts set play_bar = 'CLOSED', play_barred_until = 'infinity' where user_id = ${userId}`);
}

/** The room for stakes followed from the former limits. */
export async function updateHasLimits(tx: Tx, userId: Id<'user'>, hasLimits: boolean): Promise<void> {
  await tx.query(sql`update accounts set has_limits = ${hasLimits}, stake_room_cents = 0 where user_id = ${userId}`);
}

export const walletPersonalData: Required<Module<never>>['personalData'] = {
  account: {
    key: 'balance_cents',
    rows: (userId) => sql`
      select balance_cents, debt_cents, nonce, wagered_cents from accounts where user_id = ${userId}`,
  },
  transfers: {
    key: 'id',
    rows: (userId) => sql`
      select id, debit_account, credit_account, amount_cents, type, reason,
        upper(replace(reference_type, '-', '_')) as reference_type, reference_id, created_at
      from transfers where user_id = ${userId}`,
  },
  holds: {
    key: 'id',
    rows: (userId) => sql`select id, amount_cents, status, created_at, ended_at from holds where user_id = ${userId}`,
  },
};

export const walletUnsettled: Required<Module<never>>['unsettled'] = {
  debt: (userId) => sql`select from accounts where user_id = ${userId} and debt_cents <> 0`,
  balance: (userId) => sql`select from accounts where user_id = ${userId} and balance_cents <> 0`,
  holds: (userId) => sql`select from holds where user_id = ${userId} and status = 'HELD'`,
};
