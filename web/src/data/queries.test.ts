import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { invalidate, invalidateCalmly, invalidateSoon, queryClient } from './queries.ts';

test('a network that comes back asks for what has not come, and for nothing that is shown', async (t) => {
  queryClient.mount();
  t.after(() => {
    queryClient.clear();
    queryClient.unmount();
  });
  const asked = { shown: 0, missing: 0 };
  const { promise: hasCome, resolve: come } = Promise.withResolvers<void>();
  const show = (name: keyof typeof asked, answer: () => string) =>
    new QueryObserver(queryClient, {
      queryKey: [name],
      queryFn: () => {
        asked[name] += 1;
        return answer();
      },
      retry: false,
      staleTime: 0,
    });
  const shown = show('shown', () => 'a drop');
  const missing = show('missing', () => {
    if (asked.missing === 1) throw new Error('offline');
    come();
    return 'the session';
  });
  t.after(shown.subscribe(() => undefined));
  t.after(missing.subscribe(() => undefined));
  await Promise.allSettled([shown.refetch({ cancelRefetch: false }), missing.refetch({ cancelRefetch: false })]);
  assert.deepEqual(asked, { shown: 1, missing: 1 });
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await hasCome;
  assert.deepEqual(asked, { shown: 1, missing: 2 });
});

/** The test decides when the answers come. */
async function shown(t: TestContext, name: 'GET /cases' | 'GET /battles/list' | 'GET /inventory') {
  const answers: (() => void)[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: [name],
    queryFn: () => new Promise<number>((resolve) => answers.push(() => resolve(answers.length))),
  });
  t.after(observer.subscribe(() => undefined));
  t.after(() => queryClient.clear());
  const asked = () => answers.length;
  const answer = async () => {
    answers.at(-1)?.();
    await turn();
  };
  await answer();
  assert.equal(asked(), 1);
  return { asked, answer };
}

test('a hundred changes at once are one question, and those during its answer one more', async (t) => {
  const { asked, answer } = await shown(t, 'GET /cases');
  const first = Array.from({ length: 100 }, () => invalidate('GET /cases'));
  await turn();
  assert.equal(asked(), 2);
  const during = Array.from({ length: 100 }, () => invalidate('GET /cases'));
  await turn();
  assert.equal(asked(), 2);
  await answer();
  await Promise.all(first);
  assert.equal(asked(), 3);
  await answer();
  await Promise.all(during);
  assert.equal(asked(), 3);
  void invalidate('GET /cases');
  await turn();
  assert.equal(asked(), 4);
  await answer();
});

test('what an event has made stale is not asked for again where an act of the page has asked since', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { asked, answer } = await shown(t, 'GET /inventory');
  for (let event = 0; event < 100; event += 1) invalidateSoon('GET /inventory');
  await invalidateAndAnswer();
  t.mock.timers.tick(200);
  await turn();
  assert.equal(asked(), 2);
  invalidateSoon('GET /inventory');
  t.mock.timers.tick(199);
  await turn();
  assert.equal(asked(), 2);
  t.mock.timers.tick(1);
  await turn();
  assert.equal(asked(), 3);
  await answer();

  async function invalidateAndAnswer() {
    void invalidate('GET /inventory');
    await turn();
    await answer();
  }
});

test('what others do is asked for at once, and then every five seconds at most', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let nowMs = 10_000;
  t.mock.method(performance, 'now', () => nowMs);
  const { asked, answer } = await shown(t, 'GET /battles/list');
  const seen: number[] = [];
  for (let second = 0; second < 60; second += 1) {
    for (let event = 0; event < 10; event += 1) {
      invalidateCalmly('GET /battles/list');
      nowMs += 100;
      t.mock.timers.tick(100);
      await turn();
      if (asked() > 1 + seen.length) {
        seen.push(nowMs);
        await answer();
      }
    }
  }
  assert.equal(seen[0], 10_200);
  assert.ok(seen.length >= 11 && seen.length <= 13, `${seen.length} questions in a minute`);
});
