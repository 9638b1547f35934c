import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixedClock } from '../clock.ts';
import { cached } from './cached.ts';

function createShelf(maxAgeMs = 1_000) {
  const clock = fixedClock('2026-11-15T12:00:00Z');
  const loads: PromiseWithResolvers<string>[] = [];
  const shelf = cached({ clock, maxAgeMs }, () => {
    const load = Promise.withResolvers<string>();
    loads.push(load);
    return load.promise;
  });
  return { ...shelf, clock, loads };
}

test('callers at the same time, and later ones, share one load', async () => {
  const { get, loads } = createShelf();
  const both = [get(), get()];
  loads[0]?.resolve('one');
  assert.deepEqual(await Promise.all([...both, get()]), ['one', 'one', 'one']);
  assert.equal(loads.length, 1);
});

test('the age of a value counts from the start of its load', async () => {
  const { get, clock, loads } = createShelf();
  const first = get();
  clock.advance(600);
  loads[0]?.resolve('one');
  await first;
  clock.advance(399);
  assert.equal(await get(), 'one');
  clock.advance(1);
  const next = get();
  loads[1]?.resolve('two');
  assert.equal(await next, 'two');
});

test('a load that takes longer than a value is kept is not waited for by those who come later', async () => {
  const { get, clock, loads } = createShelf();
  const slow = get();
  clock.advance(1_000);
  const next = get();
  loads[1]?.resolve('two');
  assert.equal(await next, 'two');
  loads[0]?.resolve('one');
  assert.equal(await slow, 'one');
  assert.equal(await get(), 'two');
});

test('a failed load is told to all who wait for it, and forgotten', async () => {
  const { get, loads } = createShelf();
  const both = [get(), get()];
  loads[0]?.reject(new Error('no luck'));
  for (const result of await Promise.allSettled(both)) assert.equal(result.status, 'rejected');
  const next = get();
  loads[1]?.resolve('two');
  assert.equal(await next, 'two');
});

test('a load that fails late does not take the value of a newer one with it', async () => {
  const { get, clear, loads } = createShelf();
  const old = get();
  clear();
  const next = get();
  loads[1]?.resolve('two');
  await next;
  loads[0]?.reject(new Error('no luck'));
  await assert.rejects(old);
  assert.equal(await get(), 'two');
});

test('a load under way when all is forgotten is given to who waits for it and to nobody else', async () => {
  const { get, clear, loads } = createShelf();
  const early = get();
  clear();
  loads[0]?.resolve('before');
  assert.equal(await early, 'before');
  const late = get();
  loads[1]?.resolve('after');
  assert.equal(await late, 'after');
});

test('a clock that is set back keeps nothing for longer', async () => {
  const { get, clock, loads } = createShelf();
  const first = get();
  loads[0]?.resolve('one');
  await first;
  clock.advance(-3_600_000);
  const next = get();
  loads[1]?.resolve('two');
  assert.equal(await next, 'two');
});

test('what may have no age is loaded each time', async () => {
  const { get, loads } = createShelf(0);
  for (const name of ['one', 'two']) {
    const value = get();
    loads.at(-1)?.resolve(name);
    assert.equal(await value, name);
  }
});
