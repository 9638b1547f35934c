import { spawn } from 'node:child_process';

/**
 * Runs the tests, all or the files given. One database server serves the whole run: the one of DATABASE_URL, or an
 * embedded one that the global set-up starts in a temporary folder. Every test file works on a database of its own.
 */
const given = process.argv.slice(2);
const files = given.length > 0 ? given : ['{fairness,api,sandbox,bench,scripts}/**/*.test.ts'];

const child = spawn(
  process.execPath,
  [
    '--test',
    '--test-concurrency=4',
    // A file that hangs fails by this, and says which it is.
    '--test-timeout=300000',
    '--test-global-setup=api/test/support/global-setup.ts',
    `--test-reporter=${process.env.TEST_REPORTER ?? 'spec'}`,
    ...files,
  ],
  { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'test' } },
);
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
