import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { keepTicksFast } from './v8-warm-up.ts';

test('what is kept of the ticks is an entry of the queue as Node makes it', async () => {
  const entry = await keepTicksFast();
  assert.deepEqual(Object.keys(entry), ['callback', 'args']);
  assert.ok(Object.getOwnPropertySymbols(entry).length > 0);
});

test('a full collection lets objects share their classes again after many names have been used once', () => {
  const program = `
    import { collectGarbage } from '${new URL('./v8-warm-up.ts', import.meta.url).href}';
    const withName = (name) => { const object = {}; object[name] = 1; return object; };
    const isShared = (name) => %HaveSameMap(withName(name), withName(name));
    for (let n = 0; n < 5000; n += 1) withName('used once ' + n);
    const before = isShared('before');
    collectGarbage();
    console.log(JSON.stringify([before, isShared('after')]));`;
  const options = ['--allow-natives-syntax', '--input-type=module', '--eval', program];
  assert.deepEqual(JSON.parse(execFileSync(process.execPath, options, { encoding: 'utf8' })), [false, true]);
});
