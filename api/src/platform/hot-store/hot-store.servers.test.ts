import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type Clock, fixedClock, systemClock } from '../clock.ts';
import { silentLogger } from '../observability/logger.ts';
import { createMemoryStore, type HotStore } from './hot-store.ts';
import { createRedisStore } from './redis.ts';
import { createResilientStore } from './resilient.ts';
import { redisUrl, uniquePrefix, until, withoutRedis } from './test-support.ts';

const LONG_MS = 600_000;
const SHORT_MS = 3_000;

/** Redis serves two stores of the same data; memory serves one. */
type MakePair = () => Promise<[HotStore, HotStore]>;

interface Time {
  clock: Clock;
  elapse(ms: number): Promise<void>;
}

const memoryClock = fixedClock(new Date());
const memoryTime: Time = { clock: memoryClock, elapse: async (ms) => memoryClock.advance(ms) };
const realTime: Time = { clock: systemClock, elapse: (ms) => wait(ms) };

behavesAsHotStore('memory', false, memoryTime, async () => {
  const store = createMemoryStore({ clock: memoryClock });
  return [store, store];
});

behavesAsHotStore('redis', withoutRedis, realTime, async () => {
  const options = { url: redisUrl ?? '', keyPrefix: uniquePrefix(), logger: silentLogger };
  return [await createRedisStore(options), await createRedisStore(options)];
});

behavesAsHotStore('resilient redis', withoutRedis, realTime, async () => {
  const options = { url: redisUrl ?? '', keyPrefix: uniquePrefix(), logger: silentLogger };
  return [
    createResilientStore(await createRedisStore(options), silentLogger),
    createResilientStore(await createRedisStore(options), silentLogger),
  ];
});

