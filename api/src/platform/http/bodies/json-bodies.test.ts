import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { after, before, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import fastify, { type FastifyInstance } from 'fastify';
import { silentLogger } from '../../observability/logger.ts';
import { createErrorAnswers } from '../error-answers.ts';
import { readJsonBodies } from './json-bodies.ts';

const LIMIT_BYTES = 1024;

let app: FastifyInstance;
const bodies: unknown[] = [];

before(async () => {
  app = fastify({ forceCloseConnections: true, bodyLimit: LIMIT_BYTES }) as unknown as FastifyInstance;
  readJsonBodies(app);
  app.setErrorHandler(createErrorAnswers(silentLogger).answerError);
  app.post('/now', (request, reply) => {
    bodies.push(request.body);
    reply.send({ body: request.body });
  });
  app.post('/later', async (request) => {
    await new Promise(setImmediate);
    return { body: request.body };
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});

after(() => app.close());

interface Answer {
  status: number;
  body: unknown;
}

async function openConnection(t: TestContext) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').setNoDelay(true);
  t.after(() => void socket.destroy());
  await once(socket, 'connect');
  const parts: AsyncIterator<Buffer> = socket[Symbol.asyncIterator]();
  const answers = async (count: number): Promise<Answer[]> => {
    // One character a byte, as lengths in heads count.
    let text = '';
    const read: Answer[] = [];
    while (read.length < count) {
      const part = await parts.next();
      assert.ok(!part.done, `the connection ended after ${JSON.stringify(text)}`);
      text += part.value.toString('latin1');
      for (let answer = firstAnswer(text); answer !== null; answer = firstAnswer(text)) {
        read.push({ status: answer.status, body: answer.body });
        text = text.slice(answer.bytes);
      }
    }
    assert.equal(text, '');
    return read;
  };
  return { socket, answers };
}

function firstAnswer(text: string): (Answer & { bytes: number }) | null {
  const found = /^HTTP\/1\.1 (\d+)[\s\S]*?content-length: (\d+)[\s\S]*?\r\n\r\n/i.exec(text);
  if (found === null) return null;
  const bytes = found[0].length + Number(found[2]);
  if (text.length < bytes) return null;
  const body = Buffer.from(text.slice(found[0].length, bytes), 'latin1').toString();
  return { status: Number(found[1]), body: JSON.parse(body), bytes };
}

const head = (path: string, ...fields: string[]) =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${fields.join('\r\n')}\r\n\r\n`;
const whole = (path: string, body: string) => head(path, `content-length: ${Buffer.byteLength(body)}`) + body;
const chunked = (path: string) => head(path, 'transfer-encoding: chunked');
const chunk = (bytes: Uint8Array) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

/** The server, in this process, has read everything by then. */
async function letServerRead(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
}

test('requests one after the other on one connection, answered at once or later', async (t) => {
  const client = await openConnection(t);
  for (const path of ['/now', '/later', '/now', '/now', '/later']) {
    client.socket.write(whole(path, '{"a":"é🎲\ufffd"}'));
    assert.deepEqual(await client.answers(1), [{ status: 200, body: { body: { a: 'é🎲\ufffd' } } }], path);
  }
});

test('requests in one piece are answered in their order', async (t) => {
  const client = await openConnection(t);
  const paths = ['/later', '/now', '/now', '/later', '/now'];
  client.socket.write(paths.map((path, index) => whole(path, `{"index":${index}}`)).join(''));
  assert.deepEqual(
    await client.answers(paths.length),
    paths.map((_, index) => ({ status: 200, body: { body: { index } } })),
  );
});

test('a body is the same wherever its bytes are parted', async (t) => {
  const client = await openConnection(t);
  const text = '{"a":"é🎲日","b":[1,2,3]}';
  const request = Buffer.from(whole('/now', text));
  for (let at = request.length - Buffer.byteLength(text) - 1; at < request.length; at += 1) {
    client.socket.write(request.subarray(0, at));
    await letServerRead();
    client.socket.write(request.subarray(at));
    assert.deepEqual(await client.answers(1), [{ status: 200, body: { body: JSON.parse(text) } }], `parted at ${at}`);
  }
});

test('a body in chunks is put together, whether they come at once or one by one', async (t) => {
  const client = await openConnection(t);
  const anyTexts = fc.array(fc.string({ maxLength: 20, unit: 'binary' }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(anyTexts, fc.integer({ min: 1, max: 50 }), fc.boolean(), async (texts, size, atOnce) => {
      const json = Buffer.from(JSON.stringify(texts));
      const parts = Array.from({ length: Math.ceil(json.length / size) }, (_, index) =>
        json.subarray(index * size, (index + 1) * size),
      );
      const pieces = [Buffer.from(chunked('/now')), ...parts.map(chunk), chunk(Buffer.alloc(0))];
      for (const piece of atOnce ? [Buffer.concat(pieces)] : pieces) {
        client.socket.write(piece);
        await letServerRead();
      }
      assert.deepEqual(await client.answers(1), [{ status: 200, body: { body: JSON.parse(json.toString()) } }]);
    }),
    { numRuns: 50 },
  );
});

test('a body of exactly the limit is taken; one byte more is refused, announced or not', async (t) => {
  const client = await openConnection(t);
  const bodyOf = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2));
  client.socket.write(whole('/now', bodyOf(LIMIT_BYTES)));
  assert.equal((await client.answers(1))[0]?.status, 200);
  client.socket.write(whole('/now', bodyOf(LIMIT_BYTES + 1)));
  assert.equal((await client.answers(1))[0]?.status, 413);
  for (const parts of [1, 3]) {
    // The rest of the body must not be taken for a request.
    const another = await openConnection(t);
    const part = chunk(Buffer.alloc(Math.ceil((LIMIT_BYTES + 1) / parts), '1'));
    another.socket.write(chunked('/now'));
    for (let sent = 0; sent < parts; sent += 1) another.socket.write(part);
    assert.equal((await another.answers(1))[0]?.status, 413, `${parts} parts`);
  }
});

test('what is no JSON, or reaches for prototypes, is refused', async (t) => {
  const malformed = { status: 400, body: { statusCode: 400, message: 'Malformed JSON', code: 'MALFORMED_JSON' } };
  for (const body of ['{"a":', ' ', '{"__proto__":{}}', '{"constructor":{"prototype":{}}}']) {
    const client = await openConnection(t);
    client.socket.write(whole('/now', body));
    assert.deepEqual(await client.answers(1), [malformed], body);
  }
});

test('chunks without a byte are an empty body', async (t) => {
  const client = await openConnection(t);
  client.socket.write(Buffer.concat([Buffer.from(chunked('/now')), chunk(Buffer.alloc(0))]));
  assert.deepEqual(await client.answers(1), [{ status: 200, body: { body: {} } }]);
});

test('bytes that are no UTF-8, compressed ones and other types are refused, not read as something else', async (t) => {
  const refusal = async (request: Buffer) => {
    const client = await openConnection(t);
    client.socket.write(request);
    const [answer] = await client.answers(1);
    return answer;
  };
  const text = '{"a":"b"}';
  const notUtf8 = Buffer.from(whole('/now', '{"a":"xx"}'));
  notUtf8.set([0xc3, 0x28], notUtf8.indexOf('xx'));
  const utf8 = { statusCode: 400, message: 'O corpo do pedido não está em UTF-8.', code: 'BODY_NOT_UTF8' };
  assert.deepEqual(await refusal(notUtf8), { status: 400, body: utf8 });
  const compressed = Buffer.from(head('/now', 'content-encoding: gzip', `content-length: ${text.length}`) + text);
  const unpacked = { statusCode: 415, message: 'O corpo do pedido não pode ser comprimido.', code: 'BODY_COMPRESSED' };
  assert.deepEqual(await refusal(compressed), { status: 415, body: unpacked });
  const plain = Buffer.from(whole('/now', text).replace('application/json', 'text/plain'));
  const wrongType = {
    statusCode: 415,
    message: 'O Content-Type deve ser application/json.',
    code: 'UNSUPPORTED_MEDIA_TYPE',
  };
  assert.deepEqual(await refusal(plain), { status: 415, body: wrongType });
});

test('a client that goes away in the middle of its body calls nothing and disturbs nobody', async (t) => {
  const called = bodies.length;
  const client = await openConnection(t);
  // Without a listener the end of the connection would throw.
  client.socket.on('error', () => {});
  const asked = once(app.server, 'request');
  client.socket.write(`${head('/now', 'content-length: 100')}{"a":`);
  const [{ socket: ours }] = (await asked) as [IncomingMessage];
  const closed = once(ours, 'close').catch((error: NodeJS.ErrnoException) => assert.equal(error.code, 'ECONNRESET'));
  client.socket.resetAndDestroy();
  await closed;
  await letServerRead();
  assert.equal(bodies.length, called);
  const another = await openConnection(t);
  another.socket.write(whole('/now', '1'));
  assert.deepEqual(await another.answers(1), [{ status: 200, body: { body: 1 } }]);
});
