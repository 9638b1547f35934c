import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestServer } from '../api/test/support/test-server.ts';
import { type Mutation, mutated } from './mutation-table.ts';
import { MUTATIONS_ELSEWHERE } from './mutations-elsewhere.ts';
import { MUTATIONS_OF_GAMES_AND_TRADE } from './mutations-of-games-and-trade.ts';

const HANG_MS = 300_000;

const HELP = `npm run mutations [-- words…]

Puts each fault of scripts/mutations-*.ts into a copy of the code, runs the test that must notice it, and fails where
that passes. With words, only the faults that have one of them. All of them take ten minutes.`;

const words = process.argv.slice(2);
if (words.includes('--help')) {
  console.log(HELP);
  process.exit();
}
const isWanted = (mutation: Mutation) =>
  words.length === 0 || words.some((word) => Object.values(mutation).join(' ').includes(word));
const mutations = [...MUTATIONS_OF_GAMES_AND_TRADE, ...MUTATIONS_ELSEWHERE].filter(isWanted);
// Without a file Node would run every test there is.
if (mutations.length === 0) throw new Error(`no mutation has ${words.join(' or ')}`);
const copy = mkdtempSync(path.join(tmpdir(), 'lisura-mutations-'));
const server = await startTestServer(undefined);
try {
  copyProject();
  const tests = [...new Set(mutations.map(({ test }) => test))];
  if (!(await passes(tests, true))) throw new Error('tests fail before anything is broken');
  let survivors = 0;
  for (const mutation of mutations) {
    const isNoticed = await notices(mutation);
    if (!isNoticed) survivors += 1;
    const { file, replaced, by, test } = mutation;
    console.log(`${isNoticed ? 'noticed ' : 'SURVIVED'}  ${file}: ${replaced} → ${by || 'nothing'} (${test})`);
  }
  console.log(`${mutations.length - survivors} of ${mutations.length} mutations are noticed`);
  process.exitCode = survivors === 0 ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
  await server.stop();
}

/** Packages are linked, and those of the project to their copies. */
function copyProject(): void {
  const isCopied = (file: string) => !['node_modules', '.git', '.data'].includes(path.basename(file));
  cpSync('.', copy, { recursive: true, filter: isCopied });
  mkdirSync(path.join(copy, 'node_modules/@lisura'), { recursive: true });
  for (const name of readdirSync('node_modules')) {
    if (name !== '@lisura') symlinkSync(path.resolve('node_modules', name), path.join(copy, 'node_modules', name));
  }
  for (const name of readdirSync('node_modules/@lisura')) {
    symlinkSync(`../../${name}`, path.join(copy, 'node_modules/@lisura', name));
  }
}

async function notices(mutation: Mutation): Promise<boolean> {
  const file = path.join(copy, mutation.file);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, mutated(text, mutation));
  try {
    return !(await passes([mutation.test], false));
  } finally {
    writeFileSync(file, text);
  }
}

function passes(tests: readonly string[], isShown: boolean): Promise<boolean> {
  const args = ['--test', '--test-reporter=dot', `--test-timeout=${HANG_MS}`, ...tests];
  const cache = path.resolve('node_modules/.cache/lisura-tests');
  const env = { NODE_COMPILE_CACHE: cache, ...process.env, ...server.environment, NODE_ENV: 'test' };
  const child = spawn(process.execPath, args, { cwd: copy, env, stdio: isShown ? 'inherit' : 'ignore' });
  return new Promise((resolve, reject) => child.on('error', reject).on('exit', (code) => resolve(code === 0)));
}
