import type { Clock } from '../../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import { MINUTE_MS } from '../../../../platform/durations.ts';
import type { Id } from '../../../../platform/ids.ts';
import { addJob } from '../../../../platform/jobs/jobs.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import { OutsideError } from '../../../../platform/outbound/outside-error.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import { raiseAlert } from '../../../people/alerts/index.ts';
import type { Inbox } from '../inbox/create-inbox.ts';
import { PIX_PROVIDER } from '../inbox/inbox.records.ts';
import { eventsOf } from '../inbox/providers.ts';
import type { Pix } from '../pix/pix.records.ts';
import { chargeNotChecked, depositExpiredEvent } from './deposits.messages.ts';
import {
  type AskedDeposit,
  cancelPending,
  type ExpiredDeposit,
  expireDeposits,
  findLastPending,
  listToRemove,
  markRemoved,
  stopWatching,
  takeToAsk,
} from './deposits.sql.ts';

const EXPIRED_AT_ONCE = 500;

interface ExpireDeps {
  db: Db;
  clock: Clock;
  push: Pick<Push, 'toUser'>;
}

export async function expireDueDeposits({ db, clock, push }: ExpireDeps): Promise<void> {
  let expired: ExpiredDeposit[];
  do {
    expired = await transaction(db, (tx) => expireDeposits(tx, clock.now(), EXPIRED_AT_ONCE));
    pushExpired(push, expired);
  } while (expired.length === EXPIRED_AT_ONCE);
}

/** After the commit. */
function pushExpired(push: Pick<Push, 'toUser'>, expired: readonly ExpiredDeposit[]): void {
  for (const { id, userId, amountCents } of expired) {
    push.toUser(userId, depositExpiredEvent, { depositId: id, amountCents: amountCents.toString() });
  }
}

export const CANCEL_CHARGES = 'call-off-charges';

export interface CancelledCharges {
  userId: Id<'user'>;
  /** The last deposit before the cancellation. */
  lastId: Id<'deposit'>;
}

/**
 * Cancels the open charges of a user who lowers a limit, pauses or self-excludes, if and only if `tx` commits. A job
 * does it, because it asks the provider and deposits are locked before accounts. The caller holds the account, so the
 * last id separates earlier deposits from later ones without comparing clocks.
 */
export async function cancelCharges(tx: Tx, userId: Id<'user'>): Promise<void> {
  const lastId = await findLastPending(tx, userId);
  if (lastId === null) return;
  const cancelled: CancelledCharges = { userId, lastId };
  await addJob(tx, CANCEL_CHARGES, { ...cancelled });
}

interface CancelDeps {
  db: Db;
  clock: Clock;
  pix: Pix | null;
  push: Pick<Push, 'toUser'>;
}

/** It throws until the provider has removed every charge that can still be paid, and the job runs again. */
export async function cancelOpenCharges(
  { db, clock, pix, push }: CancelDeps,
  { userId, lastId }: CancelledCharges,
): Promise<void> {
  pushExpired(push, await transaction(db, (tx) => cancelPending(tx, { userId, lastId, now: clock.now() })));
  if (pix === null) return;
  for (const { id, txid } of await listToRemove(db, userId, clock.now())) {
    await pix.removeCharge(txid);
    await markRemoved(db, id, clock.now());
  }
}

interface ReconcileDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  pix: Pix | null;
  inbox: Inbox;
}

/** A webhook may take this long. */
const MISSED_AFTER_MS = 2 * MINUTE_MS;
/** After this time the provider has reported every payment. */
const CERTAIN_AFTER_MS = 15 * MINUTE_MS;
const AT_ONCE = 100;
const MAX_FAILURES = 3;
/** The server stops asking about a charge after these times. */
const UNREADABLE_FOR_MS = 6 * 60 * MINUTE_MS;
const UNREACHABLE_FOR_MS = 3 * 24 * 60 * MINUTE_MS;
/** Every charge would get these refusals. */
const REFUSED_TO_ALL = [401, 403, 429];

/** A lost message loses no payment, because the server asks for it. */
export async function reconcileDeposits({ db, clock, logger, pix, inbox }: ReconcileDeps): Promise<void> {
  if (pix === null) return;
  const now = clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  const limits = { now, madeBefore: before(MISSED_AFTER_MS), endedBefore: before(CERTAIN_AFTER_MS), limit: AT_ONCE };
  const deposits = await transaction(db, (tx) => takeToAsk(tx, limits));
  let failures = 0;
  for (const deposit of deposits) {
    const { id, txid, expiresAt } = deposit;
    try {
      const charge = await pix.findCharge(txid);
      const payments = charge?.payments ?? [];
      await inbox.receive(PIX_PROVIDER, payments.flatMap(eventsOf), 'RECONCILIATION');
      // The payments are stored and will be applied.
      if (payments.length > 0 || expiresAt <= limits.endedBefore) await transaction(db, (tx) => stopWatching(tx, id));
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error;
      const isUnreachable = concernsAll(error);
      logger.warn({ err: error, depositId: id }, 'The provider could not be asked for a charge');
      if (expiresAt <= before(isUnreachable ? UNREACHABLE_FOR_MS : UNREADABLE_FOR_MS)) {
        logger.error({ depositId: id }, 'A charge is asked for no more, and what was paid of it is not known');
        await giveUp(db, deposit);
      }
      if (isUnreachable) failures += 1;
      if (failures === MAX_FAILURES) break;
    }
  }
  await inbox.settled();
}

/** The night of a bank may be long; repeats are known by their names. */
const STATEMENT_MS = 26 * 60 * MINUTE_MS;

/** It has payments that no message told of, and late ones, whose charge is asked for no more. */
export async function readStatement({ clock, logger, pix, inbox }: Omit<ReconcileDeps, 'db'>): Promise<void> {
  if (pix === null) return;
  const to = clock.now();
  try {
    const payments = await pix.listPayments(new Date(to.getTime() - STATEMENT_MS), to);
    await inbox.receive(PIX_PROVIDER, payments.flatMap(eventsOf), 'RECONCILIATION');
    await inbox.settled();
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    logger.warn({ err: error }, 'The statement of the bank could not be read');
  }
}

/** An administrator must look it up, unless a payment was reported meanwhile. */
const giveUp = (db: Db, deposit: AskedDeposit): Promise<void> =>
  transaction(db, async (tx) => {
    if (await stopWatching(tx, deposit.id)) await raiseAlert(tx, chargeNotChecked(deposit));
  });

/** An unreadable charge must not keep the others from being checked. */
const concernsAll = ({ fault, status }: OutsideError): boolean =>
  ['NOT_SENT', 'UNKNOWN', 'FAILED'].includes(fault) || REFUSED_TO_ALL.includes(status ?? 0);
