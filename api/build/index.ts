import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The server in few files: a start loads some two thousand modules, which costs half of its time and a quarter of its
 * memory. A build keeps a hash of all that it was made of, so that an old one never runs in the place of new sources.
 */
export const BUILD_FOLDER = path.resolve(import.meta.dirname, '../dist');
const ROOT = path.resolve(import.meta.dirname, '../..');
const RECORD = 'made-of.json';

interface Record {
  /** The first file to load. */
  program: string;
  /** What it was made of, from the root of the project. */
  sources: readonly string[];
  hash: string;
}

/** The address of its program where it was made of the present sources; null where it was not, or there is none. */
export function presentBuild(folder = BUILD_FOLDER, root = ROOT): string | null {
  try {
    const { program, sources, hash } = JSON.parse(readFileSync(path.join(folder, RECORD), 'utf8')) as Record;
    return hashOf(sources, root) === hash ? pathToFileURL(path.join(folder, program)).href : null;
  } catch {
    return null;
  }
}

/** The last file of a build: where making it is cut off there is none. */
export function recordOf(program: string, sources: readonly string[], root = ROOT): { name: string; text: string } {
  const record: Record = { program, sources: sources.toSorted(), hash: '' };
  return { name: RECORD, text: JSON.stringify({ ...record, hash: hashOf(record.sources, root) }) };
}

function hashOf(sources: readonly string[], root: string): string {
  const hash = createHash('sha256');
  for (const source of sources) hash.update(`${source}\n`).update(readFileSync(path.join(root, source)));
  return hash.digest('hex');
}
