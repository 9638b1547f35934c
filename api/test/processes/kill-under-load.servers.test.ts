import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import path from 'node:path';
import { test } from 'node:test';
import { runCrash } from '../campaigns/crash/run-crash.ts';
import { createFilledDatabase } from '../support/filled-databases.ts';

/** The second one meets who has come back. */
const KILLS = 2;

/** This is the short form of `npm run campaign -- crash`. */
test('kill -9 of one of two processes: what was acknowledged is there, and the rest is whole or absent', async (t) => {
  const database = await createFilledDatabase();
  const redisUrl = process.env.REDIS_URL;
  const keyPrefix = `${path.basename(new URL(database.url).pathname)}:`;
  const redis = redisUrl === undefined ? {} : { REDIS_URL: redisUrl, REDIS_KEY_PREFIX: keyPrefix };
  const seed = randomInt(2 ** 31);
  t.diagnostic(`seed ${seed}`);
  try {
    const report = await runCrash({
      databaseUrl: database.url,
      environment: { ...database.environment, ...redis },
      kills: KILLS,
      seed,
    });
    assert.ok(report.acknowledged >= KILLS * 40, JSON.stringify(report));
  } finally {
    await database.drop();
  }
});
