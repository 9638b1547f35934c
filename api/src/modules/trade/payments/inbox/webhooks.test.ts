import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import { refusal } from '../../../../../test/support/calls.ts';
import { paid, signedHeaders } from '../../../../../test/support/pix-messages.ts';
import { transaction } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { silentLogger } from '../../../../platform/observability/logger.ts';
import { MERCADO_PAGO_SECRET, usePaymentsApp } from '../test-support.ts';
import { applyEvents, createInbox } from './create-inbox.ts';
import type { EventHandler } from './inbox.records.ts';
import { insertEvents, listWaitingIds } from './inbox.sql.ts';

const app = usePaymentsApp();
beforeEach(() => app.control({ webhooks: { hold: false, copies: 1, lose: false, forge: null } }));

const FORGERIES = [
  'altered',
  'reformatted',
  'wrong-secret',
  'unsigned',
  'no-timestamp',
  'garbled',
  'truncated',
  'old',
  'future',
  'other-timestamp',
];
const eventsStored = async () => (await app.db.query(sql`select from provider_events`)).length;

test('forgeries of every kind are refused and store nothing; then the true message is accepted', async () => {
  const player = await app.person();
  const { id, txid } = await app.initiate(player);
  const body = { pix: [paid(txid, '50.00')] };
  const before = await eventsStored();
  for (const forge of FORGERIES) {
    assert.equal((await app.control({ send: { body, forge } })).answered, 401, forge);
  }
  assert.equal(await eventsStored(), before);
  assert.equal((await app.depositOf(id)).status, 'PENDING');
  assert.equal((await app.control({ send: { body } })).answered, 200);
  assert.equal((await app.depositOf(id)).status, 'CONFIRMED');
});

test('a signature is good for five minutes either way, and for the bytes that it was made of', async () => {
  const { webhookSecret } = app.sandbox.pixAccount;
  const text = '{"pix":[]}';
  const at = (seconds: number) =>
    signedHeaders(webhookSecret, text, new Date(app.clock.now().getTime() + seconds * 1000));
  const statusOf = async (body: string, headers: Record<string, string>) => (await app.webhook(body, headers)).status;
  for (const seconds of [-300, 0, 300]) assert.equal(await statusOf(text, at(seconds)), 200, String(seconds));
  for (const seconds of [-301, 301]) assert.equal(await statusOf(text, at(seconds)), 401, String(seconds));
  for (const other of ['{"pix": []}', '{"pix":[]} ', '{"pix":[]}\n', '{}']) {
    assert.equal(await statusOf(other, at(0)), 401, other);
  }
  const headers = at(0);
  for (const timestamp of ['', 'now', '-1', '1e9', `0${headers['x-pix-timestamp']}`]) {
    assert.equal(await statusOf(text, { ...headers, 'x-pix-timestamp': timestamp }), 401, timestamp);
  }
});

test('an unknown provider is a 404, and a session is no signature', async () => {
  const post = (provider: string, headers: Record<string, string> = {}) =>
    app.call(app.admin, 'POST', `/payment/deposit/webhook/${provider}`, { pix: [] }, headers);
  for (const provider of ['paypal', 'PIX', 'constructor', '__proto__']) {
    assert.deepEqual(refusal(await post(provider)), [404, 'Provedor desconhecido.'], provider);
  }
  assert.deepEqual(refusal(await post('pix')), [401, 'A assinatura está ausente ou incorreta.']);
  const headers = signedHeaders(app.sandbox.pixAccount.webhookSecret, '{"pix":[]}', app.clock.now());
  assert.equal((await post('mercado-pago', headers)).status, 401);
});

test('a message may come often, late and in any order: each payment is credited once', async () => {
  const players = await Promise.all(Array.from({ length: 8 }, () => app.person()));
  const deposits = await Promise.all(players.map((player) => app.initiate(player)));
  await app.control({ webhooks: { hold: true, copies: 10 } });
  for (const { txid } of deposits) await app.control({ pay: { txid } });
  app.clock.advance(60 * 60_000);
  await app.job('expire-deposits');
  await app.control({ webhooks: { hold: false, release: 'shuffled' } });
  await app.control({ webhooks: { resend: true } });
  for (const [index, { id }] of deposits.entries()) {
    assert.deepEqual(await app.depositOf(id), { status: 'CONFIRMED', creditedCents: '5000', faults: [] });
    assert.equal(await app.balanceOf(players[index] as never), '5000');
  }
});

