import { strict as assert } from 'node:assert';
import { Type } from 'typebox';
import type { Db, Tx } from '../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../platform/database/idempotency.ts';
import type { Id } from '../../../platform/ids.ts';
import { type Cents, formatBrl } from '../../../platform/money.ts';
import { add, addOnCommit, defineCount } from '../../../platform/observability/metrics.ts';
import { defineEvent, type Push } from '../../../platform/realtime/events.ts';
import { CentsText } from '../../../platform/schemas.ts';
import { recordAudit } from '../../people/audit/index.ts';
import { userNotFound } from '../../people/users/index.ts';
import {
  type AdjustedBalance,
  adjustmentOfClosed,
  balanceTooLarge,
  type Credit,
  type GameCredit,
  holdEnded,
  holdNotFound,
  invalidAdjustment,
  isTransferAmount,
  type LedgerEntry,
  type PlayGuard,
  type PostedTransfers,
  type Transfer,
  type TransferReference,
} from './wallet.records.ts';
import {
  endHold,
  findGuard,
  insertHold,
  lockBalance,
  lockBalances,
  lockGuard,
  type WrittenEntry,
  writeEntries,
} from './wallet.sql.ts';

const transfers = defineCount({
  name: 'lisura_transfers_total',
  help: 'Changes of balances, by type',
  label: 'type',
});
const transferredCents = defineCount({
  name: 'lisura_transferred_cents_total',
  help: 'What changes of balances were of, in cents of BRL, by type',
  label: 'type',
});

/** A count that begins at 0 is seen to grow. */
export function expectTypes(types: readonly string[]): void {
  for (const type of types) for (const count of [transfers, transferredCents]) add(count, type, 0);
}

export function countEntries(tx: Tx, entries: readonly Pick<LedgerEntry, 'type' | 'amountCents'>[]): void {
  for (const { type, amountCents } of entries) {
    addOnCommit(tx, transfers, type, 1);
    addOnCommit(tx, transferredCents, type, Number(amountCents));
  }
}

/** Credits money that no game pays: see `postEntries`. */
export const creditBalances = (tx: Tx, credits: readonly Credit[]): Promise<PostedTransfers> =>
  postTransfers(
    tx,
    credits.map((credit) => ({ ...credit, direction: 'CREDIT' })),
  );

export const creditWinnings = (tx: Tx, credits: readonly GameCredit[]): Promise<PostedTransfers> =>
  postEntries(
    tx,
    credits.map((credit) => ({ ...credit, debitAccount: 'SYSTEM', creditAccount: 'USER' })),
  );

export const postTransfers = (tx: Tx, transfers: readonly Transfer[]): Promise<PostedTransfers> =>
  postEntries(
    tx,
    transfers.map(({ direction, ...rest }) =>
      direction === 'CREDIT'
        ? { ...rest, debitAccount: 'SYSTEM', creditAccount: 'USER' }
        : { ...rest, debitAccount: 'USER', creditAccount: 'SYSTEM' },
    ),
  );

