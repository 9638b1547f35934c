import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { silentLogger } from '../observability/logger.ts';
import type { HotStore } from './hot-store.ts';
import { createRedisStore } from './redis.ts';
import { connectDirectly, createFaultyRedisLink, redisUrl, uniquePrefix, until, withoutRedis } from './test-support.ts';

const LONG_MS = 600_000;

async function openStore(t: TestContext, url: string, keyPrefix = uniquePrefix()) {
  const store = await createRedisStore({ url, keyPrefix, logger: silentLogger });
  t.after(() => store.close());
  return store;
}

async function openStoreOverFaultyLink(t: TestContext, keyPrefix = uniquePrefix()) {
  const link = await createFaultyRedisLink();
  t.after(() => link.close());
  return { link, store: await openStore(t, link.url, keyPrefix) };
}

function answers(store: HotStore): Promise<boolean> {
  return store.ping().then(
    () => true,
    () => false,
  );
}

describe('hot store on redis', { skip: withoutRedis, concurrency: true }, () => {
  test('a count that lost its end gets a new one', async (t) => {
    const keyPrefix = uniquePrefix();
    const store = await openStore(t, redisUrl ?? '', keyPrefix);
    const direct = connectDirectly();
    t.after(() => direct.quit());
    await store.countHits([{ key: 'visitor', windowMs: LONG_MS }]);
    await direct.persist(`${keyPrefix}visitor`);
    const [hit] = await store.countHits([{ key: 'visitor', windowMs: LONG_MS }]);
    assert.equal(hit?.count, 2);
    assert.ok((await direct.pttl(`${keyPrefix}visitor`)) > 0);
  });

  test('counting goes on after the server forgot its scripts', async (t) => {
    const store = await openStore(t, redisUrl ?? '');
    const direct = connectDirectly();
    t.after(() => direct.quit());
    await store.countHits([{ key: 'visitor', windowMs: LONG_MS }]);
    await direct.script('FLUSH');
    const [hit] = await store.countHits([{ key: 'visitor', windowMs: LONG_MS }]);
    assert.equal(hit?.count, 2);
  });

  test('deleting all takes the keys of this prefix and of no other, also where it looks like a pattern', async (t) => {
    const commonPrefix = uniquePrefix();
    const starredPrefix = `${commonPrefix}*[a]?:`;
    const starred = await openStore(t, redisUrl ?? '', starredPrefix);
    const neighbour = await openStore(t, redisUrl ?? '', `${commonPrefix}xa1:`);
    const direct = connectDirectly();
    t.after(() => direct.quit());
    await direct.mset(Array.from({ length: 2_500 }, (_, index) => [`${starredPrefix}key-${index}`, 'x']).flat());
    await neighbour.set('kept', 'x', LONG_MS);
    assert.equal(await starred.get('key-2499'), 'x');
    await starred.deleteAll();
    assert.equal(await starred.get('key-0'), null);
    assert.equal(await starred.get('key-2499'), null);
    assert.equal(await neighbour.get('kept'), 'x');
  });

  test('values of another run of the server, which may have been deleted since, are never read', async (t) => {
    const keyPrefix = uniquePrefix();
    const first = await openStore(t, redisUrl ?? '', keyPrefix);
    await first.set('session', 'alive', LONG_MS);
    const sameRun = await openStore(t, redisUrl ?? '', keyPrefix);
    assert.equal(await sameRun.get('session'), 'alive');

    const direct = connectDirectly();
    t.after(() => direct.quit());
    await direct.set(`${keyPrefix}server-run-id`, 'the run that wrote the snapshot');
    const afterRestart = await openStore(t, redisUrl ?? '', keyPrefix);
    assert.equal(await afterRestart.get('session'), null);
  });

  test('calls fail at once while the connection is gone, and work again by themselves', async (t) => {
    const { link, store } = await openStoreOverFaultyLink(t);
    await store.set('key', 'value', LONG_MS);
    link.cut();
    await until(async () => !(await answers(store)));
    // The call was refused at once.
    await assert.rejects(store.get('key'), /redis is not connected/);
    await assert.rejects(store.countHits([{ key: 'k', windowMs: 1 }]), /redis is not connected/);
    link.mend();
    await until(() => answers(store));
    assert.equal(await store.get('key'), 'value');
  });

  test('a call on a frozen server is given up, and nothing is sent a second time after it thaws', async (t) => {
    const { link, store } = await openStoreOverFaultyLink(t);
    link.freeze();
    await assert.rejects(store.countHits([{ key: 'hit', windowMs: LONG_MS }]), /took longer than 250 ms/);
    link.mend();
    await until(() => answers(store));
    // The abandoned call may have counted once.
    const [hit] = await store.countHits([{ key: 'hit', windowMs: LONG_MS }]);
    assert.equal(hit?.count, 2);
  });

  test('a store can be made while redis is away, and connects when it comes', async (t) => {
    const link = await createFaultyRedisLink();
    t.after(() => link.close());
    link.cut();
    const store = await openStore(t, link.url);
    await assert.rejects(store.get('key'));
    link.mend();
    await until(() => answers(store));
  });
});

// It runs alone, because it would spoil the times of others.
test('a pause of our own is not taken for one of redis', { skip: withoutRedis }, async (t) => {
  const store = await openStore(t, redisUrl ?? '');
  await store.set('key', 'value', LONG_MS);
  // After a timer, expired timers come before sockets.
  await wait(1);
  const read = store.get('key');
  const pauseEndsMs = performance.now() + 400;
  while (performance.now() < pauseEndsMs);
  assert.equal(await read, 'value');
});
