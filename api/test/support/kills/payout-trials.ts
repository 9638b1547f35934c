import { enableSecondFactor, setUpSecondFactor } from '../../../src/modules/people/two-factor/enrolment.ts';
import { codeOfStep, stepAt } from '../../../src/modules/people/two-factor/two-factor.records.ts';
import { systemClock as clock } from '../../../src/platform/clock.ts';
import type { Db } from '../../../src/platform/database/db.ts';
import type { Id } from '../../../src/platform/ids.ts';
import { type PayoutFlow, payoutDeps, runFlow } from './payout-flows.ts';
import type { Trials } from './stage.ts';

const amountCents = 2_000n;
const key = null;

/** Gives the recovery codes. */
async function protect(db: Db, userId: Id<'user'>): Promise<string[]> {
  const deps = payoutDeps(db);
  const { secret } = await setUpSecondFactor(deps, { userId });
  return enableSecondFactor(deps, { userId, code: codeOfStep(secret, stepAt(clock.now())) });
}

const codeOf = (codes: readonly string[]) => codes[0] as string;

async function requested(db: Db, userId: Id<'user'>) {
  const codes = await protect(db, userId);
  return { codes, id: await runFlow(db, { name: 'requestPayout', userId, key, command: { amountCents } }) };
}

export async function confirmedPayout(db: Db, userId: Id<'user'>): Promise<Id<'money-withdrawal'>> {
  const { codes, id } = await requested(db, userId);
  const command = { id, amountCents, code: codeOf(codes) };
  return runFlow(db, { name: 'confirmPayout', userId, key, command });
}

const back = { balanceCents: 2_000, transfers: ['WITHDRAWAL_RELEASE 2000'], holds: ['RELEASED 2000'] };

export const payoutTrials: Trials<PayoutFlow> = {
  kind: 'payouts',
  runFlow,
  trials: [
    {
      title: 'asking for money',
      flow: async ({ db }, { userId }) => {
        await protect(db, userId);
        return { name: 'requestPayout', userId, key, command: { amountCents } };
      },
      change: {
        balanceCents: -2_000,
        transfers: ['WITHDRAWAL_HOLD 2000'],
        holds: ['HELD 2000'],
        payouts: ['AWAITING_CONFIRMATION 2000'],
      },
    },
    {
      title: 'confirming a money withdrawal',
      flow: async ({ db }, { userId }) => {
        const { codes, id } = await requested(db, userId);
        return { name: 'confirmPayout', userId, key, command: { id, amountCents, code: codeOf(codes) } };
      },
      change: {
        holds: ['HELD 2000'],
        payouts: ['PENDING 2000'],
        audit: ['RECOVERY_CODE_USED', 'WITHDRAWAL_CONFIRMED'],
      },
    },
    {
      title: 'cancelling a money withdrawal',
      flow: async ({ db }, { userId }) => {
        const { id } = await requested(db, userId);
        return { name: 'cancelPayout', userId, key, command: { id } };
      },
      change: { ...back, payouts: ['CANCELLED 2000'] },
    },
    {
      title: 'rejecting a money withdrawal',
      flow: async ({ db, adminId: actorId }, { userId }) => ({
        name: 'rejectPayout',
        userId,
        key,
        command: { id: await confirmedPayout(db, userId), actorId },
      }),
      change: { ...back, payouts: ['REJECTED 2000'], audit: ['WITHDRAWAL_REJECTED'] },
    },
    {
      title: 'approving a money withdrawal that is paid by hand',
      flow: async ({ db, adminId: actorId }, { userId }) => ({
        name: 'approvePayout',
        userId,
        key,
        command: { id: await confirmedPayout(db, userId), actorId },
      }),
      change: { holds: ['HELD 2000'], payouts: ['APPROVED 2000'], audit: ['WITHDRAWAL_APPROVED'] },
    },
    {
      title: 'completing a money withdrawal',
      flow: async ({ db, adminId: actorId }, { userId }) => {
        const command = { id: await confirmedPayout(db, userId), actorId };
        await runFlow(db, { name: 'approvePayout', userId, key, command });
        return { name: 'completePayout', userId, key, command };
      },
      change: {
        transfers: ['WITHDRAWAL 2000'],
        holds: ['SETTLED 2000'],
        payouts: ['COMPLETED 2000'],
        audit: ['WITHDRAWAL_COMPLETED'],
      },
    },
  ],
};