/** Writes all entries by one statement, or none: it answers 400 if a balance is too low and 404 for an unknown user. */
async function postEntries(tx: Tx, entries: readonly LedgerEntry[]): Promise<PostedTransfers> {
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

/** Every entry of a user has the same amount paid. */
function settlementsOf(written: readonly WrittenEntry[]) {
  const paid = new Map(written.map(({ userId, paidCents }) => [userId, paidCents]));
  return [...paid.values()]
    .filter((cents) => cents !== 0n)
    .map((cents) =>
      cents > 0n ? { type: 'DEBT_PAYMENT', amountCents: cents } : { type: 'DEBT_REFUND', amountCents: -cents },
    );
}

const NUMERIC_VALUE_OUT_OF_RANGE = '22003';

function refuseOverflow(error: unknown): never {
  throw (error as { code?: unknown }).code === NUMERIC_VALUE_OUT_OF_RANGE ? balanceTooLarge() : error;
}

/** Locks the account until the end of `tx` and returns its balance. The account comes first, then rows of items by id. */
export async function lockAccount(tx: Tx, userId: Id<'user'>): Promise<Cents> {
  const balanceCents = await lockBalance(tx, userId);
  if (balanceCents === null) throw userNotFound();
  return balanceCents;
}

/** Comes before any change of these users, so that two callers never wait for each other. */
export async function lockAccounts(tx: Tx, userIds: readonly Id<'user'>[]): Promise<void> {
  const locked = await lockBalances(tx, userIds);
  if (locked < new Set(userIds).size) throw userNotFound();
}

interface HoldCause {
  reason: string;
  reference: TransferReference;
}

interface NewHold extends HoldCause {
  userId: Id<'user'>;
  amountCents: Cents;
}

interface HoldOutcome {
  userId: Id<'user'>;
  amountCents: Cents;
  balanceCents: Cents;
  transferId: Id<'transfer'>;
}

/** Sets money of the balance aside, to be settled or released once. */
export async function holdBalance(tx: Tx, { userId, amountCents, ...cause }: NewHold): Promise<Id<'hold'>> {
  await postEntries(tx, [
    { userId, amountCents, ...cause, debitAccount: 'USER', creditAccount: 'HELD', type: 'WITHDRAWAL_HOLD' },
  ]);
  return insertHold(tx, userId, amountCents);
}

/** The money has left the platform. */
export const settleHold = (tx: Tx, holdId: Id<'hold'>, cause: HoldCause): Promise<HoldOutcome> =>
  endWith(tx, holdId, 'SETTLED', { ...cause, debitAccount: 'HELD', creditAccount: 'SYSTEM', type: 'WITHDRAWAL' });

/** The user can spend the money again. */
export const releaseHold = (tx: Tx, holdId: Id<'hold'>, cause: HoldCause): Promise<HoldOutcome> =>
  endWith(tx, holdId, 'RELEASED', {
    ...cause,
    debitAccount: 'HELD',
    creditAccount: 'USER',
    type: 'WITHDRAWAL_RELEASE',
  });

async function endWith(
  tx: Tx,
  holdId: Id<'hold'>,
  status: 'SETTLED' | 'RELEASED',
  entry: Omit<LedgerEntry, 'userId' | 'amountCents'>,
): Promise<HoldOutcome> {
  const hold = await endHold(tx, holdId, status);
  if (hold === null) throw holdNotFound();
  if (!hold.ended) throw holdEnded();
  const { userId, amountCents } = hold;
  const { transferIds, balances } = await postEntries(tx, [{ ...entry, userId, amountCents }]);
  return {
    userId,
    amountCents,
    balanceCents: balances.get(userId) as bigint,
    transferId: transferIds[0] as Id<'transfer'>,
  };
}

/** Deposited money that was returned to the payer, or a return that was undone. */
export interface DebtChange {
  userId: Id<'user'>;
  /** Above zero the debt grows, below zero it shrinks. */
  changeCents: Cents;
  reason: string;
  reference: TransferReference;
}

/**
 * The statement pays a new debt from the balance as far as it can, and later credits pay the rest. A debt that shrinks
 * gives back the part that was paid.
 */
export const changeDebts = (tx: Tx, changes: readonly DebtChange[]): Promise<PostedTransfers> =>
  postEntries(
    tx,
    changes.map(({ changeCents: cents, ...rest }) =>
      cents > 0n
        ? { ...rest, amountCents: cents, debitAccount: 'DEBT', creditAccount: 'SYSTEM', type: 'DEPOSIT_RETURN' }
        : {
            ...rest,
            amountCents: -cents,
            debitAccount: 'SYSTEM',
            creditAccount: 'DEBT',
            type: 'DEPOSIT_RETURN_UNDONE',
          },
    ),
  );

/** The bar and the limits of a user stand on the account, so that every charge sees them under its lock. */
export const readPlayGuard = async (db: Db | Tx, userId: Id<'user'>) => known(await findGuard(db, userId));

/** Locks the account, as `lockAccount` does. */
export const lockPlayGuard = async (tx: Tx, userId: Id<'user'>) => known(await lockGuard(tx, userId));

function known(guard: PlayGuard | null): PlayGuard {
  if (guard === null) throw userNotFound();
  return guard;
}

export const balanceUpdated = defineEvent({
  name: 'balance:updated',
  audience: 'user',
  description:
    'Your balance has changed by a sale of one item or of all of them, by what a game took, paid or gave back, by a ' +
    'reward of an event, by a swap with the site, by money that you deposit or withdraw or that comes back of it, or by an ' +
    'administrator. What a play has changed names the play: a page that still shows its reel holds the balance back. It is ' +
    'not sent for a sale of several chosen items: read `GET /api/user/balance` after it.',
  payload: Type.Object(
    {
      balanceCents: Type.String({ ...CentsText, description: 'The whole balance afterwards, in cents of BRL' }),
      play: Type.Optional(
        Type.Object(
          {
            game: Type.String({ description: 'Such as `CASES`' }),
            ids: Type.Array(Type.String(), { description: 'Ids of the openings, of the upgrade, or of the battle' }),
          },
          { description: 'What has changed it, where that was a play of yours' },
        ),
      ),
    },
    { examples: [{ balanceCents: '123456' }] },
  ),
});

export function notifyBalance(
  push: Pick<Push, 'toUser'>,
  userId: Id<'user'>,
  balanceCents: Cents,
  play?: { game: string; ids: string[] },
): void {
  const balance = { balanceCents: balanceCents.toString() };
  push.toUser(userId, balanceUpdated, play === undefined ? balance : { ...balance, play });
}

interface AdjustBalance {
  userId: Id<'user'>;
  /** Below zero takes from the balance. */
  changeCents: Cents;
  reason: string;
  /** Null is the platform itself. */
  actorId: Id<'user'> | null;
  ip: string | null;
  /** Throws if the actor may not adjust it. It runs in the transaction of the change, under the lock of the account. */
  authorise?: (tx: Tx) => Promise<unknown>;
}

export async function adjustBalance(
  deps: { db: Db; push: Pick<Push, 'toUser'> },
  command: AdjustBalance,
  once: Once<AdjustedBalance> | null,
): Promise<AdjustedBalance> {
  const { userId, changeCents, reason, actorId, ip } = command;
  const isCredit = changeCents > 0n;
  const amountCents = isCredit ? changeCents : -changeCents;
  if (!isTransferAmount(amountCents)) throw invalidAdjustment();
  const adjusted = await writeOnce(deps.db, once, async (tx) => {
    if (command.authorise !== undefined) {
      await lockAccount(tx, userId);
      await command.authorise(tx);
    }
    const { transferIds, balances } = await postTransfers(tx, [
      { userId, direction: isCredit ? 'CREDIT' : 'DEBIT', amountCents, type: 'ADMIN_ADJUSTMENT', reason },
    ]);
    // The account is locked by now, so it is closed before or after this.
    if ((await readPlayGuard(tx, userId)).bar?.kind === 'CLOSED') throw adjustmentOfClosed();
    const balanceCents = balances.get(userId) as Cents;
    const transferId = transferIds[0] as Id<'transfer'>;
    const entity = { type: 'user', id: userId };
    const metadata = { amountCents: changeCents, balanceCents, reason, transferId };
    await recordAudit(tx, [{ action: 'BALANCE_ADJUSTED', userId, actorId, entity, metadata, ip }]);
    return { userId, balanceCents, balanceFormatted: formatBrl(balanceCents), transferId };
  });
  notifyBalance(deps.push, userId, adjusted.balanceCents);
  return adjusted;
}
