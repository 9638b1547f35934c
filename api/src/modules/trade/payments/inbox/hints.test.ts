import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { paid } from '../../../../../test/support/pix-messages.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { MINUTE_MS } from '../../../../platform/durations.ts';
import { silentLogger } from '../../../../platform/observability/logger.ts';
import type { Pix, PixPayment } from '../pix/pix.records.ts';
import { createPaymentsApp, type PaymentsApp } from '../test-support.ts';
import type { Inbox } from './create-inbox.ts';
import { createHints } from './hints.ts';
import { providersOf } from './providers.ts';

const NO_WAYS = { hasPort: false, certificateName: null, addressSecret: null, networks: [] };
/** Nothing shows who sends a message: the bank alone is believed. */
let app: PaymentsApp;
before(async () => {
  app = await createPaymentsApp({ webhookSecrets: { pix: null, mercadoPago: null, pixWays: NO_WAYS } });
});
after(() => app.end());

const tell = async (pix: object[]) => assert.equal((await app.webhook({ pix }, {})).status, 200);
const questions = async (): Promise<number> => {
  const { asked } = (await app.control({ faults: [] })).requests;
  return (asked['read-charge'] ?? 0) + (asked['read-payment'] ?? 0);
};

test('ten thousand forged hints cost one question, and the true one among them is credited at once', async () => {
  const [attacker, player] = [await app.person(), await app.person()];
  const [own, wanted] = [await app.initiate(attacker), await app.initiate(player)];
  await app.control({ webhooks: { lose: true } });
  await app.control({ pay: { txid: wanted.txid } });
  const before = await questions();
  for (let message = 0; message < 200; message += 1) {
    const forged = Array.from({ length: 49 }, () => paid(randomBytes(16).toString('hex'), '50.00'));
    await tell([...forged, paid(own.txid, '50.00')]);
  }
  assert.equal((await questions()) - before, 1);
  await tell([paid(wanted.txid, '50.00')]);
  assert.deepEqual([await app.balanceOf(player), await app.balanceOf(attacker)], ['5000', '0']);
  assert.equal((await questions()) - before, 2);
  assert.equal((await app.db.query(sql`select from pix_hints`)).length, 2);
  // The pause is over, and the next forged hint costs another question.
  app.clock.advance(10_000);
  await tell([paid(own.txid, '50.00')]);
  await tell([paid(own.txid, '50.00')]);
  assert.equal((await questions()) - before, 3);
  for (const _ of ['the last question', 'nothing is left']) {
    app.clock.advance(2 * 60 * MINUTE_MS);
    await app.job('ask-for-hinted-payments');
  }
  assert.deepEqual(await app.db.query(sql`select from pix_hints`), []);
});

test('a stranger is not believed about a payment of no charge, nor with what cannot be read', async () => {
  const before = (await app.db.query(sql`select from alerts`)).length;
  for (const body of [{ pix: [paid('0'.repeat(32), '9.00')] }, { pix: ['all'] }, { hello: 'world' }, 'pix=all']) {
    assert.equal((await app.webhook(body, {})).status, 200);
  }
  assert.equal((await app.db.query(sql`select from alerts`)).length, before);
});

test('the statement of the bank has what no message told of, page by page', async () => {
  const player = await app.person();
  const deposits = [await app.initiate(player), await app.initiate(player)];
  await app.control({ webhooks: { lose: true } });
  await app.db.query(sql`update deposits set is_watched = false`);
  const record = Array.from({ length: 120 }, () => paid('f'.repeat(32), '1.00'));
  await app.control({ record: record.map((each) => ({ ...each, horario: app.clock.now().toISOString() })) });
  for (const { txid } of deposits) await app.control({ pay: { txid } });
  await app.job('read-bank-statement');
  await app.job('read-bank-statement');
  await app.applied();
  assert.equal(await app.balanceOf(player), '10000');
});

test('a hint that comes while its question is under way leads to another one', async () => {
  const hint = { subject: `E${'1'.repeat(31)}`, isCharge: false, isTrusted: true };
  const received: unknown[] = [];
  let asked = 0;
  const payment = { endToEndId: hint.subject, txid: null, returns: [], unreadableReturns: [], amountCents: 1n };
  const findPayment = async () => {
    asked += 1;
    if (asked > 1) return payment as unknown as PixPayment;
    await hints.take([hint]);
    return null;
  };
  const inbox: Partial<Inbox> = { receive: async (_, events) => void received.push(...events) };
  const parts = { pix: { findPayment } as unknown as Pix, inbox: inbox as Inbox };
  const hints = createHints({ db: app.db, clock: app.clock, logger: silentLogger, ...parts });
  await hints.take([hint]);
  await hints.settled();
  assert.deepEqual([asked, received.length], [2, 1]);
});

const message = (more: {
  query?: string;
  ip?: string;
  headers?: Record<string, string>;
  hasCertificate?: boolean;
}) => ({
  headers: more.headers ?? {},
  query: new URLSearchParams(more.query ?? ''),
  bytes: Buffer.from('{}'),
  body: {},
  hasCertificate: more.hasCertificate ?? false,
  ip: more.ip ?? '198.51.100.1',
});
const trustOf = (ways: Partial<typeof NO_WAYS> | object, more: Parameters<typeof message>[0]) =>
  providersOf({ pix: null, mercadoPago: null, pixWays: { ...NO_WAYS, ...ways } })
    .get('pix')
    ?.trustIn(message(more), app.clock.now()) ?? null;

test('a secret address is good from the networks of the bank alone, also where it puts /pix behind it', () => {
  const ways = { addressSecret: 'hidden', networks: ['203.0.113.0/24', '2001:db8::/32', '34.193.116.226'] };
  for (const ip of ['203.0.113.9', '2001:db8::9', '34.193.116.226']) {
    for (const query of ['hmac=hidden', 'hmac=hidden/pix', 'hmac=hidden&ignorar=/pix']) {
      assert.equal(trustOf(ways, { ip, query }), 'PROVIDER', `${ip} ${query}`);
    }
    for (const query of ['', 'hmac=', 'hmac=/pix', 'hmac=Hidden', 'hmac=hidden/pix/pix', 'hmac=hidden&hmac=hidden']) {
      assert.equal(trustOf(ways, { ip, query }), null, `${ip} ${query}`);
    }
  }
  for (const ip of ['203.0.114.9', '2001:db9::9', '127.0.0.1']) {
    assert.equal(trustOf(ways, { ip, query: 'hmac=hidden' }), null, ip);
  }
});

test('a proxy tells the name of the certificate that it has checked', () => {
  const name = 'CN=pix.bank.example,O=Bank';
  const tells = (headers: Record<string, string>) => trustOf({ certificateName: name }, { headers });
  const verified = { 'x-ssl-client-verify': 'SUCCESS', 'x-ssl-client-s-dn': name };
  assert.equal(tells(verified), 'PROVIDER');
  for (const changes of [{ 'x-ssl-client-verify': 'NONE' }, { 'x-ssl-client-s-dn': 'CN=other' }]) {
    assert.equal(tells({ ...verified, ...changes }), null);
  }
  assert.equal(tells({}), null);
  assert.equal(trustOf({ hasPort: true }, { headers: verified }), null);
  assert.equal(trustOf({ hasPort: true }, { hasCertificate: true }), 'PROVIDER');
});
