import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMeasuring, createMetricsGatherer } from './gather-metrics.ts';
import { mockTime } from './test-support.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

const { pass, passLimit } = mockTime();

test('any worker answers a scrape for all; one that is silent is left out', async () => {
  const [first, second] = [{ name: 'first' }, { name: 'second' }];
  const sent: [string, ToWorker][] = [];
  const gatherer = createMetricsGatherer(
    () => [first, second],
    ({ name }, message) => void sent.push([name, message]),
  );
  const say = (who: typeof first, message: FromWorker) => gatherer.hear(who, message);
  say(second, { tell: 'measure all', id: 7 });
  assert.deepEqual(sent.splice(0), [
    ['first', { tell: 'measure', id: 1 }],
    ['second', { tell: 'measure', id: 1 }],
  ]);
  say(second, { tell: 'measured', id: 1, text: 'b' });
  say(second, { tell: 'measured', id: 1, text: 'b again' });
  say(first, { tell: 'measured', id: 1, text: 'a' });
  assert.deepEqual(sent.splice(0), [['second', { tell: 'measured by all', id: 7, texts: ['b', 'a'] }]]);

  say(first, { tell: 'measure all', id: 1 });
  say(first, { tell: 'measured', id: 2, text: 'a' });
  sent.splice(0);
  await pass(1_000);
  assert.deepEqual(sent, [['first', { tell: 'measured by all', id: 1, texts: ['a'] }]]);
});

test('a worker whose supervisor does not answer reports itself', async () => {
  const sent: FromWorker[] = [];
  const { hear, onMeasure, measureAll } = createMeasuring((message) => sent.push(message));
  onMeasure(async () => 'own');
  const [late, answered] = [measureAll(), measureAll()];
  hear({ tell: 'measured by all', id: 2, texts: ['a', 'b'] });
  assert.deepEqual(await answered, ['a', 'b']);
  await passLimit(2_000);
  assert.deepEqual(await late, ['own']);
  assert.deepEqual(sent, [
    { tell: 'measure all', id: 1 },
    { tell: 'measure all', id: 2 },
  ]);
});
