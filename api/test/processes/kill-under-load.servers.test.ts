import path from 'node:path';
import { test } from 'node:test';
import { createTestDatabase } from '../support/databases.ts';
import { killServer, killWhilePlaying } from '../support/kill-while-playing.ts';

test('kill -9 under load: what was acknowledged is there, and the rest is whole or absent', async (t) => {
  const database = await createTestDatabase();
  const redisUrl = process.env.REDIS_URL;
  const keyPrefix = `${path.basename(new URL(database.url).pathname)}:`;
  const redis = redisUrl === undefined ? {} : { REDIS_URL: redisUrl, REDIS_KEY_PREFIX: keyPrefix };
  try {
    await killWhilePlaying(t, {
      environment: { DATABASE_URL: database.url, ...redis },
      addressOf: async () => database.url,
      kills: Array(4).fill(killServer),
    });
  } finally {
    await database.drop();
  }
});
