import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { rollOf, seedHash } from '../index.ts';

const LAUNCHER = fileURLToPath(new URL('../../bin/lisura-verify.cjs', import.meta.url));

const SERVER_SEED = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const SEEDS = ['--server-seed', SERVER_SEED, '--client-seed', 'São Paulo 🎲', '--nonce', '41'];
const ROLL = String(rollOf({ serverSeed: SERVER_SEED, clientSeed: 'São Paulo 🎲', nonce: 41 }));

async function startNode(args: string[], input = '') {
  const child = spawn(process.execPath, args, { stdio: 'pipe' });
  child.stdin.end(input);
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [exitCode, stdout, stderr] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
  return { exitCode, stdout, stderr };
}

const lisuraVerify = (...args: string[]) => startNode([LAUNCHER, ...args]);

suite('the real command', { concurrency: true }, () => {
  test('prints help', async () => {
    const { exitCode, stdout, stderr } = await lisuraVerify('--help');
    assert.deepEqual([exitCode, stderr], [0, '']);
    assert.match(stdout, /Usage: lisura-verify/);
  });

  test('computes a roll', async () => {
    const { exitCode, stdout, stderr } = await lisuraVerify('roll', ...SEEDS, '--json');
    assert.deepEqual([exitCode, stderr], [0, '']);
    assert.equal(String(JSON.parse(stdout).roll), ROLL);
  });

  test('exits 0 for a valid roll', async () => {
    const hash = seedHash(SERVER_SEED);
    const { exitCode, stdout } = await lisuraVerify('verify', ...SEEDS, '--expected-roll', ROLL, '--hash', hash);
    assert.equal(exitCode, 0);
    assert.match(stdout, /\nVALID\n$/);
  });

  test('exits 1 for a roll that is not valid', async () => {
    const { exitCode, stdout } = await lisuraVerify('verify', ...SEEDS, '--expected-roll', '1');
    assert.equal(exitCode, 1);
    assert.match(stdout, /\nNOT VALID\n$/);
  });

  test('exits 1 for a seed that is not the one committed to', async () => {
    const { exitCode } = await lisuraVerify('seed', '--server-seed', SERVER_SEED, '--hash', 'ab');
    assert.equal(exitCode, 1);
  });

  test('reads what is piped in, and asks a server without an account', async () => {
    const asked: unknown[] = [];
    const items = [{ itemId: '7', name: 'AK-47', hashRangeStart: 1, hashRangeEnd: 10_000_000 }];
    const server = createServer(({ url, headers }, response) => {
      asked.push([url, headers.cookie, headers.authorization]);
      response.end(JSON.stringify({ caseId: '5', versionNumber: 3, flipThreshold: null, items }));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const roll = { serverSeed: SERVER_SEED, serverSeedHash: seedHash(SERVER_SEED), clientSeed: 'mine', nonce: 1 };
    const opening = {
      ...roll,
      roll: rollOf(roll),
      caseId: '5',
      versionNumber: 3,
      isFlip: false,
      chancePercent: '100',
      item: { id: '7' },
    };
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const args = [LAUNCHER, 'opening', '--opening', '-', '--server', address];
    const { exitCode, stdout } = await startNode(args, JSON.stringify(opening));
    server.close();
    assert.equal(exitCode, 0, stdout);
    assert.deepEqual(asked, [['/api/cases/5/versions/3', undefined, undefined]]);
  });

  test('asks a server again that counts requests, when it says', async () => {
    const statuses: number[] = [];
    const server = createServer((_, response) => {
      statuses.push(statuses.length === 0 ? 429 : 404);
      response.writeHead(statuses.at(-1) as number, { 'retry-after': '0' });
      response.end('{"code":"LOG_IS_EMPTY"}');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { exitCode, stdout, stderr } = await lisuraVerify('log', '--server', address);
    server.close();
    assert.deepEqual([exitCode, stderr, statuses], [3, '', [429, 404]], stdout);
  });

  test('checks a battle that is piped in, and a raffle from its two files', async () => {
    const vectors = new URL('../../vectors/games.json', import.meta.url);
    const { battles, raffles } = JSON.parse(await readFile(vectors, 'utf8'));
    const battle = await startNode([LAUNCHER, 'battle'], JSON.stringify(battles[0]));
    assert.deepEqual([battle.exitCode, battle.stderr], [0, ''], battle.stdout);
    const folder = await mkdtemp(path.join(tmpdir(), 'lisura-verify-'));
    const files = [path.join(folder, 'raffle.json'), path.join(folder, 'tickets.txt')] as const;
    await writeFile(files[0], JSON.stringify(raffles[1].raffle));
    await writeFile(files[1], raffles[1].tickets);
    const raffle = await lisuraVerify('raffle', ...files);
    await rm(folder, { recursive: true });
    assert.deepEqual([raffle.exitCode, raffle.stderr], [0, ''], raffle.stdout);
  });

  test('exits 2 for an unknown option, with one line that names it', async () => {
    const { exitCode, stdout, stderr } = await lisuraVerify('roll', '--seed', 'x');
    assert.deepEqual([exitCode, stdout], [2, '']);
    assert.match(stderr, /^lisura-verify: [^\n]*'--seed'[^\n]*\n$/);
  });

  test('exits 2 for a missing argument, with one line that names it', async () => {
    const { exitCode, stdout, stderr } = await lisuraVerify('seed');
    assert.deepEqual([exitCode, stdout], [2, '']);
    assert.match(stderr, /^lisura-verify: missing option --server-seed[^\n]*\n$/);
  });

  test('tells a Node that cannot run TypeScript so in one line', async () => {
    const { exitCode, stdout, stderr } = await startNode(['--no-strip-types', LAUNCHER, '--help']);
    assert.deepEqual([exitCode, stdout], [2, '']);
    assert.match(stderr, /^lisura-verify needs Node 22\.18 or newer[^\n]+\n$/);
  });
});
