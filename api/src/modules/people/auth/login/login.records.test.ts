import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isOwnPath } from './login.records.ts';
import { HOSTILE_PATHS } from './test-support.ts';

test('paths of pages are taken', () => {
  for (const path of ['/', '/a', '/a/b-c_d~e?x=1&y=%20#z', '/verificar?serverSeed=ab:cd', '/@ana', '/a//b']) {
    assert.ok(isOwnPath(path), path);
  }
});

test('what leads elsewhere, or may be read so, is not', () => {
  for (const path of HOSTILE_PATHS) assert.ok(!isOwnPath(path), JSON.stringify(path));
});

test('whatever is taken leads to the host that it is opened on, also as browsers spell it', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '@',
    ':',
    '?',
    '#',
    '%2f',
    '%5c',
    'https:',
    'evil.example',
    '\t',
    'a',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const path = pieces.join('');
      if (!isOwnPath(path)) return;
      const opened = new URL(path, 'https://own.example');
      assert.equal(opened.origin, 'https://own.example', path);
      // A page may use the path alone.
      assert.equal(new URL(opened.pathname, 'https://own.example').origin, 'https://own.example', path);
    }),
  );
});
