import { findOpenSuspicions } from '../../../src/modules/admin/fraud/index.ts';
import { createSecondFactorSeal } from '../../../src/modules/people/two-factor/index.ts';
import { createOrders } from '../../../src/modules/trade/orders/index.ts';
import {
  approvePayout,
  completePayout,
  rejectPayout,
} from '../../../src/modules/trade/payments/payouts/decide-payout.ts';
import { cancelPayout } from '../../../src/modules/trade/payments/payouts/end-payouts.ts';
import { payoutKind } from '../../../src/modules/trade/payments/payouts/payout-orders.ts';
import { confirmPayout, requestPayout } from '../../../src/modules/trade/payments/payouts/request-payout.ts';
import { createPix } from '../../../src/modules/trade/payments/pix/create-pix.ts';
import { type Clock, systemClock as clock } from '../../../src/platform/clock.ts';
import type { Db } from '../../../src/platform/database/db.ts';
import type { Id } from '../../../src/platform/ids.ts';
import { silentLogger as logger } from '../../../src/platform/observability/logger.ts';
import { TEST_KEYS } from '../keys.ts';
import { unheardSettings } from './unheard-settings.ts';
import { notifyUser, push } from './user-flows.ts';

interface Decision {
  id: Id<'money-withdrawal'>;
  actorId: Id<'user'>;
}

interface PayoutCommands {
  requestPayout: { amountCents: bigint };
  confirmPayout: { id: Id<'money-withdrawal'>; amountCents: bigint; code: string };
  cancelPayout: { id: Id<'money-withdrawal'> };
  approvePayout: Decision;
  rejectPayout: Decision;
  completePayout: Decision;
  payThroughProvider: Decision & { account: PixAccount };
}

type PixAccount = Omit<Parameters<typeof createPix>[0], 'clock' | 'logger'>;

export type PayoutFlow = {
  [Name in keyof PayoutCommands]: { name: Name; userId: Id<'user'>; key: null; command: PayoutCommands[Name] };
}[keyof PayoutCommands];

const secondFactorSeal = createSecondFactorSeal(TEST_KEYS);
const PIX_KEY = { pixKeyType: 'EMAIL', pixKey: 'player@example.com' } as const;

export function payoutDeps(db: Db) {
  const settings = unheardSettings(db);
  return {
    db,
    clock,
    logger,
    settings,
    secondFactorSeal,
    push,
    notifyUser,
    notifySecurity: async () => undefined,
    openSuspicions: findOpenSuspicions,
    payoutOrders: null,
  };
}

export function providerOrders(db: Db, account: PixAccount, at: Clock) {
  const orders = createOrders({ db, clock: at, logger, settings: unheardSettings(db) });
  const pix = createPix({ ...account, clock: at, logger });
  const { settleDue, endManually } = orders;
  return { settleDue, endManually, ...orders.handle(payoutKind({ ...payoutDeps(db), clock: at }, pix)) };
}

/** Approves, and waits for the payment, which a server does not. */
async function payThroughProvider(db: Db, { id, actorId, account }: PayoutCommands['payThroughProvider']) {
  const orders = providerOrders(db, account, clock);
  let sending: Promise<unknown> = Promise.resolve();
  const send: typeof orders.send = (orderId) => {
    const sent = orders.send(orderId);
    sending = sent;
    return sent;
  };
  const payoutOrders = { place: orders.place, send };
  await approvePayout({ ...payoutDeps(db), payoutOrders }, id, { actorId, ip: null, reason: null }, null);
  await sending;
}

export async function runFlow(db: Db, flow: PayoutFlow): Promise<Id<'money-withdrawal'>> {
  const { userId, key: once } = flow;
  const deps = payoutDeps(db);
  const by = ({ actorId }: Decision) => ({ actorId, ip: null, reason: null });
  switch (flow.name) {
    case 'requestPayout':
      return (await requestPayout(deps, { userId, ...PIX_KEY, ...flow.command }, once)).id;
    case 'confirmPayout':
      return (await confirmPayout(deps, { userId, ip: null, ...flow.command }, once)).id;
    case 'cancelPayout':
      return (await cancelPayout(deps, { userId, ...flow.command }, once)).id;
    case 'approvePayout':
      return (await approvePayout(deps, flow.command.id, by(flow.command), once)).id;
    case 'rejectPayout': {
      const command = { id: flow.command.id, reason: 'A test', isNotPaid: false };
      return (await rejectPayout(deps, command, by(flow.command), once)).id;
    }
    case 'payThroughProvider':
      await payThroughProvider(db, flow.command);
      return flow.command.id;
    case 'completePayout': {
      const command = { id: flow.command.id, endToEndId: null };
      return (await completePayout(deps, command, by(flow.command), once)).id;
    }
  }
}
