import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { isSigned } from '@lisura/fairness/beacon';
import type { Run } from '../../../fairness/src/cli/run.ts';
import { run } from '../../../fairness/src/cli/run.ts';
import type { TestApp } from './app.ts';

const LAUNCHER = ['npx', '@lisura/fairness'];

/** Runs the command line on a line of an answer. It asks the server without any account. */
export function runGiven({ http }: Pick<TestApp, 'http'>, line: string): Promise<Run> {
  const [npx, command, ...args] = wordsOf(line);
  assert.deepEqual([npx, command], LAUNCHER);
  return runVerifier({ http }, args);
}

/** The same with arguments of one's own. */
export const runVerifier = ({ http }: Pick<TestApp, 'http'>, args: readonly string[]): Promise<Run> =>
  run(args, {
    readFile: (path) => assert.fail(`${path} is not given`),
    fetch: async (address) => {
      const { pathname, search } = new URL(address);
      const { statusCode: status, body: text } = await http.inject({ url: pathname + search });
      return { status, text };
    },
    readFileIfAny: () => assert.fail('no log is asked'),
    appendFile: () => assert.fail('no log is asked'),
    readPageHash: () => assert.fail('no page is checked'),
    loadSignatureCheck: async () => isSigned,
    now: () => assert.fail('no log is asked'),
  });

const wordsOf = (line: string): string[] =>
  execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
