import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

function reachableFrom(entry: URL, seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(entry.href)) return seen;
  const source = readFileSync(entry, 'utf8');
  seen.set(entry.href, source);
  for (const specifier of importsOf(source).filter((name) => name.startsWith('.'))) {
    reachableFrom(new URL(specifier, entry), seen);
  }
  return seen;
}

function importsOf(source: string): string[] {
  return [...source.matchAll(/(?:from|import)\s*\(?\s*'([^'\n]+)'/g)].map(([, specifier]) => specifier ?? '');
}

for (const entry of ['./index.ts', './web-crypto.ts']) {
  test(`${entry} reaches nothing that only Node has`, () => {
    const files = reachableFrom(new URL(entry, import.meta.url));
    assert.ok(files.size > 1);
    for (const [file, source] of files) {
      for (const specifier of importsOf(source)) assert.match(specifier, /^\.\.?\/.*\.ts$/, file);
      assert.doesNotMatch(source, /\b(?:process|Buffer|require|__dirname)\b[.(]/, file);
    }
  });
}
