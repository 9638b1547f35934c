import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp } from '../../../../test/support/app.ts';
import { trialModule } from '../../../../test/support/trial-routes.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { createTurns } from './back-pressure.ts';

const turn = () => new Promise(setImmediate);

test('a turn begins so many, the next ones wait in their order, and beyond those nobody waits', async () => {
  const turns = createTurns({ perTurn: 2, maxWaiting: 5 });
  const begun: number[] = [];
  const waits = Array.from({ length: 10 }, (_, number) => {
    if (turns.begin()) return begun.push(number);
    return turns.beginLater(() => begun.push(number));
  });
  assert.deepEqual(waits.slice(7), [false, false, false]);
  const seen = [[...begun]];
  while (begun.length < 7) {
    await turn();
    seen.push([...begun]);
  }
  assert.deepEqual(seen, [
    [0, 1],
    [0, 1, 2, 3],
    [0, 1, 2, 3, 4, 5],
    [0, 1, 2, 3, 4, 5, 6],
  ]);
  await turn();
  assert.deepEqual([turns.begin(), turns.begin()], [true, false]);
});

test('who comes while others wait does not overtake them', async () => {
  const turns = createTurns({ perTurn: 2, maxWaiting: 5 });
  for (let number = 0; number < 2; number += 1) assert.ok(turns.begin());
  const begun: string[] = [];
  for (const name of ['a', 'b', 'c']) turns.beginLater(() => begun.push(name));
  await turn();
  assert.equal(turns.begin(), false);
  assert.deepEqual(begun, ['a', 'b']);
});

test('a turn in which each takes long begins few, whatever waits', async () => {
  let nowMs = 0;
  const turns = createTurns({ perTurn: 64, maxWaiting: 1_000, turnMs: 10, now: () => nowMs });
  for (let number = 0; number < 64; number += 1) assert.ok(turns.begin());
  const begun: number[] = [];
  for (let number = 0; number < 5; number += 1) {
    turns.beginLater(() => {
      begun.push(number);
      nowMs += 6;
    });
  }
  const counts: number[] = [];
  while (begun.length < 5) {
    await turn();
    counts.push(begun.length);
    if (begun.length < 5) assert.equal(turns.begin(), false);
  }
  assert.deepEqual(counts, [2, 4, 5]);
});

const app = useApp(() => createTestApp({ extraParts: [trialModule()] }));

test('liveness is answered while a flood waits, and what cannot wait is told to come again', async () => {
  let open = 0;
  const flood = Array.from({ length: 3_000 }, async () => {
    open += 1;
    const { statusCode, headers, body } = await app.http.inject({ url: '/api/trial/list' });
    open -= 1;
    return { statusCode, retryAfter: headers['retry-after'], body };
  });
  const live = await app.http.inject({ url: '/api/health/live' });
  assert.equal(live.statusCode, 200);
  assert.ok(open >= 500, `${open} are still under way`);
  const answers = await Promise.all(flood);
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  assert.ok(refused.length >= 1_000 && refused.length <= 2_000, `${refused.length} refused`);
  assert.deepEqual(
    new Set(refused.map((answer) => JSON.stringify(answer))),
    new Set([
      JSON.stringify({
        statusCode: 503,
        retryAfter: '1',
        body: '{"statusCode":503,"message":"Serviço indisponível no momento. Tente de novo em instantes.","code":"SERVICE_UNAVAILABLE"}',
      }),
    ]),
  );
});
