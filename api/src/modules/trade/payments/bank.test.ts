import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as requestOverTls } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { startSandbox } from '@lisura/sandbox';
import { createAuthority, type Issued } from '@lisura/sandbox/test-certificates';
import { type BankPort, openBankPort } from '../../../app/bank-port.ts';
import { fixedClock } from '../../../platform/clock.ts';
import { createMemoryStore } from '../../../platform/hot-store/hot-store.ts';
import { createLogger, silentLogger } from '../../../platform/observability/logger.ts';
import { createTlsIdentity } from '../../../platform/outbound/tls-identity.ts';
import { createSeal } from '../../../platform/secrets/sealing.ts';
import { createPix } from './pix/create-pix.ts';
import type { Pix } from './pix/pix.records.ts';
import { createPaymentsApp, type PaymentsApp } from './test-support.ts';

/** The bank asks for our certificate, we for the bank's, and each side has an authority of its own. */
const [banks, ours, strangers] = [createAuthority('Banks'), createAuthority('Ours'), createAuthority('Strangers')];
const bankServer = banks.issue('bank');
const bankClient = banks.issue('bank calls');
const house = ours.issue('house', { to: new Date('2026-12-10T00:00:00Z') });
const clock = fixedClock('2026-11-16T12:00:00.000Z');
const hotStore = createMemoryStore({ clock });
const seal = createSeal({ current: Buffer.alloc(32, 7), former: [] }, 'bank tokens');

const identityOf = ({ cert, key }: Issued, authority: string) =>
  createTlsIdentity({ certificate: cert, key, passphrase: null, authority }, silentLogger);