test('one message may have many payments, also two of one deposit', async () => {
  const player = await app.person();
  const [first, second] = [await app.initiate(player), await app.initiate(player, '7000')];
  const payment = paid(first.txid, '50.00');
  assert.equal((await app.webhook({ pix: [payment, paid(second.txid, '70.00'), payment] })).status, 200);
  assert.equal(await app.balanceOf(player), '12000');
  assert.deepEqual((await app.depositOf(first.id)).faults, []);
});

test('another amount waits for an administrator', async () => {
  const player = await app.person();
  for (const [valor, place] of [
    ['49.99', 0],
    ['50.01', 1],
    ['5000.00', 2],
  ] as const) {
    const { id, txid } = await app.initiate(player);
    assert.equal((await app.webhook({ pix: [paid(txid, valor)] })).status, 200, String(place));
    assert.deepEqual(await app.depositOf(id), { status: 'PENDING', creditedCents: null, faults: ['AMOUNT_DIFFERS'] });
    const open = await app.alertsOf('DEPOSIT_NEEDS_DECISION');
    assert.ok(open.some(({ key, isOpen }) => key === id && isOpen));
  }
  assert.equal(await app.balanceOf(player), '0');
});

test('a second payment of one charge waits for an administrator', async () => {
  const player = await app.person();
  const { id, txid } = await app.initiate(player);
  await app.webhook({ pix: [paid(txid, '50.00'), paid(txid, '50.00')] });
  assert.deepEqual(await app.depositOf(id), { status: 'CONFIRMED', creditedCents: '5000', faults: ['PAID_BEFORE'] });
  assert.equal(await app.balanceOf(player), '5000');
});

test('money for an unknown charge is stored and raises an alert', async () => {
  const payments = [paid('0'.repeat(32), '50.00'), { ...paid('', '20.00'), txid: undefined }];
  for (const payment of payments) assert.equal((await app.webhook({ pix: [payment] })).status, 200);
  const alerts = (await app.alertsOf('PAYMENT_OF_NO_DEPOSIT')).map(({ key }) => key);
  assert.deepEqual(
    alerts,
    payments.map(({ endToEndId }) => endToEndId),
  );
  const outcomes = await app.db.query<{ outcome: string }>(sql`
    select outcome from provider_events where event_key = any(${alerts}::text[])`);
  assert.deepEqual(
    outcomes.map(({ outcome }) => outcome),
    ['UNKNOWN_CHARGE', 'UNKNOWN_CHARGE'],
  );
});

test('a contradicting message raises an alert, and the first one stays', async () => {
  const player = await app.person();
  const { id, txid } = await app.initiate(player);
  const payment = paid(txid, '50.00');
  await app.webhook({ pix: [payment] });
  assert.equal((await app.webhook({ pix: [{ ...payment, valor: '99.00' }] })).status, 200);
  assert.deepEqual(await app.depositOf(id), { status: 'CONFIRMED', creditedCents: '5000', faults: [] });
  assert.deepEqual(await app.alertsOf('PROVIDER_EVENT_CONTRADICTED'), [
    { key: `pix:${payment.endToEndId}`, isOpen: true },
  ]);
});

test('an unreadable signed message is stored as it came and raises an alert', async () => {
  const strange = [
    { pix: [{ ...paid('0'.repeat(32), '50.00'), endToEndId: 'short' }] },
    { pix: [paid('0'.repeat(32), '5,00')] },
    { pix: [paid('0'.repeat(32), '0.00')] },
    { pix: [{ ...paid('0'.repeat(32), '5.00'), horario: '+275760-01-01T00:00:00.000Z' }] },
    { pix: [{ ...paid('0'.repeat(32), '5.00'), horario: 'yesterday' }] },
    { pix: 'all of it' },
    ['pix'],
    { hello: 'world' },
    { evento: 'teste_webhook', hello: 'world' },
    '0',
  ];
  const before = (await app.alertsOf('PROVIDER_EVENT_NOT_TAKEN')).length;
  for (const body of strange) assert.equal((await app.webhook(body)).status, 200);
  for (const body of strange) assert.equal((await app.webhook(body)).status, 200);
  assert.equal((await app.alertsOf('PROVIDER_EVENT_NOT_TAKEN')).length - before, strange.length);
  const stored = await eventsStored();
  for (const trial of [{ evento: 'teste_webhook' }, {}, { pix: [] }])
    assert.equal((await app.webhook(trial)).status, 200);
  assert.equal(await eventsStored(), stored);
});

