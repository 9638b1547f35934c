import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startSandbox } from '@lisura/sandbox';
import fc from 'fast-check';
import { decodeBrCode } from '../../../../../test/support/br-code-reader.ts';
import { use } from '../../../../../test/support/use-app.ts';
import { fixedClock } from '../../../../platform/clock.ts';
import { silentLogger } from '../../../../platform/observability/logger.ts';
import { startHttp } from '../../../../platform/outbound/test-support.ts';
import { brCodeOf, readBrCode } from './br-code.rules.ts';
import { createPix } from './create-pix.ts';
import type { Pix } from './pix.records.ts';

const clock = fixedClock('2026-11-16T12:00:00.000Z');
const sandbox = use(
  () => startSandbox({ port: 0, now: () => clock.now() }),
  ({ close }) => close(),
);
let pix: Pix;
let txids = 0;
const newTxid = () => {
  txids += 1;
  return String(txids).padStart(32, '0');
};
const pixWith = (more: object = {}): Pix =>
  createPix({ url: sandbox.pixUrl, ...sandbox.pixAccount, clock, logger: silentLogger, ...more });

// biome-ignore lint/suspicious/noExplicitAny: what a control tells is what is asserted on.
async function control(setting: object): Promise<any> {
  const response = await fetch(`${sandbox.url}/control/pix`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(setting),
  });
  assert.equal(response.status, 200);
  return response.json();
}

beforeEach(async () => {
  pix = pixWith();
  await control({ faults: [], sends: 'automatic' });
});

const charge = (txid: string) => ({ txid, amountCents: 12_345n, expiresInSeconds: 1_800 });
const asked = async (call: string): Promise<number> => (await control({ faults: [] })).requests.asked[call] ?? 0;

test('a charge is made, paid and found', async () => {
  const txid = newTxid();
  const made = await pix.makeCharge(charge(txid));
  assert.deepEqual([made.txid, made.amountCents, made.payments], [txid, 12_345n, []]);
  const { payment } = await control({ pay: { txid } });
  const found = await pix.findCharge(txid);
  assert.deepEqual(found?.payments, [
    {
      endToEndId: payment.endToEndId,
      txid,
      amountCents: 12_345n,
      foreignCurrency: null,
      paidAt: clock.now(),
      returns: [],
      unreadableReturns: [],
      payer: null,
    },
  ]);
  assert.equal(found?.code, made.code);
  assert.equal(await pix.findCharge(newTxid()), null);
  const { payment: returned } = await control({ giveBack: { txid, amount: '23.45' } });
  const [{ id: returnId }] = returned.devolucoes;
  const after = await pix.findCharge(txid);
  assert.deepEqual(after?.payments[0]?.returns, [
    { returnId, status: 'DONE', amountCents: 2_345n, returnedAt: clock.now() },
  ]);
});

test('a charge that exists is given again, unless it is another one', async () => {
  const txid = newTxid();
  const made = await pix.makeCharge(charge(txid));
  assert.deepEqual(await pix.makeCharge(charge(txid)), made);
  await assert.rejects(pix.makeCharge({ ...charge(txid), amountCents: 1n }), { fault: 'UNREADABLE' });
});

test('a charge whose answer was lost is made by asking again', async () => {
  for (const moment of ['before', 'after']) {
    const txid = newTxid();
    await control({ faults: [{ fault: 'cut-off', call: 'make-charge', moment, times: 1 }] });
    await assert.rejects(pix.makeCharge(charge(txid)), { fault: 'UNKNOWN' });
    assert.equal((await pix.makeCharge(charge(txid))).txid, txid);
  }
});

test('a code that no bank could read, of another amount, or none at all is not passed on', async () => {
  for (const fault of ['wrong-code', 'wrong-amount', 'incomplete', 'malformed']) {
    await control({ faults: [{ fault, call: 'make-charge', times: 1 }] });
    await assert.rejects(pix.makeCharge(charge(newTxid())), { fault: 'UNREADABLE' }, fault);
  }
});

test('a code is built from the location if the provider gives none', async () => {
  const txid = newTxid();
  await control({ faults: [{ fault: 'no-code', call: 'make-charge', times: 1 }] });
  const { code } = await pix.makeCharge(charge(txid));
  assert.match(code, /^000201010212.*localhost:\d+\/pix\/qr\/v2\/0+\d+52040000530398654/);
});

