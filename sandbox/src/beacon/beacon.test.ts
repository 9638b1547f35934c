import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { control, controlState } from '../../test/control.ts';
import { type Sandbox, startSandbox } from '../index.ts';
import { chainHash, type SignedRound } from './beacon-chain.ts';

const SEED = Buffer.alloc(32, 7);
const START = new Date('2026-11-15T12:00:00Z');
/** 1,794,744,000 is that moment, and 1,577,836,800 the genesis: 72,302,400 periods of three seconds lie between. */
const LATEST = 72_302_401;

function isSigned(publicKey: string, { round, signature }: SignedRound): boolean {
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(round));
  const domain = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
  const message = bls12_381.shortSignatures.hash(createHash('sha256').update(number).digest(), domain);
  return bls12_381.shortSignatures.verify(Buffer.from(signature, 'hex'), message, Buffer.from(publicKey, 'hex'));
}

const randomnessOf = ({ signature }: SignedRound) => createHash('sha256').update(signature, 'hex').digest('hex');

describe('the beacon', () => {
  let sandbox: Sandbox;
  let now: Date;
  beforeEach(async () => {
    now = START;
    sandbox = await startSandbox({ port: 0, now: () => now, beaconSeed: SEED });
  });
  afterEach(() => sandbox.close());

  const get = async (path: string) => fetch(`${(await sandbox.beacon.source()).url}${path}`);
  const read = async <Answer = SignedRound>(path: string) => (await (await get(path)).json()) as Answer;
  const statusOf = async (path: string) => (await get(path)).status;

  it('says who signs, since when and how often, and goes by a hash that follows from all of it', async () => {
    const { url, publicKey } = await sandbox.beacon.source();
    const info = await read<Record<string, string | number>>('/info');
    assert.deepEqual(
      [info.public_key, info.genesis_time, info.period, info.schemeID],
      [publicKey, sandbox.beacon.genesis, sandbox.beacon.period, 'bls-unchained-g1-rfc9380'],
    );
    const { genesis, period } = sandbox.beacon;
    const hash = chainHash({ genesis, period, publicKey, groupHash: String(info.groupHash), beaconId: 'sandbox' });
    assert.equal(info.hash, hash);
    assert.equal(url, `${sandbox.url}/beacon/${hash}`);
    assert.deepEqual(await (await fetch(`${sandbox.url}/beacon/chains`)).json(), [hash]);
  });

  it('hashes a chain as drand does', () => {
    const quicknet = {
      genesis: 1692803367,
      period: 3,
      publicKey:
        '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451' +
        '0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
      groupHash: 'f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e',
      beaconId: 'quicknet',
    };
    assert.equal(chainHash(quicknet), '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971');
  });

  it('signs a round every three seconds, for ever the same, and none before its time', async () => {
    const { publicKey } = await sandbox.beacon.source();
    const latest = await read('/public/latest');
    assert.equal(latest.round, LATEST);
    assert.equal(latest.randomness, randomnessOf(latest));
    assert.ok(isSigned(publicKey, latest));
    assert.deepEqual(await read(`/public/${LATEST}`), latest);
    assert.equal(await statusOf(`/public/${LATEST + 1}`), 425);
    now = new Date(START.getTime() + 2_999);
    assert.equal(await statusOf(`/public/${LATEST + 1}`), 425);
    now = new Date(START.getTime() + 3_000);
    assert.equal((await read(`/public/${LATEST + 1}`)).round, LATEST + 1);
    assert.deepEqual(await read(`/public/${LATEST}`), latest);
    assert.equal((await read('/public/1')).round, 1);
  });

  it('knows no other chain, and no round that is none', async () => {
    assert.equal((await fetch(`${sandbox.url}/beacon/${'0'.repeat(64)}/public/1`)).status, 404);
    assert.equal((await fetch(`${sandbox.url}/beacon/${'0'.repeat(64)}/info`)).status, 404);
    for (const round of ['0', '-1', '1.5', 'first', '1e3'])
      assert.equal(await statusOf(`/public/${round}`), 400, round);
  });

  it('has a key that follows from its seed, and one of its own without', async () => {
    const again = await startSandbox({ port: 0, beaconSeed: SEED });
    const other = await startSandbox({ port: 0 });
    const keys = await Promise.all(
      [sandbox, again, other].map(async ({ beacon }) => (await beacon.source()).publicKey),
    );
    assert.equal(keys[0], keys[1]);
    assert.notEqual(keys[0], keys[2]);
    await again.close();
    await other.close();
  });

  it('comes late by as many rounds as told', async () => {
    assert.equal((await control(sandbox, 'beacon', { lateRounds: 2 })).status, 200);
    assert.equal((await read('/public/latest')).round, LATEST - 2);
    assert.equal(await statusOf(`/public/${LATEST - 1}`), 425);
    assert.equal((await controlState<{ lateRounds: number }>(sandbox, 'beacon')).lateRounds, 2);
    await control(sandbox, 'beacon', { lateRounds: 0 });
    assert.equal((await read('/public/latest')).round, LATEST);
  });

  it('can be wrong in one thing at a time', async () => {
    const { publicKey } = await sandbox.beacon.source();
    const wrongly = async (fault: string) => {
      await control(sandbox, 'beacon', { fault, times: 1 });
      return read(`/public/${LATEST}`);
    };
    const forged = await wrongly('wrong-signature');
    assert.deepEqual([forged.round, forged.randomness], [LATEST, randomnessOf(forged)]);
    assert.ok(!isSigned(publicKey, forged));
    const other = await wrongly('wrong-round');
    assert.deepEqual([other.round, isSigned(publicKey, other)], [LATEST - 1, true]);
    const made = await wrongly('wrong-randomness');
    assert.ok(made.round === LATEST && isSigned(publicKey, made) && made.randomness !== randomnessOf(made));
    assert.ok(JSON.stringify(await wrongly('oversized')).length > 1024 * 1024);
    assert.ok(isSigned(publicKey, await wrongly('none')));
  });

  it('is not wrong about what it does not have yet', async () => {
    await control(sandbox, 'beacon', { fault: 'wrong-signature' });
    assert.equal(await statusOf(`/public/${LATEST + 1}`), 425);
  });
});