test('a body that is not JSON is 401 without a signature, and stored with an alert otherwise', async () => {
  const bodies = ['{"pix":', 'pix=all', '\u0000', '{"__proto__":{}}'];
  const before = await eventsStored();
  for (const body of bodies) assert.equal((await app.webhook(body, {})).status, 401, body);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  assert.equal((await app.webhook('pix=all', form)).status, 401);
  assert.equal(await eventsStored(), before);
  const alerts = (await app.alertsOf('PROVIDER_EVENT_NOT_TAKEN')).length;
  for (const body of bodies) assert.equal((await app.webhook(body)).status, 200, body);
  assert.equal((await app.alertsOf('PROVIDER_EVENT_NOT_TAKEN')).length - alerts, bodies.length);
});

test('money of another currency waits for an administrator, who cannot credit it as BRL', async () => {
  const player = await app.person();
  const foreign = [
    { moeda: 'USD' },
    { currency: 'EUR' },
    { currency_id: 'usd' },
    { moeda: 840 },
    { moeda: { code: 'USD' } },
  ];
  for (const [place, said] of [...foreign, null].entries()) {
    const { id, txid } = await app.initiate(player);
    const entry = { ...paid(txid, '50.00'), ...said };
    const message = said === null ? { pix: [entry], moeda: 'USD' } : { pix: [entry] };
    assert.equal((await app.webhook(message)).status, 200);
    const waits = { status: 'PENDING', creditedCents: null, faults: ['CURRENCY_DIFFERS'] };
    assert.deepEqual(await app.depositOf(id), waits, String(place));
    const open = await app.alertsOf('DEPOSIT_NEEDS_DECISION');
    assert.ok(open.some(({ key, isOpen }) => key === id && isOpen));
    const decide = (step: string) =>
      app.call(app.admin, 'POST', `/admin/deposits/${id}/${step}`, { reason: 'Looked at' });
    assert.equal((await decide('confirm')).body.code, 'DEPOSIT_IN_OTHER_CURRENCY');
    assert.equal((await decide('reject')).status, 200);
  }
  assert.equal(await app.balanceOf(player), '0');
  for (const said of [{ moeda: 'BRL' }, { currency: 'brl' }, { moeda: 986 }, { moeda: null }]) {
    const { id, txid } = await app.initiate(player);
    await app.webhook({ pix: [{ ...paid(txid, '50.00'), ...said }], moeda: 'BRL' });
    assert.equal((await app.depositOf(id)).status, 'CONFIRMED', JSON.stringify(said));
  }
});

test('an unreadable entry does not keep others of its message from being credited', async () => {
  const player = await app.person();
  const [first, second] = [await app.initiate(player), await app.initiate(player, '7000')];
  const strange = [{ ...paid(first.txid, '50.00'), endToEndId: 'odd' }, paid(first.txid, 'fifty'), null, 'all of it'];
  const before = (await app.alertsOf('PROVIDER_EVENT_NOT_TAKEN')).length;
  const pix = [strange[0], paid(first.txid, '50.00'), ...strange.slice(1), paid(second.txid, '70.00')];
  for (const _ of ['once', 'again']) assert.equal((await app.webhook({ pix })).status, 200);
  assert.equal(await app.balanceOf(player), '12000');
  assert.equal((await app.alertsOf('PROVIDER_EVENT_NOT_TAKEN')).length - before, strange.length);
});