test('concurrent callers share one token, which is renewed before its end or when it is refused', async () => {
  const before = await asked('token');
  const fresh = pixWith();
  await Promise.all(Array.from({ length: 20 }, () => fresh.findCharge(newTxid())));
  assert.equal((await asked('token')) - before, 1);
  clock.advance(3_600_000);
  await fresh.findCharge(newTxid());
  assert.equal((await asked('token')) - before, 2);
  await control({ faults: [{ fault: 'token-refused', call: 'read-charge', times: 1 }] });
  assert.equal(await fresh.findCharge(newTxid()), null);
  assert.equal((await asked('token')) - before, 3);
  await control({ faults: [{ fault: 'token-refused', call: 'read-charge', times: 2 }] });
  await assert.rejects(fresh.findCharge(newTxid()), { fault: 'REFUSED', status: 401 });
});

test('without a token nothing is sent', async () => {
  for (const fault of ['server-error', 'malformed', 'refusal']) {
    await control({ faults: [{ fault, call: 'token', times: 1 }] });
    await assert.rejects(pixWith().send({ sendId: newTxid(), amountCents: 1n, toKey: 'a@b.example' }), {
      fault: 'NOT_SENT',
    });
  }
  await assert.rejects(pixWith({ clientSecret: 'wrong' }).findCharge(newTxid()), { fault: 'NOT_SENT' });
});

test('a refused request counts as sent, even if no token can be had for another', async () => {
  await pix.findCharge(newTxid());
  await control({
    faults: [
      { fault: 'token-refused', call: 'send', times: 1 },
      { fault: 'server-error', call: 'token', times: 1 },
    ],
  });
  const sending = pix.send({ sendId: newTxid(), amountCents: 1n, toKey: 'a@b.example' });
  await assert.rejects(sending, { fault: 'REFUSED', status: 401 });
});

test('money is sent once for an id, and its outcome can be read', async () => {
  await control({ sends: 'manual' });
  const send = { sendId: newTxid(), amountCents: 5_000n, toKey: 'ana@example.com' };
  assert.equal(await pix.findSend(send.sendId), null);
  const sent = await pix.send(send);
  assert.deepEqual(
    [sent.sendId, sent.status, sent.amountCents, sent.endToEndId, sent.reason],
    [send.sendId, 'PROCESSING', 5_000n, null, null],
  );
  assert.deepEqual(await pix.send(send), sent);
  await assert.rejects(pix.send({ ...send, amountCents: 6_000n }), { fault: 'REFUSED', status: 409 });
  await control({ settle: { idEnvio: send.sendId, status: 'NAO_REALIZADO', reason: 'Chave inválida' } });
  assert.deepEqual(await pix.findSend(send.sendId), { ...sent, status: 'FAILED', reason: 'Chave inválida' });
  const { sends } = await control({ sends: 'automatic' });
  assert.equal(sends.filter(({ idEnvio }: { idEnvio: string }) => idEnvio === send.sendId).length, 1);
});

test('only finished payments have the id of the banks, and reasons are read in every provider’s words', async (t) => {
  const sendId = newTxid();
  let said: object = {};
  const { url } = await startHttp(t, (response, { url: path }) => {
    const isToken = path === '/oauth/token';
    response.writeHead(200);
    response.end(JSON.stringify(isToken ? { access_token: 'a', token_type: 'Bearer', expires_in: 3600 } : said));
  });
  const found = (more: object) => {
    said = { idEnvio: sendId, valor: '50.00', ...more };
    return pixWith({ url }).findSend(sendId);
  };
  const open = { sendId, amountCents: 5_000n, endToEndId: null };
  const underWay = { ...open, status: 'PROCESSING', reason: null };
  for (const more of [{}, { endToEndId: null }, { e2eId: 'E1' }, { endToEndId: 7, motivo: { of: 'another shape' } }]) {
    assert.deepEqual(await found({ status: 'EM_PROCESSAMENTO', ...more }), underWay, JSON.stringify(more));
  }
  const words = { nome: 'chave_invalida', mensagem: 'A chave\u0000\n não existe' };
  const reason = 'chave_invalida: A chave não existe';
  assert.deepEqual(await found({ status: 'NAO_REALIZADO', ...words }), { ...open, status: 'FAILED', reason });
  assert.equal((await found({ status: 'NAO_REALIZADO', motivo: 'x'.repeat(9_000) }))?.reason?.length, 300);
  const cut = await found({ status: 'NAO_REALIZADO', motivo: `${'x'.repeat(299)}😀` });
  assert.equal(cut?.reason, `${'x'.repeat(299)}\ufffd`);
  assert.equal((await found({ status: 'REALIZADO', e2eId: 'E1' }))?.endToEndId, 'E1');
  for (const more of [{}, { endToEndId: null }, { endToEndId: '' }, { endToEndId: 'E'.repeat(65) }]) {
    await assert.rejects(found({ status: 'REALIZADO', ...more }), { fault: 'UNREADABLE' }, JSON.stringify(more));
  }
});

