import { appendFileSync, globSync } from 'node:fs';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { presentBuild } from '../api/build/index.ts';
import { unpackBrowser } from '../api/test/support/launch-browser.ts';
import { startTestServer } from '../api/test/support/test-server.ts';
import { refreshBuild } from '../web/build/index.ts';
import { CONCURRENCY, writeBatches } from './test-batches.ts';

/**
 * Runs the tests, all or the files given. One database server serves the whole run: the one of DATABASE_URL, or an
 * embedded one in a temporary folder. Every test file works on a database of its own.
 */
const EVERYTHING = '{fairness,embedded-postgres,api,sandbox,bench,tools,scripts,web}/**/*.test.ts';
/** These tests may differ on real servers. All others would get the same answers from any PostgreSQL. */
const ON_SERVERS = 'api/**/*.servers.test.ts';
const SLOWEST_SHOWN = 10;
const REASON_LINES = 12;

const startedMs = performance.now();
const { DATABASE_URL, TEST_DURATIONS } = process.env;
const given = process.argv.slice(2);
const wanted = DATABASE_URL === undefined ? EVERYTHING : ON_SERVERS;
const files = globSync(given.length > 0 ? given : wanted, { exclude: (name) => name === 'node_modules' });
if (files.length === 0) throw new Error(`no file is named ${given.join(' or ')}`);

// Servers of tests hand out the build that is there.
if (files.some((file) => file.startsWith('web'))) await refreshBuild(console.log);
// A whole run starts a hundred of them: they run what operators run. A few files are quicker without.
if (given.length === 0 && presentBuild() === null) await import('../api/build/main.ts');
const needsBrowser = files.some((file) => /^web\/test|-page\.test\.ts$/.test(file));
const [server] = await Promise.all([startTestServer(DATABASE_URL), needsBrowser ? unpackBrowser() : null]);
const batches = writeBatches(files);
Object.assign(process.env, server.environment, { NODE_ENV: 'test' });
// The processes of the tests load the same program: it is read and compiled once.
process.env.NODE_COMPILE_CACHE ??= path.resolve('node_modules/.cache/lisura-tests');
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
try {
  await runTests();
} finally {
  batches.remove();
  await server.stop();
}

async function runTests(): Promise<void> {
  const durations: { file: string; seconds: number }[] = [];
  const tests = run({
    files: batches.files,
    concurrency: CONCURRENCY,
    // A program that hangs fails by this and names its file. The longest takes five minutes, and a slow machine ten
    // times that.
    timeout: 5_400_000,
    signal: interrupted.signal,
  });
  for (const event of ['test:pass', 'test:fail'] as const) {
    tests.on(event, ({ name, nesting, details }) => {
      if (nesting === 0) durations.push({ file: name, seconds: details.duration_ms / 1000 });
    });
  }
  const failures: string[] = [];
  tests.on('test:fail', ({ name, details }) => {
    // A suite fails by its tests: those say why.
    const isOfItsTests = 'failureType' in details.error && details.error.failureType === 'subtestsFailed';
    if (!isOfItsTests) failures.push(`✖ ${name}\n${reasonOf(details.error)}\n`);
  });
  tests.on('test:summary', ({ file, success }) => {
    if (file === undefined && !success) process.exitCode = 1;
  });
  const report = tests.compose(spec);
  report.pipe(process.stdout, { end: false });
  await finished(report);
  const slowest = durations.sort((one, other) => other.seconds - one.seconds).slice(0, SLOWEST_SHOWN);
  const lines = slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}\n`);
  if (TEST_DURATIONS !== undefined) appendFileSync(TEST_DURATIONS, lines.join(''));
  // Failures are told once more at the end of a long report.
  if (failures.length > 0) console.log(`Failed:\n${failures.join('')}`);
  const minutes = (performance.now() - startedMs) / 60_000;
  console.log(`The tests took ${minutes.toFixed(1)} minutes. The slowest files:\n${lines.join('')}`);
}

function reasonOf(failure: Error): string {
  const { message, stack = '' } = failure.cause instanceof Error ? failure.cause : failure;
  const where = stack.split('\n').filter((line) => line.includes('.test.ts:'));
  const lines = [...message.split('\n').slice(0, REASON_LINES), ...where.slice(0, 2).map((line) => line.trim())];
  return lines.map((line) => `    ${line}`).join('\n');
}
