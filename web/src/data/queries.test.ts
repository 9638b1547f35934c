import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { queryClient } from './queries.ts';

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