test('messages of Mercado Pago have their own signature and the same inbox', async () => {
  const seconds = Math.floor(app.clock.now().getTime() / 1000);
  const send = async (
    changes: { ts?: string; id?: string; secret?: string; requestId?: string; query?: string } = {},
  ) => {
    const { ts = String(seconds), id = 'ABC123', secret = MERCADO_PAGO_SECRET, requestId = 'req-1' } = changes;
    const manifest = `id:${id.toLowerCase()};request-id:${requestId};ts:${ts};`;
    const v1 = createHmac('sha256', secret).update(manifest).digest('hex');
    const { statusCode } = await app.http.inject({
      method: 'POST',
      url: `/api/payment/deposit/webhook/mercado-pago?${changes.query ?? `data.id=${id}&type=payment`}`,
      headers: { 'x-signature': `ts=${ts},v1=${v1}`, 'x-request-id': 'req-1' },
      payload: { type: 'payment', data: { id } },
    });
    return statusCode;
  };
  assert.equal(await send({ secret: 'guessed' }), 401);
  assert.equal(await send({ ts: String(seconds - 301) }), 401);
  assert.equal(await send({ requestId: 'req-2' }), 401);
  assert.equal(await send({ query: 'data.id=OTHER' }), 401);
  assert.equal(await send({ query: 'data.id=ABC123&data.id=OTHER' }), 401);
  assert.equal(await send({ query: '' }), 401);
  assert.deepEqual([await send(), await send(), await send({ ts: `${seconds}000` })], [200, 200, 200]);
  await app.applied();
  const stored = await app.db.query(sql`select event_key from provider_events where provider = 'mercado-pago'`);
  assert.deepEqual(stored, [{ eventKey: 'abc123:req-1' }]);
  const alerts = await app.alertsOf('PROVIDER_EVENT_NOT_TAKEN');
  assert.ok(alerts.some(({ key }) => key === 'mercado-pago:abc123:req-1'));
});

test('an event that cannot be applied keeps its alert, also behind many that wait', async () => {
  const store = (kind: string, count: number) =>
    app.db.query<{ id: string }>(sql`
      insert into provider_events (provider, event_key, kind, content, source, received_at)
      select 'test', ${kind} || place, ${kind}, '{}', 'WEBHOOK', ${app.clock.now()} from generate_series(1, ${count}) place
      returning id`);
  let isBroken = true;
  const taken: EventHandler = async (_tx, events) => {
    if (isBroken) throw new Error('broken');
    return { outcomes: events.map(() => 'TAKEN'), notify: () => undefined };
  };
  const inbox = createInbox({ ...app, logger: silentLogger, handlers: { HELD: taken, BROKEN: taken } });
  const alertOf = async (id: string) =>
    (await app.alertsOf('PROVIDER_EVENT_NOT_APPLIED')).filter(({ key }) => key === id);
  const held = await store('HELD', 200);
  const [broken] = await store('BROKEN', 1);
  const id = broken?.id as string;
  try {
    await transaction(app.db, async (tx) => {
      await tx.query(
        sql`select from provider_events where id = any(${held.map((row) => row.id)}::bigint[]) for update`,
      );
      await inbox.applyWaiting();
    });
    assert.deepEqual(await alertOf(id), [{ key: id, isOpen: true }]);
  } finally {
    isBroken = false;
    await inbox.applyWaiting();
  }
  assert.deepEqual(await alertOf(id), [{ key: id, isOpen: false }]);
});

test('many payments take as many statements as one', async () => {
  const statementsOf = async (count: number) => {
    const players = await Promise.all(Array.from({ length: count }, () => app.person()));
    const deposits = await Promise.all(players.map((player) => app.initiate(player)));
    app.statements.length = 0;
    await app.webhook({ pix: deposits.map(({ txid }) => paid(txid, '50.00')) });
    for (const { id } of deposits) assert.equal((await app.depositOf(id)).status, 'CONFIRMED');
    const ofPayments =
      /^\s*(insert into (provider_events|deposit_payments)|update (deposits|provider_events)|with entry)/;
    return app.statements.filter((text) => ofPayments.test(text)).length;
  };
  const one = await statementsOf(1);
  assert.ok(one >= 4, `${one} statements`);
  assert.equal(await statementsOf(15), one);
});

const event = (key: string) => ({
  provider: 'TEST',
  key,
  kind: 'PAID',
  content: { key },
  saidAt: null,
  source: 'WEBHOOK' as const,
});

test('an event that another process applied meanwhile is not applied again', async () => {
  const applied: string[] = [];
  const paid: EventHandler = async (_tx, events) => {
    applied.push(...events.map(({ key }) => key));
    return { outcomes: events.map(() => 'APPLIED'), notify: () => undefined };
  };
  const apply = (ids: Parameters<typeof applyEvents>[2]) =>
    transaction(app.db, (tx) => applyEvents(tx, { clock: app.clock, handlers: { PAID: paid } }, ids));
  await insertEvents(app.db, [event('first'), event('second')], app.clock.now());
  const listed = await listWaitingIds(app.db, null, 10);
  assert.equal(listed.length, 2);
  await apply(listed.slice(0, 1));
  await apply(listed);
  assert.deepEqual(applied, ['first', 'second']);
});