function behavesAsHotStore(name: string, skip: string | false, { clock, elapse }: Time, makePair: MakePair): void {
  describe(`hot store: ${name}`, { skip, concurrency: clock === systemClock }, () => {
    let store: HotStore;
    let other: HotStore;
    let lastKey = 0;
    const newKey = () => `key-${++lastKey}`;

    before(async () => {
      [store, other] = await makePair();
    });
    after(async () => {
      await store.close();
      await other.close();
    });

    test('a value set by one process is read by another', async () => {
      const key = newKey();
      assert.equal(await store.get(key), null);
      await store.set(key, 'first', LONG_MS);
      assert.equal(await other.get(key), 'first');
      await other.set(key, 'second', LONG_MS);
      assert.equal(await store.get(key), 'second');
    });

    test('any text comes back as it was', async () => {
      for (const text of ['', ' ', 'São Paulo ✓ 🎲', 'a\nb\r\n', 'nul\0nul', '"quoted"', 'x'.repeat(100_000)]) {
        const key = newKey() + text.slice(0, 20);
        await store.set(key, text, LONG_MS);
        assert.equal(await other.get(key), text);
      }
    });

    test('a value ends with its time', async () => {
      const key = newKey();
      await store.set(key, 'short', SHORT_MS);
      assert.equal(await store.get(key), 'short');
      await elapse(SHORT_MS);
      await until(async () => (await store.get(key)) === null);
    });

    test('reading and renewing gives the value and a new lifetime, longer or shorter than it had', async () => {
      const [prolonged, shortened, notRenewed, absent] = [newKey(), newKey(), newKey(), newKey()];
      await store.set(prolonged, 'prolonged', SHORT_MS);
      await store.set(shortened, 'shortened', LONG_MS);
      await store.set(notRenewed, 'x', SHORT_MS);
      assert.equal(await other.getAndRenew(prolonged, LONG_MS), 'prolonged');
      assert.equal(await other.getAndRenew(shortened, SHORT_MS), 'shortened');
      assert.equal(await store.getAndRenew(absent, LONG_MS), null);
      assert.equal(await store.get(absent), null);
      await elapse(SHORT_MS);
      await until(async () => (await store.get(notRenewed)) === null && (await store.get(shortened)) === null);
      assert.equal(await store.get(prolonged), 'prolonged');
    });

    test('a duration that is not a whole positive number of milliseconds is refused', async () => {
      const key = newKey();
      for (const durationMs of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
        await assert.rejects(store.set(key, 'x', durationMs), RangeError);
        await assert.rejects(store.setIfAbsent(key, 'x', durationMs), RangeError);
        await assert.rejects(store.getAndRenew(key, durationMs), RangeError);
        await assert.rejects(store.countHits([{ key, windowMs: durationMs }]), RangeError);
      }
      assert.equal(await store.get(key), null);
    });

    test('of 50 who set where absent exactly one does', async () => {
      const key = newKey();
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => (index % 2 ? store : other).setIfAbsent(key, `${index}`, LONG_MS)),
      );
      assert.equal(answers.filter(Boolean).length, 1);
      assert.equal(await store.get(key), `${answers.indexOf(true)}`);
    });

    test('what was set where absent can be set again after its time or its deletion', async () => {
      const key = newKey();
      assert.equal(await store.setIfAbsent(key, 'a', SHORT_MS), true);
      assert.equal(await other.setIfAbsent(key, 'b', LONG_MS), false);
      await elapse(SHORT_MS);
      await until(() => other.setIfAbsent(key, 'b', LONG_MS));
      assert.equal(await store.setIfAbsent(key, 'c', LONG_MS), false);
      await other.delete([key]);
      assert.equal(await store.setIfAbsent(key, 'd', LONG_MS), true);
    });

    test('deleting takes the named keys and no other; none and unknown ones are harmless', async () => {
      const [first, second, kept] = [newKey(), newKey(), newKey()];
      for (const key of [first, second, kept]) await store.set(key, 'x', LONG_MS);
      await other.delete([]);
      await other.delete([first, second, newKey()]);
      assert.deepEqual(await Promise.all([first, second, kept].map((key) => store.get(key))), [null, null, 'x']);
    });

    test('hits of both processes count together, each key by itself', async () => {
      const [often, once] = [newKey(), newKey()];
      const counts = await Promise.all(
        Array.from({ length: 50 }, async (_, index) => {
          const [hit] = await (index % 2 ? store : other).countHits([{ key: often, windowMs: LONG_MS }]);
          return hit?.count ?? 0;
        }),
      );
      assert.deepEqual(
        counts.toSorted((a, b) => a - b),
        Array.from({ length: 50 }, (_, index) => index + 1),
      );
      const [oftenHit, onceHit, againHit] = await store.countHits([
        { key: often, windowMs: LONG_MS },
        { key: once, windowMs: LONG_MS },
        { key: once, windowMs: LONG_MS },
      ]);
      assert.deepEqual([oftenHit?.count, onceHit?.count, againHit?.count], [51, 1, 2]);
      assert.deepEqual(await store.countHits([]), []);
    });

    test('a window starts at its first hit, is not prolonged by others, and then counts from 1', async () => {
      const key = newKey();
      const windowMs = 2 * SHORT_MS;
      const startedMs = clock.now().getTime();
      const [first] = await store.countHits([{ key, windowMs }]);
      const firstSeenMs = clock.now().getTime();
      assert.equal(first?.count, 1);
      assert.ok(first.resetsAtMs >= startedMs + windowMs && first.resetsAtMs <= firstSeenMs + windowMs);
      await elapse(SHORT_MS);
      const [second] = await store.countHits([{ key, windowMs }]);
      assert.equal(second?.count, 2);
      // The time of the answer's way back is added.
      const isMoved = second.resetsAtMs > firstSeenMs + windowMs + SHORT_MS / 2;
      assert.ok(!isMoved, 'a later hit must not move the end of the window');
      await elapse(SHORT_MS);
      await until(async () => (await store.get(key)) === null);
      const [anew] = await store.countHits([{ key, windowMs }]);
      assert.equal(anew?.count, 1);
    });

    test('the latency is a number of milliseconds', async () => {
      const latencyMs = await store.ping();
      assert.ok(latencyMs >= 0 && Number.isFinite(latencyMs));
    });
  });
}
