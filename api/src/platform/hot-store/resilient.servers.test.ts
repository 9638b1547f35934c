import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { createLogger, silentLogger } from '../observability/logger.ts';
import { createRedisStore } from './redis.ts';
import {
  areDeletesUnsent,
  createResilientStore,
  keepDeletes,
  noUnsentDeletes,
  type ResilienceLimits,
  sendSomeDeletes,
} from './resilient.ts';
import { connectDirectly, createFaultyRedisLink, uniquePrefix, until, withoutRedis } from './test-support.ts';

const LONG_MS = 600_000;

async function openStore(t: TestContext, limits: ResilienceLimits = { retryMs: 20 }) {
  const keyPrefix = uniquePrefix();
  const link = await createFaultyRedisLink();
  t.after(() => link.close());
  const lines: { level: string; msg: string }[] = [];
  const logger = createLogger({ level: 'debug', destination: { write: (line) => lines.push(JSON.parse(line)) } });
  const redis = await createRedisStore({ url: link.url, keyPrefix, logger: silentLogger });
  const store = createResilientStore(redis, logger, limits);
  t.after(() => store.close());
  const direct = connectDirectly();
  t.after(() => direct.quit());
  return {
    link,
    store,
    direct,
    keyPrefix,
    /** It writes past the store's view of the link. */
    seed: (key: string, value: string) => direct.set(keyPrefix + key, value, 'PX', LONG_MS),
    /** These lines reach an operator. */
    logged: () => lines.filter(({ level }) => level !== 'debug').map(({ msg }) => msg),
    isBack: () => lines.at(-1)?.msg === 'redis is back',
  };
}

async function durationMs(call: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await call();
  return performance.now() - startedMs;
}

