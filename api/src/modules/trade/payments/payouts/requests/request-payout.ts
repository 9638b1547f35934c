import type { Clock } from '../../../../../platform/clock.ts';
import type { Db, Tx } from '../../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../../platform/database/idempotency.ts';
import { MINUTE_MS } from '../../../../../platform/durations.ts';
import type { Id } from '../../../../../platform/ids.ts';
import type { Cents } from '../../../../../platform/money.ts';
import type { Push } from '../../../../../platform/realtime/events.ts';
import type { Settings } from '../../../../../platform/settings/settings.ts';
import { holdBalance, lockAccount, notifyBalance } from '../../../../assets/wallet/index.ts';
import type { NotifySecurity } from '../../../../people/notifications/index.ts';
import { hasSecondFactor } from '../../../../people/two-factor/index.ts';
import { assertMayHandOn } from '../../../suspensions/index.ts';
import { hasAskedTo, insertPayout, takePayoutId } from '../change-payouts.sql.ts';
import { amountRefused, pixKeyRefused, secondFactorNeeded } from '../payouts.errors.ts';
import { pixKeyIsNew } from '../payouts.notifications.ts';
import { amountFaultOf, type WithdrawLimits } from '../payouts.rules.ts';
import { PAYOUT_ENTITY, type Payout } from '../payouts.types.ts';
import { sumAskedToday } from '../person-facts.ts';
import { type PixKeyType, readPixKey } from '../pix-keys.rules.ts';
import {
  withdrawConfirmMinutesSetting,
  withdrawDailyMaxSetting,
  withdrawMaxSetting,
  withdrawMinSetting,
} from '../withdraw-settings.ts';

export interface RequestDeps {
  db: Db;
  clock: Clock;
  settings: Pick<Settings, 'read'>;
  push: Pick<Push, 'toUser'>;
  notifySecurity: NotifySecurity;
}

interface RequestCommand {
  userId: Id<'user'>;
  amountCents: Cents;
  pixKeyType: PixKeyType;
  /** As it was typed. */
  pixKey: string;
}

/** From the commit on the money is held, and out of reach of everything else. */
export async function requestPayout(
  deps: RequestDeps,
  { pixKey: typed, ...command }: RequestCommand,
  once: Once<Payout> | null,
): Promise<Payout> {
  const pixKey = readPixKey(command.pixKeyType, typed);
  if (pixKey === null) throw pixKeyRefused(command.pixKeyType);
  let balanceCents: Cents = 0n;
  const payout = await writeOnce(deps.db, once, async (tx) => {
    const ground = await readGround(deps, tx, command.userId);
    const { todayCents, limits } = ground;
    await assertMayHandOn(tx, command.userId);
    if (!ground.isProtected) throw secondFactorNeeded();
    const fault = amountFaultOf(command.amountCents, todayCents, limits);
    if (fault !== null) throw amountRefused(fault, todayCents, limits);
    balanceCents = ground.balanceCents - command.amountCents;
    const isKnownKey = await hasAskedTo(tx, command.userId, pixKey);
    if (!isKnownKey) await deps.notifySecurity(tx, command.userId, [pixKeyIsNew(pixKey)]);
    return hold(deps, tx, { ...command, pixKey, confirmMinutes: ground.confirmMinutes });
  });
  notifyBalance(deps.push, payout.userId, balanceCents);
  return payout;
}

/**
 * What is decided on. Sent together, the account first: it stays locked, so that requests of one user follow each other and
 * each sees all that was asked for on its day.
 */
async function readGround({ clock, settings }: RequestDeps, tx: Tx, userId: Id<'user'>) {
  const [balanceCents, isProtected, todayCents, min, max, dailyMax, confirmMinutes] = await Promise.all([
    lockAccount(tx, userId),
    hasSecondFactor(tx, userId),
    sumAskedToday(tx, userId, clock.now()),
    settings.read(tx, withdrawMinSetting),
    settings.read(tx, withdrawMaxSetting),
    settings.read(tx, withdrawDailyMaxSetting),
    settings.read(tx, withdrawConfirmMinutesSetting),
  ]);
  const limits: WithdrawLimits = { minCents: BigInt(min), maxCents: BigInt(max), dailyMaxCents: BigInt(dailyMax) };
  return { balanceCents, isProtected, todayCents, limits, confirmMinutes };
}

async function hold(
  { clock }: Pick<RequestDeps, 'clock'>,
  tx: Tx,
  { confirmMinutes, ...command }: RequestCommand & { confirmMinutes: number },
): Promise<Payout> {
  const { userId, amountCents } = command;
  const id = await takePayoutId(tx);
  const reference = { type: PAYOUT_ENTITY, id };
  const holdId = await holdBalance(tx, { userId, amountCents, reason: `Saque ${id}`, reference });
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + confirmMinutes * MINUTE_MS);
  return insertPayout(tx, { id, holdId, ...command, createdAt, expiresAt });
}
