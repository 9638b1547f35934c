import { executionAsyncResource } from 'node:async_hooks';
import v8 from 'node:v8';
import vm from 'node:vm';

// Everything that this product does to V8, and why: decision 9. `V8_WARM_UP=off` leaves both out, and the benchmark of
// rolls tells with it what they buy. Nothing but speed depends on them.

/**
 * One full garbage collection, for the moment when the schemas of all routes are compiled.
 *
 * V8 lets objects that get the same properties in the same order share a hidden class, and remembers the steps from an
 * empty object to a first property in a table of some 1,500 entries. Compiling the schemas of all routes fills it with
 * names that nobody uses again. While it is full, every new `{}` that gets a property gets a class of its own too, the
 * headers of every request and answer among them. Code that handles those is then not optimised, which took a fifth of a
 * cheap request (`npm run bench -- rolls`). Only a full collection clears the table, and a server whose garbage dies
 * young does not need one for a long time.
 */
export function collectGarbage(): void {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc') as () => void;
  v8.setFlagsFromString('--no-expose-gc');
  collect();
}

const keptTicks: object[] = [];

/**
 * Keeps one entry of Node's queue of next ticks alive, from the beginning of the process.
 *
 * Every entry is an object with the same properties. When a collection finds none of them, V8 drops the hidden class on
 * their way, and takes the one it makes next for proof that entries differ: from then on `process.nextTick` takes 1 µs
 * instead of 0.1, until the process ends, several times for each request. With one entry alive the class stays.
 */
export function keepTicksFast(): Promise<object> {
  return new Promise((resolve) => {
    process.nextTick(() => {
      const entry = executionAsyncResource();
      keptTicks.push(entry);
      resolve(entry);
    });
  });
}
