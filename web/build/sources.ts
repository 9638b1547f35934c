import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { BUILD_FOLDER } from '../served.ts';

/** A build keeps the hash of its sources, so that a server sees whether it is of the present ones. */
const ROOT = path.resolve(import.meta.dirname, '../..');
const SOURCES = [
  'web/src/**/*.{ts,tsx,css,svg,woff2}',
  'web/index.html',
  'web/vite.config.ts',
  'web/served.ts',
  'web/build/*.ts',
  'web/package.json',
  'fairness/src/**/*.ts',
];
const HASH_FILE = path.join(BUILD_FOLDER, 'sources.sha256');

export function sourcesHash(): string {
  const files = globSync(SOURCES, { cwd: ROOT, exclude: ['**/*.test.ts', '**/*.test.tsx'] }).sort();
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(`${file.replaceAll(path.sep, '/')}\n`);
    hash.update(readFileSync(path.join(ROOT, file)));
  }
  return hash.digest('hex');
}

/** Returns the hash of the sources of the present build; null where there is none. */
export function builtHash(): string | null {
  try {
    return readFileSync(HASH_FILE, 'utf8').trim();
  } catch {
    return null;
  }
}

export { HASH_FILE };
