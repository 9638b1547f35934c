import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMeasuring, createMetricsGatherer } from './gather-metrics.ts';
import { mockTime } from './test-support.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

const { settle, pass, passLimit } = mockTime();

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

test('the supervisor has the metrics printed by the first worker that can', async () => {
  const workers = ['starting', 'silent', 'serving'].map((name) => ({ name }));
  const asked: [string, number][] = [];
  const gatherer = createMetricsGatherer(
    () => workers,
    ({ name }, message) => void (message.tell === 'print' && asked.push([name, message.id])),
  );
  const metrics = { contentType: 'text/plain', text: 'of all' };
  const printed = gatherer.print();
  gatherer.hear(workers[0] as { name: string }, { tell: 'printed', id: 1, metrics: null });
  await settle();
  await passLimit(4_000);
  await settle();
  gatherer.hear(workers[2] as { name: string }, { tell: 'printed', id: 3, metrics });
  assert.deepEqual(await printed, metrics);
  assert.deepEqual(asked, [
    ['starting', 1],
    ['silent', 2],
    ['serving', 3],
  ]);
  const none = assert.rejects(createMetricsGatherer(() => [], assert.fail).print(), /No worker/);
  await none;

  const sent: FromWorker[] = [];
  const { hear, onPrint } = createMeasuring((message) => sent.push(message));
  hear({ tell: 'print', id: 4 });
  await settle();
  onPrint(async () => metrics);
  hear({ tell: 'print', id: 5 });
  await settle();
  onPrint(async () => assert.fail('nothing can be read'));
  hear({ tell: 'print', id: 6 });
  await settle();
  assert.deepEqual(
    sent.map((message) => (message.tell === 'printed' ? message.metrics : message)),
    [null, metrics, null],
  );
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
