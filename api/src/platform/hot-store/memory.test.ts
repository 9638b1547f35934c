import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fixedClock } from '../clock.ts';
import { createMemoryStore } from './hot-store.ts';

const START = '2026-11-15T12:00:00Z';

test('a value lives exactly its time', async () => {
  const clock = fixedClock(START);
  const store = createMemoryStore({ clock });
  await store.set('key', 'value', 1_000);
  clock.advance(999);
  assert.equal(await store.get('key'), 'value');
  clock.advance(1);
  assert.equal(await store.get('key'), null);
});

test('a renewed value lives exactly its new time and is no longer the oldest', async () => {
  const clock = fixedClock(START);
  const store = createMemoryStore({ clock, maxEntries: 2 });
  await store.set('renewed', 'value', 1_001);
  await store.set('other', 'value', 5_000);
  clock.advance(1_000);
  assert.equal(await store.getAndRenew('renewed', 1_000), 'value');
  await store.set('new', 'value', 1_000);
  assert.equal(await store.get('other'), null);
  clock.advance(999);
  assert.equal(await store.get('renewed'), 'value');
  clock.advance(1);
  assert.equal(await store.getAndRenew('renewed', 1_000), null);
});

test('a window ends exactly at its reset', async () => {
  const clock = fixedClock(START);
  const store = createMemoryStore({ clock });
  const resetsAtMs = clock.now().getTime() + 60_000;
  assert.deepEqual(await store.countHits([{ key: 'key', windowMs: 60_000 }]), [{ count: 1, resetsAtMs }]);
  clock.advance(59_999);
  assert.deepEqual(await store.countHits([{ key: 'key', windowMs: 60_000 }]), [{ count: 2, resetsAtMs }]);
  clock.advance(1);
  const [anew] = await store.countHits([{ key: 'key', windowMs: 60_000 }]);
  assert.deepEqual(anew, { count: 1, resetsAtMs: resetsAtMs + 60_000 });
});

test('a full store lets the oldest written go', async () => {
  const store = createMemoryStore({ maxEntries: 3 });
  for (const key of ['a', 'b', 'c']) await store.set(key, key, 60_000);
  await store.set('a', 'again', 60_000);
  await store.set('d', 'd', 60_000);
  assert.deepEqual(await Promise.all(['a', 'b', 'c', 'd'].map((key) => store.get(key))), ['again', null, 'c', 'd']);
});

test('expired entries make room before any living one must go', async () => {
  const clock = fixedClock(START);
  const store = createMemoryStore({ clock, maxEntries: 20 });
  await store.set('keeper', 'still here', 3_600_000);
  for (let round = 0; round < 1_000; round += 1) {
    await store.set(`passing-${round}`, 'x', 1_000);
    clock.advance(200);
  }
  assert.equal(await store.get('keeper'), 'still here');
});

test('the number of hits tracked is bounded too', async () => {
  const store = createMemoryStore({ maxEntries: 10 });
  for (let visitor = 0; visitor < 1_000; visitor += 1) {
    await store.countHits([{ key: `visitor-${visitor}`, windowMs: 60_000 }]);
  }
  const kept = await Promise.all(Array.from({ length: 1_000 }, (_, visitor) => store.get(`visitor-${visitor}`)));
  assert.equal(kept.filter((count) => count !== null).length, 10);
});

test('a closed store has forgotten everything', async () => {
  const store = createMemoryStore();
  await store.set('key', 'value', 60_000);
  await store.close();
  assert.equal(await store.get('key'), null);
});

const step = fc.oneof(
  fc.record({ do: fc.constant('set'), key: fc.constantFrom('a', 'b', 'c'), ms: fc.integer({ min: 1, max: 50 }) }),
  fc.record({ do: fc.constant('claim'), key: fc.constantFrom('a', 'b', 'c'), ms: fc.integer({ min: 1, max: 50 }) }),
  fc.record({ do: fc.constant('renew'), key: fc.constantFrom('a', 'b', 'c'), ms: fc.integer({ min: 1, max: 50 }) }),
  fc.record({ do: fc.constant('delete'), key: fc.constantFrom('a', 'b', 'c'), ms: fc.constant(1) }),
  fc.record({ do: fc.constant('wait'), key: fc.constant(''), ms: fc.integer({ min: 1, max: 30 }) }),
);

test('any sequence of steps gives what a plain list of values with an end gives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const clock = fixedClock(START);
      const store = createMemoryStore({ clock });
      const model = new Map<string, { value: string; endMs: number }>();
      const alive = (key: string) => {
        const entry = model.get(key);
        return entry && entry.endMs > clock.now().getTime() ? entry.value : null;
      };
      for (const [index, { do: what, key, ms }] of steps.entries()) {
        const entry = { value: `${index}`, endMs: clock.now().getTime() + ms };
        if (what === 'wait') clock.advance(ms);
        if (what === 'set') {
          await store.set(key, entry.value, ms);
          model.set(key, entry);
        }
        if (what === 'claim') {
          const isFree = alive(key) === null;
          assert.equal(await store.setIfAbsent(key, entry.value, ms), isFree);
          if (isFree) model.set(key, entry);
        }
        if (what === 'renew') {
          const value = alive(key);
          assert.equal(await store.getAndRenew(key, ms), value);
          if (value !== null) model.set(key, { ...entry, value });
        }
        if (what === 'delete') {
          await store.delete([key]);
          model.delete(key);
        }
        for (const name of ['a', 'b', 'c']) assert.equal(await store.get(name), alive(name));
      }
    }),
  );
});
