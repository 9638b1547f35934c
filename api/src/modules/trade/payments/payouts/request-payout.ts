import type { Clock } from '../../../../platform/clock.ts';
import type { Db, Tx } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import { dayOf, dayStart } from '../../../../platform/days.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import type { Settings } from '../../../../platform/settings.ts';
import { holdBalance, lockAccount, tellBalance } from '../../../assets/wallet/index.ts';
import { hasSecondFactor } from '../../../people/two-factor/index.ts';
import { insertPayout, sumAskedSince, takePayoutId } from './change-payouts.sql.ts';
import { amountRefused, pixKeyRefused, secondFactorNeeded } from './payouts.errors.ts';
import { amountFaultOf, type WithdrawLimits } from './payouts.rules.ts';
import { PAYOUT_ENTITY, type Payout } from './payouts.types.ts';
import { type PixKeyType, readPixKey } from './pix-keys.rules.ts';
import {
  withdrawConfirmMinutesSetting,
  withdrawDailyMaxSetting,
  withdrawMaxSetting,
  withdrawMinSetting,
} from './withdraw-settings.ts';

export interface RequestDeps {
  db: Db;
  clock: Clock;
  settings: Pick<Settings, 'get'>;
  push: Pick<Push, 'toUser'>;
}

interface RequestCommand {
  userId: Id<'user'>;
  amountCents: Cents;
  pixKeyType: PixKeyType;
  /** As it was typed. */
  pixKey: string;
}

const MINUTE_MS = 60_000;

/** From the commit on the money is held, and out of reach of everything else. */
export async function requestPayout(
  deps: RequestDeps,
  { pixKey: typed, ...command }: RequestCommand,
  once: Once<Payout> | null,
): Promise<Payout> {
  const pixKey = readPixKey(command.pixKeyType, typed);
  if (pixKey === null) throw pixKeyRefused(command.pixKeyType);
  let balanceCents = 0n;
  const payout = await writeOnce(deps.db, once, async (tx) => {
    balanceCents = (await checkedBalance(deps, tx, command)) - command.amountCents;
    return hold(deps, tx, { ...command, pixKey });
  });
  tellBalance(deps.push, payout.userId, balanceCents);
  return payout;
}

/** The account stays locked, so that requests of one user follow each other and none sees less of the day than there is. */
async function checkedBalance(
  { clock, settings }: RequestDeps,
  tx: Tx,
  { userId, amountCents }: Pick<RequestCommand, 'userId' | 'amountCents'>,
): Promise<Cents> {
  const [balanceCents, isProtected, todayCents] = await Promise.all([
    lockAccount(tx, userId),
    hasSecondFactor(tx, userId),
    sumAskedSince(tx, userId, dayStart(dayOf(clock.now()))),
  ]);
  if (!isProtected) throw secondFactorNeeded();
  const limits: WithdrawLimits = {
    minCents: BigInt(settings.get(withdrawMinSetting)),
    maxCents: BigInt(settings.get(withdrawMaxSetting)),
    dailyMaxCents: BigInt(settings.get(withdrawDailyMaxSetting)),
  };
  const fault = amountFaultOf(amountCents, todayCents, limits);
  if (fault !== null) throw amountRefused(fault, todayCents, limits);
  return balanceCents;
}

async function hold({ clock, settings }: RequestDeps, tx: Tx, command: RequestCommand): Promise<Payout> {
  const { userId, amountCents } = command;
  const id = await takePayoutId(tx);
  const reference = { type: PAYOUT_ENTITY, id };
  const holdId = await holdBalance(tx, { userId, amountCents, reason: `Withdrawal ${id}`, reference });
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + settings.get(withdrawConfirmMinutesSetting) * MINUTE_MS);
  return insertPayout(tx, { id, holdId, ...command, createdAt, expiresAt });
}
