import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * A build of few files halves the time of a start and saves a quarter of its memory. It stores a hash of its sources,
 * so that an old build never runs in place of new sources.
 */
export const BUILD_FOLDER = path.resolve(import.meta.dirname, '../dist');
const ROOT = path.resolve(import.meta.dirname, '../..');
const RECORD = 'made-of.json';

interface Record {
  program: string;
  sources: readonly string[];
  hash: string;
}

/** Returns null if the build is missing or of other sources. */
export function presentBuild(folder = BUILD_FOLDER, root = ROOT): string | null {
  try {
    const { program, sources, hash } = JSON.parse(readFileSync(path.join(folder, RECORD), 'utf8')) as Record;
    return hashOf(sources, root) === hash ? pathToFileURL(path.join(folder, program)).href : null;
  } catch {
    return null;
  }
}

/** It is written last, so an interrupted build has none. */
export function recordOf(program: string, sources: readonly string[], root = ROOT): { name: string; text: string } {
  const record: Record = { program, sources: sources.toSorted(), hash: '' };
  return { name: RECORD, text: JSON.stringify({ ...record, hash: hashOf(record.sources, root) }) };
}

function hashOf(sources: readonly string[], root: string): string {
  const hash = createHash('sha256');
  for (const source of sources) hash.update(`${source}\n`).update(readFileSync(path.join(root, source)));
  return hash.digest('hex');
}
