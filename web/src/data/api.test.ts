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
