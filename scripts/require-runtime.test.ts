import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import vm from 'node:vm';

/** Run as an old Node would run it: whatever is loaded before the check must not need a newer one. */
const script = readFileSync(path.resolve(import.meta.dirname, 'require-runtime.cjs'), 'utf8');

interface Seen {
  said: string;
  exitCode: number | null;
  cache: string | null;
}

function startOn(version: string): Seen {
  const seen: Seen = { said: '', exitCode: null, cache: null };
  const process = {
    version: `v${version}`,
    versions: { node: version },
    platform: 'sunos',
    arch: 'sparc',
    stderr: { write: (text: string) => (seen.said += text) },
    exit: (code: number) => (seen.exitCode = code),
  };
  const keepCompiled = (folder: string) => {
    seen.cache = folder;
  };
  const require = (name: string) => (name === 'node:path' ? path : { enableCompileCache: keepCompiled });
  vm.runInNewContext(script, { process, require, __dirname: '/srv/lisura/scripts' });
  return seen;
}

test('a Node that is too old is told in one line, with what to do', () => {
  for (const version of ['20.20.2', '25.9.0']) {
    const { said, exitCode, cache } = startOn(version);
    assert.deepEqual([exitCode, cache], [1, null]);
    assert.match(said, new RegExp(`^Lisura needs Node 26 or newer: this is v${version} \\(sunos-sparc\\)[^\\n]*\\n$`));
  }
});

test('a Node that is new enough is left alone, and keeps what it compiles', () => {
  for (const version of ['26.0.0', '26.10.0', '28.1.0']) {
    assert.deepEqual(startOn(version), { said: '', exitCode: null, cache: '/srv/lisura/node_modules/.cache/lisura' });
  }
});

test('the script itself is written for any Node', () => {
  assert.ok(!/\b(const|let|import|async|await)\b|=>|`/.test(script.replaceAll(/\/\/.*/g, '')));
});
