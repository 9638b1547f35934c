import { spawn } from 'node:child_process';
import path from 'node:path';

/**
 * Runs the tests, all or the files given. One database server serves the whole run: the one of DATABASE_URL, or an
 * embedded one that the global set-up starts in a temporary folder. Every test file works on a database of its own.
 */
const EVERYTHING = '{fairness,embedded-postgres,api,sandbox,bench,scripts}/**/*.test.ts';
/**
 * What meets the server of DATABASE_URL. The other packages know of none, and `*.embedded.test.ts` start the product with
 * the database it has of its own: on any server these show the same.
 */
const ON_A_SERVER = 'api/**/!(*.embedded).test.ts';
const given = process.argv.slice(2);
const files = given.length > 0 ? given : [process.env.DATABASE_URL === undefined ? EVERYTHING : ON_A_SERVER];

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
