import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { control } from '../../test/control.ts';
import { type Sandbox, startSandbox } from '../index.ts';
import { FORGERIES } from './forgeries.ts';

const NOW = new Date('2026-11-16T12:00:00.000Z');
const TXID = 'a1'.repeat(16);

// biome-ignore lint/suspicious/noExplicitAny: answers are what is tested, in every shape that they may have.
type Body = any;

let sandbox: Sandbox;
let token: string;
before(async () => {
  sandbox = await startSandbox({ port: 0, now: () => NOW });
});
after(() => sandbox.close());
beforeEach(async () => {
  await set({
    faults: [],
    sends: 'automatic',
    webhooks: { url: null, hold: false, copies: 1, lose: false, forge: null },
  });
  token ??= (await askToken()).body.access_token;
});

async function set(setting: object): Promise<Body> {
  const response = await control(sandbox, 'pix', setting);
  const body = await response.json();
  assert.equal(response.status, 200, JSON.stringify(body));
  return body;
}

async function askToken(secret: string = sandbox.pixAccount.clientSecret) {
  const basic = Buffer.from(`${sandbox.pixAccount.clientId}:${secret}`).toString('base64');
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  const headers = { authorization: `Basic ${basic}` };
  const response = await fetch(`${sandbox.pixUrl}/oauth/token`, { method: 'POST', headers, body });
  return { status: response.status, body: (await response.json()) as Body };
}

