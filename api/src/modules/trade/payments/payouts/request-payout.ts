import type { Clock } from '../../../../platform/clock.ts';
import type { Db, Tx } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import { dayEnd, dayOf, dayStart } from '../../../../platform/days.ts';
import { MINUTE_MS } from '../../../../platform/durations.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { PersonFacts } from '../../../../platform/personal-data/person-facts.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { holdBalance, lockAccount, notifyBalance } from '../../../assets/wallet/index.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import type { NotificationContent, NotifySecurity } from '../../../people/notifications/index.ts';
import { centsSince, keptDays, readBroughtDays } from '../../../people/person-facts/index.ts';
import { hasSecondFactor, requireSecondFactor, type SecondFactorDeps } from '../../../people/two-factor/index.ts';
import { insertWait } from '../../../people/withdrawal-waits/index.ts';
import { assertMayHandOn } from '../../suspensions/index.ts';
import {
  amountFaultOf,
  amountRefused,
  confirmFaultOf,
  payoutNotFound,
  pixKeyRefused,
  secondFactorNeeded,
  stepRefused,
  type WithdrawLimits,
} from './payout-steps.records.ts';
import {
  PAYOUT_ENTITY,
  type Payout,
  type PixKeyType,
  readPixKey,
  withdrawConfirmMinutesSetting,
  withdrawDailyMaxSetting,
  withdrawMaxSetting,
  withdrawMinSetting,
} from './payouts.records.ts';
import {
  hasAskedTo,
  hasConfirmedKeyOf,
  insertPayout,
  lockPayout,
  sumAskedSince,
  takePayoutId,
  updateToPending,
} from './payouts.sql.ts';

/** The owner recognises the key by its end. */
const SHOWN = 4;

const pixKeyIsNew = (pixKey: string): NotificationContent => ({
  type: 'SYSTEM',
  title: 'Nova chave Pix',
  message:
    `Um saque foi pedido para uma chave Pix nova, que termina em ${pixKey.slice(-SHOWN)}. Se não foi você, cancele o ` +
    'saque, encerre todas as sessões e fale com o suporte agora.',
  en: {
    title: 'A new Pix key',
    message:
      `A withdrawal to a new Pix key was asked for, which ends in ${pixKey.slice(-SHOWN)}. If it was not you, cancel the ` +
      'withdrawal, end all sessions and talk to support now.',
  },
  metadata: { event: 'PIX_KEY_NEW' },
});

const WITHDRAWN = 'moneyWithdrawals';

/** The accounts that the same person had before count, too. */
export async function sumAskedToday(db: Db | Tx, userId: Id<'user'>, now: Date): Promise<Cents> {
  const today = dayOf(now);
  const [own, brought] = await Promise.all([
    sumAskedSince(db, userId, dayStart(today)),
    readBroughtDays(db, userId, WITHDRAWN),
  ]);
  return own + centsSince(brought, today);
}

export const payoutsFollow: PersonFacts = {
  [WITHDRAWN]: {
    keep: async (tx, userId, now) => {
      const today = dayOf(now);
      const all = new Map([[today, await sumAskedToday(tx, userId, now)]]);
      return keptDays(new Map(), all, { first: today, until: dayEnd(today) });
    },
  },
};

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
  pixKey: string;
}

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

/** The account is locked first, so that requests of one user follow each other and each sees the sum of its day. */
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

interface ConfirmCommand {
  id: Id<'money-withdrawal'>;
  userId: Id<'user'>;
  amountCents: Cents;
  code: string;
  ip: string | null;
}

/** The code is checked last, so that a refused confirmation does not use it up. */
export async function confirmPayout(
  deps: SecondFactorDeps,
  { id, userId, amountCents, code, ip }: ConfirmCommand,
  once: Once<Payout> | null,
): Promise<Payout> {
  return writeOnce(deps.db, once, async (tx) => {
    const payout = await lockPayout(tx, id, userId);
    if (payout === null) throw payoutNotFound();
    const now = deps.clock.now();
    const fault = confirmFaultOf(payout, amountCents, now);
    if (fault !== null) throw stepRefused(fault, payout.status);
    await lockAccount(tx, userId);
    await assertMayHandOn(tx, userId);
    const isKnownKey = await hasConfirmedKeyOf(tx, payout);
    await requireSecondFactor(deps, tx, { userId, code, ip });
    if (!isKnownKey) await insertWait(tx, { userId, cause: 'PIX_KEY', at: now });
    const entity = { type: PAYOUT_ENTITY, id };
    // The trail is never erased, so it has no key.
    const metadata = { amountCents, pixKeyType: payout.pixKeyType };
    const [confirmed] = await Promise.all([
      updateToPending(tx, id, now),
      recordAudit(tx, [{ action: 'WITHDRAWAL_CONFIRMED', userId, actorId: userId, entity, metadata, ip }]),
    ]);
    return confirmed;
  });
}
