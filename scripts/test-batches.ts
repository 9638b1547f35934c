import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** So many programs run at a time. */
export const CONCURRENCY = 4;

/** To load the program and to warm it up takes longer than most files: so many of them share a process. */
const FILES_IN_A_BATCH = 48;

/** They start whole servers, and take longest: they begin first, each in a process of its own. */
const isLong = (file: string) => /^(api\/test\/(processes|campaigns)|embedded-postgres)\//.test(file);

/** They start no servers, and load the same: one process is enough for all of them. */
const killsFlows = (file: string) => /^api\/test\/processes\/kill-(?!under-load)/.test(file);

/** Journeys share a server and a browser, so they share a process: so many of them, since they follow each other. */
const JOURNEYS_IN_A_BATCH = 8;
const isJourney = (file: string) => file.startsWith('web/test/');
const JOURNEYS = path.resolve(import.meta.dirname, '../web/test/journey.ts');

/** The same files always follow each other in one process, so that no effect between them is left to luck. */
export function batchesOf(files: readonly string[]): string[][] {
  const sorted = files.map((file) => path.normalize(file)).sort();
  const journeys = sorted.filter(isJourney);
  const killing = sorted.filter(killsFlows);
  const long = sorted.filter((file) => isLong(file) && !killsFlows(file));
  const short = sorted.filter((file) => !isLong(file) && !isJourney(file));
  return [
    ...dealt(journeys, Math.ceil(journeys.length / JOURNEYS_IN_A_BATCH)),
    ...(killing.length > 0 ? [killing] : []),
    ...long.map((file) => [file]),
    // A few are not left to follow each other either: most of those on real servers wait for something.
    ...dealt(short, Math.max(Math.ceil(short.length / FILES_IN_A_BATCH), Math.min(short.length, CONCURRENCY))),
  ];
}

/** In turn, so that long ones, which often have names alike, are not all in one. */
const dealt = (files: readonly string[], count: number): string[][] =>
  Array.from({ length: count }, (_, batch) => files.filter((__, index) => index % count === batch));

/**
 * Each batch is a program in which a file is a test that loads the file when its turn comes. The file belongs to a
 * suite: its tests begin when all of it is loaded, and its hooks are over before the next file is loaded.
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
  const close = `after(async () => (await import(${JSON.stringify(pathToFileURL(JOURNEYS).href)})).closeJourneys());\n`;
  const ending = batch.some(isJourney) ? close : '';
  return `import { after, suite, test } from 'node:test';\n${ending}${tests.join('')}`;
}
