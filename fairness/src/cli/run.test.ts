import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rollOf, seedHash } from '../index.ts';
import { run as runWith } from './run.ts';

const SERVER_SEED = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const HASH = seedHash(SERVER_SEED);
const SEEDS = ['--server-seed', SERVER_SEED, '--client-seed', 'São Paulo 🎲', '--nonce', '41'];
const ROLL = String(rollOf({ serverSeed: SERVER_SEED, clientSeed: 'São Paulo 🎲', nonce: 41 }));

/** These commands read nothing but their arguments. */
const run = (args: string[]) =>
  runWith(args, {
    readFile: (path) => assert.fail(`reads ${path}`),
    fetch: (address) => assert.fail(`asks ${address}`),
    readFileIfAny: () => assert.fail('reads a file'),
    appendFile: () => assert.fail('writes a file'),
    readPageHash: () => assert.fail('no page is checked'),
    loadSignatureCheck: () => assert.fail('loads a library'),
    now: () => assert.fail('looks at the clock'),
  });

async function assertWrongCall(args: string[], named: RegExp): Promise<void> {
  const { exitCode, stdout, stderr } = await run(args);
  assert.equal(exitCode, 2, stderr);
  assert.equal(stdout, '');
  assert.match(stderr, /^lisura-verify: [^\n]+\n$/, 'one line');
  assert.match(stderr, named);
}

test('roll prints every step', async () => {
  const { exitCode, stdout, stderr } = await run(['roll', ...SEEDS]);
  assert.deepEqual([exitCode, stderr], [0, '']);
  assert.match(stdout, new RegExp(`^commitment +${HASH} `, 'm'));
  assert.match(stdout, /^message +São Paulo 🎲:41$/m);
  assert.match(stdout, new RegExp(`^roll +${ROLL} +=`, 'm'));
});

test('roll shows a retry, and an empty client seed is a seed', async () => {
  const { exitCode, stdout } = await run(
    'roll --server-seed short --client-seed= --nonce 0 --max 9007199254740992'.split(' '),
  );
  assert.equal(exitCode, 0);
  assert.match(stdout, /^set aside .* message :0$/m);
  assert.match(stdout, /^message +:0:retry$/m);
  assert.match(stdout, /^Note: this is not a seed of 64 lower-case hex characters/m);
});

test('roll --json gives every step to a program', async () => {
  const { exitCode, stdout } = await run(['roll', ...SEEDS, '--max', '37', '--json']);
  assert.equal(exitCode, 0);
  const { roll, retried, message, max, serverSeedHash } = JSON.parse(stdout);
  const expected = rollOf({ serverSeed: SERVER_SEED, clientSeed: 'São Paulo 🎲', nonce: 41, max: 37 });
  assert.deepEqual([roll, retried, message, max, serverSeedHash], [expected, false, 'São Paulo 🎲:41', 37, HASH]);
});

test('verify is valid when the roll and the commitment are as given', async () => {
  assert.equal((await run(['verify', ...SEEDS, '--expected-roll', ROLL])).exitCode, 0);
  const { exitCode, stdout } = await run(['verify', ...SEEDS, '--expected-roll', ROLL, '--hash', HASH]);
  assert.equal(exitCode, 0);
  assert.match(stdout, /\nVALID\n$/);
});

test('verify is not valid when the roll is another', async () => {
  const { exitCode, stdout, stderr } = await run(['verify', ...SEEDS, '--expected-roll', '1', '--hash', HASH]);
  assert.deepEqual([exitCode, stderr], [1, '']);
  assert.match(stdout, new RegExp(`The roll is ${ROLL}, not 1\\.\nNOT VALID\n$`));
});

test('verify is not valid when the commitment is another', async () => {
  const { exitCode, stdout } = await run(['verify', ...SEEDS, '--expected-roll', ROLL, '--hash', 'ab', '--json']);
  assert.equal(exitCode, 1);
  const { rollValid, seedValid, valid } = JSON.parse(stdout);
  assert.deepEqual([rollValid, seedValid, valid], [true, false, false]);
});

test('seed computes the commitment, and checks it when given one', async () => {
  const computed = await run(['seed', '--server-seed', SERVER_SEED]);
  assert.equal(computed.exitCode, 0);
  assert.match(computed.stdout, new RegExp(HASH));
  assert.doesNotMatch(computed.stdout, /VALID|Note/);
  assert.equal((await run(['seed', '--server-seed', SERVER_SEED, '--hash', HASH])).exitCode, 0);
  const wrong = await run(['seed', '--server-seed', SERVER_SEED, '--hash', 'ab', '--json']);
  assert.equal(wrong.exitCode, 1);
  assert.equal(JSON.parse(wrong.stdout).seedValid, false);
});

test('help is there for all and each, and says what the commitment is', async () => {
  for (const args of [
    ['--help'],
    ['help'],
    ['roll', '--help'],
    ['verify', '--help'],
    ['seed', '--help'],
    ['opening', '--help'],
    ['upgrade', '--help'],
    ['shot', '--help'],
    ['battle', '--help'],
    ['raffle', '--help'],
  ]) {
    const { exitCode, stdout, stderr } = await run(args);
    assert.deepEqual([exitCode, stderr], [0, '']);
    assert.match(stdout, /Usage: lisura-verify/);
    assert.match(stdout, /keyed with the server seed over an empty\s+message\. It is not SHA-256 of the seed/);
  }
});

test('a wrong call is one line that names what is wrong', async () => {
  await assertWrongCall([], /missing command/);
  await assertWrongCall(['spin'], /unknown command 'spin'/);
  await assertWrongCall(['--json'], /unknown option '--json'/);
  await assertWrongCall(['roll', '--seed', 'x'], /'--seed'/);
  await assertWrongCall(['roll', '--server-seed'], /--server-seed/);
  await assertWrongCall(['roll', '--server-seed', 'x', '--nonce', '1'], /missing option --client-seed/);
  await assertWrongCall(['roll', '--server-seed', 'x', '--client-seed', '--nonce', '1'], /--client-seed/);
  await assertWrongCall(['verify', ...SEEDS], /missing option --expected-roll/);
  await assertWrongCall(['seed', ...SEEDS], /'--client-seed'/);
  await assertWrongCall(['roll', ...SEEDS, 'more'], /'more'/);
});

test('a number that is invalid, out of range or not exact is named', async () => {
  for (const nonce of ['-1', '1.5', '1e3', '0x1', '', ' 1', '9007199254740992', '9'.repeat(400)]) {
    await assertWrongCall(['roll', ...SEEDS, `--nonce=${nonce}`], /--nonce must be an integer/);
  }
  await assertWrongCall(['roll', ...SEEDS, '--max', '0'], /--max must be an integer/);
  await assertWrongCall(['roll', ...SEEDS, '--max', '9'.repeat(400)], /--max must be an integer/);
  await assertWrongCall(['roll', ...SEEDS, '--max', '9007199254740993'], /--max 9007199254740993 has no exact double/);
  await assertWrongCall(['verify', ...SEEDS, '--expected-roll', 'x'], /--expected-roll must be an integer/);
});
