import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { deriveKey, findStoredSecretsKey, storedSecretsKey } from './secrets.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lisura-secrets-'));
});
after(() => rm(folder, { recursive: true }));

test('a folder keeps one key, also when several processes make it at once, closed to others', async () => {
  const dataDir = path.join(folder, 'a');
  const keys = await Promise.all(Array.from({ length: 5 }, () => storedSecretsKey(dataDir)));
  assert.equal(new Set(keys.map((key) => key.toString('hex'))).size, 1);
  assert.equal(keys[0]?.length, 32);
  assert.equal((await stat(path.join(dataDir, 'secrets.key'))).mode & 0o777, 0o600);
});

test('a damaged file is named, not replaced', async () => {
  const dataDir = path.join(folder, 'b');
  await storedSecretsKey(dataDir);
  await writeFile(path.join(dataDir, 'secrets.key'), 'damaged');
  await assert.rejects(storedSecretsKey(dataDir), /secrets\.key does not hold a key/);
});

test('who only reads finds the kept key, and makes none', async () => {
  const dataDir = path.join(folder, 'c');
  assert.equal(await findStoredSecretsKey(dataDir), null);
  assert.equal(await findStoredSecretsKey(dataDir), null);
  assert.deepEqual(await storedSecretsKey(dataDir), await findStoredSecretsKey(dataDir));
});

test('purposes have keys of their own', () => {
  const key = Buffer.alloc(32, 7);
  assert.deepEqual(deriveKey(key, 'audit'), deriveKey(key, 'audit'));
  assert.notDeepEqual(deriveKey(key, 'audit'), deriveKey(key, 'totp'));
});
