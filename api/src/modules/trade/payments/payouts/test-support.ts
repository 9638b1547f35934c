import assert from 'node:assert/strict';
import { type Sandbox, startSandbox } from '@lisura/sandbox';
import { type Call, createCall, type Reply } from '../../../../../test/support/calls.ts';
import { createAdmin, createPlayer, type Person } from '../../../../../test/support/people.ts';
import { createRecordingApp, type RecordingApp } from '../../../../../test/support/recording-app.ts';
import { type EnabledSecondFactor, enableSecondFactor } from '../../../../../test/support/second-factors.ts';
import { use } from '../../../../../test/support/use-app.ts';
import { type FixedClock, fixedClock } from '../../../../platform/clock.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { MINUTE_MS } from '../../../../platform/durations.ts';
import { until } from '../../../../platform/hot-store/test-support.ts';
import { silentLogger } from '../../../../platform/observability/logger.ts';
import { findViolations } from '../../../../verify/find-violations.ts';
import { createPix } from '../pix/create-pix.ts';
import type { Pix } from '../pix/pix.records.ts';

type Headers = Record<string, string>;

export interface Saver {
  person: Person;
  factor: EnabledSecondFactor;
}

export interface PayoutsApp extends RecordingApp {
  clock: FixedClock;
  admin: Person;
  call: Call;
  saver(balanceCents: number): Promise<Saver>;
  request(who: Person, more?: object, headers?: Headers): Promise<Reply>;
  confirm(who: Saver, id: string, more?: object, headers?: Headers): Promise<Reply>;
  cancel(who: Person, id: string, headers?: Headers): Promise<Reply>;
  /** As an administrator. */
  decide(id: string, step: 'approve' | 'reject' | 'complete', body?: object, headers?: Headers): Promise<Reply>;
  /** A withdrawal of R$ 50,00 in that status. */
  payout(who: Saver, status?: 'AWAITING_CONFIRMATION' | 'PENDING' | 'APPROVED'): Promise<string>;
  expire(): Promise<void>;
  stateOf(id: string): Promise<{ status: string; hold: string }>;
  balanceOf(who: Saver): Promise<number>;
  /** Balances that the sockets of the user were sent since the last call. */
  balancesTold(who: Saver): string[];
  actionsOf(id: string): Promise<string[]>;
  /** Security notifications are left out. */
  toldTo(who: Saver): Promise<{ type: string; metadata: unknown; message: string }[]>;
  /** Checks every invariant and stops everything. */
  end(): Promise<void>;
}

interface PayoutsAppOptions {
  clock?: FixedClock;
  pix?: Pix | null;
}

export const PIX_KEY = { pixKeyType: 'EMAIL', pixKey: 'ana@example.com' };
export const CENTS = 5_000;
const IS_LIVE = '"liveNotifications","value":true';

export const usePayoutsApp = () => use(createPayoutsApp, (app) => app.end());
export const useProviderApp = () => use(createProviderApp, (app) => app.end());

export async function createPayoutsApp({
  clock = fixedClock(new Date()),
  pix = null,
}: PayoutsAppOptions = {}): Promise<PayoutsApp> {
  const app = await createRecordingApp({ clock, pix });
  const call = createCall(app.http);
  const admin = await createAdmin(app.db);
  await call(admin, 'PATCH', '/admin/settings', { liveNotifications: true });
  // The process learns of it a moment after the answer.
  await until(async () => JSON.stringify((await call(admin, 'GET', '/admin/settings')).body).includes(IS_LIVE));
  const request: PayoutsApp['request'] = (who, more = {}, headers = {}) =>
    call(who, 'POST', '/payment/withdraw/request', { amountCents: CENTS, ...PIX_KEY, ...more }, headers);
  const confirm: PayoutsApp['confirm'] = ({ person, factor }, id, more = {}, headers = {}) =>
    call(
      person,
      'POST',
      `/payment/withdraw/${id}/confirm`,
      { code: factor.recoveryCodes.pop(), amountCents: CENTS, ...more },
      headers,
    );
  const decide: PayoutsApp['decide'] = (id, step, body = {}, headers = {}) =>
    call(admin, 'POST', `/admin/withdrawals/${id}/${step}`, body, headers);
  return {
    ...app,
    clock,
    admin,
    call,
    request,
    confirm,
    decide,
    saver: async (balanceCents) => {
      const person = await createPlayer(app.db, balanceCents);
      return { person, factor: await enableSecondFactor(call, person, clock) };
    },
    cancel: (who, id, headers = {}) => call(who, 'POST', `/payment/withdraw/${id}/cancel`, undefined, headers),
    payout: async (who, status = 'AWAITING_CONFIRMATION') => {
      const expectOk = ({ status: code, text }: Reply) => assert.ok(code < 300, text);
      const requested = await request(who.person);
      expectOk(requested);
      const { id } = requested.body;
      if (status !== 'AWAITING_CONFIRMATION') expectOk(await confirm(who, id));
      if (status === 'APPROVED') expectOk(await decide(id, 'approve'));
      return id;
    },
    expire: async () => {
      const name = 'expire-money-withdrawals';
      await app.jobSets.find(({ tasks }) => name in tasks)?.tasks[name]?.({});
    },
    stateOf: async (id) => {
      const [row] = await app.db.query<{ status: string; hold: string }>(sql`
        select payout.status, holds.status as hold from money_withdrawals payout join holds on holds.id = hold_id
        where payout.id = ${id}`);
      return row ?? assert.fail(`no withdrawal ${id}`);
    },
    balanceOf: async ({ person }) => Number((await call(person, 'GET', '/user/balance')).body.balanceCents),
    balancesTold: ({ person }) => {
      const told = app.sent.filter(({ userId, event }) => userId === person.userId && event === 'balance:updated');
      app.sent.length = 0;
      return told.map(({ payload }) => (payload as { balanceCents: string }).balanceCents);
    },
    actionsOf: async (id) => {
      const rows = await app.db.query<{ action: string }>(sql`
        select action from audit_entries where entity_type = 'money-withdrawal' and entity_id = ${id} order by id`);
      return rows.map(({ action }) => action);
    },
    toldTo: ({ person }) =>
      app.db.query(sql`
        select type, metadata, message from notifications where user_id = ${person.userId} and type <> 'SYSTEM' order by id`),
    end: async () => {
      try {
        assert.deepEqual(await findViolations(app.db, { byOwnWays: true }), []);
      } finally {
        await app.close();
      }
    },
  };
}

