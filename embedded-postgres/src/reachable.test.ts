import assert from 'node:assert/strict';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { firstClosed, firstClosedInside } from './reachable.ts';
import { makeFolder } from './test-support.ts';

const stranger = { uid: 4_000_000, gid: 4_000_000 };
const ourselves = { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 };

test('every folder on the way must be open, also the way behind a link', async (t) => {
  const folder = await makeFolder(t);
  const closed = join(folder, 'closed');
  const file = join(closed, 'file');
  await mkdir(closed, { mode: 0o700 });
  await writeFile(file, '', { mode: 0o755 });
  await symlink(file, join(folder, 'link'));
  assert.equal(await firstClosed(stranger, join(folder, 'link')), closed);
  assert.equal(await firstClosed(ourselves, join(folder, 'link')), undefined);
  await chmod(closed, 0o701);
  assert.equal(await firstClosed(stranger, file), undefined);
  await chmod(file, 0o711);
  assert.equal(await firstClosed(stranger, file), file);
});

test('the bits of the owner and of the group count for them even where others have more', async (t) => {
  const folder = await makeFolder(t, 0o077);
  assert.equal(await firstClosedInside(ourselves, folder), folder);
  assert.equal(await firstClosedInside({ ...stranger, gid: ourselves.gid }, folder), undefined);
  await chmod(folder, 0o707);
  assert.equal(await firstClosedInside({ ...stranger, gid: ourselves.gid }, folder), folder);
  assert.equal(await firstClosedInside(stranger, folder), undefined);
});
