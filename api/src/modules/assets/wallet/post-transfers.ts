import { strict as assert } from 'node:assert';
import type { Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import { userNotFound } from '../../people/users/index.ts';
import { lockBalance, lockBalances, writeEntries } from './ledger.sql.ts';
import { countEntries } from './wallet.counts.ts';
import { balanceTooLarge } from './wallet.errors.ts';
import { isTransferAmount } from './wallet.rules.ts';
import type { Credit, GameCredit, LedgerEntry, PostedTransfers, Transfer } from './wallet.types.ts';

/** Money for users that no game pays: one statement however many there are, all or nothing. 404 for an unknown user. */
export const creditBalances = (tx: Tx, credits: readonly Credit[]): Promise<PostedTransfers> =>
  postTransfers(
    tx,
    credits.map((credit) => ({ ...credit, direction: 'CREDIT' })),
  );

/** As `creditBalances`, for what games pay. */
export const creditWinnings = (tx: Tx, credits: readonly GameCredit[]): Promise<PostedTransfers> =>
  postEntries(
    tx,
    credits.map((credit) => ({ ...credit, debitAccount: 'SYSTEM', creditAccount: 'USER' })),
  );

/** One statement however many there are, all or nothing. 400 where a balance is too low, 404 for an unknown user. */
export function postTransfers(tx: Tx, transfers: readonly Transfer[]): Promise<PostedTransfers> {
  return postEntries(tx, transfers.map(entryOf));
}

function entryOf({ direction, ...rest }: Transfer): LedgerEntry {
  return direction === 'CREDIT'
    ? { ...rest, debitAccount: 'SYSTEM', creditAccount: 'USER' }
    : { ...rest, debitAccount: 'USER', creditAccount: 'SYSTEM' };
}

export async function postEntries(tx: Tx, entries: readonly LedgerEntry[]): Promise<PostedTransfers> {
  for (const { amountCents } of entries) assert(isTransferAmount(amountCents), `not an amount: ${amountCents}`);
  if (entries.length === 0) return { transferIds: [], balances: new Map(), debts: new Map() };
  const written = await writeEntries(tx, entries).catch(refuseOverflow);
  if (written.length < entries.length) throw userNotFound();
  countEntries(tx, entries);
  countEntries(tx, settlementsOf(written));
  return {
    transferIds: written.map(({ transferId }) => transferId),
    balances: new Map(written.map(({ userId, balanceCents }) => [userId, balanceCents])),
    debts: new Map(written.map(({ userId, debtCents }) => [userId, debtCents])),
  };
}

/** What was paid of debts with it, or came back of that: once for each user. */
function settlementsOf(written: readonly { userId: Id<'user'>; paidCents: Cents }[]) {
  const paid = new Map(written.map(({ userId, paidCents }) => [userId, paidCents]));
  return [...paid.values()]
    .filter((cents) => cents !== 0n)
    .map((cents) =>
      cents > 0n
        ? ({ type: 'DEBT_PAYMENT', amountCents: cents } as const)
        : ({ type: 'DEBT_REFUND', amountCents: -cents } as const),
    );
}

const NUMERIC_VALUE_OUT_OF_RANGE = '22003';

/** PostgreSQL refuses a balance beyond 64 bits rather than letting it wrap. */
function refuseOverflow(error: unknown): never {
  throw (error as { code?: unknown }).code === NUMERIC_VALUE_OUT_OF_RANGE ? balanceTooLarge() : error;
}

/** Locks the account until the end of `tx` and gives its balance. The account comes first, then rows of items by id. */
export async function lockAccount(tx: Tx, userId: Id<'user'>): Promise<bigint> {
  const balanceCents = await lockBalance(tx, userId);
  if (balanceCents === null) throw userNotFound();
  return balanceCents;
}

/** Of several users: before anything is changed of any, so that two who lock the same never wait for each other. */
export async function lockAccounts(tx: Tx, userIds: readonly Id<'user'>[]): Promise<void> {
  const locked = await lockBalances(tx, userIds);
  if (locked < new Set(userIds).size) throw userNotFound();
}