interface Send {
  idEnvio: string;
  endToEndId: string;
  amount: string;
  toKey: string;
  status: string;
}

export interface ProviderApp extends PayoutsApp {
  clock: FixedClock;
  provider: Pix;
  // biome-ignore lint/suspicious/noExplicitAny: what a control tells is what is asserted on.
  control(setting: object): Promise<any>;
  allSends(): Promise<Send[]>;
  sendsOf(id: string): Promise<Send[]>;
  orderOf(id: string): Promise<{ id: string; projectId: string; status: string; refusal: string | null }>;
  isNoLongerSent(id: string): Promise<void>;
  approved(): Promise<{ ana: Saver; id: string }>;
  /** Advances the clock and settles due orders. */
  settleLater(afterMs?: number): Promise<void>;
  endManually(id: string, found: object): Promise<Reply>;
  isCalledFor(id: string): Promise<boolean>;
}

export async function createProviderApp(): Promise<ProviderApp> {
  const clock = fixedClock(new Date());
  const sandbox = await startSandbox({ port: 0, now: () => clock.now() });
  const provider = createPix({ url: sandbox.pixUrl, ...sandbox.pixAccount, clock, logger: silentLogger });
  const app = await createPayoutsApp({ clock, pix: provider });
  const control = controlOf(sandbox);
  const allSends = async (): Promise<Send[]> => (await control({ faults: [] })).sends;
  const orderOf: ProviderApp['orderOf'] = async (id) => {
    const [order] = await app.db.query<Awaited<ReturnType<ProviderApp['orderOf']>>>(sql`
      select orders.id, project_id, orders.status, refusal from money_withdrawals payout
      join orders on orders.id = order_id where payout.id = ${id}`);
    return order ?? assert.fail(`withdrawal ${id} has no order`);
  };
  return {
    ...app,
    clock,
    provider,
    control,
    allSends,
    orderOf,
    sendsOf: async (id) => {
      const { projectId } = await orderOf(id);
      return (await allSends()).filter(({ idEnvio }) => idEnvio === projectId);
    },
    isNoLongerSent: (id) => until(async () => !['REQUESTED', 'SENT'].includes((await orderOf(id)).status)),
    approved: async () => {
      const ana = await app.saver(CENTS);
      return { ana, id: await app.payout(ana, 'APPROVED') };
    },
    settleLater: async (afterMs = MINUTE_MS) => {
      clock.advance(afterMs);
      await app.orders.settleDue();
    },
    endManually: async (id, found) => {
      const path = `/admin/orders/${(await orderOf(id)).id}/end`;
      return app.call(app.admin, 'POST', path, { reason: 'Seen at the bank', ...found });
    },
    isCalledFor: async (id) => {
      const open = await app.db.query(sql`
        select from alerts where kind = 'ORDER_STUCK' and resolved_at is null and key = ${(await orderOf(id)).id}`);
      return open.length === 1;
    },
    end: async () => {
      // An open sandbox would keep the process alive.
      await app.end().finally(() => sandbox.close());
    },
  };
}

const controlOf =
  (sandbox: Sandbox): ProviderApp['control'] =>
  async (setting) => {
    const response = await fetch(`${sandbox.url}/control/pix`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(setting),
    });
    assert.equal(response.status, 200);
    return response.json();
  };
