import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { glob, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { QUICKNET_1000 } from '../fairness/test/quicknet.ts';
import { PAGE_FILE, PAGE_HASH_FILE, pageHash, verifyPage, writePackage } from './fairness-package.ts';

/** A player who trusts nobody gets the package in an empty folder, on the Node that is there. */
const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '..');
/** Most of it is the curves of the beacon. */
const MAX_BYTES = 130_000;
const SEED = '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752';
const HASH = '85f815ceddbbdd87e9610621d16b22845473d83626baef15e88904c17be69778';
const VERIFY = `verify --server-seed=${SEED} --client-seed='my lucky seed' --nonce=1 --expected-roll=1170576 --hash=${HASH}`;

let folder: string;
let installed: string;
let tarball: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lisura-package-'));
  installed = path.join(folder, 'empty');
  await mkdir(installed);
  await writePackage(path.join(folder, 'package'));
  const { stdout } = await run('npm', ['pack', '--json', './package'], { cwd: folder });
  tarball = path.join(folder, /lisura-fairness-[\d.]+\.tgz/.exec(stdout)?.[0] ?? assert.fail(stdout));
  await run('npm', ['install', '--offline', '--prefix', installed, tarball], { cwd: installed });
});
after(() => rm(folder, { recursive: true, force: true }));

/** The machine's own, which may be older than the one that we bring, and ours. */
const nodes = [
  ...(process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((each) => !each.includes('node_modules'))
    .map((each) => path.join(each, 'node'))
    .filter((file) => existsSync(file))
    .slice(0, 1),
  process.execPath,
];

test('the package is small and needs nothing', async () => {
  assert.ok((await stat(tarball)).size < MAX_BYTES, `${(await stat(tarball)).size} bytes`);
  const manifest = JSON.parse(await readFile(path.join(folder, 'package/package.json'), 'utf8'));
  assert.equal(manifest.private, undefined);
  for (const name of ['dependencies', 'peerDependencies', 'optionalDependencies', 'scripts'])
    assert.ok(!(name in manifest), name);
  const { stdout } = await run('npm', ['ls', '--all', '--parseable', '--prefix', installed]);
  assert.equal(stdout.trim().split('\n').length, 2, 'the folder and the package');
});

const SIGNED_HEAD = {
  size: 3,
  root: 'ab'.repeat(32),
  at: '2026-11-17T12:00:00.000Z',
  publicKey: 'ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c',
  signature:
    'c023fafa7c60e7e880a17ba0abd41184f13606b68b90d4e4faf16e6f839f248bdbc5dbc81bdc3a37fc6450fc79f9907a6be968525cb1f2919283db3dffecbe09',
};

for (const node of nodes) {
  test(`the command and every entry work on ${node}`, async () => {
    const home = path.join(installed, 'node_modules/@lisura/fairness');
    const env = { ...process.env, NODE_OPTIONS: '', PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` };
    const inShell = (command: string) => run('sh', ['-c', command], { cwd: installed, env });
    const { stdout } = await inShell(`node_modules/.bin/lisura-verify ${VERIFY}`);
    assert.match(stdout, /\nVALID\n$/);
    const offered = await inShell(`node_modules/.bin/lisura-verify page --page ${PAGE_FILE}`);
    assert.match(offered.stdout, /\nVALID\n$/);
    const exchanged = inShell(`node_modules/.bin/lisura-verify page --page ${home}/README.md`);
    await assert.rejects(exchanged, ({ code, stdout: told }) => code === 1 && /ALARM: the page is another/.test(told));
    const wrong = inShell(`node_modules/.bin/lisura-verify ${VERIFY.replace('1170576', '1170577')}`);
    await assert.rejects(wrong, ({ code, stdout: told }) => code === 1 && /\nNOT VALID\n$/.test(told));
    const { exports: entries } = JSON.parse(await readFile(path.join(home, 'package.json'), 'utf8'));
    const names = Object.keys(entries).map((name) => path.posix.join('@lisura/fairness', name));
    const program = `
      const [main, ...others] = await Promise.all(${JSON.stringify(names)}.map((name) => import(name)));
      const [{ isSigned }] = others.splice(others.findIndex(({ isSigned }) => isSigned !== undefined), 1);
      const isSignedHead = await main.isHeadSigned(${JSON.stringify(SIGNED_HEAD)});
      const isRoundSigned = isSigned({ publicKey: main.QUICKNET.publicKey, ...${JSON.stringify(QUICKNET_1000)} });
      const rolled = main.rollOf({ serverSeed: '${SEED}', clientSeed: 'my lucky seed', nonce: 1 });
      const hashes = await Promise.all(others.map(({ hmacSha256Hex }) => hmacSha256Hex('${SEED}', '')));
      console.log(JSON.stringify([rolled, main.seedHash('${SEED}'), ...hashes, isRoundSigned, isSignedHead]));`;
    const told = await run(node, ['--input-type=module', '-e', program], { cwd: installed, env });
    assert.deepEqual(JSON.parse(told.stdout), [1_170_576, HASH, HASH, HASH, true, true]);
    for (const { types } of Object.values<{ types: string }>(entries)) assert.ok(existsSync(path.join(home, types)));
  });
}

test('the command that verifications name is the one that the package brings', async () => {
  const { stdout } = await run('sh', ['-c', `npx --offline @lisura/fairness ${VERIFY}`], { cwd: installed });
  assert.match(stdout, /\nVALID\n$/);
  const told: string[] = [];
  for await (const file of glob(['README.md', 'docs/**/*.md', 'fairness/**/*.{ts,md,html}', 'api/src/**/*.ts'], {
    cwd: ROOT,
  })) {
    if (file.includes('node_modules') || file.includes('dist/')) continue;
    const text = await readFile(path.join(ROOT, file), 'utf8');
    told.push(...[...text.matchAll(/npx [@\w/]+/g)].map(([command]) => `${file}: ${command}`));
  }
  assert.ok(told.length >= 4);
  assert.deepEqual(
    told.filter((line) => !line.endsWith(': npx @lisura/fairness')),
    [],
    'an unscoped name is anybody’s to take',
  );
});

test('fairness/verify.html is what the code says', async () => {
  const page = await verifyPage();
  assert.equal(await readFile(PAGE_FILE, 'utf8'), page, 'run `npm run docs` and commit fairness/verify.html');
  assert.equal(await readFile(PAGE_HASH_FILE, 'utf8'), pageHash(page));
});
