import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { lockFolder } from './folder-lock.ts';
import { makeFolder } from './test-support.ts';

// Not every developer has every system, but the way of the others can be tried on any.
for (const platform of ['linux', 'darwin'] as const) {
  const skip = platform === 'linux' && process.platform !== 'linux' ? 'abstract sockets exist on Linux only' : false;

  test(`a folder has one owner at a time, by whichever path it is named (${platform})`, { skip }, async (t) => {
    const folder = await makeFolder(t);
    const alias = join(await makeFolder(t), 'alias');
    await symlink(folder, alias);
    const lock = await lockFolder(folder, 'http://here', { platform });
    await assert.rejects(lockFolder(alias, '', { platform }), {
      message:
        `Another Lisura (process ${process.pid}, http://here) is already using ${alias}. ` +
        'Stop it first, or set DATA_DIR to another folder.',
    });
    lock.release();
    (await lockFolder(alias, '', { platform })).release();
  });

  test(`an owner that cannot answer is still the owner, and a killed one is not (${platform})`, { skip }, async (t) => {
    const folder = await makeFolder(t);
    const script = `
      import { lockFolder } from ${JSON.stringify(new URL('./folder-lock.ts', import.meta.url))};
      await lockFolder(${JSON.stringify(folder)}, '', { platform: ${JSON.stringify(platform)} });
      process.stdout.write('locked');
      process.stdin.resume();`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    t.after(() => child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    await assert.rejects(lockFolder(folder, '', { platform }), new RegExp(`process ${child.pid}\\)`));
    child.kill('SIGSTOP');
    await assert.rejects(
      lockFolder(folder, '', { platform, answerTimeoutMs: 100 }),
      /^EmbeddedPostgresError: Another Lisura is already using/,
    );
    child.kill('SIGKILL');
    await ended;
    (await lockFolder(folder, '', { platform })).release();
  });
}

test('exactly one of many starts at once becomes the owner', async (t) => {
  const folder = await makeFolder(t);
  const locks = await Promise.allSettled(Array.from({ length: 50 }, () => lockFolder(folder, '')));
  const owners = locks.filter((lock) => lock.status === 'fulfilled');
  assert.equal(owners.length, 1);
  owners[0]?.value.release();
});
