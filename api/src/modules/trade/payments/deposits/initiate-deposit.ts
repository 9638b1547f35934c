import { strict as assert } from 'node:assert';
import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import { claimKey, type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import { OutsideError } from '../../../../platform/outbound/outside-error.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { lockAccount } from '../../../assets/wallet/index.ts';
import { PIX_PROVIDER } from '../inbox/inbox.records.ts';
import type { Pix } from '../pix/pix.records.ts';
import {
  type Deposit,
  depositMaxCentsSetting,
  depositMinCentsSetting,
  depositMinutesSetting,
  depositOutOfLimits,
  openDepositsSetting,
  paymentsUnavailable,
  tooManyOpenDeposits,
} from './deposits.records.ts';
import {
  expireUnmade,
  findDepositByTxid,
  findOwnDeposit,
  insertDeposit,
  sumOpenDeposits,
  writeCode,
} from './deposits.sql.ts';

/** Throws if the user may not deposit this much beside the open charges. The account is locked. */
type MayDeposit = (
  tx: Tx,
  deposit: { userId: Id<'user'>; amountCents: Cents; openCents: Cents; now: Date },
) => Promise<void>;

export interface InitiateDeps {
  db: Db;
  clock: Clock;
  settings: Settings;
  /** Null without a payment provider. */
  pix: Pix | null;
  mayDeposit?: MayDeposit | undefined;
}

interface InitiateCommand {
  userId: Id<'user'>;
  amountCents: Cents;
}

/** A shorter charge could not be paid. Money that arrives after the end is credited all the same. */
const LEAST_SECONDS = 60;

/**
 * The deposit is committed before the provider is asked, so that every charge is known here. A txid makes one charge.
 */
export async function initiateDeposit(
  deps: InitiateDeps,
  command: InitiateCommand,
  once: Once<Deposit> | null,
): Promise<Deposit> {
  const { db, clock, pix } = deps;
  assertWithinLimits(deps.settings, command.amountCents);
  if (pix === null) throw paymentsUnavailable();
  const { id, txid, amountCents, expiresAt } = await placeDeposit(deps, command, once);
  // A repeat may come long after the deposit was placed.
  const leftSeconds = Math.floor((expiresAt.getTime() - clock.now().getTime()) / 1000);
  const expiresInSeconds = Math.max(leftSeconds, LEAST_SECONDS);
  try {
    const { code } = await pix.makeCharge({ txid, amountCents, expiresInSeconds });
    return await writeOnce(db, once, async (tx) => {
      const [, deposit] = await Promise.all([writeCode(tx, id, code), findOwnDeposit(tx, command.userId, id)]);
      assert(deposit !== null, 'a deposit is never deleted');
      return deposit;
    });
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    const mayExist = error.fault !== 'REFUSED' && error.fault !== 'NOT_SENT';
    await transaction(db, (tx) => expireUnmade(tx, id, clock.now(), mayExist));
    throw paymentsUnavailable(error);
  }
}

/** A key always gives the same txid, so that a repeat after a crash finds the deposit of the first request. */
async function placeDeposit(
  deps: InitiateDeps,
  command: InitiateCommand,
  once: Once<Deposit> | null,
): Promise<Deposit> {
  if (once !== null) {
    const { ownerId, key, fingerprint } = once.key;
    const txid = createHash('sha256').update(`${ownerId} ${fingerprint} ${key}`).digest('hex').slice(0, 32);
    const placed = await transaction(deps.db, async (tx) => {
      await claimKey(tx, once.key);
      return place(tx, deps, command, txid);
    });
    // The charge could not be made, or the key was used more than a day ago.
    if (placed.status === 'PENDING' && placed.expiresAt > deps.clock.now()) return placed;
  }
  return transaction(deps.db, (tx) => place(tx, deps, command, randomBytes(16).toString('hex')));
}

async function place(tx: Tx, deps: InitiateDeps, command: InitiateCommand, txid: string): Promise<Deposit> {
  const { clock, settings, mayDeposit } = deps;
  const { userId, amountCents } = command;
  // The lock keeps the number of open deposits fixed.
  const [, existing, open, mostOpen, minutes] = await Promise.all([
    lockAccount(tx, userId),
    findDepositByTxid(tx, txid),
    sumOpenDeposits(tx, userId),
    settings.read(tx, openDepositsSetting),
    settings.read(tx, depositMinutesSetting),
  ]);
  if (existing !== null) return existing;
  if (open.count >= mostOpen) throw tooManyOpenDeposits(mostOpen);
  const createdAt = clock.now();
  await mayDeposit?.(tx, { userId, amountCents, openCents: open.cents, now: createdAt });
  const expiresAt = new Date(createdAt.getTime() + minutes * 60_000);
  const provider = PIX_PROVIDER;
  const [id, placed] = await Promise.all([
    insertDeposit(tx, { userId, provider, txid, amountCents, createdAt, expiresAt }),
    findDepositByTxid(tx, txid),
  ]);
  assert(id !== null && placed !== null, 'the txid was free under the lock of the account');
  return placed;
}

function assertWithinLimits(settings: Settings, amountCents: Cents): void {
  const least = BigInt(settings.get(depositMinCentsSetting));
  const most = BigInt(settings.get(depositMaxCentsSetting));
  if (amountCents < least || amountCents > most) throw depositOutOfLimits(least, most);
}
