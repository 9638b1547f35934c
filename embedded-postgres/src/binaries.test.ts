import assert from 'node:assert/strict';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { findBinaries, restoreLibraryLinks } from './binaries.ts';
import { makeFolder } from './test-support.ts';

test('a platform without a package is told in one sentence', async () => {
  await assert.rejects(findBinaries('amigaos'), {
    name: 'EmbeddedPostgresError',
    message: 'There is no embedded PostgreSQL for this platform; set DATABASE_URL.',
  });
});

test('the links that a refused install script did not make are made', async (t) => {
  const folder = await makeFolder(t);
  const lib = join(folder, 'native', 'lib');
  await mkdir(lib, { recursive: true });
  await writeFile(join(lib, 'libpq.so.5.18'), 'the library');
  await symlink('libpq.so.5.18', join(lib, 'libpq.so'));
  await writeFile(
    join(folder, 'native', 'pg-symlinks.json'),
    JSON.stringify([
      { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
      { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
    ]),
  );
  await restoreLibraryLinks(folder);
  await restoreLibraryLinks(folder);
  for (const name of ['libpq.so', 'libpq.so.5']) assert.equal(await readFile(join(lib, name), 'utf8'), 'the library');
});