async function ask(method: string, path: string, body?: object, bearer = token) {
  const response = await fetch(`${sandbox.pixUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Body };
}

let made = 0;
const newTxid = () => {
  made += 1;
  return String(made).padStart(32, '0');
};
const charge = { calendario: { expiracao: 60 }, valor: { original: '12.34' }, chave: 'key' };
const makeCharge = (txid: string, changes: object = {}) => ask('PUT', `/v2/cob/${txid}`, { ...charge, ...changes });

describe('the Pix API', () => {
  it('gives a token for the right credentials, and nothing without one', async () => {
    const { status, body } = await askToken();
    assert.deepEqual([status, body.token_type, body.expires_in], [200, 'Bearer', 3600]);
    assert.equal((await askToken('wrong')).status, 401);
    assert.equal((await ask('GET', `/v2/cob/${TXID}`, undefined, 'guessed')).status, 401);
  });

  it('makes a charge once for a txid, tells it, and refuses what is none', async () => {
    const { status, body } = await makeCharge(TXID);
    assert.equal(status, 201);
    assert.deepEqual(
      [body.txid, body.status, body.valor.original, body.chave, body.calendario.expiracao],
      [TXID, 'ATIVA', '12.34', 'key', 60],
    );
    assert.match(body.pixCopiaECola, /^00020101021226\d\d0014br\.gov\.bcb\.pix25.*540512\.345802BR.*6304[0-9A-F]{4}$/);
    assert.equal((await makeCharge(TXID)).status, 409);
    assert.deepEqual((await ask('GET', `/v2/cob/${TXID}`)).body, body);
    assert.equal((await ask('GET', `/v2/cob/${newTxid()}`)).status, 404);
    assert.equal((await makeCharge('short')).status, 400);
    for (const changes of [
      { valor: { original: '1,00' } },
      { valor: { original: '0.00' } },
      { chave: '' },
      { valor: 1 },
    ]) {
      assert.equal((await makeCharge(newTxid(), changes)).status, 400, JSON.stringify(changes));
    }
  });

  it('sends money once for an id, and tells what became of it', async () => {
    await set({ sends: 'manual' });
    const body = { valor: '10.00', pagador: { chave: 'mine' }, favorecido: { chave: 'theirs' } };
    const first = await ask('PUT', '/v2/gn/pix/send1', body);
    assert.deepEqual([first.status, first.body.status], [201, 'EM_PROCESSAMENTO']);
    const second = await ask('PUT', '/v2/gn/pix/send1', body);
    assert.deepEqual([second.status, second.body], [200, first.body]);
    assert.equal((await ask('PUT', '/v2/gn/pix/send1', { ...body, valor: '11.00' })).status, 409);
    assert.equal((await ask('PUT', '/v2/gn/pix/send2', { ...body, favorecido: {} })).status, 400);
    await set({ settle: { idEnvio: 'send1', status: 'NAO_REALIZADO', reason: 'closed' } });
    const told = await ask('GET', '/v2/gn/pix/enviados/id-envio/send1');
    assert.deepEqual(
      [told.body.status, told.body.motivo, told.body.favorecido.chave],
      ['NAO_REALIZADO', 'closed', 'theirs'],
    );
    assert.equal((await control(sandbox, 'pix', { settle: { idEnvio: 'send1', status: 'REALIZADO' } })).status, 400);
    assert.equal((await ask('GET', '/v2/gn/pix/enviados/id-envio/send2')).status, 404);
  });

  it('errs as it is told, before or after it has done what was asked', async () => {
    for (const moment of ['before', 'after']) {
      const txid = newTxid();
      await set({ faults: [{ fault: 'server-error', call: 'make-charge', moment, times: 1 }] });
      assert.equal(
        await fetch(`${sandbox.pixUrl}/v2/cob/${txid}`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(charge),
        }).then((response) => response.status),
        503,
      );
      assert.equal((await ask('GET', `/v2/cob/${txid}`)).status, moment === 'after' ? 200 : 404);
    }
    assert.equal((await control(sandbox, 'pix', { faults: [{ fault: 'misspelt' }] })).status, 400);
    assert.equal((await control(sandbox, 'pix', {})).status, 400);
  });
});

describe('payments', () => {
  it('are made on its page, once and in time', async () => {
    const txid = newTxid();
    const { body } = await makeCharge(txid);
    const pay = (code: string) =>
      fetch(`${sandbox.url}/pix`, { method: 'POST', body: new URLSearchParams({ code }), redirect: 'manual' });
    assert.match(await (await fetch(`${sandbox.url}/pix`)).text(), /Pay R\$ 12,34/);
    assert.equal((await pay(body.pixCopiaECola)).status, 303);
    assert.equal((await pay(txid)).status, 400);
    assert.equal((await pay('nothing')).status, 400);
    const told = await ask('GET', `/v2/cob/${txid}`);
    assert.deepEqual([told.body.status, told.body.pix.length, told.body.pix[0].valor], ['CONCLUIDA', 1, '12.34']);
    assert.match(told.body.pix[0].endToEndId, /^E[0-9]{8}[0-9]{12}[A-Za-z0-9]{11}$/);
    assert.match(await (await fetch(`${sandbox.url}/pix/qr/v2/${txid}`)).text(), /paid/);
  });

  it('are told, signed over the bytes, as often and in the order that is set', async () => {
    const receiver = await startReceiver();
    try {
      await set({ webhooks: { url: receiver.url, hold: true, copies: 2 } });
      const txids = [newTxid(), newTxid(), newTxid()];
      for (const txid of txids) await makeCharge(txid);
      for (const txid of txids) await set({ pay: { txid } });
      assert.equal(receiver.messages.length, 0);
      await set({ webhooks: { release: 'reversed', hold: false } });
      // Payments of earlier tests are reported, too, whenever they are tried again.
      const toldOf = (mine: string[]) =>
        receiver.messages.filter(({ text }) => mine.includes(JSON.parse(text).pix[0].txid));
      assert.deepEqual(
        txids.map((txid) => toldOf([txid]).length),
        [2, 2, 2],
      );
      assert.ok(receiver.messages.every(isGenuine));
      await set({ webhooks: { lose: true, copies: 1 } });
      const lost = newTxid();
      await makeCharge(lost);
      await set({ pay: { txid: lost, amount: '99.00', force: true } });
      assert.equal(toldOf([...txids, lost]).length, 6);
      assert.equal((await ask('GET', `/v2/cob/${lost}`)).body.pix[0].valor, '99.00');
    } finally {
      await receiver.close();
    }
  });

  it('are given back by a button or the control, and told of again', async () => {
    const receiver = await startReceiver();
    try {
      await set({ webhooks: { url: receiver.url } });
      const txid = newTxid();
      const giveBack = () =>
        fetch(`${sandbox.url}/pix`, {
          method: 'POST',
          body: new URLSearchParams({ giveBack: txid }),
          redirect: 'manual',
        });
      await makeCharge(txid);
      assert.equal((await giveBack()).status, 400);
      await set({ pay: { txid } });
      assert.match(await (await fetch(`${sandbox.url}/pix/qr/v2/${txid}`)).text(), /Give R\$ 12,34 back/);
      assert.deepEqual([(await giveBack()).status, (await giveBack()).status], [303, 400]);
      const { payment } = await set({ giveBack: { txid, amount: '1.00', status: 'NAO_REALIZADO' } });
      assert.deepEqual(
        payment.devolucoes.map(({ valor, status }: Body) => [valor, status]),
        [
          ['12.34', 'DEVOLVIDO'],
          ['1.00', 'NAO_REALIZADO'],
        ],
      );
      assert.deepEqual((await ask('GET', `/v2/cob/${txid}`)).body.pix, [payment]);
      const told = receiver.messages
        .map(({ text }) => JSON.parse(text).pix[0])
        .filter((each) => each.txid === txid)
        .map(({ devolucoes = [] }) => devolucoes.length);
      assert.deepEqual(told.sort(), [0, 1, 2]);
    } finally {
      await receiver.close();
    }
  });

  it('are told wrongly in every way that is set', async () => {
    const receiver = await startReceiver();
    try {
      await set({ webhooks: { url: receiver.url, hold: true } });
      const body = { pix: [{ endToEndId: 'E1', txid: TXID, valor: '12.34', horario: NOW.toISOString() }] };
      for (const forge of FORGERIES) await set({ send: { body, forge } });
      assert.equal(receiver.messages.length, FORGERIES.length);
      assert.deepEqual(receiver.messages.filter(isGenuine), []);
      assert.equal((await set({ send: { body } })).answered, 200);
      assert.ok(isGenuine(receiver.messages.at(-1)));
    } finally {
      await receiver.close();
    }
  });
});

interface Message {
  headers: IncomingMessage['headers'];
  text: string;
}

function isGenuine(message: Message | undefined): boolean {
  const { headers, text } = message ?? assert.fail('no message');
  const timestamp = String(headers['x-pix-timestamp']);
  const expected = createHmac('sha256', sandbox.pixAccount.webhookSecret).update(`${timestamp}.${text}`).digest('hex');
  return headers['x-pix-signature'] === expected && Math.abs(Number(timestamp) - NOW.getTime() / 1000) <= 300;
}

async function startReceiver() {
  const messages: Message[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    messages.push({ headers: request.headers, text: Buffer.concat(chunks).toString() });
    response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    messages,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
