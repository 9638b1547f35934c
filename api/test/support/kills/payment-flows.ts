import { findOpenSuspicions } from '../../../src/modules/admin/fraud/index.ts';
import { applyPixEvents } from '../../../src/modules/trade/payments/deposits/apply-pix-events.ts';
import { confirmDeposit } from '../../../src/modules/trade/payments/deposits/decide-deposit.ts';
import { depositView, payableDepositView } from '../../../src/modules/trade/payments/deposits/deposits.records.ts';
import { initiateDeposit } from '../../../src/modules/trade/payments/deposits/initiate-deposit.ts';
import { createInbox } from '../../../src/modules/trade/payments/inbox/create-inbox.ts';
import { PIX_PAYMENT } from '../../../src/modules/trade/payments/inbox/inbox.records.ts';
import { eventsOf } from '../../../src/modules/trade/payments/inbox/providers.ts';
import { createPix } from '../../../src/modules/trade/payments/pix/create-pix.ts';
import { systemClock as clock } from '../../../src/platform/clock.ts';
import type { Db } from '../../../src/platform/database/db.ts';
import type { Id } from '../../../src/platform/ids.ts';
import { silentLogger as logger } from '../../../src/platform/observability/logger.ts';
import { unheardSettings } from './unheard-settings.ts';
import { notifyUser, onceOf, push } from './user-flows.ts';

/** A process that does nothing else runs these uses of payments by name. */
export type PaymentFlow =
  | { name: 'receive'; endToEndId: string; txid: string; amountCents: bigint }
  | { name: 'confirm'; depositId: Id<'deposit'>; userId: Id<'user'>; key: string }
  | { name: 'initiate'; userId: Id<'user'>; key: string; pix: PixAccount };

interface PixAccount {
  url: string;
  clientId: string;
  clientSecret: string;
  key: string;
}

const telling = { clock, push, notifyUser };

export const paymentsInbox = (db: Db) =>
  createInbox({ db, clock, logger, handlers: { [PIX_PAYMENT]: applyPixEvents(telling) } });

export async function runFlow(db: Db, flow: PaymentFlow): Promise<void> {
  switch (flow.name) {
    case 'receive': {
      const { endToEndId, txid, amountCents } = flow;
      const inbox = paymentsInbox(db);
      const paidAt = new Date('2026-11-16T12:00:00.000Z');
      const events = eventsOf({
        endToEndId,
        txid,
        amountCents,
        foreignCurrency: null,
        paidAt,
        returns: [],
        unreadableReturns: [],
        payer: null,
      });
      await inbox.receive('pix', events, 'WEBHOOK');
      await inbox.settled();
      break;
    }
    case 'initiate': {
      const pix = createPix({ ...flow.pix, clock, logger });
      const command = { userId: flow.userId, amountCents: 5_000n };
      const deps = { db, clock, settings: unheardSettings(db), pix };
      await initiateDeposit(deps, command, onceOf(flow, payableDepositView));
      break;
    }
    case 'confirm': {
      const command = { depositId: flow.depositId, actorId: flow.userId, reason: 'A test', ip: '127.0.0.1' };
      await confirmDeposit(
        { ...telling, db, settings: unheardSettings(db), openSuspicions: findOpenSuspicions },
        command,
        onceOf(flow, depositView),
      );
    }
  }
}
