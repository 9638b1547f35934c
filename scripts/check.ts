import { spawn } from 'node:child_process';
import { delimiter, join, resolve } from 'node:path';

/** `npm test` runs every check of the project: the static ones side by side, then the tests. */
interface Check {
  name: string;
  command: string;
  args: string[];
}

/** It comes first on the path, so that every tool runs on the pinned runtime. */
const BIN_FOLDER = resolve('node_modules/.bin');
const bin = (name: string) => join(BIN_FOLDER, name);

/** The checks share the cores already. Several threads of one would check what they share once each: twice the work. */
const typesOf = (project: string) => ['-p', project, '--noEmit', '--singleThreaded'];

const staticChecks: Check[] = [
  { name: 'types', command: bin('tsc'), args: typesOf('.') },
  { name: 'types of the web app', command: bin('tsc'), args: typesOf('web') },
  { name: 'types of the yardstick', command: bin('tsc'), args: typesOf('bench/yardstick') },
  { name: 'lint', command: bin('biome'), args: ['ci', '--error-on-warnings', '--colors=off', '.'] },
  {
    name: 'imports',
    command: bin('depcruise'),
    args: [
      '--config',
      '.dependency-cruiser.cjs',
      'fairness',
      'embedded-postgres',
      'api',
      'sandbox',
      'bench',
      'tools',
      'web',
      'scripts',
      'ops',
    ],
  },
  { name: 'dead code', command: bin('knip'), args: ['--no-progress'] },
];

const tests: Check = { name: 'tests', command: process.execPath, args: ['scripts/run-tests.ts'] };

async function run({ name, command, args }: Check, showOutput: boolean): Promise<boolean> {
  const startedMs = performance.now();
  const child = spawn(command, args, {
    env: { ...process.env, PATH: `${BIN_FOLDER}${delimiter}${process.env.PATH ?? ''}` },
    stdio: ['ignore', showOutput ? 'inherit' : 'pipe', showOutput ? 'inherit' : 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  if (code !== 0) process.stdout.write(output);
  console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`);
  return code === 0;
}

const results = await Promise.all(staticChecks.map((check) => run(check, false)));
results.push(await run(tests, true));
process.exitCode = results.every(Boolean) ? 0 : 1;