describe('hot store that survives its redis', { skip: withoutRedis, concurrency: true }, () => {
  for (const fault of ['cut', 'freeze'] as const) {
    test(`after ${fault} every call is answered, all but the first without waiting; one line each way`, async (t) => {
      const { link, store, seed, logged } = await openStore(t, { retryMs: 300 });
      await seed('key', 'value');
      link[fault]();
      await store.get('key');
      const calls = [
        () => store.get('key'),
        () => store.set('other', 'value', LONG_MS),
        () => store.delete(['other']),
        () => store.setIfAbsent('lease', 'x', LONG_MS),
        () => store.countHits([{ key: 'visitor', windowMs: LONG_MS }]),
        () => store.getAndRenew('key', LONG_MS),
      ];
      // With a time-out for each, 120 calls would take 30 seconds.
      const spentMs = await durationMs(async () => {
        for (let round = 0; round < 20; round += 1) for (const call of calls) await call();
      });
      assert.ok(spentMs < 25_000, `the calls took ${spentMs} ms`);
      assert.equal(await store.get('key'), null);
      await until(() => logged().length > 0);
      link.mend();
      await until(async () => (await store.get('key')) === 'value');
      // On a busy machine Redis may seem away again, with two lines each time.
      const expected = ['redis is away: going on without', 'redis is back'];
      for (const [index, line] of logged().entries()) assert.equal(line, expected[index % 2]);
      assert.ok(logged().length >= 2);
    });

    test(`a ${fault} that is over before anybody could look is nothing to tell`, async (t) => {
      const { link, store, seed, isBack, logged } = await openStore(t, { retryMs: 3_000 });
      await seed('key', 'value');
      link[fault]();
      assert.equal(await store.get('key'), null);
      link.mend();
      await until(isBack);
      assert.deepEqual(logged(), []);
    });

    test(`a session revoked during a ${fault} is never read back alive`, async (t) => {
      const { link, store, seed, direct, keyPrefix, isBack } = await openStore(t);
      await seed('session', 'alive');
      await seed('unrelated', 'kept');
      link[fault]();
      await store.delete(['session']);
      assert.equal(await store.get('session'), null);
      link.mend();
      await until(async () => {
        assert.equal(await store.get('session'), null);
        return isBack();
      });
      assert.equal(await direct.get(`${keyPrefix}session`), null);
      await until(async () => (await store.get('unrelated')) === 'kept');
    });
  }

  test('a write that a long frozen server gets late, on a connection given up since, brings nothing back', async (t) => {
    const { link, store, seed, direct, keyPrefix, isBack } = await openStore(t);
    await seed('session', 'first');
    link.freeze();
    await store.set('session', 'second', LONG_MS);
    await store.delete(['session']);
    const connectionsBefore = link.connectionCount();
    await until(() => link.connectionCount() > connectionsBefore);
    link.mend();
    await until(async () => {
      assert.equal(await store.get('session'), null);
      return isBack();
    });
    assert.equal(await direct.get(`${keyPrefix}session`), null);
  });

  test('a value that could not be replaced is not read either', async (t) => {
    const { link, store, seed, isBack } = await openStore(t);
    await seed('session', 'player');
    link.cut();
    await store.set('session', 'banned', LONG_MS);
    link.mend();
    await until(isBack);
    assert.equal(await store.get('session'), null);
  });

  test('more deletes than are kept drop every key', async (t) => {
    const { link, store, seed, direct, keyPrefix, isBack } = await openStore(t, { retryMs: 20, maxUnsentDeletes: 3 });
    const sessions = Array.from({ length: 10 }, (_, index) => `session-${index}`);
    for (const session of [...sessions, 'unrelated']) await seed(session, 'alive');
    link.cut();
    for (const session of sessions) await store.delete([session]);
    link.mend();
    await until(isBack);
    for (const session of [...sessions, 'unrelated']) assert.equal(await store.get(session), null);
    assert.deepEqual(await direct.keys(`${keyPrefix}session-*`), []);
  });

  test('thousands of deletes are kept and sent, one by one named', async (t) => {
    const { link, store, direct, keyPrefix, isBack } = await openStore(t);
    const sessions = Array.from({ length: 2_500 }, (_, index) => `session-${index}`);
    await direct.mset([...sessions, 'unrelated'].flatMap((key) => [keyPrefix + key, 'alive']));
    link.cut();
    await Promise.all(sessions.map((session) => store.delete([session])));
    link.mend();
    await until(isBack);
    assert.deepEqual(await direct.keys(`${keyPrefix}session-*`), []);
    await until(async () => (await store.get('unrelated')) === 'alive');
  });

  test('deletes that were not sent go out when the store is closed', async (t) => {
    const { link, store, seed, direct, keyPrefix } = await openStore(t, { retryMs: LONG_MS });
    await seed('session', 'alive');
    link.cut();
    await store.delete(['session']);
    link.mend();
    await until(() =>
      store.ping().then(
        () => true,
        () => false,
      ),
    );
    await store.close();
    assert.equal(await direct.get(`${keyPrefix}session`), null);
  });

  test('an outage gives nobody a fresh start', async (t) => {
    const { link, store } = await openStore(t);
    const hit = async () => (await store.countHits([{ key: 'visitor', windowMs: LONG_MS }]))[0]?.count;
    assert.deepEqual([await hit(), await hit()], [1, 2]);
    link.cut();
    assert.deepEqual([await hit(), await hit()], [3, 4]);
  });

  test('a lease taken before or during an outage is not given a second time', async (t) => {
    const { link, store, isBack } = await openStore(t);
    assert.equal(await store.setIfAbsent('before', 'x', LONG_MS), true);
    link.cut();
    assert.equal(await store.setIfAbsent('before', 'x', LONG_MS), false);
    assert.equal(await store.setIfAbsent('during', 'x', LONG_MS), true);
    assert.equal(await store.setIfAbsent('during', 'x', LONG_MS), false);
    link.mend();
    await until(isBack);
    assert.equal(await store.setIfAbsent('before', 'x', LONG_MS), false);
    assert.equal(await store.setIfAbsent('during', 'x', LONG_MS), false);
    await store.delete(['before', 'during']);
    assert.equal(await store.setIfAbsent('before', 'x', LONG_MS), true);
    assert.equal(await store.setIfAbsent('during', 'x', LONG_MS), true);
  });

  test('whatever fails and whenever, what is read is what was last written, or nothing', async (t) => {
    const key = fc.constantFrom('a', 'b', 'c');
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('set', 'delete', 'get', 'get'), key }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('cut', 'freeze', 'mend', 'mend', 'settle'), key }) },
    );
    const { link, store, isBack, logged } = await openStore(t, { retryMs: 5, maxUnsentDeletes: 2 });
    const written = new Map<string, string | null>();
    let lastValue = 0;
    const isWell = () => logged().length === 0 || isBack();
    const steps = fc.array(step, { minLength: 20, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(steps, async (todo) => {
        for (const { do: what, key: name } of todo) {
          if (what === 'cut' || what === 'freeze' || what === 'mend') link[what]();
          if (what === 'settle') {
            link.mend();
            await until(isWell);
          }
          if (what === 'set') {
            const value = `${++lastValue}`;
            written.set(name, value);
            await store.set(name, value, LONG_MS);
          }
          if (what === 'delete') {
            written.set(name, null);
            await store.delete([name]);
          }
          const read = await store.get(name);
          assert.ok(read === null || read === written.get(name), `${name}: read ${read}, not ${written.get(name)}`);
        }
      }),
      { numRuns: 25, endOnFailure: true },
    );
    link.mend();
    await until(isWell);
  });
});

const away = () => Promise.reject(new Error('away'));

test('a delete that could not be sent is kept', async () => {
  const unsent = noUnsentDeletes(10);
  keepDeletes(unsent, ['a', 'b']);
  await assert.rejects(sendSomeDeletes(unsent, { delete: away, deleteAll: away }));
  assert.deepEqual([...unsent.keys], ['a', 'b']);
});

test('a key that is deleted again while it is sent is sent again', async () => {
  const unsent = noUnsentDeletes(10);
  keepDeletes(unsent, ['a', 'b']);
  const sent: string[] = [];
  const redis = {
    delete: async (keys: readonly string[]) => {
      sent.push(...keys);
      if (sent.length === 2) keepDeletes(unsent, ['a']);
    },
    deleteAll: away,
  };
  while (areDeletesUnsent(unsent)) await sendSomeDeletes(unsent, redis);
  assert.deepEqual(sent, ['a', 'b', 'a']);
});

test('where too many wait all keys are deleted, and again where that could not be sent', async () => {
  const unsent = noUnsentDeletes(1);
  keepDeletes(unsent, ['a', 'b']);
  assert.deepEqual([...unsent.keys], []);
  await assert.rejects(sendSomeDeletes(unsent, { delete: away, deleteAll: away }));
  assert.ok(areDeletesUnsent(unsent));
  await sendSomeDeletes(unsent, { delete: away, deleteAll: async () => {} });
  assert.ok(!areDeletesUnsent(unsent));
});
