import assert from 'node:assert/strict';
import { type Sandbox, startSandbox } from '@lisura/sandbox';
import { createPix } from '../../src/modules/trade/payments/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { silentLogger } from '../../src/platform/observability/logger.ts';
import type { TestApp } from '../support/app.ts';
import { createCall, type Method } from '../support/calls.ts';
import { createPerson, type Person } from '../support/people.ts';
import { givenBack, isWaitingForBank, makeTrue, paid, signedHeaders } from '../support/pix-messages.ts';
import { type Admins, decideByTwo } from './sound-decisions.ts';

const SECRET = 'sound';

export interface SoundProvider {
  sandbox: Sandbox;
  given: Pick<TestApp['deps'], 'pix' | 'webhookSecrets'>;
}

export async function startSoundProvider(): Promise<SoundProvider> {
  const sandbox = await startSandbox({ port: 0 });
  const pix = createPix({ url: sandbox.pixUrl, ...sandbox.pixAccount, clock: systemClock, logger: silentLogger });
  return { sandbox, given: { pix, webhookSecrets: { pix: SECRET, mercadoPago: null } } };
}

interface Deposits {
  app: TestApp;
  // biome-ignore lint/suspicious/noExplicitAny: what is found in an answer is what is asked of it.
  ask: (who: Person, method: Method, path: string, payload?: object) => Promise<any>;
  admins: Admins;
  player: Person;
  sandbox: Sandbox;
}

/**
 * There is a deposit in each state: paid, paid late, of another amount, twice, given back in full and while it is owed,
 * confirmed and rejected by hand, waiting.
 */
export async function makeDeposits({ app, ask, admins, player, sandbox }: Deposits): Promise<void> {
  const [admin] = admins;
  const initiate = async (who = player) => {
    const { id } = await ask(who, 'POST', '/payment/deposit/initiate', { amountCents: '5000' });
    const [row] = await app.db.query<{ txid: string }>(sql`select txid from deposits where id = ${id}`);
    return { id: id as string, txid: row?.txid ?? '' };
  };
  const decide = (id: string, step: 'confirm' | 'reject') =>
    ask(admin, 'POST', `/admin/deposits/${id}/${step}`, { reason: 'A test' });
  const tell = async (...payments: (ReturnType<typeof paid> & { devolucoes?: object[] })[]) => {
    await makeTrue(sandbox, { pix: payments });
    const payload = JSON.stringify({ pix: payments });
    const headers = { 'content-type': 'application/json', ...signedHeaders(SECRET, payload, new Date()) };
    const url = '/api/payment/deposit/webhook/pix';
    const { statusCode } = await app.http.inject({ method: 'POST', url, headers, payload });
    assert.equal(statusCode, 200);
    const job = app.jobSets.find(({ tasks }) => 'apply-provider-events' in tasks)?.tasks['apply-provider-events'];
    while ((await app.db.query(isWaitingForBank)).length > 0) await job?.({});
  };
  await ask(admin, 'PATCH', '/admin/settings', { openDeposits: 20 });
  await ask(player, 'PUT', '/user/age-confirmation', { isAdult: true });
  const [once, twice, late, less, byHand, matched] = [
    await initiate(),
    await initiate(),
    await initiate(),
    await initiate(),
    await initiate(),
    await initiate(),
  ];
  const [refused, paidLater] = [await initiate(), await initiate()];
  await initiate();
  await app.db.query(sql`update deposits set status = 'EXPIRED', ended_at = now() where id = ${late?.id}`);
  await decide(matched?.id ?? '', 'confirm');
  await decideByTwo(createCall(app.http), admins, `/admin/deposits/${byHand?.id}/confirm`, { reason: 'A test' });
  for (const deposit of [refused, paidLater]) await decide(deposit.id, 'reject');
  const payments = [once, twice, twice, late, matched, paidLater].map((deposit) => paid(deposit?.txid ?? '', '50.00'));
  await tell(...payments, paid(less?.txid ?? '', '49.00'), paid('0'.repeat(32), '10.00'));
  await tell({ ...(payments[0] ?? assert.fail()), devolucoes: [givenBack('50.00')] });
  await decide(less?.id ?? '', 'confirm');
  const debtor = await createPerson(app.db);
  await ask(debtor, 'PUT', '/user/age-confirmation', { isAdult: true });
  const spent = [await initiate(debtor), await initiate(debtor), await initiate(debtor)].map(({ txid }) =>
    paid(txid, '50.00'),
  );
  await tell(...spent);
  await ask(admin, 'POST', `/admin/users/${debtor.userId}/balance`, { amountCents: -12_000, reason: 'A test' });
  const [gone, going, staying] = spent.map(
    (payment) =>
      (status: string, valor = '50.00') =>
        tell({ ...payment, devolucoes: [givenBack(valor, { status })] }),
  );
  await gone?.('DEVOLVIDO');
  for (const status of ['EM_PROCESSAMENTO', 'NAO_REALIZADO']) await staying?.(status);
  await going?.('EM_PROCESSAMENTO', '30.00');
}
