import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { createAuthority, type Issued } from '@lisura/sandbox/test-certificates';
import { createLogger } from '../observability/logger.ts';
import { createTlsIdentity } from './tls-identity.ts';

const authority = createAuthority('Test authority');
const ends = (year: number) => new Date(Date.UTC(year, 5, 1));
const first = authority.issue('first', { to: ends(2030) });
const second = authority.issue('second', { to: ends(2031) });
const thumbprintOf = ({ cert }: Issued) =>
  Buffer.from(new X509Certificate(cert).fingerprint256.replaceAll(':', ''), 'hex').toString('base64url');

async function useFolder(t: { after(run: () => Promise<void>): void }) {
  const folder = await mkdtemp(path.join(tmpdir(), 'lisura-tls-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const fileOf = (name: string) => path.join(folder, name);
  return {
    fileOf,
    /** As a deployment does it: the whole file at once. */
    replace: async (name: string, content: string | Buffer) => {
      await writeFile(fileOf(`${name}.new`), content);
      await rename(fileOf(`${name}.new`), fileOf(name));
    },
  };
}

const lines: string[] = [];
const logger = createLogger({ level: 'info', destination: { write: (line) => void lines.push(line) } });
const plain = { key: null, passphrase: null, authority: null };

test('PEM, a file with both, and PKCS #12 tell the same certificate', async (t) => {
  const { fileOf, replace } = await useFolder(t);
  await replace('both.pem', `${first.cert}${first.key}`);
  await replace('own.p12', first.pkcs12('pass'));
  for (const files of [
    { ...plain, certificate: first.cert, key: first.key },
    { ...plain, certificate: fileOf('both.pem') },
    { ...plain, certificate: fileOf('own.p12'), passphrase: 'pass' },
  ]) {
    const { thumbprint, endsAt } = await createTlsIdentity(files, logger).current();
    assert.deepEqual([thumbprint, endsAt], [thumbprintOf(first), ends(2030)]);
  }
  for (const files of [
    { ...plain, certificate: fileOf('own.p12'), passphrase: 'guessed' },
    { ...plain, certificate: first.cert, key: second.key },
    { ...plain, certificate: fileOf('absent.pem') },
  ]) {
    await assert.rejects(createTlsIdentity(files, logger).current());
  }
});

test('a replaced certificate is used from the next call on, and a half replaced one is not', async (t) => {
  const { fileOf, replace } = await useFolder(t);
  await replace('cert.pem', first.cert);
  await replace('key.pem', first.key);
  const identity = createTlsIdentity({ ...plain, certificate: fileOf('cert.pem'), key: fileOf('key.pem') }, logger);
  const before = await identity.current();
  assert.equal(await identity.current(), before);
  await replace('cert.pem', second.cert);
  assert.equal(await identity.current(), before);
  assert.match(lines.join(''), /the former one stays/);
  await replace('key.pem', second.key);
  assert.equal((await identity.current()).thumbprint, thumbprintOf(second));
  assert.doesNotMatch(lines.join(''), /PRIVATE KEY/);
});