let app: PaymentsApp;
let port: BankPort;
let folder: string;
let ownFile: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lisura-bank-'));
  ownFile = path.join(folder, 'own.pem');
  await writeFile(ownFile, `${house.cert}${house.key}`);
  const sandbox = await startSandbox({
    port: 0,
    now: () => clock.now(),
    bank: {
      server: { cert: bankServer.cert, key: bankServer.key, ca: ours.ca },
      client: { cert: bankClient.cert, key: bankClient.key, ca: ours.ca },
    },
  });
  const ownIdentity = createTlsIdentity(
    { certificate: ownFile, key: null, passphrase: null, authority: banks.ca },
    silentLogger,
  );
  const pix = pixFor(sandbox.bankUrl, { identity: ownIdentity });
  const pixWays = { hasPort: true, certificateName: null, addressSecret: null, networks: [] };
  const webhookSecrets = { pix: null, mercadoPago: null, pixWays };
  const own = { PIX_CLIENT_CERT: ownIdentity, PIX_WEBHOOK_CERT: identityOf(bankClient, banks.ca) };
  app = await createPaymentsApp({ clock, sandbox, pix, webhookSecrets, bankCertificates: own });
  const identity = identityOf(ours.issue('our port'), banks.ca);
  port = await openBankPort({ http: app.http, identity, host: '127.0.0.1', port: 0, logger: silentLogger });
});
after(async () => {
  await port.close();
  await app.end();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => app.control({ webhooks: { url: `https://localhost:${port.port}/pix`, lose: false }, faults: [] }));

function pixFor(url: string | null, more: Partial<Parameters<typeof createPix>[0]>): Pix {
  const account = { clientId: 'sandbox', clientSecret: 'sandbox-secret', key: 'pix@sandbox.example' };
  return createPix({ url: url ?? '', ...account, clock, hotStore, seal, logger: silentLogger, ...more });
}
const asked = async (call: string): Promise<number> => (await app.control({ faults: [] })).requests.asked[call] ?? 0;

/** Gives the status, or the reason why the handshake failed. */
async function callPort(address: string, own: Partial<Issued>, body: object | string = {}): Promise<number | string> {
  const url = `https://localhost:${port.port}${address}`;
  const headers = { 'content-type': 'application/json' };
  const request = requestOverTls(url, { method: 'POST', ca: ours.ca, headers, agent: false, ...own });
  try {
    request.end(typeof body === 'string' ? body : JSON.stringify(body));
    const [response] = await once(request, 'response');
    response.resume();
    return response.statusCode;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? '';
  }
}

test('a charge is paid, hinted at over mutual TLS, and credited after the bank was asked', async () => {
  const player = await app.person();
  const { id, txid } = await app.initiate(player);
  const before = await asked('read-payment');
  const { webhooks } = await app.control({ pay: { txid } });
  assert.equal(webhooks.deliveries.at(-1).status, 200);
  assert.equal((await app.depositOf(id)).status, 'CONFIRMED');
  assert.equal(await app.balanceOf(player), '5000');
  assert.equal((await asked('read-payment')) - before, 1);
});

test('what the bank has reported and does not confirm is not credited', async () => {
  const player = await app.person();
  const { id, txid } = await app.initiate(player);
  const endToEndId = `E${'7'.repeat(31)}`;
  const lie = { pix: [{ endToEndId, txid, valor: '50.00', horario: clock.now().toISOString() }] };
  assert.equal(await callPort('/pix', bankClient, lie), 200);
  for (let tries = 0; tries < 8; tries += 1) {
    clock.advance(60 * 60_000);
    await app.job('ask-for-hinted-payments');
  }
  assert.deepEqual([(await app.depositOf(id)).status, await app.balanceOf(player)], ['PENDING', '0']);
  assert.deepEqual(await app.alertsOf('PAYMENT_NOT_CONFIRMED'), [{ key: endToEndId, isOpen: true }]);
});

test('the port ends a connection without the bank’s certificate, and takes the address with and without /pix', async () => {
  for (const own of [{}, strangers.issue('bank calls'), house, banks.issue('old', { to: new Date('2026-02-01') })]) {
    assert.match(String(await callPort('/', own)), /^(ERR_SSL|ECONNRESET|EPIPE)/);
  }
  const address = '/api/payment/deposit/webhook/pix';
  for (const known of ['/', '/pix', address, `${address}/pix`, '/?ignorar=/pix']) {
    assert.equal(await callPort(known, bankClient), 200, known);
  }
  for (const other of ['/api/user/balance', '/api/health', '/pix/pix']) {
    assert.equal(await callPort(other, bankClient), 404, other);
  }
  // The other port has no certificate to show, and no other way is open.
  assert.equal((await app.webhook({ pix: [] }, {})).status, 401);
});

test('a bank registers the address only where a call without a certificate is refused', async () => {
  const webhookUrl = `https://localhost:${port.port}`;
  const register = () => app.pix.registerWebhook(webhookUrl);
  await register();
  const { webhooks } = await app.control({ faults: [] });
  assert.equal(webhooks.url, `${webhookUrl}/pix`);
  const before = await asked('webhook');
  await register();
  assert.equal((await asked('webhook')) - before, 1);
});

test('processes share a token, which is bound to the certificate and renewed before its end', async () => {
  const { bankUrl } = app.sandbox;
  const identity = identityOf(house, banks.ca);
  const [one, other] = [pixFor(bankUrl, { identity }), pixFor(bankUrl, { identity })];
  clock.advance(3_600_000);
  const before = await asked('token');
  await Promise.all([one.findCharge('a'.repeat(32)), one.findCharge('b'.repeat(32))]);
  await other.findCharge('c'.repeat(32));
  assert.equal((await asked('token')) - before, 1);
  clock.advance(3_600_000 - 29_000);
  await other.findCharge('d'.repeat(32));
  assert.equal((await asked('token')) - before, 2);
  // Another certificate of the same client may not use it, and gets one of its own.
  const third = pixFor(bankUrl, { identity: identityOf(ours.issue('house again'), banks.ca) });
  await third.findCharge('e'.repeat(32));
  assert.equal((await asked('token')) - before, 3);
});

test('a stolen token is worth nothing without the certificate', async () => {
  const ask = (own: Issued, authorization: string) =>
    new Promise<number>((resolve, reject) => {
      const url = `${app.sandbox.bankUrl}/${authorization.startsWith('Basic') ? 'oauth/token' : 'v2/cob/x'}`;
      const method = authorization.startsWith('Basic') ? 'POST' : 'GET';
      const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
      const request = requestOverTls(url, {
        method,
        ca: banks.ca,
        cert: own.cert,
        key: own.key,
        headers,
        agent: false,
      });
      request.on('error', reject).on('response', async (response) => {
        const chunks = await response.toArray();
        token = JSON.parse(Buffer.concat(chunks).toString()).access_token ?? token;
        resolve(response.statusCode ?? 0);
      });
      request.end(method === 'POST' ? 'grant_type=client_credentials' : undefined);
    });
  let token = '';
  const basic = `Basic ${Buffer.from('sandbox:sandbox-secret').toString('base64')}`;
  assert.equal(await ask(house, basic), 200);
  assert.equal(await ask(house, `Bearer ${token}`), 404);
  assert.equal(await ask(ours.issue('thief'), `Bearer ${token}`), 401);
});

test('a certificate that was replaced is used without a restart, and no log has its key or a token', async () => {
  const lines: string[] = [];
  const logger = createLogger({ level: 'trace', destination: { write: (line) => void lines.push(line) } });
  const file = path.join(folder, 'house.pem');
  const wrong = strangers.issue('house');
  await writeFile(file, `${wrong.cert}${wrong.key}`);
  const files = { certificate: file, key: null, passphrase: null, authority: banks.ca };
  const pix = pixFor(app.sandbox.bankUrl, { identity: createTlsIdentity(files, logger), logger });
  await assert.rejects(pix.findCharge('a'.repeat(32)), { fault: 'NOT_SENT' });
  await writeFile(file, `${house.cert}${house.key}`);
  assert.equal(await pix.findCharge('a'.repeat(32)), null);
  assert.doesNotMatch(lines.join(''), /PRIVATE KEY|Bearer [A-Za-z0-9]|access_token|sandbox-secret/);
});

test('a certificate that ends within 30 days is told of by health and an alert, until its file is replaced', async () => {
  const health = async () => (await app.http.inject({ url: '/api/health' })).json();
  const told = await health();
  const { endsAt, message } = told.checks.bankCertificates;
  assert.deepEqual([told.status, endsAt], ['degraded', '2026-12-10T00:00:00.000Z']);
  assert.equal(message, 'Replace the certificate of PIX_CLIENT_CERT');
  await app.job('watch-bank-certificates');
  const alert = { key: 'PIX_CLIENT_CERT', isOpen: true };
  assert.deepEqual(await app.alertsOf('BANK_CERTIFICATE_ENDS'), [alert]);
  const renewed = ours.issue('house');
  await writeFile(ownFile, `${renewed.cert}${renewed.key}`);
  await app.job('watch-bank-certificates');
  assert.deepEqual(await app.alertsOf('BANK_CERTIFICATE_ENDS'), [{ ...alert, isOpen: false }]);
  assert.equal((await health()).status, 'ok');
});
