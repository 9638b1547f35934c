import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { type Sandbox, startSandbox } from '@lisura/sandbox';
import type { TestApp } from '../../../../test/support/app.ts';
import { createCall, type Reply } from '../../../../test/support/calls.ts';
import { createAdmin, createPerson, type Person } from '../../../../test/support/people.ts';
import { isWaitingForBank, makeTrue, signedHeaders } from '../../../../test/support/pix-messages.ts';
import { createRecordingApp, type RecordingApp } from '../../../../test/support/recording-app.ts';
import { use } from '../../../../test/support/use-app.ts';
import { type FixedClock, fixedClock } from '../../../platform/clock.ts';
import { sql } from '../../../platform/database/sql.ts';
import { until } from '../../../platform/hot-store/test-support.ts';
import { silentLogger } from '../../../platform/observability/logger.ts';
import type { Certificates } from '../../../platform/outbound/certificate-ends.ts';
import { findViolations } from '../../../verify/find-violations.ts';
import { createMarketplace } from '../marketplace/index.ts';
import { createPix } from './pix/create-pix.ts';
import type { Pix } from './pix/pix.records.ts';

export const MERCADO_PAGO_SECRET = 'mercado pago';

export interface PaymentsApp extends RecordingApp {
  sandbox: Sandbox;
  pix: Pix;
  clock: FixedClock;
  admin: Person;
  call: ReturnType<typeof createCall>;
  person(): Promise<Person>;
  initiate(who: Person, amountCents?: string): Promise<PendingDeposit>;
  /** Returns when the sandbox's messages have been applied. */
  // biome-ignore lint/suspicious/noExplicitAny: what a control tells is what is asserted on.
  control(setting: object): Promise<any>;
  /** Sends a signed message of the provider. */
  webhook(body: object | string, headers?: Record<string, string>): Promise<Reply>;
  applied(): Promise<void>;
  job(name: string): Promise<void>;
  depositOf(id: string): Promise<{ status: string; creditedCents: string | null; faults: string[] }>;
  balanceOf(who: Person): Promise<string>;
  alertsOf(kind: string): Promise<{ key: string; isOpen: boolean }[]>;
  /** Everything that must hold does; then nothing runs any more. */
  end(): Promise<void>;
}

export interface PendingDeposit {
  id: string;
  txid: string;
  pixCode: string;
}

export const usePaymentsApp = () => use(createPaymentsApp, (app) => app.end());

/** By default the provider is the sandbox's, without certificates. */
interface Given {
  clock?: FixedClock;
  sandbox?: Sandbox;
  pix?: Pix;
  webhookSecrets?: TestApp['deps']['webhookSecrets'];
  bankCertificates?: Certificates;
}

export async function createPaymentsApp(given: Given = {}): Promise<PaymentsApp> {
  const clock = given.clock ?? fixedClock('2026-11-16T12:00:00.000Z');
  const sandbox = given.sandbox ?? (await startSandbox({ port: 0, now: () => clock.now() }));
  const { webhookSecret } = sandbox.pixAccount;
  const pix = given.pix ?? createPix({ url: sandbox.pixUrl, ...sandbox.pixAccount, clock, logger: silentLogger });
  const webhookSecrets = given.webhookSecrets ?? { pix: webhookSecret, mercadoPago: MERCADO_PAGO_SECRET };
  const marketplace = createMarketplace({ url: sandbox.marketUrl, apiKey: sandbox.marketApiKey, logger: silentLogger });
  const app = await createRecordingApp({
    clock,
    pix,
    webhookSecrets,
    marketplace,
    bankCertificates: given.bankCertificates ?? {},
    identityUrl: sandbox.identityUrl,
  });
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.http.server.address() as AddressInfo;
  await sandbox.notifyPaymentsTo(`http://127.0.0.1:${port}/api/payment/deposit/webhook/pix`);
  const call = createCall(app.http);

  const applied = () => until(async () => (await app.db.query(isWaitingForBank)).length === 0);
  return {
    ...app,
    pix,
    sandbox,
    clock,
    call,
    admin: await createAdmin(app.db),
    person: async () => {
      const person = await createPerson(app.db);
      await call(person, 'PUT', '/user/age-confirmation', { isAdult: true });
      return person;
    },
    initiate: async (who, amountCents = '5000') => {
      const { status, body, text } = await call(who, 'POST', '/payment/deposit/initiate', { amountCents });
      assert.equal(status, 201, text);
      const [row] = await app.db.query<{ txid: string }>(sql`select txid from deposits where id = ${body.id}`);
      return { id: body.id, txid: row?.txid as string, pixCode: body.pixCode };
    },
    control: async (setting) => {
      const { send } = setting as { send?: { body: object; forge?: string } };
      if (send?.forge === undefined) await makeTrue(sandbox, send?.body);
      const response = await fetch(`${sandbox.url}/control/pix`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(setting),
      });
      const text = await response.text();
      assert.equal(response.status, 200, text);
      await applied();
      return JSON.parse(text);
    },
    webhook: async (body, headers) => {
      const payload = typeof body === 'string' ? body : JSON.stringify(body);
      if (headers === undefined && typeof body !== 'string') await makeTrue(sandbox, body);
      const response = await app.http.inject({
        method: 'POST',
        url: '/api/payment/deposit/webhook/pix',
        headers: {
          'content-type': 'application/json',
          ...(headers ?? signedHeaders(webhookSecret, payload, clock.now())),
        },
        payload,
      });
      await applied();
      return { status: response.statusCode, body: response.json(), text: response.body, replayed: false };
    },
    applied,
    job: async (name) => {
      await app.jobSets.find(({ tasks }) => name in tasks)?.tasks[name]?.({});
    },
    depositOf: async (id) => {
      const [row] = await app.db.query<{ status: string; creditedCents: string | null; faults: string[] }>(sql`
        select status, credited_cents::text, array(
          select fault from deposit_payments where deposit_id = deposits.id and deposit_payments.status = 'WAITING'
          order by received_at) as faults
        from deposits where id = ${id}`);
      return row ?? assert.fail('no such deposit');
    },
    balanceOf: async (who) => (await call(who, 'GET', '/user/balance')).body.balanceCents,
    alertsOf: (kind) =>
      app.db.query(sql`select key, resolved_at is null as is_open from alerts where kind = ${kind} order by id`),
    end: async () => {
      try {
        assert.deepEqual(await findViolations(app.db, { byOwnWays: true }), []);
      } finally {
        await app.close();
        await sandbox.close();
      }
    },
  };
}
