import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { readPostmasterPid } from '@lisura/embedded-postgres';
import { type Kill, killServer, killWhilePlaying } from '../support/kill-while-playing.ts';

test('kill -9 under load with the embedded database, left behind by the server or killed with it', async (t) => {
  await killWhilePlaying(t, {
    environment: {},
    addressOf: async (dataDir) => {
      const { socketFolder: host, port } = await postmasterOf(dataDir);
      return { host, port, user: 'lisura', database: 'postgres' };
    },
    kills: [killServer, killBoth],
  });
});

const killBoth: Kill = async ({ server, dataDir }) => {
  const { pid } = await postmasterOf(dataDir);
  const ended = server.stop('SIGKILL');
  process.kill(pid, 'SIGKILL');
  return ended;
};

async function postmasterOf(dataDir: string) {
  return (await readPostmasterPid(path.join(dataDir, 'postgres'))) ?? assert.fail('no embedded database runs');
}
