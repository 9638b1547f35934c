import { spawn } from 'node:child_process';
import path from 'node:path';

/**
 * Runs the tests, all or the files given. One database server serves the whole run: the one of DATABASE_URL, or an
 * embedded one that the global set-up starts in a temporary folder. Every test file works on a database of its own.
 */
const given = process.argv.slice(2);
const files = given.length > 0 ? given : ['{fairness,embedded-postgres,api,sandbox,bench,scripts}/**/*.test.ts'];

/** Hundreds of files load the same program, each in a process of its own: it is read and compiled once. */
const NODE_COMPILE_CACHE = path.join(import.meta.dirname, '../node_modules/.cache/lisura-tests');

const child = spawn(
  process.execPath,
  [
    '--test',
    '--test-concurrency=4',
    // A file that hangs fails by this, and says which it is. The longest takes two minutes, and a slow machine ten times that.
    '--test-timeout=1800000',
    '--test-global-setup=api/test/support/global-setup.ts',
    `--test-reporter=${process.env.TEST_REPORTER ?? 'spec'}`,
    ...files,
  ],
  { stdio: 'inherit', env: { NODE_COMPILE_CACHE, ...process.env, NODE_ENV: 'test' } },
);
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
