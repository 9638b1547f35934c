import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { call } from './api.ts';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const ANSWER = JSON.stringify({ message: 'Você saiu da sua conta.' });

/** Its headers and its first half arrive, and then the connection is lost. */
const brokenOff = (status = 200) => {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(ANSWER.slice(0, 12))),
    pull: (controller) => controller.error(new TypeError('terminated')),
  });
  return new Response(body, { status, headers: JSON_TYPE });
};

/** Answers with one after the other, without the pauses in between; gives the Idempotency-Keys of all requests. */
function answerBy(t: TestContext, ...answers: (() => Response)[]): string[] {
  const keys: string[] = [];
  t.mock.method(globalThis, 'setTimeout', (wake: () => void) => setImmediate(wake));
  t.mock.method(globalThis, 'fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['idempotency-key'] ?? '');
    const answer = answers[keys.length - 1] ?? answers.at(-1);
    return answer?.();
  });
  return keys;
}

test('an answer that breaks off is no answer: it is asked for again with the same key', async (t) => {
  const cut = () => new Response(ANSWER.slice(0, 12), { headers: JSON_TYPE });
  const keys = answerBy(t, brokenOff, cut, () => new Response(ANSWER, { headers: JSON_TYPE }));
  assert.deepEqual(await call('POST /auth/logout'), JSON.parse(ANSWER));
  assert.equal(keys.length, 3);
  assert.equal(new Set(keys).size, 1);
});

test('a refusal that breaks off is asked for again too, and one in other words is final', async (t) => {
  const keys = answerBy(
    t,
    () => brokenOff(409),
    () => new Response('<h1>Bad Gateway</h1>', { status: 502 }),
  );
  await assert.rejects(call('POST /auth/logout'), { code: 'UNREADABLE', status: 502 });
  assert.equal(keys.length, 2);
});

test('where no whole answer comes the connection is lost, as often as it may be asked', async (t) => {
  const keys = answerBy(t, brokenOff);
  await assert.rejects(call('POST /auth/logout'), { name: 'ApiError', code: 'OFFLINE' });
  assert.equal(keys.length, 4);
  await assert.rejects(call('POST /auth/logout', { attempts: 1 }), { code: 'OFFLINE' });
  assert.equal(keys.length, 5);
});

test('what nobody waits for any more is not asked for again', async (t) => {
  const waiting = new AbortController();
  const keys = answerBy(t, () => {
    waiting.abort();
    return brokenOff();
  });
  await assert.rejects(call('GET /config', { signal: waiting.signal }), { name: 'AbortError' });
  assert.equal(keys.length, 1);
});

test('what is pressed twice before its answer is done once, and after it once more', async (t) => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const sent: string[] = [];
  t.mock.method(globalThis, 'fetch', async (address: string, { body }: { body: string }) => {
    sent.push(`${new URL(address, 'http://ours.example').pathname} ${body}`);
    await answered;
    return new Response(ANSWER, { headers: JSON_TYPE });
  });
  const buy = (id: string, quantity: number) => call('POST /raffle/{id}/buy', { params: { id }, body: { quantity } });
  const pressed = [buy('1', 5), buy('1', 5), buy('1', 6), buy('2', 5)];
  answer();
  await Promise.all(pressed);
  assert.deepEqual(sent, [
    '/api/raffle/1/buy {"quantity":5}',
    '/api/raffle/1/buy {"quantity":6}',
    '/api/raffle/2/buy {"quantity":5}',
  ]);
  await buy('1', 5);
  assert.equal(sent.length, 4);
});

test('what is not answered for long, or has a key of its own, is sent anew', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let sent = 0;
  t.mock.method(globalThis, 'fetch', () => {
    sent += 1;
    return new Promise(() => undefined);
  });
  const leave = (idempotencyKey?: string) => void call('POST /auth/logout', idempotencyKey ? { idempotencyKey } : {});
  for (const key of [undefined, undefined, 'one', 'one', 'other']) leave(key);
  assert.equal(sent, 3);
  t.mock.timers.tick(2_000);
  leave();
  assert.equal(sent, 4);
  // Nothing of this is left to the tests after it.
  t.mock.timers.tick(2_000);
});

test('what was refused twice can be pressed again', async (t) => {
  const refused = () =>
    new Response(JSON.stringify({ code: 'X', message: 'Não' }), { status: 409, headers: JSON_TYPE });
  const keys = answerBy(t, refused);
  for (const _ of [1, 2]) {
    const both = await Promise.allSettled([call('POST /auth/logout'), call('POST /auth/logout')]);
    assert.deepEqual(
      both.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
  }
  assert.equal(keys.length, 2);
});