test('only the provider’s own words say that a payment or charge does not exist', async () => {
  for (const call of ['read-send', 'read-charge']) {
    await control({ faults: [{ fault: 'refusal', call, status: 404, times: 1 }] });
    const finding = call === 'read-send' ? pix.findSend(newTxid()) : pix.findCharge(newTxid());
    await assert.rejects(finding, { fault: 'REFUSED', status: 404 }, call);
  }
  assert.deepEqual([await pix.findSend(newTxid()), await pix.findCharge(newTxid())], [null, null]);
});

test('an unknown charge may be a 400 in the words of the Central Bank or of Efí', async (t) => {
  let said: object = {};
  const { url } = await startHttp(t, (response, { url: path }) => {
    const isToken = path === '/oauth/token';
    response.writeHead(isToken ? 200 : 400);
    response.end(JSON.stringify(isToken ? { access_token: 'a', token_type: 'Bearer', expires_in: 3600 } : said));
  });
  for (said of [
    { type: 'https://pix.bcb.gov.br/api/v2/error/CobNaoEncontrada', status: 400 },
    { nome: 'cobranca_nao_encontrada', mensagem: 'Nenhuma cobrança encontrada' },
  ]) {
    assert.equal(await pixWith({ url }).findCharge(newTxid()), null);
    await assert.rejects(pixWith({ url }).findSend(newTxid()), { fault: 'REFUSED', status: 400 });
  }
  said = { nome: 'valor_invalido' };
  await assert.rejects(pixWith({ url }).findCharge(newTxid()), { fault: 'REFUSED', status: 400 });
});

test('after a fault the provider tells whether money was sent', async () => {
  for (const moment of ['before', 'after']) {
    const sendId = newTxid();
    await control({ faults: [{ fault: 'cut-off', call: 'send', moment, times: 1 }] });
    await assert.rejects(pix.send({ sendId, amountCents: 5_000n, toKey: 'ana@example.com' }), { fault: 'UNKNOWN' });
    assert.equal((await pix.findSend(sendId))?.status, moment === 'after' ? 'DONE' : undefined);
  }
  await control({ faults: [{ fault: 'refusal', call: 'send', status: 422, times: 1 }] });
  const refused = pix.send({ sendId: newTxid(), amountCents: 5_000n, toKey: 'nobody' });
  await assert.rejects(refused, { fault: 'REFUSED', status: 422 });
});

const merchant = { merchantName: 'LISURA', merchantCity: 'SAO PAULO' };

test('a code has the fields of the manual and a checksum that another reader accepts', () => {
  const code = brCodeOf({ location: 'pix.example.com/qr/v2/9d36b84f', amount: '123.45', ...merchant });
  assert.deepEqual(decodeBrCode(code), {
    '00': '01',
    '01': '12',
    '26': { '00': 'br.gov.bcb.pix', '25': 'pix.example.com/qr/v2/9d36b84f' },
    '52': '0000',
    '53': '986',
    '54': '123.45',
    '58': 'BR',
    '59': 'LISURA',
    '60': 'SAO PAULO',
    '62': { '05': '***' },
  });
});

test('codes of other issuers are read', () => {
  const example =
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';
  assert.deepEqual(readBrCode(example), { amount: null, location: null });
});

test('every code is read as it was made, and every changed character is noticed', () => {
  const text = fc.stringMatching(/^[A-Za-z0-9./-]{1,70}$/);
  const cents = fc.bigInt({ min: 1n, max: 10n ** 12n });
  fc.assert(
    fc.property(text, cents, fc.nat(), fc.constantFrom(...'0123456789AZ'), (location, amountCents, at, other) => {
      const amount = `${amountCents / 100n}.${String(amountCents % 100n).padStart(2, '0')}`;
      const code = brCodeOf({ location, amount, ...merchant });
      assert.deepEqual(readBrCode(code), { amount, location });
      assert.equal((decodeBrCode(code)['26'] as Record<string, string>)['25'], location);
      const place = at % code.length;
      if (code[place] === other) return;
      assert.equal(readBrCode(code.slice(0, place) + other + code.slice(place + 1)), null);
    }),
  );
});

test('other texts are not read as codes', () => {
  for (const text of ['', '6304', '00020163041D3D', 'https://example.com', '0002019963040000']) {
    assert.equal(readBrCode(text), null, text);
  }
});
