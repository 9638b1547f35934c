import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/db.ts';
import { dayEnd, dayOf } from '../../../../platform/days.ts';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { readProtection } from '../../../assets/limits/index.ts';
import { readStandings } from '../../../assets/wallet/index.ts';
import { hasSecondFactor } from '../../../people/two-factor/index.ts';
import { hasSuspension } from '../../suspensions/index.ts';
import { depositMaxCentsSetting, depositMinCentsSetting, openDepositsSetting } from '../deposits/deposits.records.ts';
import { sumOpenDeposits } from '../deposits/deposits.sql.ts';
import { withdrawDailyMaxSetting, withdrawMaxSetting, withdrawMinSetting } from '../payouts/payouts.records.ts';
import { sumAskedToday } from '../payouts/request-payout.ts';
import type { Pix } from '../pix/pix.records.ts';
import { Allowance, depositAllowanceOf, withdrawalAllowanceOf } from './allowance.records.ts';

export function allowancePlayerRoutes(routes: Routes, deps: AllowanceDeps): void {
  routes.get(
    '/payment/allowance',
    {
      schema: {
        operationId: 'getPaymentAllowance',
        summary: 'Read how much you may deposit and withdraw',
        description:
          'The amounts follow from your own limits, the rules of the platform and your payments of today; if you may ' +
          'not pay, the answer has the reason. Every deposit and withdrawal is checked again when it is requested.',
        response: { 200: Allowance },
      },
    },
    async (request) => readAllowance(deps, callerOf(request).userId),
  );
}

interface AllowanceDeps {
  db: Db;
  clock: Clock;
  settings: Settings;
  pix: Pix | null;
}

/** Deposits and withdrawals check this again under the lock on the account. */
async function readAllowance(deps: AllowanceDeps, userId: Id<'user'>): Promise<Allowance> {
  const { db, clock, settings, pix } = deps;
  const now = clock.now();
  const [protection, open, standings, askedTodayCents, isProtected, isSuspended] = await Promise.all([
    readProtection(deps, userId),
    sumOpenDeposits(db, userId),
    readStandings(db, [userId]),
    sumAskedToday(db, userId, now),
    hasSecondFactor(db, userId),
    hasSuspension(db, userId),
  ]);
  const deposit = depositAllowanceOf({
    hasProvider: pix !== null,
    isBarred: protection.bar !== null,
    isAgeConfirmed: protection.ageConfirmedAt !== null,
    limits: protection.limits,
    open,
    rules: {
      minCents: BigInt(settings.get(depositMinCentsSetting)),
      maxCents: BigInt(settings.get(depositMaxCentsSetting)),
      maxOpen: settings.get(openDepositsSetting),
    },
  });
  const withdrawal = withdrawalAllowanceOf({
    isSuspended,
    hasSecondFactor: isProtected,
    balanceCents: standings.get(userId)?.balanceCents ?? 0n,
    askedTodayCents,
    rules: {
      minCents: BigInt(settings.get(withdrawMinSetting)),
      maxCents: BigInt(settings.get(withdrawMaxSetting)),
      dailyMaxCents: BigInt(settings.get(withdrawDailyMaxSetting)),
    },
  });
  return { deposit, withdrawal, dayEndsAt: dayEnd(dayOf(now)) };
}
