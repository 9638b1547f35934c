import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp } from '../../../../../test/support/app.ts';
import { expectedRoll, hmac } from '../../../../../test/support/independent-rolls.ts';
import { useApp } from '../../../../../test/support/use-app.ts';

const app = useApp(createTestApp);

const post = (path: string, payload: object) =>
  app.http.inject({ method: 'POST', url: `/api/provably-fair/${path}`, payload });

const SERVER_SEED = 'a'.repeat(64);
const inputs = { serverSeed: SERVER_SEED, clientSeed: 'client', nonce: 1 };

test('generate-seeds answers a hash and the given or a random client seed, never the server seed', async () => {
  const given = (await post('generate-seeds', { clientSeed: 'mine' })).json();
  assert.deepEqual(Object.keys(given).sort(), ['clientSeed', 'serverSeedHash']);
  assert.equal(given.clientSeed, 'mine');
  assert.match(given.serverSeedHash, /^[0-9a-f]{64}$/);
  for (const body of [{}, { clientSeed: '' }]) {
    assert.match((await post('generate-seeds', body)).json().clientSeed, /^[0-9a-f]{64}$/);
  }
  assert.notEqual((await post('generate-seeds', {})).json().serverSeedHash, given.serverSeedHash);
});

test('generate-seeds needs no body at all', async () => {
  const response = await app.http.inject({ method: 'POST', url: '/api/provably-fair/generate-seeds' });
  assert.equal(response.statusCode, 200);
});

test('verify-seed echoes what was sent, with an empty client seed', async () => {
  const hash = hmac(SERVER_SEED, '');
  assert.deepEqual((await post('verify-seed', { serverSeed: SERVER_SEED, expectedHash: hash })).json(), {
    serverSeed: SERVER_SEED,
    serverSeedHash: hash,
    clientSeed: '',
    valid: true,
  });
  assert.deepEqual((await post('verify-seed', { serverSeed: SERVER_SEED, expectedHash: 'wrong' })).json(), {
    serverSeed: SERVER_SEED,
    serverSeedHash: 'wrong',
    clientSeed: '',
    valid: false,
  });
});

test('calculate-result computes with the max given', async () => {
  const response = await post('calculate-result', { ...inputs, max: 37 });
  assert.equal(response.statusCode, 200);
  assert.deepEqual(response.json(), {
    ...inputs,
    serverSeedHash: hmac(SERVER_SEED, ''),
    roll: (Number.parseInt(hmac(SERVER_SEED, 'client:1').slice(0, 13), 16) % 37) + 1,
    max: 37,
  });
});

test('without a max the roll uses 10000000 and the answer reports 100000', async () => {
  const { roll, max } = (await post('calculate-result', inputs)).json();
  assert.equal(roll, expectedRoll(SERVER_SEED, 'client', 1));
  assert.equal(max, 100_000);
});

test('a string nonce becomes a number and is echoed as one', async () => {
  const result = (await post('calculate-result', { ...inputs, nonce: '0042' })).json();
  assert.equal(result.nonce, 42);
  assert.equal(result.roll, expectedRoll(SERVER_SEED, 'client', 42));
});

test('verify-result recomputes and compares', async () => {
  const roll = expectedRoll(SERVER_SEED, 'client', 1);
  const right = (await post('verify-result', { ...inputs, expectedRoll: roll })).json();
  assert.deepEqual(right, { ...inputs, serverSeedHash: hmac(SERVER_SEED, ''), roll, max: 100_000, valid: true });
  const wrong = (
    await post('verify-result', { ...inputs, nonce: '1', expectedRoll: roll + 1, max: 10_000_000 })
  ).json();
  assert.deepEqual(wrong, { ...right, max: 10_000_000, valid: false });
});

test('a value outside its limits is a 400 that names the field', async () => {
  const faults: [string, object, string][] = [
    ['generate-seeds', { clientSeed: 'x'.repeat(257) }, 'clientSeed'],
    ['generate-seeds', { clientSeed: 5 }, 'clientSeed'],
    ['verify-seed', { expectedHash: 'x' }, 'serverSeed'],
    ['verify-seed', { serverSeed: 'x', expectedHash: null }, 'expectedHash'],
    ['calculate-result', { ...inputs, serverSeed: 'x'.repeat(257) }, 'serverSeed'],
    ['calculate-result', { ...inputs, serverSeed: '' }, 'serverSeed'],
    ['calculate-result', { ...inputs, clientSeed: undefined }, 'clientSeed'],
    ['calculate-result', { ...inputs, nonce: -1 }, 'nonce'],
    ['calculate-result', { ...inputs, nonce: 1.5 }, 'nonce'],
    ['calculate-result', { ...inputs, nonce: 'one' }, 'nonce'],
    ['calculate-result', { ...inputs, nonce: '1e3' }, 'nonce'],
    ['calculate-result', { ...inputs, nonce: null }, 'nonce'],
    ['calculate-result', { ...inputs, nonce: 2 ** 53 }, 'nonce'],
    ['calculate-result', { ...inputs, max: 0 }, 'max'],
    ['calculate-result', { ...inputs, max: 10_000_001 }, 'max'],
    ['calculate-result', { ...inputs, max: 1.5 }, 'max'],
    ['verify-result', inputs, 'expectedRoll'],
    ['verify-result', { ...inputs, expectedRoll: 'x' }, 'expectedRoll'],
  ];
  for (const [path, body, field] of faults) {
    const response = await post(path, body);
    assert.equal(response.statusCode, 400, JSON.stringify(body));
    const fields = response.json().errors.map((error: { field: string }) => error.field);
    assert.deepEqual(fields, [field], JSON.stringify(body));
  }
});
