import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** To load the program and to warm it up takes longer than most files: so many of them share a process. */
const FILES_IN_A_BATCH = 16;

/** They start whole servers, and take longest: they begin first, each in a process of its own. */
const isLong = (file: string) => /^(api\/test\/processes|embedded-postgres|web\/test)\//.test(file);

/** Which files follow each other in one process: always the same, so that what one might do to another is not left to luck. */
export function batchesOf(files: readonly string[]): string[][] {
  const sorted = files.map((file) => path.normalize(file)).sort();
  const short = sorted.filter((file) => !isLong(file));
  const batches = sorted.filter(isLong).map((file) => [file]);
  for (let first = 0; first < short.length; first += FILES_IN_A_BATCH) {
    batches.push(short.slice(first, first + FILES_IN_A_BATCH));
  }
  return batches;
}

/**
 * A program for each batch. In it each file is a test, which loads the file when its turn comes. What the file says belongs
 * to a suite: its tests begin when all of it is loaded, and its hooks are over before the next file is loaded.
 */
export function writeBatches(files: readonly string[]): { files: string[]; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'lisura-batches-'));
  const programs = batchesOf(files).map((batch, number) => {
    const program = path.join(folder, `${String(number).padStart(3, '0')}.mjs`);
    writeFileSync(program, programOf(batch));
    return program;
  });
  return { files: programs, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function programOf(batch: readonly string[]): string {
  const tests = batch.map((file) => {
    const url = JSON.stringify(pathToFileURL(path.resolve(file)).href);
    return `test(${JSON.stringify(file)}, () => void suite('tests', async () => void (await import(${url}))));\n`;
  });
  return `import { suite, test } from 'node:test';\n${tests.join('')}`;
}
